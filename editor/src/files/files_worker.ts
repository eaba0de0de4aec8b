// SPDX-License-Identifier: MIT
import { ApngWriter } from './apng.js';
import { decodePicture } from './decode.js';
import { readPhotoshop } from './photoshop.js';
import { encodePng } from './png.js';
import { FileError, isOpaque, type Drawing, type Raster } from './raster.js';
import { unzipOpenRaster } from './unzip.js';
import { zipFiles, type NamedFile } from './zip.js';

/** What the worker can be asked for; each runs off the main thread. */
export interface FileJobs {
  decode(bytes: Uint8Array): Promise<Raster & { isOpaque: boolean }>;
  unzip(bytes: Uint8Array): Map<string, Uint8Array>;
  photoshop(bytes: Uint8Array): Drawing;
  zip(files: NamedFile[]): Uint8Array;
  png(raster: Raster): Promise<Uint8Array>;
  /** An animated PNG is one at a time: begin, add each frame, finish. */
  apngBegin(options: { seconds: number; loops: number }): void;
  apngAdd(frame: Raster): Promise<void>;
  apngFinish(): Uint8Array;
}

export type FileRequest = { id: number; job: keyof FileJobs; argument: unknown };
export type FileReply =
  { id: number; result: unknown } |
  { id: number; error: string; known: boolean };

let apng: ApngWriter | null = null;

async function decode(bytes: Uint8Array): Promise<Raster & { isOpaque: boolean }> {
  const raster = await decodePicture(bytes);
  return { ...raster, isOpaque: isOpaque(raster) };
}

const jobs: FileJobs = {
  decode,
  unzip: unzipOpenRaster,
  photoshop: readPhotoshop,
  zip: zipFiles,
  png: encodePng,
  apngBegin: (options) => { apng = new ApngWriter(options); },
  apngAdd: (frame) => apng!.add(frame),
  apngFinish: () => apng!.finish(),
};

function post(reply: FileReply): void {
  const owned = 'result' in reply ? buffersOf(reply.result) : [];
  (self as unknown as Worker).postMessage(reply, owned);
}

/** What arrays in a result lie in: it is handed over, not copied. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (value instanceof Uint8Array) found.add(value.buffer as ArrayBuffer);
    else if (value instanceof Map) [...value.values()].forEach(visit);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(result);
  return [...found];
}

self.addEventListener('message', async (event: MessageEvent<FileRequest>) => {
  const { id, job, argument } = event.data;
  try {
    const run = jobs[job] as (argument: unknown) => unknown;
    post({ id, result: await run(argument) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    post({ id, error: message, known: error instanceof FileError });
  }
});
