// SPDX-License-Identifier: MIT
import type { BlendMode } from '../../../bindings/wasm/src/protocol.js';

/** Straight RGBA, 8 bits a channel, top row first. */
export interface Raster {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** One layer of a drawing, placed on the canvas, which it may leave on any side. */
export interface DrawingLayer {
  name: string;
  raster: Raster;
  x: number;  // columns from the canvas's left edge
  y: number;  // rows from its top edge
  opacity: number;  // 0..1
  visible: boolean;
  blend: BlendMode;
  mask?: string;  // name of the layer that it is seen through
}

export interface Drawing {
  name: string;
  width: number;
  height: number;
  layers: DrawingLayer[];  // back to front
  warnings: string[];  // what could not be taken over as it was
}

/** What is wrong with a file and what to do about it, in one sentence or two. */
export class FileError extends Error {
  override name = 'FileError';
}

/** As much as 16384 x 16384 pixels, of all layers together. */
export const mostPixels = 2 ** 28;

/** Whether nothing shines through. */
export function isOpaque({ pixels }: Raster): boolean {
  for (let at = 3; at < pixels.length; at += 4) {
    if (pixels[at]! < 255) return false;
  }
  return true;
}

/** Without folders and ending. */
export function stem(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
