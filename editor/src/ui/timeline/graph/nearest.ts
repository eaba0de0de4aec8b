// SPDX-License-Identifier: MIT
import type { Place } from '../canvas_gestures.js';
import type { Box } from '../ruler_painter.js';
import type { DrawnCurve } from './dots.js';

/** The one whose place is nearest to the pointer, within a radius; of equal ones the last. */
export function nearest<T>(things: Iterable<T>, placeOf: (thing: T) => Place, at: Place,
                           radius: number): T | null {
  let [found, least]: [T | null, number] = [null, radius];
  for (const thing of things) {
    const { x, y } = placeOf(thing);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance <= least) [found, least] = [thing, distance];
  }
  return found;
}

export function isInside({ x0, y0, x1, y1 }: Box, { x, y }: Place): boolean {
  return x >= Math.min(x0, x1) && x <= Math.max(x0, x1) &&
    y >= Math.min(y0, y1) && y <= Math.max(y0, y1);
}

/** How high a drawn curve is, on the line between two samples. */
export function heightAt({ times, values }: Pick<DrawnCurve, 'times' | 'values'>, time: number):
    number {
  const next = times.findIndex((one) => one > time);
  if (next < 0) return values.at(-1) ?? 0;
  if (next === 0) return values[0]!;
  const [t0, t1] = [times[next - 1]!, times[next]!];
  const share = (time - t0) / (t1 - t0);
  return values[next - 1]! + share * (values[next]! - values[next - 1]!);
}
