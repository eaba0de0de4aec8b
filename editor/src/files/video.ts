// SPDX-License-Identifier: MIT
import { ArrayBufferTarget as Mp4Target, Muxer as Mp4Muxer } from 'mp4-muxer';
import { ArrayBufferTarget as WebmTarget, Muxer as WebmMuxer } from 'webm-muxer';
import { FileError, type Raster } from './raster.js';

export type VideoFormat = 'mp4' | 'webm';

export interface VideoSettings {
  format: VideoFormat;
  width: number;   // even numbers: codecs keep colours for blocks of two by two
  height: number;
  fps: number;
}

interface Codec {
  string: string;
  mp4?: 'avc' | 'vp9' | 'av1';
  webm?: 'V_VP9' | 'V_VP8' | 'V_AV1';
}

// In the order of how many players know them.
const codecs: Record<VideoFormat, Codec[]> = {
  mp4: [{ string: 'avc1.640033', mp4: 'avc' }, { string: 'avc1.42003e', mp4: 'avc' },
        { string: 'vp09.00.50.08', mp4: 'vp9' }, { string: 'av01.0.08M.08', mp4: 'av1' }],
  webm: [{ string: 'vp09.00.50.08', webm: 'V_VP9' }, { string: 'vp8', webm: 'V_VP8' },
         { string: 'av01.0.08M.08', webm: 'V_AV1' }],
};

export function evenSize(pixels: number): number {
  return pixels + (pixels & 1);
}

function configOf(codec: Codec, { width, height, fps }: VideoSettings): VideoEncoderConfig {
  const bitrate = Math.round(Math.min(Math.max(width * height * fps * 0.2, 1e6), 4e7));
  return { codec: codec.string, width, height, framerate: fps, bitrate, latencyMode: 'quality' };
}

async function supported(settings: VideoSettings): Promise<Codec | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const codec of codecs[settings.format]) {
    try {
      if ((await VideoEncoder.isConfigSupported(configOf(codec, settings))).supported) return codec;
    } catch {
      continue;  // a codec string that the browser does not even know
    }
  }
  return null;
}

/** Whether this browser can encode such a video; asked before anything is painted. */
export async function canEncodeVideo(settings: VideoSettings): Promise<boolean> {
  return await supported(settings) !== null;
}

/** Encodes frames one by one, and awaits the encoder where it lags behind. */
export class VideoWriter {
  static async start(settings: VideoSettings): Promise<VideoWriter> {
    const codec = await supported(settings);
    if (!codec) {
      throw new FileError(`This browser cannot encode ${settings.format.toUpperCase()} of ` +
                          `${settings.width} x ${settings.height} pixels. Choose another format, ` +
                          'or a smaller scale.');
    }
    return new VideoWriter(settings, codec);
  }

  private readonly encoder: VideoEncoder;
  private readonly container: { add: EncodedVideoChunkOutputCallback; finish: () => ArrayBuffer };
  private frames = 0;
  private failure: Error | null = null;

  private constructor(private readonly settings: VideoSettings, codec: Codec) {
    this.container = settings.format === 'mp4' ? mp4(settings, codec) : webm(settings, codec);
    this.encoder = new VideoEncoder({
      output: (chunk, metadata) => this.container.add(chunk, metadata),
      error: (error) => { this.failure = error; },
    });
    this.encoder.configure(configOf(codec, settings));
  }

  /** `frame`: opaque; where its size is odd the last column or row is doubled. */
  async add(frame: Raster): Promise<void> {
    this.throwFailure();
    const { width, height, fps } = this.settings;
    const microseconds = (index: number): number => Math.round(index * 1e6 / fps);
    const timestamp = microseconds(this.frames);
    const picture = new VideoFrame(padded(frame, width, height), {
      format: 'RGBA', codedWidth: width, codedHeight: height, timestamp,
      duration: microseconds(this.frames + 1) - timestamp,
    });
    this.encoder.encode(picture, { keyFrame: this.frames % 60 === 0 });
    picture.close();
    this.frames++;
    while (this.encoder.encodeQueueSize > 4 && !this.failure) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async finish(): Promise<Uint8Array> {
    await this.encoder.flush();
    this.throwFailure();
    this.encoder.close();
    return new Uint8Array(this.container.finish());
  }

  close(): void {
    if (this.encoder.state !== 'closed') this.encoder.close();
  }

  private throwFailure(): void {
    if (!this.failure) return;
    throw new FileError(`The browser stopped encoding: ${this.failure.message}. ` +
                        'Try WebM, or a smaller scale.');
  }
}

function padded(frame: Raster, width: number, height: number): Uint8Array {
  if (frame.width === width && frame.height === height) return frame.pixels;
  const pixels = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const start = 4 * Math.min(y, frame.height - 1) * frame.width;
    const row = frame.pixels.subarray(start, start + 4 * frame.width);
    pixels.set(row, 4 * y * width);
    if (width > frame.width) pixels.set(row.subarray(-4), 4 * (y * width + frame.width));
  }
  return pixels;
}

function mp4(settings: VideoSettings, codec: Codec) {
  const target = new Mp4Target();
  const muxer = new Mp4Muxer({
    target, fastStart: 'in-memory',
    video: { codec: codec.mp4!, width: settings.width, height: settings.height },
  });
  return {
    add: (chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata) =>
      muxer.addVideoChunk(chunk, metadata),
    finish: () => (muxer.finalize(), target.buffer),
  };
}

function webm(settings: VideoSettings, codec: Codec) {
  const target = new WebmTarget();
  const muxer = new WebmMuxer({
    target,
    video: { codec: codec.webm!, width: settings.width, height: settings.height,
             frameRate: settings.fps },
  });
  return {
    add: (chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata) =>
      muxer.addVideoChunk(chunk, metadata),
    finish: () => (muxer.finalize(), target.buffer),
  };
}
