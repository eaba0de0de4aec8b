// SPDX-License-Identifier: MIT
import type { Easing, Interpolation, KeyAddress, KeyState } from
  '../../../../../bindings/wasm/src/protocol.js';
import { keyName } from '../key_selection.js';
import type { ChosenParts, Dot, Handle } from './dots.js';

/** From where a drag began, in pixels. */
export interface Way {
  x: number;
  y: number;
}

/** Along the axis that it went further on. */
export function alongOneAxis({ x, y }: Way): Way {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}

export type RaisedKey = KeyAddress & { raise?: number[] };

/** The keys of dots with what each of their numbers goes up by; `by` in the units that are shown. */
export function raisedKeys(dots: readonly Dot[], by: number): RaisedKey[] {
  const keys = new Map<string, RaisedKey>();
  for (const { address, drawn: { curve }, index } of dots) {
    const name = keyName(address);
    const none = curve.track.keys[index]!.value.map(() => 0);
    const key = keys.get(name) ?? { ...address, raise: none };
    key.raise![curve.component] = by / curve.per;
    keys.set(name, key);
  }
  return [...keys.values()];
}

/** Chosen parts of keys that have moved by so many seconds. */
export function movedParts(dots: readonly Dot[], by: number): ChosenParts {
  const parts = new Map<string, Set<number>>();
  for (const { address, drawn: { curve } } of dots) {
    const name = keyName({ ...address, time: address.time + by });
    parts.set(name, (parts.get(name) ?? new Set()).add(curve.component));
  }
  return parts;
}

function within(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most);
}

function thousandths(number: number): number {
  return Math.round(number * 1000) / 1000;
}

/** The easing whose handle lies there. Time never runs backwards; values may overshoot. */
export function easingAt({ side, from, to }: Handle, time: number, value: number): Easing {
  const easing: Easing = [...from.drawn.curve.track.keys[from.index]!.easing!];
  const place = side === 'out' ? 0 : 2;
  easing[place] = thousandths(within((time - from.time) / (to.time - from.time), 0, 1));
  const rise = to.value - from.value;
  // Between equal values every curve is the same flat line.
  if (Math.abs(rise) > 1e-9) {
    easing[place + 1] = thousandths(within((value - from.value) / rise, -2, 3));
  }
  return easing;
}

/** What shape_keys takes to change tangents and nothing else. */
export interface Tangents {
  interpolation: Interpolation;
  easing?: Easing;
  in_tangent?: number[];
  out_tangent?: number[];
}

function replaced(numbers: number[] | undefined, key: KeyState, place: number, next: number):
    number[] {
  return key.value.map((_, i) => i === place ? next : numbers?.[i] ?? 0);
}

/** Whether a key is passed without a kink. */
function isSmooth({ dot }: Handle): boolean {
  const { curve } = dot.drawn;
  const key = curve.track.keys[dot.index]!;
  const [before, after] = [key.in_tangent, key.out_tangent].map((list) => list?.[curve.component] ?? 0);
  return Math.abs(before! - after!) <= 1e-6 * Math.max(Math.abs(before!), Math.abs(after!), 1);
}

/**
 * The tangents of a key whose handle points there: both, where they are one line and are not to be
 * broken.
 */
export function tangentsAt(handle: Handle, time: number, value: number, breaks: boolean): Tangents {
  const { dot, side, from, to } = handle;
  const { curve } = dot.drawn;
  const key = curve.track.keys[dot.index]!;
  const least = (to.time - from.time) / 30;  // steeper than any use
  const away = side === 'out' ? Math.max(time - dot.time, least) : Math.min(time - dot.time, -least);
  const slope = (value - dot.value) / away / curve.per;
  const { interpolation, easing } = key;
  const tangents: Tangents = { interpolation, ...(easing && { easing }) };
  const [own, other] = side === 'in' ? ['in_tangent', 'out_tangent'] as const :
    ['out_tangent', 'in_tangent'] as const;
  tangents[own] = replaced(key[own], key, curve.component, slope);
  if (!isSmooth(handle)) return tangents;
  tangents[other] = breaks ? key[other] ?? key.value.map(() => 0) :
    replaced(key[other], key, curve.component, slope);
  return tangents;
}
