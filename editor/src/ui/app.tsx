// SPDX-License-Identifier: MIT
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { actionsFor } from '../actions.js';
import { BusyBar } from './busy_bar.js';
import { CanvasHost } from './canvas_host.js';
import { SharedContext } from './context.js';
import { OpenDialog } from './dialogs/open_dialog.js';
import { useDroppedFiles } from './drop_target.js';
import type { Editor } from './editor.js';
import { listenToKeys } from './keyboard.js';
import { LeftBar, RightBar } from './side_bars.js';
import { StageHint } from './stage_hint.js';
import { Timeline } from './timeline/timeline.js';
import { Toasts } from './toasts.js';
import { ToolStrip } from './tool_strip.js';
import { TopBar } from './top_bar.js';
import { Welcome } from './welcome.js';
import { ZoomControl } from './zoom_control.js';

export function App({ editor }: { editor: Editor }) {
  const actions = useMemo(() => actionsFor(editor), [editor]);
  // From the moment that the page is seen.
  useLayoutEffect(() => listenToKeys(actions), [actions]);
  const isDropping = useDroppedFiles(editor);
  return (
    <SharedContext.Provider value={{ editor, actions }}>
      <div class={isDropping ? 'app dropping' : 'app'}>
        <TopBar />
        {editor.hasDocument ? <Workplace editor={editor} /> : <Welcome />}
        <BusyBar />
        <Toasts />
        <OpenDialog />
      </div>
    </SharedContext.Provider>
  );
}

function Workplace({ editor }: { editor: Editor }) {
  return (
    <>
      <ToolStrip />
      <LeftBar />
      <main class="stage"><CanvasHost /><StageHint /><ZoomControl /></main>
      <RightBar />
      {editor.session.mode.value === 'animate' && <Timeline />}
    </>
  );
}
