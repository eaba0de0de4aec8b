// SPDX-License-Identifier: MIT

/** Seconds and pixels of the timeline. */
export interface TimeScale {
  /** Seconds at the left edge, where `margin` pixels come first. */
  start: number;
  perSecond: number;  // pixels
}

export const margin = 14;

export function pixelOf({ start, perSecond }: TimeScale, time: number): number {
  return margin + (time - start) * perSecond;
}

export function timeOf({ start, perSecond }: TimeScale, pixel: number): number {
  return start + (pixel - margin) / perSecond;
}

/** The whole clip, where nothing else was chosen. */
export function scaleFor(zoom: number | null, start: number, duration: number, width: number):
    TimeScale {
  const whole = Math.max(width - 2 * margin, 50) / Math.max(duration, 0.1);
  return zoom === null ? { start: 0, perSecond: whole } : { start, perSecond: zoom };
}

/** The same moment stays under the pointer. */
export function zoomed(scale: TimeScale, factor: number, pixel: number): TimeScale {
  const perSecond = Math.min(Math.max(scale.perSecond * factor, 5), 5000);
  const time = timeOf(scale, pixel);
  return { perSecond, start: Math.max(time - (pixel - margin) / perSecond, 0) };
}

export function snapped(time: number, fps: number, snaps: boolean): number {
  return snaps ? Math.round(time * fps) / fps : time;
}

export interface Tick {
  time: number;
  label: string | null;
}

const frameSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const secondSteps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
const labelSpacing = 64;  // pixels

/** Marks of the ruler from one time to another: with a label where there is room for one. */
export function ticksBetween(scale: TimeScale, from: number, to: number, fps: number,
                             inSeconds: boolean): Tick[] {
  const unit = inSeconds ? 1 : 1 / fps;
  const steps = (inSeconds ? secondSteps : frameSteps).map((step) => step * unit);
  const major = steps.find((step) => step * scale.perSecond >= labelSpacing) ?? steps.at(-1)!;
  const minor =
    steps.find((step) => step * scale.perSecond >= 9 && isMultiple(major, step)) ?? major;
  const ticks: Tick[] = [];
  for (let i = Math.max(Math.floor(from / minor), 0); i * minor <= to; i++) {
    const time = i * minor;
    ticks.push({ time, label: isMultiple(time, major) ? labelOf(time, fps, inSeconds) : null });
  }
  return ticks;
}

function isMultiple(time: number, step: number): boolean {
  const ratio = time / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-6;
}

export function labelOf(time: number, fps: number, inSeconds: boolean): string {
  return inSeconds ? `${Number(time.toFixed(2))} s` : String(Math.round(time * fps));
}
