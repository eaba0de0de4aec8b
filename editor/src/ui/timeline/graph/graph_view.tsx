// SPDX-License-Identifier: MIT
import { ActionButton } from '../../controls/action_button.js';
import { PlayheadCanvas, useTimeCanvas } from '../playhead_canvas.js';
import { rulerHeight } from '../ruler_painter.js';
import type { TimeCanvas } from '../time_canvas.js';
import { pixelOf } from '../time_scale.js';
import { CurveList } from './curve_list.js';
import { GraphCanvas } from './graph_canvas.js';
import { graphText, pressGraphKey } from './graph_keys.js';
import { listenToGraph } from './graph_pointer.js';
import { valueTicks, yOf } from './value_scale.js';

interface GraphViewProps {
  /** Told of what the head of the timeline zooms. */
  onView: (view: TimeCanvas | null) => void;
}

const shortcuts = 'Shift+Space Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown';

/** Values over time, of what is chosen. */
export function GraphView({ onView }: GraphViewProps) {
  const { view, canvas } = useTimeCanvas(GraphCanvas, listenToGraph, onView);
  return (
    <>
      <div class="graph-side">
        <CurveList view={view} />
        {view && <ValueAxis view={view} />}
      </div>
      <div class="graph-plot">
        <PlayheadCanvas canvas={canvas} label="Playhead and curves" text={view ? graphText(view) : ''}
                        shortcuts={shortcuts}
                        onKey={(event) => view !== null && pressGraphKey(view, event)} />
        {view && <Playhead view={view} />}
        {view?.curves.length === 0 && (
          <p class="hint graph-hint">Choose a bone or layer that has keys to see its curves.</p>
        )}
      </div>
    </>
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
