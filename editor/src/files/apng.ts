// SPDX-License-Identifier: MIT
import { chunk, headerChunk, joined, packedRows, pngSignature } from './png.js';
import type { Raster } from './raster.js';
import { cut, regionOf, type Region } from './region.js';

/**
 * An animated PNG, frame by frame. Each frame but the first holds only the rectangle that changed.
 * APNG 1.0, now part of the PNG specification, third edition.
 */
export class ApngWriter {
  private readonly chunks: Uint8Array[] = [];
  private last: Raster | null = null;
  private frames = 0;
  private sequence = 0;

  /** `seconds` that each frame stays, `loops` 0 for ever. */
  constructor(private readonly options: { seconds: number; loops: number }) {}

  async add(frame: Raster): Promise<void> {
    const region = changedRegion(this.last, frame);
    const rows = await packedRows(cut(frame, region), region.width, region.height);
    this.chunks.push(this.control(region));
    this.chunks.push(this.frames === 0 ? chunk('IDAT', rows) : chunk('fdAT', this.numbered(rows)));
    this.last = frame;
    this.frames++;
  }

  /** Throws where there was no frame. */
  finish(): Uint8Array {
    if (!this.last) throw new Error('an animated PNG needs a frame');
    const animation = new Uint8Array(8);
    const view = new DataView(animation.buffer);
    view.setUint32(0, this.frames);
    view.setUint32(4, this.options.loops);
    return joined([pngSignature(), headerChunk(this.last.width, this.last.height),
                   chunk('acTL', animation), ...this.chunks, chunk('IEND')]);
  }

  /** The frame stays where nothing follows it, and replaces what was in its rectangle. */
  private control(region: Region): Uint8Array {
    const data = new Uint8Array(26);
    const view = new DataView(data.buffer);
    [this.sequence++, region.width, region.height, region.x, region.y]
      .forEach((number, i) => view.setUint32(4 * i, number));
    view.setUint16(20, Math.round(this.options.seconds * 1000));
    view.setUint16(22, 1000);
    return chunk('fcTL', data);
  }

  private numbered(rows: Uint8Array): Uint8Array {
    const data = new Uint8Array(rows.length + 4);
    new DataView(data.buffer).setUint32(0, this.sequence++);
    data.set(rows, 4);
    return data;
  }
}

/** At least one pixel, since a frame cannot be empty. */
function changedRegion(last: Raster | null, next: Raster): Region {
  const { width, height } = next;
  if (!last) return { x: 0, y: 0, width, height };
  if (last.width !== width || last.height !== height) throw new Error('frames differ in size');
  const before = words(last);
  const after = words(next);
  return regionOf(width, height, (pixel) => before[pixel] !== after[pixel]) ??
    { x: 0, y: 0, width: 1, height: 1 };
}

function words(raster: Raster): Uint32Array {
  const { pixels } = raster;
  if (pixels.byteOffset % 4 !== 0) return new Uint32Array(pixels.slice().buffer);
  return new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
}
