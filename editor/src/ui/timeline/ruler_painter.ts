// SPDX-License-Identifier: MIT
import type { TimelineColors } from './timeline_colors.js';
import { pixelOf, ticksBetween, timeOf, type TimeScale } from './time_scale.js';

export const rulerHeight = 24;

/** What is painted of time; times in seconds, places in pixels. */
export interface RulerPicture {
  width: number;
  height: number;
  scale: TimeScale;
  events: { time: number; name: string }[];
  duration: number;
  fps: number;
  inSeconds: boolean;
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function paintRuler(context: CanvasRenderingContext2D, colors: TimelineColors,
                           { scale, width, fps, inSeconds, events, duration }: RulerPicture): void {
  context.fillStyle = colors.stripe;
  context.fillRect(0, 0, width, rulerHeight);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const { time, label } of ticksBetween(scale, scale.start, timeOf(scale, width), fps,
                                             inSeconds)) {
    const x = Math.round(pixelOf(scale, time)) + 0.5;
    context.fillStyle = time > duration + 1e-6 ? colors.line : colors.dim;
    context.fillRect(x, label === null ? rulerHeight - 4 : rulerHeight - 8, 1, 8);
    if (label === null) continue;
    const extent = context.measureText(label).width + 4;
    // Beside the tick where all of it can be read.
    context.fillText(label, x + (x + extent > width ? -extent : 4), rulerHeight / 2 - 1);
  }
  context.fillStyle = colors.key;
  for (const { time } of events) context.fillRect(pixelOf(scale, time) - 2, 2, 4, 5);
}

/** Shades the time after the clip's end. */
export function paintAfterEnd(context: CanvasRenderingContext2D, colors: TimelineColors,
                              { scale, duration, width, height }: RulerPicture): void {
  const end = pixelOf(scale, duration);
  if (end >= width) return;
  context.fillStyle = colors.outside;
  context.globalAlpha = 0.6;
  context.fillRect(end, rulerHeight, width - end, height);
  context.globalAlpha = 1;
}

/** The box in which keys are chosen. */
export function paintBox(context: CanvasRenderingContext2D, colors: TimelineColors,
                         { x0, y0, x1, y1 }: Box): void {
  context.strokeStyle = colors.accent;
  context.fillStyle = colors.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.15;
  context.fillRect(x0, y0, x1 - x0, y1 - y0);
  context.globalAlpha = 1;
  context.strokeRect(x0, y0, x1 - x0, y1 - y0);
}
