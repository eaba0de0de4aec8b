// SPDX-License-Identifier: MIT
import type { Answer, Arguments, ExportOptions } from '../../../bindings/wasm/src/protocol.js';
import type { Session } from '../session.js';
import { files } from './files_client.js';
import { startFrames, type FrameFormat } from './frame_writers.js';
import type { Raster } from './raster.js';
import type { NamedFile } from './zip.js';

/** Work that lasts: how far it is, 0..1, and whether the person has stopped it. */
export interface Going {
  progress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Files that the document writes by itself. */
export async function exportDocument(session: Session, options: ExportOptions, going: Going):
    Promise<{ files: NamedFile[]; warnings: string[] }> {
  const { answer, blobs } = await session.query('export', options, { ...going });
  const named = answer.files.map((file, i) => ({ ...file, bytes: blobs[i]! }));
  return { files: named, warnings: answer.warnings };
}

export interface FrameExport {
  format: FrameFormat;
  name: string;
  loops: number;
  quality: number;
  render: Arguments<'render_begin'>;
}

/** A clip that is painted frame by frame, and encoded by the browser. */
export function exportFrames(session: Session, options: FrameExport, going: Going):
    Promise<NamedFile[]> {
  const { render } = options;
  return rendering(session, render, going.signal, async (begun) => {
    const { frames, width, height, delay } = begun;
    const writer = await startFrames(
      { ...options, frames, width, height, seconds: delay, fps: render.fps });
    try {
      for await (const { frame, raster } of paintedFrames(session, begun, going.signal)) {
        going.progress(frame / frames);
        await writer.add(raster);
      }
      return await writer.finish();
    } finally {
      writer.close();
    }
  });
}

type Begun = Answer<'render_begin'>;

/** Begins to paint a clip, and ends it however the work ends. */
async function rendering<T>(session: Session, render: Arguments<'render_begin'>,
                            signal: AbortSignal, work: (begun: Begun) => Promise<T>): Promise<T> {
  const { answer } = await session.query('render_begin', render, { signal });
  try {
    return await work(answer);
  } finally {
    await session.query('render_end', {});
  }
}

async function* paintedFrames(session: Session, { frames, width, height }: Begun,
                              signal: AbortSignal):
    AsyncGenerator<{ frame: number; raster: Raster }> {
  for (let frame = 0; frame < frames; frame++) {
    signal.throwIfAborted();
    const { blobs } = await session.query('render_frame', { frame });
    yield { frame, raster: { width, height, pixels: blobs[0]! } };
  }
}

/** One file as it is; several as one archive. */
export async function packed(written: NamedFile[], asArchive: boolean): Promise<Uint8Array> {
  return asArchive ? files.run('zip', written) : written[0]!.bytes;
}
