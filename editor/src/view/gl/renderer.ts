// SPDX-License-Identifier: MIT
import {
  type Program, type View, link, Target, textureOf, whiteTexture,
} from '../../../../bindings/wasm/src/painting.js';
import type { FrameLayer } from '../../../../bindings/wasm/src/protocol.js';
import type { FrameData } from '../../session.js';
import type { Geometry } from '../geometry.js';
import type { Scene } from '../scene.js';
import { type BlendPasses, FramePainter, type Picture, positionsOf } from './frame_painter.js';
import { LayerBuffers } from './layer_buffers.js';
import {
  layerVertex, pictureFragment, sheetVertex, tableFragment, units, weightFragment, wireFragment,
} from './shaders.js';

export type Color = [number, number, number];

/** Another moment of the clip, seen through. */
export interface Ghost {
  moment: FrameData;
  color: Color;
  opacity: number;
}

/** What lies beside and above the picture. */
export interface Look {
  /** Pixels of the screen for one of the page. */
  density: number;
  table: { around: Color; light: Color; dark: Color };
  ghosts: Ghost[];
  /** Colours of one bone's weights (its place in State.bones), or of all bones mixed. */
  weights: { bone: number | 'all' } | null;
  /** Layers (ids) that show weights and mesh; null: all. */
  layers: ReadonlySet<number> | null;
  mesh: boolean;
  /** A mesh that is not the document's yet. */
  preview: Geometry | null;
}

const wireColor = [0.05, 0.62, 0.95] as const;
const previewColor = [0.98, 0.35, 0.55] as const;

/** Draws a scene on a canvas with WebGL 2. A canvas that loses its context needs a new one. */
export class Renderer {
  private readonly painter: FramePainter;
  private readonly programs: Record<'weights' | 'wire' | 'table' | 'sheet', Program>;
  private readonly picture: Target;
  /** Of ghosts and of weights: layers hide each other there before they are seen through. */
  private readonly spare: Target;
  private readonly colors: WebGLTexture;
  private readonly textures = new Map<number, Picture & { bitmap: ImageBitmap }>();
  private preview: LayerBuffers | null = null;

  constructor(private readonly gl: WebGL2RenderingContext, passes: BlendPasses) {
    this.painter = new FramePainter(gl, passes);
    this.programs = {
      weights: link(gl, layerVertex, weightFragment),
      wire: link(gl, layerVertex, wireFragment),
      table: link(gl, sheetVertex, tableFragment),
      sheet: link(gl, sheetVertex, pictureFragment),
    };
    this.picture = new Target(gl);
    this.spare = new Target(gl);
    this.colors = whiteTexture(gl);
    for (const test of [gl.DEPTH_TEST, gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST]) {
      gl.disable(test);
    }
  }

  /** Takes what has changed into the graphics memory. */
  take(scene: Scene, bitmaps: ReadonlyMap<number, ImageBitmap>): void {
    const { gl, textures } = this;
    for (const [id, { texture, bitmap }] of textures) {
      if (bitmaps.get(id) === bitmap) continue;
      gl.deleteTexture(texture);
      textures.delete(id);
    }
    gl.activeTexture(gl.TEXTURE0 + units.picture);
    for (const [id, bitmap] of bitmaps) {
      if (textures.has(id)) continue;
      const { width, height } = bitmap;
      textures.set(id, { texture: textureOf(gl, bitmap), width, height, bitmap });
    }
    this.painter.take(scene, textures);
  }

  /** The picture alone, on nothing; what comes back has its pixels. */
  paintPicture(moment: FrameData, view: View, size: [number, number]): Target {
    this.gl.viewport(0, 0, ...size);
    this.painter.paint(moment, view, size, this.picture);
    this.picture.end();
    return this.picture;
  }

