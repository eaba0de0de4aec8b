// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import { useEditor } from '../../context.js';
import { ActionButton } from '../../controls/action_button.js';
import { rulerHeight } from '../ruler_painter.js';
import { pixelOf } from '../time_scale.js';
import { CurveList } from './curve_list.js';
import { GraphCanvas } from './graph_canvas.js';
import { graphText, pressGraphKey } from './graph_keys.js';
import { listenToGraph } from './graph_pointer.js';
import { valueTicks, yOf } from './value_scale.js';

interface GraphViewProps {
  /** Told of what the head of the timeline zooms. */
  onView: (view: GraphCanvas | null) => void;
}

/** Values over time, of what is chosen. */
export function GraphView({ onView }: GraphViewProps) {
  const editor = useEditor();
  const [view, setView] = useState<GraphCanvas | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const made = new GraphCanvas(editor, canvas.current!);
    const stop = listenToGraph(made);
    const tell = (next: GraphCanvas | null): void => {
      setView(next);
      onView(next);
    };
    tell(made);
    return () => {
      stop();
      made.close();
      tell(null);
    };
  }, [editor, onView]);
  return (
    <>
      <div class="graph-side">
        <CurveList view={view} />
        {view && <ValueAxis view={view} />}
      </div>
      <div class="graph-plot">
        <CurveCanvas view={view} canvas={canvas} />
        {view && <Playhead view={view} />}
        {view?.curves.length === 0 && (
          <p class="hint graph-hint">Choose a bone or layer that has keys to see its curves.</p>
        )}
      </div>
    </>
  );
}

interface CurveCanvasProps {
  view: GraphCanvas | null;
  canvas: { current: HTMLCanvasElement | null };
}

/** The playhead is a slider to those who do not see it. */
function CurveCanvas({ view, canvas }: CurveCanvasProps) {
  const { session, playback } = useEditor();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!view || !pressGraphKey(view, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <canvas ref={canvas} class="key-canvas" tabIndex={0} role="slider"
            aria-label="Playhead and curves" aria-valuemin={0}
            aria-valuemax={playback.clip?.duration ?? 0} aria-valuenow={session.time.value}
            aria-valuetext={view ? graphText(view) : ''}
            aria-keyshortcuts="Shift+Space Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
            onKeyDown={onKeyDown} />
  );
}

/** Above the canvas, so that playing does not paint all of the curves again. */
function Playhead({ view }: { view: GraphCanvas }) {
  const x = pixelOf(view.scale, view.editor.session.time.value);
  return <div class="graph-playhead" style={{ transform: `translateX(${x}px)` }} />;
}

/** Values at the heights of the lines; the wheel zooms them. */
function ValueAxis({ view }: { view: GraphCanvas }) {
  const { valueScale } = view;
  const isRoomFor = (y: number): boolean => y > rulerHeight + 6 && y < view.height - 6;
  return (
    <div class="value-axis"
         onWheel={(event) => {
           const { top } = event.currentTarget.getBoundingClientRect();
           view.zoomValues(Math.exp(-event.deltaY / 300), event.clientY - top);
         }}>
      <ActionButton action="fit_curves" icon="fit" class="subtle" />
      {valueTicks(valueScale).map(({ value, label }) => ({ label, y: yOf(valueScale, value) }))
        .filter(({ y }) => isRoomFor(y))
        .map(({ label, y }) => <span key={label} aria-hidden="true" style={{ top: `${y}px` }}>{label}</span>)}
    </div>
  );
}
