// SPDX-License-Identifier: MIT
// What tools show above the picture, in the view's pixels.
import type { Point } from '../../../bindings/wasm/src/protocol.js';
import { type Camera, toView } from './camera.js';
import type { Sketch } from './stage.js';

export const accent = '#ffb224';
export const ink = 'rgba(12, 14, 20, 0.9)';

export function drawVertex(context: CanvasRenderingContext2D, [x, y]: Point): void {
  for (const [radius, color] of [[6, ink], [4.5, accent], [2.5, '#fff']] as const) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
  }
}

export function drawBox(context: CanvasRenderingContext2D, corners: Point[]): void {
  const [[left, top], [right, bottom]] = corners as [Point, Point];
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.fillStyle = 'rgba(255, 178, 36, 0.14)';
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = accent;
  context.stroke();
}

/** The circle that is painted; inside, how strongly. */
export function drawBrush(context: CanvasRenderingContext2D, brush: NonNullable<Sketch['brush']>,
                          camera: Camera): void {
  const [x, y] = toView(camera, brush.at);
  const radius = Math.max(brush.radius * camera.scale, 2);
  const inner = Math.max(radius * Math.min(brush.strength, 1), 1);
  const rim = brush.isErasing ? '#ff6b5e' : '#fff';
  const circles = [[radius, 3, ink], [radius, 1.5, rim], [inner, 1, accent]] as const;
  for (const [r, width, color] of circles) {
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
}
