// SPDX-License-Identifier: MIT
import type { Arguments, ExportOptions } from '../../../bindings/wasm/src/protocol.js';
import type { Session } from '../session.js';
import { files } from './files_client.js';
import { startFrames, type FrameFormat } from './frame_writers.js';
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
export async function exportFrames(session: Session, options: FrameExport, going: Going):
    Promise<NamedFile[]> {
  const { answer } = await session.query('render_begin', options.render, { signal: going.signal });
  const { frames, width, height, delay } = answer;
  try {
    const writer = await startFrames({
      ...options, frames, width, height, seconds: delay, fps: options.render.fps,
    });
    try {
      for (let frame = 0; frame < frames; frame++) {
        going.progress(frame / frames);
        going.signal.throwIfAborted();
        const { blobs } = await session.query('render_frame', { frame });
        await writer.add({ width, height, pixels: blobs[0]! });
      }
      return await writer.finish();
    } finally {
      writer.close();
    }
  } finally {
    await session.query('render_end', {});
  }
}

/** One file as it is; several as one archive. */
export async function packed(written: NamedFile[], asArchive: boolean): Promise<Uint8Array> {
  return asArchive ? files.run('zip', written) : written[0]!.bytes;
}
