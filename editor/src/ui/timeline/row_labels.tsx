// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'preact/hooks';
import { useEditor } from '../context.js';
import { IconButton } from '../controls/action_button.js';
import { cssColor } from '../panels/chosen.js';
import type { TimelineRow } from './rows.js';
import type { TimelineCanvas } from './timeline_canvas.js';
import { ViewSwitch } from './view_switch.js';

/** Names of the rows, which scroll with their keys. */
export function RowLabels({ view }: { view: TimelineCanvas | null }) {
  const list = useRef<HTMLUListElement>(null);
  const scrollTop = view?.scrollTop.value ?? 0;
  useEffect(() => {
    const element = list.current;
    if (!element || !view) return;
    element.scrollTop = scrollTop;
    // The list knows how far it can go.
    view.scrollTop.value = element.scrollTop;
  }, [scrollTop, view]);
  const rows = view?.rows ?? [];
  return (
    <div class="row-labels">
      <div class="ruler-corner"><ViewSwitch /></div>
      <ul ref={list} aria-label="Rows of the timeline"
          onScroll={(event) => { if (view) view.scrollTop.value = event.currentTarget.scrollTop; }}>
        {rows.map((row, i) => (
          <RowLabel key={row.id} row={row} isActive={view!.activeRow.value === i}
                    activate={() => { view!.activeRow.value = i; }} />
        ))}
      </ul>
      {rows.length === 0 && <p class="hint">No keys yet. Pose a bone to make the first.</p>}
    </div>
  );
}

interface RowLabelProps {
  row: TimelineRow;
  isActive: boolean;
  activate: () => void;
}

function RowLabel({ row, isActive, activate }: RowLabelProps) {
  const { session, timeline } = useEditor();
  const { id, label, kind, of, owner, color } = row;
  const isOpen = timeline.unfolded.value.has(id);
  const choose = (): void => {
    activate();
    if (of === 'bone') session.select({ bones: [owner] });
    if (of === 'layer') session.select({ layer: owner });
  };
  return (
    <li class={`label-row ${kind} ${isActive ? 'active' : ''}`}>
      {kind === 'owner' && (
        <IconButton icon={isOpen ? 'down' : 'right'} class="fold"
                    label={`${isOpen ? 'Fold' : 'Unfold'} ${label}`}
                    onClick={() => timeline.toggle(id)} />
      )}
      {color && <span class="swatch" style={{ background: cssColor(color) }} />}
      <button type="button" class="label-button" onClick={choose}>{label}</button>
    </li>
  );
}
