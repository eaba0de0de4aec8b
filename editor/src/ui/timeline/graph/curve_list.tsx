// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'preact/hooks';
import { useEditor } from '../../context.js';
import { Icon } from '../../controls/icon.js';
import { cssColor } from '../../panels/chosen.js';
import { rowsOf, type TimelineRow } from '../rows.js';
import { ViewSwitch } from '../view_switch.js';
import { type Curve, curveOwners } from './curves.js';
import type { GraphCanvas } from './graph_canvas.js';

const nothing: ReadonlySet<string> = new Set();

/** All that has curves; below what is chosen its curves, each of which can be hidden. */
export function CurveList({ view }: { view: GraphCanvas | null }) {
  const { session, timeline } = useEditor();
  const list = useRef<HTMLUListElement>(null);
  const [state, content] = [session.state.value, timeline.content.value];
  const owners = new Set(content ? curveOwners(content) : []);
  const rows = state && content ? rowsOf(state, content, nothing).filter(({ id }) => owners.has(id)) : [];
  const shown = view?.owners ?? '';
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[data-chosen]');
    if (list.current && first) list.current.scrollTop = first.offsetTop - list.current.offsetTop;
  }, [shown]);
  return (
    <div class="row-labels">
      <div class="ruler-corner"><ViewSwitch /></div>
      <ul ref={list} aria-label="Curves">
        {rows.map((row) => (
          <OwnerRows key={row.id} row={row} isChosen={shown.split(' ').includes(row.id)}
                     curves={view?.curves.filter(({ owner }) => owner === row.id) ?? []} />
        ))}
      </ul>
      {rows.length === 0 && <p class="hint">No curves yet. Pose a bone to make the first key.</p>}
    </div>
  );
}

interface OwnerRowsProps {
  row: TimelineRow;
  isChosen: boolean;
  curves: Curve[];
}

function OwnerRows({ row, isChosen, curves }: OwnerRowsProps) {
  const { session, timeline: { graph } } = useEditor();
  const { id, label, of, owner, color } = row;
  const choose = (event: MouseEvent): void => {
    const { bones } = session.selection.value;
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    graph.range.value = null;
    graph.other.value = of === 'bone' || of === 'layer' ? null : id;
    if (of === 'layer') session.select({ layer: owner, bones: [] });
    else if (of !== 'bone') session.select({ layer: null, bones: [] });
    else session.select({ bones: !adds ? [owner] : bones.includes(owner) ?
      bones.filter((bone) => bone !== owner) : [...bones, owner] });
  };
  return (
    <>
      <li class={`label-row owner ${isChosen ? 'active' : ''}`} {...(isChosen ? { 'data-chosen': '' } : {})}>
        {color && <span class="swatch" style={{ background: cssColor(color) }} />}
        <button type="button" class="label-button" aria-pressed={isChosen} onClick={choose}>
          {label}
        </button>
      </li>
      {isChosen && curves.map((curve) => <CurveRow key={curve.name} curve={curve} owner={label} />)}
    </>
  );
}

function CurveRow({ curve, owner }: { curve: Curve; owner: string }) {
  const { timeline: { graph } } = useEditor();
  const { name, kind, label, unit, color } = curve;
  const isHidden = graph.hidden.value.has(kind);
  const isActive = graph.active.value === name;
  return (
    <li class={`label-row curve-row ${isActive ? 'active' : ''}`}>
      <button type="button" class="curve-toggle" aria-pressed={!isHidden}
              aria-label={`Show ${label} of ${owner}`} title={isHidden ? 'Show' : 'Hide'}
              onClick={() => graph.toggle(kind)}>
        <span class={`swatch curve-${color} ${isHidden ? 'hollow' : ''}`} />
      </button>
      <button type="button" class={`label-button ${isHidden ? 'faint' : ''}`} aria-pressed={isActive}
              onClick={() => { graph.active.value = isActive ? null : name; }}>{label}</button>
      <span class="row-note">{unit}</span>
      {isHidden && <Icon name="eye_off" />}
    </li>
  );
}