  paint(scene: Scene, view: View, look: Look): void {
    const { gl } = this;
    const size: [number, number] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    this.paintPicture(scene.moment, view, size);
    this.paintTable(scene, view, size, look);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const { moment, color, opacity } of look.ghosts) {
      gl.disable(gl.BLEND);
      this.painter.paint(moment, view, size, this.spare);
      this.spare.end();
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      this.lay(this.spare, [...color, 0.65], opacity);
    }
    this.lay(this.picture, [0, 0, 0, 0], 1);
    if (look.weights) this.paintWeights(scene, view, size, look);
    if (look.mesh) this.paintWires(scene, view, size, look);
    if (look.preview) this.paintPreview(look.preview, view, size, look);
    gl.bindVertexArray(null);
    gl.disable(gl.BLEND);
  }

  close(): void {
    const { gl } = this;
    this.painter.close();
    this.preview?.close();
    Object.values(this.programs).forEach(({ program }) => gl.deleteProgram(program));
    [this.picture, this.spare].forEach((target) => target.close());
    for (const { texture } of this.textures.values()) gl.deleteTexture(texture);
    gl.deleteTexture(this.colors);
  }

  private paintTable({ state }: Scene, view: View, size: [number, number],
                     { table, density }: Look): void {
    const { gl, programs: { table: { program, uniforms } } } = this;
    gl.useProgram(program);
    gl.uniform3f(uniforms.get('view')!, view.scale, view.x, view.y);
    gl.uniform2f(uniforms.get('size')!, ...size);
    gl.uniform2f(uniforms.get('canvas')!, ...state.canvas);
    gl.uniform1f(uniforms.get('square')!, 8 * density);
    for (const [name, color] of Object.entries(table)) {
      gl.uniform3f(uniforms.get(name)!, ...(color as Color));
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  private lay(picture: Target, ghost: [number, number, number, number], opacity: number): void {
    const { gl, programs: { sheet: { program, uniforms } } } = this;
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0 + units.picture);
    gl.bindTexture(gl.TEXTURE_2D, picture.texture);
    gl.uniform1i(uniforms.get('picture')!, units.picture);
    gl.uniform4f(uniforms.get('ghost')!, ...ghost);
    gl.uniform1f(uniforms.get('opacity')!, opacity);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }

  private paintWeights(scene: Scene, view: View, size: [number, number], look: Look): void {
    const { gl, painter, programs: { weights: program } } = this;
    const { uniforms } = program;
    const bone = look.weights!.bone;
    painter.use(program, view, size);
    painter.follow(scene.moment);
    this.takeColors(scene);
    gl.uniform1i(uniforms.get('mixed')!, bone === 'all' ? 1 : 0);
    gl.uniform1i(uniforms.get('bone')!, bone === 'all' ? -1 : bone);
    this.spare.begin(...size);
    for (const drawn of this.chosen(scene, look)) painter.bind(drawn, scene.moment, program)?.draw();
    this.spare.end();
    this.lay(this.spare, [0, 0, 0, 0], 0.85);
  }

  private takeColors({ state: { bones } }: Scene): void {
    const { gl } = this;
    const bytes = new Uint8Array(4 * Math.max(bones.length, 1)).fill(255);
    bones.forEach(({ color }, i) => bytes.set(color.map((share) => Math.round(255 * share)), 4 * i));
    gl.activeTexture(gl.TEXTURE0 + units.colors);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 1, bytes.length / 4, 0, gl.RGBA, gl.UNSIGNED_BYTE,
                  bytes);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  }

  private paintWires(scene: Scene, view: View, size: [number, number], look: Look): void {
    const { painter, programs: { wire: program } } = this;
    painter.use(program, view, size);
    painter.follow(scene.moment);
    this.stroke(program, [...wireColor, 0.6], look);
    for (const drawn of this.chosen(scene, look)) {
      painter.bind(drawn, scene.moment, program)?.drawWire(positionsOf(drawn, scene.moment));
    }
  }

  private paintPreview(preview: Geometry, view: View, size: [number, number], look: Look): void {
    const { gl, painter, programs: { wire: program } } = this;
    if (this.preview?.geometry !== preview) {
      this.preview?.close();
      this.preview = new LayerBuffers(gl, preview);
    }
    painter.use(program, view, size);
    this.stroke(program, [...previewColor, 0.85], look);
    gl.uniform1i(program.uniforms.get('skinned')!, 0);
    this.preview.drawWire(preview.positions);
  }

  private stroke({ uniforms }: Program, color: [number, number, number, number],
                 { density }: Look): void {
    this.gl.uniform4f(uniforms.get('stroke')!, ...color);
    this.gl.uniform1f(uniforms.get('thickness')!, Math.max(1, 0.9 * density));
  }

  private chosen({ state, moment: { frame } }: Scene, { layers }: Look): FrameLayer[] {
    return frame.layers.filter(({ layer }) => !layers || layers.has(state.layers[layer]!.id));
  }
}
