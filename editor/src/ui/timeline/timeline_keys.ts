// SPDX-License-Identifier: MIT
import { keyName } from './key_selection.js';
import { keysAt } from './rows.js';
import { pressTimeKey } from './time_keys.js';
import type { TimelineCanvas } from './timeline_canvas.js';
import { shift } from './timeline_pointer.js';

/** What keys do while the dope sheet has the focus; whether the key was one of these. */
export function pressKey(view: TimelineCanvas, event: KeyboardEvent): boolean {
  switch (event.key) {
    case 'ArrowUp': return moveRow(view, -1);
    case 'ArrowDown': return moveRow(view, 1);
    default: return pressTimeKey(view, event, {
      shift: (by) => shift(view, by), chooseAtPlayhead: () => chooseAtPlayhead(view),
    });
  }
}

function moveRow(view: TimelineCanvas, by: number): boolean {
  const last = Math.max(view.rows.length - 1, 0);
  view.activeRow.value = Math.min(Math.max(view.activeRow.value + by, 0), last);
  return true;
}

/** Chooses the key of the row at the playhead, or lets it go. */
function chooseAtPlayhead(view: TimelineCanvas): void {
  const { session, playback } = view.editor;
  const row = view.rows[view.activeRow.value];
  if (!row) return;
  const keys = keysAt(row, session.time.value, 0.5 / playback.fps.value);
  const chosen = session.selection.value.keys;
  const names = new Set(keys.map(keyName));
  const rest = chosen.filter((key) => !names.has(keyName(key)));
  const isChosen = rest.length < chosen.length;
  session.select({ keys: isChosen ? rest : [...rest, ...keys] });
}

/** What is said of the playhead: '0.25 seconds, frame 6, row arm, 2 keys here, 1 key chosen'. */
export function playheadText(view: TimelineCanvas): string {
  const { session, playback } = view.editor;
  const time = session.time.value;
  const row = view.rows[view.activeRow.value];
  const parts = [`${time.toFixed(2)} seconds`, `frame ${Math.round(time * playback.fps.value)}`];
  if (row) {
    const keys = keysAt(row, time, 0.5 / playback.fps.value).length;
    parts.push(`row ${row.label}`, keys === 0 ? 'no key here' : `${keysText(keys)} here`);
  }
  const chosen = session.selection.value.keys.length;
  if (chosen > 0) parts.push(`${keysText(chosen)} chosen`);
  return parts.join(', ');
}

function keysText(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}
