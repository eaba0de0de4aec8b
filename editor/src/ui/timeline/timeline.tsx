// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import { useEditor } from '../context.js';
import { Hint } from '../controls/panel.js';
import { readSetting, writeSetting } from '../theme.js';
import { KeyPanel } from './key_panel.js';
import { RowLabels } from './row_labels.js';
import { TimelineCanvas } from './timeline_canvas.js';
import { playheadText, pressKey } from './timeline_keys.js';
import { listenToPointer } from './timeline_pointer.js';
import { TransportBar } from './transport_bar.js';

const leastHeight = 140;
const heightKey = 'vide-timeline-height';

/** A quarter of a large screen; enough for a curve on a small one. */
function usualHeight(): number {
  return Math.min(Math.max(220, window.innerHeight / 4), 400);
}

export function Timeline() {
  const editor = useEditor();
  const [height, setHeight] = useState(Number(readSetting(heightKey)) || usualHeight());
  const [view, setView] = useState<TimelineCanvas | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasClip = editor.playback.clip !== null;
  useEffect(() => {
    if (!canvas.current) return;
    const made = new TimelineCanvas(editor, canvas.current);
    const stop = listenToPointer(made);
    setView(made);
    return () => {
      stop();
      made.close();
      setView(null);
    };
  }, [editor, hasClip]);
  const resize = (next: number): void => {
    const bounded = Math.min(Math.max(next, leastHeight), window.innerHeight * 0.6);
    writeSetting(heightKey, String(Math.round(bounded)));
    setHeight(bounded);
  };
  return (
    <section class="timeline" aria-label="Timeline" style={hasClip ? { height: `${height}px` } : {}}>
      {hasClip && <Splitter height={height} onResize={resize} />}
      <TransportBar view={view} />
      {!hasClip && <Hint>Choose a clip on the right, or add one, to see its keys here.</Hint>}
      {hasClip && (
        <div class="timeline-body">
          <RowLabels view={view} />
          <KeyCanvas view={view} canvas={canvas} />
          <KeyPanel />
        </div>
      )}
    </section>
  );
}

interface KeyCanvasProps {
  view: TimelineCanvas | null;
  canvas: { current: HTMLCanvasElement | null };
}

/** The playhead is a slider to those who do not see it. */
function KeyCanvas({ view, canvas }: KeyCanvasProps) {
  const { session, playback } = useEditor();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!view || !pressKey(view, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <canvas ref={canvas} class="key-canvas" tabIndex={0} role="slider"
            aria-label="Playhead and keys" aria-valuemin={0}
            aria-valuemax={playback.clip?.duration ?? 0}
            aria-valuenow={session.time.value} aria-valuetext={view ? playheadText(view) : ''}
            aria-keyshortcuts="Shift+Space Alt+ArrowLeft Alt+ArrowRight" onKeyDown={onKeyDown} />
  );
}

function Splitter({ height, onResize }: { height: number; onResize: (height: number) => void }) {
  const start = useRef<{ y: number; height: number } | null>(null);
  return (
    <div class="splitter" role="separator" aria-orientation="horizontal" tabIndex={0}
         aria-label="Height of the timeline" aria-valuenow={Math.round(height)}
         aria-valuemin={leastHeight}
         onPointerDown={(event) => {
           event.currentTarget.setPointerCapture(event.pointerId);
           start.current = { y: event.clientY, height };
         }}
         onPointerMove={(event) => {
           if (start.current) onResize(start.current.height + start.current.y - event.clientY);
         }}
         onPointerUp={() => { start.current = null; }}
         onKeyDown={(event) => {
           const by = { ArrowUp: 20, ArrowDown: -20 }[event.key];
           if (!by) return;
           event.preventDefault();
           event.stopPropagation();
           onResize(height + by);
         }} />
  );
}
