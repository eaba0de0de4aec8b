// SPDX-License-Identifier: MIT
import { decode, textureOf } from '../../../../bindings/wasm/src/painting.js';
import type { Picture } from './frame_painter.js';

/** Pictures in the graphics memory, decoded from their files. */
export class TextureStore {
  readonly textures = new Map<number, Picture>();
  private readonly files = new Map<number, Blob>();
  private gl: WebGL2RenderingContext | null = null;

  constructor(private readonly arrived: () => void) {}

  /** The context is new, or null for as long as there is none. */
  use(gl: WebGL2RenderingContext | null): void {
    this.gl = gl;
    this.textures.clear();
    if (gl) for (const [id, file] of this.files) void this.load(id, file);
  }

  set(id: number, file: Blob | null): void {
    const texture = this.textures.get(id)?.texture;
    if (texture) this.gl?.deleteTexture(texture);
    this.textures.delete(id);
    this.files.delete(id);
    if (!file) return;
    this.files.set(id, file);
    void this.load(id, file);
  }

  private async load(id: number, file: Blob): Promise<void> {
    const bitmap = await decode(file).catch(() => null);
    const { gl } = this;
    if (!bitmap) return;  // whoever brings its pixels to the document says what is wrong
    if (gl && this.files.get(id) === file && !this.textures.has(id)) {
      const { width, height } = bitmap;
      this.textures.set(id, { texture: textureOf(gl, bitmap), width, height });
      this.arrived();
    }
    bitmap.close();
  }
}
