// SPDX-License-Identifier: MIT
import type { Answer, Arguments, BlendMode, Method } from './protocol.js';
import type { BlendPass } from './vide.js';
import { wasiImports } from './wasi.js';

/** What the module exports; see studio_api.cpp. */
interface Api {
  memory: WebAssembly.Memory;
  _initialize(): void;
  vide_size(): number;
  vide_error(): number;
  vide_allocate(bytes: number): number;
  vide_release(memory: number): void;
  vide_studio_open(): number;
  vide_studio_close(studio: number): void;
  vide_studio_call(studio: number, method: number, methodBytes: number, args: number,
                   argsBytes: number, blobs: number, blobCount: number): number;
  vide_studio_blob_count(studio: number): number;
  vide_studio_blob(studio: number, index: number): number;
  vide_blend_passes(): number;
}

export interface StudioOptions {
  /** Told while a call works, 0..1; false stops it. */
  progress?: (fraction: number) => boolean;
  /** The file of a picture: straight RGBA, top row first. Without it layers cannot be imported. */
  encodePng?: (pixels: Uint8Array, width: number, height: number) => Uint8Array;
}

/** A document that is edited, in the thread that asks. `StudioClient` is the same in a worker. */
export class Studio {
  /** `module`: the bytes of vide.wasm, or a response that brings them. */
  static async load(module: BufferSource | PromiseLike<Response>, options: StudioOptions = {}):
      Promise<Studio> {
    let api: Api | undefined;
    const memory = () => api!.memory;
    const imports = {
      wasi_snapshot_preview1: wasiImports(memory),
      env: {
        vide_progress: (fraction: number) => options.progress?.(fraction) === false ? 1 : 0,
        vide_encode_png: (pixels: number, width: number, height: number, size: number) =>
          options.encodePng ? encode(api!, options.encodePng, pixels, [width, height], size) : 0,
      },
    };
    const { instance } = await instantiated(module, imports);
    api = instance.exports as unknown as Api;
    api._initialize();
    return new Studio(api);
  }

  private handle: number;

  /** How each blend mode is painted, pass by pass, on premultiplied colours. */
  readonly blendPasses: Record<BlendMode, BlendPass[]>;

  private constructor(private readonly api: Api) {
    this.blendPasses = JSON.parse(textAt(api, api.vide_blend_passes())) as Studio['blendPasses'];
    this.handle = api.vide_studio_open();
  }

  /** Frees the document; nothing can be called from then on. */
  close(): void {
    if (this.handle !== 0) this.api.vide_studio_close(this.handle);
    this.handle = 0;
  }

  /** Throws an Error that says in one line what is wrong with the call or a file. */
  call<M extends Method>(method: M, args: Arguments<M>, blobs: Uint8Array[] = []):
      { answer: Answer<M>; blobs: Uint8Array[] } {
    if (this.handle === 0) throw new Error('the studio is closed');
    const { api } = this;
    const taken: number[] = [];
    const place = (bytes: Uint8Array) => placed(api, bytes, taken);
    try {
      const encoder = new TextEncoder();
      const name = encoder.encode(method);
      const text = encoder.encode(JSON.stringify(args));
      // Pointer and length of each.
      const table = new Uint32Array(blobs.flatMap((blob) => [place(blob), blob.length]));
      const result = api.vide_studio_call(
        this.handle, place(name), name.length, place(text), text.length,
        place(new Uint8Array(table.buffer)), blobs.length);
      if (result === 0) throw new Error(textAt(api, api.vide_error()));
      const answer = JSON.parse(textAt(api, result)) as Answer<M>;
      return { answer, blobs: this.results() };
    } finally {
      taken.forEach((memory) => api.vide_release(memory));
    }
  }

  private results(): Uint8Array[] {
    const { api } = this;
    return Array.from({ length: api.vide_studio_blob_count(this.handle) }, (_, i) => {
      const start = api.vide_studio_blob(this.handle, i);
      return new Uint8Array(api.memory.buffer, start, api.vide_size()).slice();
    });
  }
}

/** While it loads, where the server says what it is. */
async function instantiated(module: BufferSource | PromiseLike<Response>,
                            imports: WebAssembly.Imports):
    Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (!('then' in module)) return WebAssembly.instantiate(module, imports);
  const response = await module;
  if (!response.ok) throw new Error(`${response.url} cannot be loaded: status ${response.status}`);
  const type = response.headers.get('content-type');
  if (type === 'application/wasm') return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

function placed(api: Api, bytes: Uint8Array, taken: number[]): number {
  const memory = api.vide_allocate(Math.max(bytes.length, 1));
  if (memory === 0) throw new Error(`no memory for ${bytes.length} bytes`);
  taken.push(memory);
  new Uint8Array(api.memory.buffer, memory, bytes.length).set(bytes);
  return memory;
}

function textAt(api: Api, data: number): string {
  return new TextDecoder().decode(new Uint8Array(api.memory.buffer, data, api.vide_size()));
}

/** What the module frees: the file, whose length goes where `size` shows; null where it failed. */
function encode(api: Api, encodePng: NonNullable<StudioOptions['encodePng']>, pixels: number,
                [width, height]: [number, number], size: number): number {
  const picture = new Uint8Array(api.memory.buffer, pixels, 4 * width * height).slice();
  const file = encodePng(picture, width, height);
  const memory = api.vide_allocate(Math.max(file.length, 1));
  if (memory === 0) return 0;
  new Uint8Array(api.memory.buffer, memory, file.length).set(file);
  new DataView(api.memory.buffer).setUint32(size, file.length, true);
  return memory;
}
