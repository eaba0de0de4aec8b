// SPDX-License-Identifier: MIT
import { pressTimeKey } from '../time_keys.js';
import { shift } from '../timeline_pointer.js';
import { type Dot, sameDot } from './dots.js';
import { movedParts, raisedKeys } from './drag.js';
import type { GraphCanvas } from './graph_canvas.js';

/** What keys do while the graph has the focus; whether the key was one of these. */
export function pressGraphKey(view: GraphCanvas, event: KeyboardEvent): boolean {
  const step = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case 'ArrowUp':
      if (event.altKey) void raise(view, step);
      else activate(view, -1);
      return true;
    case 'ArrowDown':
      if (event.altKey) void raise(view, -step);
      else activate(view, 1);
      return true;
    default: return pressTimeKey(view, event, {
      shift: (by) => later(view, by), chooseAtPlayhead: () => chooseAtPlayhead(view),
    });
  }
}

async function later(view: GraphCanvas, by: number): Promise<void> {
  const parts = movedParts(view.chosenDots, by);
  await shift(view, by);
  view.editor.timeline.graph.parts.value = parts;
}

async function raise(view: GraphCanvas, by: number): Promise<void> {
  const { session } = view.editor;
  const dots = view.chosenDots;
  if (dots.length === 0) return;
  const clip = session.clip.value!;
  await session.edit('move_keys', { clip, keys: raisedKeys(dots, by), by: 0 });
}

/** To the curve above or below in the list of those that are shown. */
function activate(view: GraphCanvas, by: number): void {
  const { graph } = view.editor.timeline;
  const names = view.drawn.map(({ curve }) => curve.name);
  const at = names.indexOf(graph.active.value ?? '');
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), names.length - 1);
  graph.active.value = names[next] ?? null;
}

/** Keys of the active curve at the playhead; of all curves where none is. */
export function dotsAtPlayhead(view: GraphCanvas): Dot[] {
  const { session, playback, timeline: { graph } } = view.editor;
  const within = 0.5 / playback.fps.value;
  const active = view.curves.some(({ name }) => name === graph.active.value) ? graph.active.value : null;
  return view.dots.filter(({ time, drawn }) =>
    Math.abs(time - session.time.value) <= within &&
    (active === null || drawn.curve.name === active));
}

/** Chooses them, or lets them go. */
function chooseAtPlayhead(view: GraphCanvas): void {
  const here = dotsAtPlayhead(view);
  const chosen = view.chosenDots;
  const rest = chosen.filter((dot) => !here.some((one) => sameDot(one, dot)));
  view.editor.timeline.graph.choose(rest.length < chosen.length ? rest : [...rest, ...here]);
}

/** What is said of the playhead: '0.25 seconds, frame 6, Rotation, 12.5°, 1 key chosen'. */
export function graphText(view: GraphCanvas): string {
  const { session, playback, timeline: { graph } } = view.editor;
  const time = session.time.value;
  const parts = [`${time.toFixed(2)} seconds`, `frame ${Math.round(time * playback.fps.value)}`];
  const curve = view.curves.find(({ name }) => name === graph.active.value);
  if (curve) parts.push(curve.label);
  for (const { value, drawn } of dotsAtPlayhead(view)) {
    parts.push(`key of ${Number(value.toFixed(2))} ${drawn.curve.unit}`);
  }
  const chosen = view.chosenDots.length;
  if (chosen > 0) parts.push(chosen === 1 ? '1 key chosen' : `${chosen} keys chosen`);
  return parts.join(', ');
}
