// SPDX-License-Identifier: MIT
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CanvasView } from '../view/canvas_view.js';
import { useEditor } from './context.js';
import { isDark } from './theme.js';

/** Where the character is seen and touched. */
export function CanvasHost() {
  const editor = useEditor();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new CanvasView(editor.session, host.current!);
    editor.view.value = view;
    const stop = effect(() => { view.isDark.value = isDark.value; });
    return () => {
      stop();
      editor.view.value = null;
      view.close();
    };
  }, [editor]);
  return <div ref={host} class="canvas" />;
}
