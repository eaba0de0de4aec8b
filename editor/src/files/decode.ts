// SPDX-License-Identifier: MIT
import { readImageHeader } from './image_header.js';
import { FileError, type Raster } from './raster.js';

/**
 * Decodes a PNG, JPEG or WebP to the very values that the file holds. A 2D canvas would multiply by
 * alpha and divide again, which changes most half-transparent pixels; a WebGL texture does not.
 * Works on a page and in a worker. Throws a FileError where the file is broken or too large.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Raster> {
  const { mime } = readImageHeader(bytes);
  const blob = new Blob([bytes as BlobPart], { type: mime });
  const whole = await bitmapOf(blob);
  try {
    return await readBitmap(whole, blob);
  } finally {
    whole.close();
  }
}

const asStored: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };

async function bitmapOf(blob: Blob, tile?: Tile): Promise<ImageBitmap> {
  try {
    if (!tile) return await createImageBitmap(blob, asStored);
    return await createImageBitmap(blob, tile.x, tile.y, tile.width, tile.height, asStored);
  } catch {
    throw new FileError('cannot be decoded: it is damaged, or too large for this browser. ' +
                        'Open it in a drawing program and save it again as PNG.');
  }
}

interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

function* tilesOf(width: number, height: number, side: number): Generator<Tile> {
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      yield { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) };
    }
  }
}

async function readBitmap(whole: ImageBitmap, blob: Blob): Promise<Raster> {
  const { width, height } = whole;
  const reader = new TextureReader();
  try {
    if (Math.max(width, height) <= reader.largest) {
      return { width, height, pixels: reader.read(whole) };
    }
    const pixels = new Uint8Array(4 * width * height);
    for (const tile of tilesOf(width, height, reader.largest)) {
      const part = await bitmapOf(blob, tile);
      copyTile(reader.read(part), tile, pixels, width);
      part.close();
    }
    return { width, height, pixels };
  } finally {
    reader.close();
  }
}

function copyTile(from: Uint8Array, tile: Tile, to: Uint8Array, width: number): void {
  for (let row = 0; row < tile.height; row++) {
    const start = 4 * row * tile.width;
    to.set(from.subarray(start, start + 4 * tile.width), 4 * ((tile.y + row) * width + tile.x));
  }
}

/** Brings bitmaps to the graphics card and back. */
class TextureReader {
  readonly largest: number;
  private readonly gl: WebGL2RenderingContext;

  constructor() {
    const canvas = typeof OffscreenCanvas === 'undefined' ?
      document.createElement('canvas') : new OffscreenCanvas(1, 1);
    const gl = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
    if (!gl) {
      throw new FileError('cannot be read: this browser offers no WebGL 2. ' +
                          'Switch hardware acceleration on, or use another browser.');
    }
    this.gl = gl;
    this.largest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
  }

  read(bitmap: ImageBitmap): Uint8Array {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const pixels = new Uint8Array(4 * bitmap.width * bitmap.height);
    gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const failed = gl.getError() !== gl.NO_ERROR;
    gl.deleteFramebuffer(frame);
    gl.deleteTexture(texture);
    if (failed) {
      throw new FileError('is too large for this graphics card. Make it smaller first.');
    }
    return pixels;
  }

  close(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
