// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import { useEditor } from '../context.js';
import type { Editor } from '../editor.js';
import type { TimeCanvas } from './time_canvas.js';

type Made<View> = new (editor: Editor, canvas: HTMLCanvasElement) => View;

/** A view of the timeline on a canvas of its own, while that is there; `onView` is told of it. */
export function useTimeCanvas<View extends TimeCanvas>(
    Kind: Made<View>, listen: (view: View) => () => void,
    onView: (view: TimeCanvas | null) => void) {
  const editor = useEditor();
  const [view, setView] = useState<View | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const made = new Kind(editor, canvas.current!);
    const stop = listen(made);
    const tell = (next: View | null): void => {
      setView(next);
      onView(next);
    };
    tell(made);
    return () => {
      stop();
      made.close();
      tell(null);
    };
  }, [editor, Kind, listen, onView]);
  return { view, canvas };
}

interface PlayheadCanvasProps {
  canvas: { current: HTMLCanvasElement | null };
  label: string;
  /** What is said of the playhead. */
  text: string;
  shortcuts: string;
  /** Whether the key meant something. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** The playhead is a slider to those who do not see it. */
export function PlayheadCanvas({ canvas, label, text, shortcuts, onKey }: PlayheadCanvasProps) {
  const { session, playback } = useEditor();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <canvas ref={canvas} class="key-canvas" tabIndex={0} role="slider" aria-label={label}
            aria-valuemin={0} aria-valuemax={playback.clip?.duration ?? 0}
            aria-valuenow={session.time.value} aria-valuetext={text} aria-keyshortcuts={shortcuts}
            onKeyDown={onKeyDown} />
  );
}
