// SPDX-License-Identifier: MIT
import { wasiImports } from './wasi.js';

export { Painter, type View } from './painter.js';

/** What the module exports; see wasm_api.cpp. */
interface Api {
  memory: WebAssembly.Memory;
  _initialize(): void;
  vide_size(): number;
  vide_error(): number;
  vide_version(): number;
  vide_allocate(bytes: number): number;
  vide_release(memory: number): void;
  vide_open(glb: number, bytes: number): number;
  vide_close(character: number): void;
  vide_describe(character: number): number;
  vide_image(character: number, index: number): number;
  vide_uv(character: number, layer: number): number;
  vide_triangles(character: number, layer: number): number;
  vide_play(character: number, track: number, clip: number, fade: number, time: number,
            speed: number, weight: number): number;
  vide_stop(character: number, track: number, fade: number): number;
  vide_advance(character: number, seconds: number): number;
  vide_show(character: number, clip: number, time: number): number;
  vide_positions(character: number, layer: number): number;
  vide_drawn(character: number): number;
}

/** What the file or the call did wrong, in one line. */
export class VideError extends Error {
  override name = 'VideError';
}

export type BlendMode = 'normal' | 'add' | 'multiply' | 'screen';

export interface BoneInfo {
  id: number;
  name: string;
  /** Index of the bone that carries it, or -1. */
  parent: number;
}

export interface ImageInfo {
  name: string;
  mime: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface LayerInfo {
  id: number;
  name: string;
  /** Index into `images`; null: plain white. */
  image: number | null;
  blend: BlendMode;
  vertices: number;
  triangles: number;
}

export interface ClipInfo {
  id: number;
  name: string;
  /** Seconds. */
  duration: number;
  loop: boolean;
}

export type BlendFactor = 'zero' | 'one' | 'one_minus_source_color' | 'one_minus_source_alpha' |
  'backdrop_color' | 'one_minus_backdrop_alpha';

/** Factors of the source's colour, the backdrop's colour, the source's and the backdrop's alpha. */
export type BlendPass = [BlendFactor, BlendFactor, BlendFactor, BlendFactor];

export interface Description {
  /** Width and height in pixels; 0 where the character is in space. */
  canvas: [number, number];
  bones: BoneInfo[];
  images: ImageInfo[];
  layers: LayerInfo[];
  clips: ClipInfo[];
  /** How each mode is painted, pass by pass, on premultiplied colours. */
  blend_passes: Record<string, BlendPass[]>;
}

/** A layer that is seen. */
export interface DrawnLayer {
  /** Index into `layers`. */
  layer: number;
  /** Index of the layer whose alpha it is seen through, or -1. */
  mask: number;
  /** 0..1 */
  opacity: number;
  /** Factors of red, green and blue, 0..1. */
  tint: [number, number, number];
}

/** Something that a clip tells the game. */
export interface ClipEvent {
  track: number;
  clip: string;
  name: string;
  text: string;
  number: number;
}

export interface PlayOptions {
  /** 0..3; later tracks lie over earlier ones. */
  track?: number;
  /** Seconds of cross-fade from what the track plays; 0 cuts. */
  fade?: number;
  /** Seconds into the clip. */
  time?: number;
  /** Seconds of the clip per second; below 0 it plays backwards. */
  speed?: number;
  /** Of the track when the fade is over, 0..1. */
  weight?: number;
}

/** The module, ready to open characters. */
export class Vide {
  /** `module`: the bytes of vide.wasm, a response that brings them, or what was compiled of them. */
  static async load(module: BufferSource | Response | PromiseLike<Response> | WebAssembly.Module):
      Promise<Vide> {
    let api: Api | undefined;
    // What only a studio asks for; see studio.ts.
    const env = { vide_progress: () => 0, vide_encode_png: () => 0 };
    const imports = { wasi_snapshot_preview1: wasiImports(() => api!.memory), env };
    const instance = await instantiate(module, imports);
    api = instance.exports as unknown as Api;
    api._initialize();
    return new Vide(api);
  }

  private constructor(private readonly api: Api) {}

  get version(): string {
    return readText(this.api, this.api.vide_version());
  }

  /** What the module has taken from the browser, in bytes. */
  get memoryBytes(): number {
    return this.api.memory.buffer.byteLength;
  }

  /** Opens a .glb: a document of VIDE or any other glTF. Throws a VideError where it is broken. */
  open(glb: Uint8Array): Character {
    const memory = this.api.vide_allocate(glb.length);
    if (memory === 0) throw new VideError(`no memory for a file of ${glb.length} bytes`);
    try {
      new Uint8Array(this.api.memory.buffer, memory, glb.length).set(glb);
      return new Character(this.api, checked(this.api, this.api.vide_open(memory, glb.length)));
    } finally {
      this.api.vide_release(memory);
    }
  }
}

/**
 * A character that plays. Arrays that it returns are views of the module's memory: they hold until
 * the next call of any method; copy what is to stay.
 */
export class Character {
  readonly description: Description;

