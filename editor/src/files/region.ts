// SPDX-License-Identifier: MIT
import type { Raster } from './raster.js';

/** A rectangle of pixels, from the left and top edge. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest one around all pixels that count; `counts` gets their numbers, row by row. */
export function regionOf(width: number, height: number, counts: (pixel: number) => boolean):
    Region | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!counts(y * width + x)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The pixels in there. */
export function cut(raster: Raster, { x, y, width, height }: Region): Uint8Array {
  if (width === raster.width && height === raster.height) return raster.pixels;
  const pixels = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    const start = 4 * ((y + row) * raster.width + x);
    pixels.set(raster.pixels.subarray(start, start + 4 * width), 4 * row * width);
  }
  return pixels;
}
