// SPDX-License-Identifier: MIT
import type { View } from '../../../../bindings/wasm/src/painting.js';
import type { FrameData } from '../../session.js';
import type { Geometry } from '../geometry.js';
import type { BlendPasses } from './frame_painter.js';
import type { Look } from './renderer.js';

/** What is painted next; what is left out stays as it was. */
export interface Painting {
  /** Pixels of the screen. */
  size: [number, number];
  view: View;
  moment?: FrameData;
  /** By layer id; null: it is gone. */
  geometry?: [number, Geometry | null][];
  look?: Look;
}

export type ToRenderer =
  { canvas: OffscreenCanvas } |
  /** Before they come nothing is painted. */
  { passes: BlendPasses } |
  /** Files by image id; null: it is gone. */
  { pictures: [number, Blob | null][] } |
  { paint: Painting };

export type FromRenderer =
  { painted: true } |
  /** A picture has come: what was painted is to be painted again. */
  { arrived: true } |
  { failed: string };
