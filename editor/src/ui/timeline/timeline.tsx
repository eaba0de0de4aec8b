// SPDX-License-Identifier: MIT
import { useRef, useState } from 'preact/hooks';
import { useEditor } from '../context.js';
import { Hint } from '../controls/panel.js';
import { readSetting, writeSetting } from '../theme.js';
import { GraphView } from './graph/graph_view.js';
import { KeyPanel } from './key_panel.js';
import { PlayheadCanvas, useTimeCanvas } from './playhead_canvas.js';
import { RowLabels } from './row_labels.js';
import type { TimeCanvas } from './time_canvas.js';
import { TimelineCanvas } from './timeline_canvas.js';
import { playheadText, pressKey } from './timeline_keys.js';
import { listenToPointer } from './timeline_pointer.js';
import { TransportBar } from './transport_bar.js';

const leastHeight = 140;

/** The dope sheet: a quarter of a large screen, enough for a curve on a small one. */
const rowsHeight = { setting: 'vide-timeline-height', share: 1 / 4, least: 220, most: 400 };
const graphHeight = { setting: 'vide-graph-height', share: 2 / 5, least: 260, most: 560 };

/** As it was left, else as the window has room. */
function heightOf({ setting, share, least, most }: typeof rowsHeight): number {
  return Number(readSetting(setting)) ||
    Math.min(Math.max(least, window.innerHeight * share), most);
}

export function Timeline() {
  const editor = useEditor();
  const [heights, setHeights] = useState({ rows: heightOf(rowsHeight), graph: heightOf(graphHeight) });
  const [view, setView] = useState<TimeCanvas | null>(null);
  const hasClip = editor.playback.clip !== null;
  const shown = editor.timeline.graph.isShown.value ? 'graph' : 'rows';
  const height = heights[shown];
  const resize = (next: number): void => {
    const bounded = Math.min(Math.max(next, leastHeight), window.innerHeight * 0.6);
    const { setting } = shown === 'graph' ? graphHeight : rowsHeight;
    writeSetting(setting, String(Math.round(bounded)));
    setHeights({ ...heights, [shown]: bounded });
  };
  return (
    <section class="timeline" aria-label="Timeline" style={hasClip ? { height: `${height}px` } : {}}>
      {hasClip && <Splitter height={height} onResize={resize} />}
      <TransportBar view={view} />
      {!hasClip && <Hint>Choose a clip on the right, or add one, to see its keys here.</Hint>}
      {hasClip && (
        <div class="timeline-body">
          {shown === 'graph' ? <GraphView onView={setView} /> : <DopeSheet onView={setView} />}
          <KeyPanel />
        </div>
      )}
    </section>
  );
}

/** Keys in a row for each thing that moves. */
function DopeSheet({ onView }: { onView: (view: TimeCanvas | null) => void }) {
  const { view, canvas } = useTimeCanvas(TimelineCanvas, listenToPointer, onView);
  return (
    <>
      <RowLabels view={view} />
      <PlayheadCanvas canvas={canvas} label="Playhead and keys" text={view ? playheadText(view) : ''}
                      shortcuts="Shift+Space Alt+ArrowLeft Alt+ArrowRight"
                      onKey={(event) => view !== null && pressKey(view, event)} />
    </>
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
