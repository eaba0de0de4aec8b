// SPDX-License-Identifier: MIT
import type { Point } from '../../../bindings/wasm/src/protocol.js';

/**
 * Where the document's canvas lies in the view: pixel = scale * (x, -y) + offset, in the page's
 * pixels from the view's left and top edge.
 */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const scaleRange = [0.004, 64] as const;

export function toView({ scale, x, y }: Camera, [px, py]: Point): Point {
  return [scale * px + x, y - scale * py];
}

export function toCanvas({ scale, x, y }: Camera, [px, py]: Point): Point {
  return [(px - x) / scale, (y - py) / scale];
}

/** What lies at that place of the view stays there. */
export function zoomedAt(camera: Camera, at: Point, factor: number): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, scaleRange[0]), scaleRange[1]);
  const grown = scale / camera.scale;
  return { scale, x: at[0] + grown * (camera.x - at[0]), y: at[1] + grown * (camera.y - at[1]) };
}

export function panned({ scale, x, y }: Camera, by: Point): Camera {
  return { scale, x: x + by[0], y: y + by[1] };
}

/** All of the canvas in the middle of the view, with room around it. */
export function fitted([width, height]: Point, [across, down]: Point): Camera {
  const margin = Math.min(48, across / 16, down / 16);
  const room: Point = [Math.max(across - 2 * margin, 1), Math.max(down - 2 * margin, 1)];
  const wanted = Math.min(room[0] / Math.max(width, 1), room[1] / Math.max(height, 1));
  const scale = Math.min(Math.max(wanted, scaleRange[0]), 8);
  return { scale, x: (across - scale * width) / 2, y: (down + scale * height) / 2 };
}
