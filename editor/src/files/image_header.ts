// SPDX-License-Identifier: MIT
import { FileError, mostPixels } from './raster.js';

export interface ImageHeader {
  mime: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

/**
 * Reads the size that a picture's file claims, so that nothing is decoded that would not fit into
 * memory. Throws a FileError where the file is none of the three kinds or breaks off.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  const header = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  if (!header) {
    throw new FileError('is no PNG, JPEG or WebP picture, or its beginning is damaged. ' +
                        'Save it again as PNG.');
  }
  if (header.width < 1 || header.height < 1) {
    throw new FileError('claims to have no pixels. Save it again as PNG.');
  }
  if (header.width * header.height > mostPixels) {
    throw new FileError(`has ${header.width} x ${header.height} pixels; at most 268 million ` +
                        'fit. Make it smaller first.');
  }
  return header;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function readPng(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 24 || textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  if (textAt(bytes, 12, 4) !== 'IHDR') return null;
  const data = view(bytes);
  return { mime: 'image/png', width: data.getUint32(16), height: data.getUint32(20) };
}

/** Walks the segments up to a start of frame (SOF0..SOF15 but the tables C4, C8, CC). */
function readJpeg(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const data = view(bytes);
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {  // padding
      at += 1;
      continue;
    }
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) {
      return { mime: 'image/jpeg', width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    }
    at += 2 + data.getUint16(at + 2);
  }
  return null;
}

function readWebp(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 30 || textAt(bytes, 0, 4) !== 'RIFF') return null;
  if (textAt(bytes, 8, 4) !== 'WEBP') return null;
  const data = view(bytes);
  const sized = (width: number, height: number): ImageHeader =>
    ({ mime: 'image/webp', width, height });
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ': return sized(data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = data.getUint32(21, true);
      return sized((bits & 0x3fff) + 1, (bits >>> 14 & 0x3fff) + 1);
    }
    case 'VP8X': {
      const width = data.getUint32(24, true) & 0xffffff;
      const height = data.getUint32(26, true) >>> 8;
      return sized(width + 1, height + 1);
    }
    default: return null;
  }
}
