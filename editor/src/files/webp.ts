// SPDX-License-Identifier: MIT
import { joined } from './png.js';

/** A still WebP taken apart: what an animation repeats for each frame. */
interface Still {
  chunks: Uint8Array[];  // ALPH and VP8, or VP8L
  hasAlpha: boolean;
}

/**
 * An animated WebP of pictures that the browser encoded one by one. Follows the WebP Container
 * Specification: RIFF(WEBP, VP8X, ANIM, ANMF...).
 */
export class WebpWriter {
  private readonly frames: Uint8Array[] = [];
  private hasAlpha = false;

  /** Size in pixels, `seconds` that each frame stays, `loops` 0 for ever. */
  constructor(private readonly options: { width: number; height: number; seconds: number;
                                          loops: number }) {}

  /** `still`: a WebP of the animation's size. */
  add(still: Uint8Array): void {
    const { chunks, hasAlpha } = takeApart(still);
    this.hasAlpha ||= hasAlpha;
    const head = new Uint8Array(16);
    put24(head, 6, this.options.width - 1);
    put24(head, 9, this.options.height - 1);
    put24(head, 12, Math.round(this.options.seconds * 1000));
    head[15] = 2;  // replaces what is there instead of lying over it
    this.frames.push(riffChunk('ANMF', joined([head, ...chunks])));
  }

  finish(): Uint8Array {
    const extended = new Uint8Array(10);
    extended[0] = 2 | (this.hasAlpha ? 16 : 0);  // is animated, has alpha
    put24(extended, 4, this.options.width - 1);
    put24(extended, 7, this.options.height - 1);
    const animation = new Uint8Array(6);  // a transparent background, then the loops
    new DataView(animation.buffer).setUint16(4, this.options.loops, true);
    const body = joined([ascii('WEBP'), riffChunk('VP8X', extended), riffChunk('ANIM', animation),
                         ...this.frames]);
    return riffChunk('RIFF', body);
  }
}

function takeApart(still: Uint8Array): Still {
  const view = new DataView(still.buffer, still.byteOffset, still.byteLength);
  const found: Still = { chunks: [], hasAlpha: false };
  for (let at = 12; at + 8 <= still.length;) {
    const kind = String.fromCharCode(...still.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size & 1);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(kind)) found.chunks.push(still.subarray(at, end));
    if (kind === 'ALPH' || kind === 'VP8L') found.hasAlpha = true;
    at = end;
  }
  if (found.chunks.length === 0) throw new Error('the browser made no WebP picture');
  return found;
}

function riffChunk(kind: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + data.length + (data.length & 1));
  bytes.set(ascii(kind));
  new DataView(bytes.buffer).setUint32(4, data.length, true);
  bytes.set(data, 8);
  return bytes;
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function put24(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 255;
  bytes[at + 1] = value >>> 8 & 255;
  bytes[at + 2] = value >>> 16 & 255;
}
