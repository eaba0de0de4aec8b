// SPDX-License-Identifier: MIT
import type { KeyAddress, KeyState } from '../../../../../bindings/wasm/src/protocol.js';
import { addressOf, keyName } from '../key_selection.js';
import type { Curve } from './curves.js';

/** A curve as the core has sampled it, in the units that are shown. */
export interface DrawnCurve {
  curve: Curve;
  times: readonly number[];
  values: readonly number[];
}

/** A key of one curve. */
export interface Dot {
  drawn: DrawnCurve;
  index: number;  // of the key
  address: KeyAddress;
  time: number;
  value: number;
  chosen: boolean;
}

/** A point that shapes the curve on one side of a key. */
export interface Handle {
  dot: Dot;
  side: 'in' | 'out';
  /** The key whose way to the next one it shapes, and that one. */
  from: Dot;
  to: Dot;
  kind: 'bezier' | 'cubic';
  time: number;
  value: number;
}

/**
 * Keys are chosen for all of their numbers, but for keys that are named here: of those, only the
 * curves that were chosen in the graph.
 */
export type ChosenParts = ReadonlyMap<string, ReadonlySet<number>>;

function keysOf({ curve }: DrawnCurve): KeyState[] {
  return curve.track.keys;
}

/** All keys of a curve. `chosen`: names of keys. */
export function dotsOf(drawn: DrawnCurve, chosen: ReadonlySet<string>, parts: ChosenParts): Dot[] {
  const { curve, times, values } = drawn;
  let sample = 0;
  return keysOf(drawn).map((key, index) => {
    const address = addressOf(curve.track, key.time);
    const name = keyName(address);
    while (sample < times.length && times[sample]! < key.time) sample++;
    // Rotations run on past half a turn in the curve, and not in the key.
    const value = times[sample] === key.time ? values[sample]! :
      (key.value[curve.component] ?? 0) * curve.per;
    const isChosen = chosen.has(name) && (parts.get(name)?.has(curve.component) ?? true);
    return { drawn, index, address, time: key.time, value, chosen: isChosen };
  });
}

/** What a key's numbers change by in a second, in the curve's shown unit. */
function slopeOf(dot: Dot, side: 'in' | 'out'): number {
  const { curve } = dot.drawn;
  const key = keysOf(dot.drawn)[dot.index]!;
  const tangent = side === 'in' ? key.in_tangent : key.out_tangent;
  return (tangent?.[curve.component] ?? 0) * curve.per;
}

function handleOn(dot: Dot, side: 'in' | 'out', from: Dot | undefined, to: Dot | undefined):
    Handle[] {
  if (!from || !to) return [];
  const key = keysOf(from.drawn)[from.index]!;
  const span = to.time - from.time;
  const base = { dot, side, from, to };
  if (key.interpolation === 'cubic') {
    // A third of the way: there the tangent is the control point of the same Bézier curve.
    const by = side === 'in' ? -span / 3 : span / 3;
    const value = dot.value + slopeOf(dot, side) * by;
    return [{ ...base, kind: 'cubic', time: dot.time + by, value }];
  }
  if (key.interpolation !== 'bezier' || !key.easing) return [];
  const [x, y] = key.easing.slice(side === 'in' ? 2 : 0) as [number, number];
  return [{ ...base, kind: 'bezier', time: from.time + x * span,
            value: from.value + y * (to.value - from.value) }];
}

/** The handles of a curve's chosen keys. */
export function handlesOf(dots: readonly Dot[]): Handle[] {
  return dots.flatMap((dot, i) => !dot.chosen ? [] : [
    ...handleOn(dot, 'in', dots[i - 1], dot), ...handleOn(dot, 'out', dot, dots[i + 1])]);
}

/** Chooses these dots; of their keys no other numbers. */
export function choiceOf(dots: readonly Dot[]): { keys: KeyAddress[]; parts: ChosenParts } {
  const keys = new Map<string, KeyAddress>();
  const parts = new Map<string, Set<number>>();
  for (const { address, drawn } of dots) {
    const name = keyName(address);
    keys.set(name, address);
    parts.set(name, (parts.get(name) ?? new Set()).add(drawn.curve.component));
  }
  return { keys: [...keys.values()], parts };
}

export function sameDot(a: Dot, b: Dot): boolean {
  return a.drawn.curve.name === b.drawn.curve.name && a.index === b.index;
}
