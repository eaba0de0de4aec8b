// SPDX-License-Identifier: MIT
import { zlibSync } from 'fflate';
import type { Raster } from './raster.js';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A picture as PNG, 8-bit RGBA, every pixel as it is. PNG specification, third edition. */
export async function encodePng({ width, height, pixels }: Raster): Promise<Uint8Array> {
  return pictureOf(width, height, await packedRows(pixels, width, height));
}

/** The same without waiting, for the core: unfiltered, a third of the work and good for drawings. */
export function encodePngAtOnce({ width, height, pixels }: Raster): Uint8Array {
  return pictureOf(width, height, zlibSync(plainRows(pixels, 4 * width, height), { level: 3 }));
}

function pictureOf(width: number, height: number, rows: Uint8Array): Uint8Array {
  return joined([signature, headerChunk(width, height), chunk('IDAT', rows), chunk('IEND')]);
}

export function headerChunk(width: number, height: number): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data.set([8, 6, 0, 0, 0], 8);  // 8 bits, RGBA, deflate, adaptive filters, not interlaced
  return chunk('IHDR', data);
}

export function pngSignature(): Uint8Array {
  return signature;
}

/** Length, kind, data and checksum of both. */
export function chunk(kind: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = kind.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** Filtered and deflated rows of RGBA pixels, as IDAT holds them. */
export async function packedRows(pixels: Uint8Array, width: number, height: number):
    Promise<Uint8Array> {
  return deflated(filteredRows(pixels, 4 * width, height));
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function deflated(data: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([data as BlobPart]).stream()
    .pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

type Filter = (left: number, up: number, corner: number) => number;
const filters: Filter[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** Each row by filter 0, which keeps it. */
function plainRows(pixels: Uint8Array, stride: number, height: number): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  }
  return rows;
}

/** Each row by the filter whose differences are smallest in sum, as the specification advises. */
function filteredRows(pixels: Uint8Array, stride: number, height: number): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height);
  const trial = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    let least = Infinity;
    for (let kind = 0; kind < filters.length; kind++) {
      const sum = filterRow(pixels, y, stride, filters[kind]!, trial);
      if (sum >= least) continue;
      least = sum;
      rows[y * (stride + 1)] = kind;
      rows.set(trial, y * (stride + 1) + 1);
      if (sum === 0) break;
    }
  }
  return rows;
}

function filterRow(pixels: Uint8Array, y: number, stride: number, filter: Filter,
                   out: Uint8Array): number {
  const start = y * stride;
  let sum = 0;
  for (let i = 0; i < stride; i++) {
    const left = i >= 4 ? pixels[start + i - 4]! : 0;
    const up = y > 0 ? pixels[start + i - stride]! : 0;
    const corner = i >= 4 && y > 0 ? pixels[start + i - stride - 4]! : 0;
    const difference = (pixels[start + i]! - filter(left, up, corner)) & 255;
    out[i] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = crcTable[(rest ^ byte) & 255]! ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
