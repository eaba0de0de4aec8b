// SPDX-License-Identifier: MIT
import { files } from './files_client.js';
import { FileError, type Raster } from './raster.js';
import { WebpWriter } from './webp.js';
import type { NamedFile } from './zip.js';

export type FrameFormat = 'apng' | 'webp' | 'png_sequence' | 'mp4' | 'webm';

export interface FrameSettings {
  format: FrameFormat;
  name: string;  // without ending
  width: number;  // pixels
  height: number;
  fps: number;
  seconds: number;  // that each frame stays
  frames: number;
  loops: number;  // 0: for ever
  quality: number;  // of WebP, 0..1; 1 without loss where the browser can
}

/** Takes the frames of an animation one by one. */
export interface FrameWriter {
  /** The frame is handed over. */
  add(frame: Raster): Promise<void>;
  finish(): Promise<NamedFile[]>;
  /** When it was stopped on the way. */
  close(): void;
}

/** Rejects with a FileError where this browser cannot write the format. */
export async function startFrames(settings: FrameSettings): Promise<FrameWriter> {
  switch (settings.format) {
    case 'apng': return startApng(settings);
    case 'webp': return new WebpFrames(settings);
    case 'png_sequence': return new PngFrames(settings);
    default: return startVideo(settings);
  }
}

async function startApng({ name, seconds, loops }: FrameSettings): Promise<FrameWriter> {
  await files.run('apngBegin', { seconds, loops });
  return {
    add: (frame) => files.run('apngAdd', frame, [frame.pixels]),
    finish: async () => [{ name: `${name}.png`, mime: 'image/apng',
                           bytes: await files.run('apngFinish', undefined) }],
    close: () => {},
  };
}

async function startVideo(settings: FrameSettings): Promise<FrameWriter> {
  const { name, width, height, fps } = settings;
  const { evenSize, VideoWriter } = await import('./video.js');  // large, and rarely needed
  const format = settings.format === 'mp4' ? 'mp4' : 'webm';
  const writer = await VideoWriter.start(
    { format, width: evenSize(width), height: evenSize(height), fps });
  return {
    add: (frame) => writer.add(frame),
    finish: async () => [{ name: `${name}.${format}`, mime: `video/${format}`,
                           bytes: await writer.finish() }],
    close: () => writer.close(),
  };
}

class PngFrames implements FrameWriter {
  private readonly written: NamedFile[] = [];

  constructor(private readonly settings: FrameSettings) {}

  async add(frame: Raster): Promise<void> {
    const { name, frames } = this.settings;
    const digits = String(Math.max(frames - 1, 0)).length;
    const number = String(this.written.length).padStart(Math.max(digits, 4), '0');
    const bytes = await files.run('png', frame, [frame.pixels]);
    this.written.push({ name: `${name}_${number}.png`, mime: 'image/png', bytes });
  }

  finish(): Promise<NamedFile[]> {
    return Promise.resolve(this.written);
  }

  close(): void {}
}

class WebpFrames implements FrameWriter {
  private readonly canvas: OffscreenCanvas;
  private readonly writer: WebpWriter;

  constructor(private readonly settings: FrameSettings) {
    this.canvas = new OffscreenCanvas(settings.width, settings.height);
    this.writer = new WebpWriter(settings);
  }

  async add({ pixels, width, height }: Raster): Promise<void> {
    const picture = new ImageData(new Uint8ClampedArray(pixels), width, height);
    this.canvas.getContext('2d')!.putImageData(picture, 0, 0);
    const still = await this.canvas.convertToBlob(
      { type: 'image/webp', quality: this.settings.quality });
    // Browsers that cannot write WebP write PNG instead, without a word.
    if (still.type !== 'image/webp') {
      throw new FileError('This browser cannot write WebP. Choose an animated PNG, or export in ' +
                          'Chrome, Edge or Firefox.');
    }
    this.writer.add(new Uint8Array(await still.arrayBuffer()));
  }

  finish(): Promise<NamedFile[]> {
    const name = `${this.settings.name}.webp`;
    return Promise.resolve([{ name, mime: 'image/webp', bytes: this.writer.finish() }]);
  }

  close(): void {}
}
