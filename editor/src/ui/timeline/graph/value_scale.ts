// SPDX-License-Identifier: MIT

/** Which values are in view, in the units that are shown. */
export interface ValueRange {
  low: number;
  high: number;
}

/** Values and pixels of the graph: `low` lies at the bottom, `high` at the top. */
export interface ValueScale extends ValueRange {
  top: number;
  bottom: number;
}

const edge = 16;  // pixels that a fit leaves above and below

export function unitsPerPixel({ low, high, top, bottom }: ValueScale): number {
  return (high - low) / Math.max(bottom - top, 1);
}

export function yOf(scale: ValueScale, value: number): number {
  return scale.bottom - (value - scale.low) / unitsPerPixel(scale);
}

export function valueAt(scale: ValueScale, y: number): number {
  return scale.low + (scale.bottom - y) * unitsPerPixel(scale);
}

/** All of the values with some room around, and never so close that a still curve looks wild. */
export function fitted(values: Iterable<number>, height: number): ValueRange {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return { low: -10, high: 10 };
  const middle = (least + most) / 2;
  const half = Math.max((most - least) / 2, 2);
  const room = half * height / Math.max(height - 2 * edge, height / 2);
  return { low: middle - room, high: middle + room };
}

/** The same value stays under the pointer. */
export function zoomedValues(scale: ValueScale, factor: number, y: number): ValueRange {
  const value = valueAt(scale, y);
  const span = (scale.high - scale.low) / factor;
  if (!(span > 1e-3 && span < 1e7)) return scale;
  const low = value + (scale.low - value) / factor;
  return { low, high: low + span };
}

export function pannedValues(scale: ValueScale, pixels: number): ValueRange {
  const by = pixels * unitsPerPixel(scale);
  return { low: scale.low + by, high: scale.high + by };
}

/** The finest of 1, 2, 5, 10... that is `least` or more. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least * (1 - 1e-9))!;
}

export interface ValueTick {
  value: number;
  label: string;
}

const tickSpacing = 26;  // pixels

export function valueTicks(scale: ValueScale): ValueTick[] {
  const step = roundStep(unitsPerPixel(scale) * tickSpacing);
  const digits = Math.max(-Math.floor(Math.log10(step) + 1e-9), 0);
  const ticks: ValueTick[] = [];
  for (let i = Math.ceil(scale.low / step); i * step <= scale.high; i++) {
    // No minus before zero.
    const value = i === 0 ? 0 : i * step;
    ticks.push({ value, label: value.toFixed(digits).replace('-', '−') });
  }
  return ticks;
}

/** As fine as a pixel needs: a drag makes no numbers that nobody can see. */
export function roundedValue(scale: ValueScale, value: number): number {
  const power = Math.ceil(-Math.log10(unitsPerPixel(scale)));
  const digits = Math.min(Math.max(power, 0), 6);
  return Number(value.toFixed(digits));
}