  /** @internal */
  constructor(private readonly api: Api, private handle: number) {
    this.description = JSON.parse(readText(api, api.vide_describe(handle))) as Description;
  }

  /** Frees its memory; nothing of it may be used from then on. */
  close(): void {
    if (this.handle !== 0) this.api.vide_close(this.handle);
    this.handle = 0;
  }

  /** An image as its file holds it: PNG, JPEG or WebP, as `description.images` says. */
  image(index: number): Uint8Array {
    return this.view(Uint8Array, this.api.vide_image(this.open, index));
  }

  /** Texture coordinates, two per vertex; (0, 0) is the top left corner. */
  uv(layer: number): Float32Array {
    return this.view(Float32Array, this.api.vide_uv(this.open, layer));
  }

  /** Three vertices per triangle. */
  triangles(layer: number): Uint32Array {
    return this.view(Uint32Array, this.api.vide_triangles(this.open, layer));
  }

  /** Starts a clip. Throws a VideError where there is no such clip or track. */
  play(clip: string, options: PlayOptions = {}): void {
    const { track = 0, fade = 0.2, time = 0, speed = 1, weight = 1 } = options;
    const started =
      this.api.vide_play(this.open, track, this.clipId(clip), fade, time, speed, weight);
    checked(this.api, started);
  }

  /** Fades a track out. */
  stop(options: { track?: number; fade?: number } = {}): void {
    const { track = 0, fade = 0.2 } = options;
    checked(this.api, this.api.vide_stop(this.open, track, fade));
  }

  /** Lets time pass, in seconds, and returns the events that were passed. */
  advance(seconds: number): ClipEvent[] {
    const events = checked(this.api, this.api.vide_advance(this.open, seconds));
    return JSON.parse(readText(this.api, events)) as ClipEvent[];
  }

  /** Shows a moment of a clip, whatever plays. */
  show(clip: string, time: number): void {
    checked(this.api, this.api.vide_show(this.open, this.clipId(clip), time));
  }

  /** The layers that are seen, back to front. */
  drawn(): DrawnLayer[] {
    const bytes = this.view(Uint8Array, this.api.vide_drawn(this.open));
    const record = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const bytesEach = 24;
    return Array.from({ length: bytes.byteLength / bytesEach }, (_, i) => {
      const float = (at: number) => record.getFloat32(bytesEach * i + at, true);
      return {
        layer: record.getUint32(bytesEach * i, true),
        mask: record.getInt32(bytesEach * i + 4, true),
        opacity: float(8),
        tint: [float(12), float(16), float(20)],
      };
    });
  }

  /**
   * Where the vertices of a layer are now: x, y and z each, y up, the origin at the canvas's bottom
   * left corner.
   */
  positions(layer: number): Float32Array {
    return this.view(Float32Array, this.api.vide_positions(this.open, layer));
  }

  private get open(): number {
    if (this.handle === 0) throw new VideError('the character is closed');
    return this.handle;
  }

  private clipId(name: string): number {
    const clip = this.description.clips.find((one) => one.name === name);
    if (clip) return clip.id;
    const names = this.description.clips.map((one) => one.name).join(', ');
    throw new VideError(`there is no clip '${name}'; there are: ${names}`);
  }

  private view<T>(
      type: new (buffer: ArrayBufferLike, start: number, length: number) => T, data: number): T {
    checked(this.api, data);
    const bytesEach = (type as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
    return new type(this.api.memory.buffer, data, this.api.vide_size() / bytesEach);
  }
}

function readText(api: Api, data: number): string {
  return new TextDecoder().decode(new Uint8Array(api.memory.buffer, data, api.vide_size()));
}

/** What a call returned, unless it failed. */
function checked(api: Api, result: number): number {
  if (result !== 0) return result;
  throw new VideError(readText(api, api.vide_error()));
}

async function instantiate(
    module: BufferSource | Response | PromiseLike<Response> | WebAssembly.Module,
    imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  if (module instanceof WebAssembly.Module) return WebAssembly.instantiate(module, imports);
  if (module instanceof ArrayBuffer || ArrayBuffer.isView(module)) {
    return (await WebAssembly.instantiate(module, imports)).instance;
  }
  // Read whole: servers that do not know application/wasm would make streaming fail.
  const bytes = await (await module).arrayBuffer();
  return (await WebAssembly.instantiate(bytes, imports)).instance;
}
