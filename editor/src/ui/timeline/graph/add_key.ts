// SPDX-License-Identifier: MIT
import { batch } from '@preact/signals';
import type { KeyAddress } from '../../../../../bindings/wasm/src/protocol.js';
import type { Place } from '../canvas_gestures.js';
import { addressOf, keyName } from '../key_selection.js';
import type { DrawnCurve } from './dots.js';
import type { GraphCanvas } from './graph_canvas.js';
import { heightAt } from './nearest.js';
import { roundedValue, valueAt, yOf } from './value_scale.js';

const onCurve = 8;  // pixels

/** The curve that a place is about: the nearest above or below it. */
function curveNear(view: GraphCanvas, time: number, y: number): DrawnCurve | null {
  const scale = view.valueScale;
  const off = (drawn: DrawnCurve): number => Math.abs(yOf(scale, heightAt(drawn, time)) - y);
  return [...view.drawn].sort((a, b) => off(a) - off(b))[0] ?? null;
}

/** A key of the nearest curve at that place; on the curve itself what moves stays as it is. */
export async function addKeyAt(view: GraphCanvas, { x, y }: Place): Promise<void> {
  const time = Math.max(view.timeAt(x), 0);
  const drawn = curveNear(view, time, y);
  if (!drawn) return;
  const scale = view.valueScale;
  const isOnCurve = Math.abs(yOf(scale, heightAt(drawn, time)) - y) <= onCurve;
  await addKey(view, drawn, time, isOnCurve ? null : roundedValue(scale, valueAt(scale, y)));
}

/** A key of that value, or of the curve's own; the track's other numbers stay as they play. */
export async function addKey(view: GraphCanvas, { curve }: DrawnCurve, time: number,
                             value: number | null): Promise<void> {
  const { session, timeline: { graph } } = view.editor;
  const clip = session.clip.value!;
  const { keys: _, ...track } = curve.track;
  const { blobs } = await session.query('sample_channel', { clip, times: [time], ...track });
  const numbers = [...new Float64Array(blobs[0]!.slice().buffer)];
  if (value !== null) numbers[curve.component] = value / curve.per;
  const key: KeyAddress = addressOf(curve.track, time);
  view.holdValues();
  if (!await session.edit('set_key', { clip, key, value: numbers })) return;
  batch(() => {
    graph.active.value = curve.name;
    graph.parts.value = new Map([[keyName(key), new Set([curve.component])]]);
    session.select({ keys: [key] });
  });
}
