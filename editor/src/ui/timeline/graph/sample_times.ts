// SPDX-License-Identifier: MIT
import type { KeyState } from '../../../../../bindings/wasm/src/protocol.js';

/** A stretch of time, seconds. */
export interface TimeWindow {
  from: number;
  to: number;
}

/**
 * What is sampled around a view: in steps of its own length, so that scrolling seldom asks anew, with
 * as much before and after.
 */
export function windowAround(start: number, length: number): TimeWindow {
  const first = Math.floor(start / length);
  return { from: Math.max(first - 1, 0) * length, to: (first + 3) * length };
}

/** Pieces of a curve between two keys that are so many pixels apart; few different numbers. */
function piecesOf(pixels: number): number {
  return 2 ** Math.min(Math.max(Math.ceil(Math.log2(Math.max(pixels, 1) / 3)), 2), 9);
}

/** Times strictly after `from` up to `to` that show how a key goes to the next one. */
function timesBetween(key: KeyState, from: number, to: number, perSecond: number): number[] {
  const span = to - from;
  if (key.interpolation === 'linear') return [to];
  if (key.interpolation === 'step') return [to - span * 1e-6, to];
  const pieces = piecesOf(span * perSecond);
  const inner = Array.from({ length: pieces - 1 }, (_, i) => from + span * (i + 1) / pieces);
  return [...inner, to];  // the key's own time, to the last bit
}

/** The times at which a track is to be sampled so that straight lines between them show it. */
export function sampleTimes(keys: readonly KeyState[], { from, to }: TimeWindow,
                            perSecond: number): number[] {
  const [first, last] = [keys[0], keys.at(-1)];
  if (!first || !last) return [];
  const times = first.time > from ? [from, first.time] : [first.time];
  for (const [i, key] of keys.slice(0, -1).entries()) {
    const next = keys[i + 1]!.time;
    if (key.time > to) return times;
    if (next >= from) times.push(...timesBetween(key, key.time, next, perSecond));
    else times[0] = next;  // all before the window
  }
  if (last.time < to) times.push(to);
  return times;
}
