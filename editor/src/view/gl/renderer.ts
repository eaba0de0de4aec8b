// SPDX-License-Identifier: MIT
import {
  type Program, type View, link, Target, whiteTexture,
} from '../../../../bindings/wasm/src/painting.js';
import type { FrameLayer } from '../../../../bindings/wasm/src/protocol.js';
import type { FrameData } from '../../session.js';
import type { Geometry } from '../geometry.js';
import { type BlendPasses, FramePainter, type Picture, positionsOf } from './frame_painter.js';
import { LayerBuffers } from './layer_buffers.js';
import {
  layerVertex, pictureFragment, sheetVertex, boardFragment, units, weightFragment, wireFragment,
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
  table: { around: Color; rim: Color; light: Color; dark: Color };
  ghosts: Ghost[];
  /** Colours of one bone's weights (its place in State.bones), or of all bones mixed. */
  weights: { bone: number | 'all' } | null;
  /** Layers (ids) that show weights and mesh; null: all. */
  layers: ReadonlySet<number> | null;
  mesh: boolean;
  /** A mesh that is not the document's yet. */
  preview: Geometry | null;
}

/** Strokes of wires, one above the other: light around dark shows on any picture. */
interface Stroke {
  color: [number, number, number, number];
  /** The page's pixels. */
  thickness: number;
}
const wireStrokes: Stroke[] = [{ color: [1, 1, 1, 0.3], thickness: 2.2 },
                               { color: [0.02, 0.5, 0.85, 0.75], thickness: 1 }];
const previewStrokes: Stroke[] = [{ color: [1, 1, 1, 0.45], thickness: 2.6 },
                                  { color: [0.82, 0.05, 0.42, 0.95], thickness: 1.1 }];

/** Draws a scene on a canvas with WebGL 2. A canvas that loses its context needs a new one. */
export class Renderer {
  private readonly painter: FramePainter;
  private readonly programs: Record<'weights' | 'wire' | 'board' | 'sheet', Program>;
  private readonly picture: Target;
  /** Of ghosts and of weights: layers hide each other there before they are seen through. */
  private readonly spare: Target;
  private readonly colors: WebGLTexture;
  private preview: LayerBuffers | null = null;

  constructor(private readonly gl: WebGL2RenderingContext, passes: BlendPasses) {
    this.painter = new FramePainter(gl, passes);
    this.programs = {
      weights: link(gl, layerVertex, weightFragment),
      wire: link(gl, layerVertex, wireFragment),
      board: link(gl, sheetVertex, boardFragment),
      sheet: link(gl, sheetVertex, pictureFragment),
    };
    this.picture = new Target(gl);
    this.spare = new Target(gl);
    this.colors = whiteTexture(gl);
    for (const test of [gl.DEPTH_TEST, gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST]) {
      gl.disable(test);
    }
  }

  /** Takes what has changed into the graphics memory. Both by id: of layers, of images. */
  take(geometries: ReadonlyMap<number, Geometry>, pictures: ReadonlyMap<number, Picture>): void {
    this.painter.take(geometries, pictures);
  }

  /** The picture alone, on nothing; what comes back has its pixels. */
  paintPicture(moment: FrameData, view: View, size: [number, number]): Target {
    this.gl.viewport(0, 0, ...size);
    this.paintOn(this.picture, moment, view, size);
    return this.picture;
  }

  paint(moment: FrameData, view: View, look: Look): void {
    const { gl } = this;
    const size: [number, number] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    gl.viewport(0, 0, ...size);
    this.paintTable(moment, view, size, look);
    for (const { moment: other, color, opacity } of look.ghosts) {
      this.paintOn(this.spare, other, view, size);
      this.lay(this.spare, [...color, 0.65], opacity);
    }
    // Modes other than these look at what is below, which must not be the table then.
    if (isPlain(moment)) {
      this.painter.paint(moment, view, size, null);
    } else {
      this.paintOn(this.picture, moment, view, size);
      this.lay(this.picture, [0, 0, 0, 0], 1);
    }
    if (look.weights) this.paintWeights(moment, view, size, look);
    if (look.mesh) this.paintWires(moment, view, size, look);
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
    gl.deleteTexture(this.colors);
  }

  private paintOn(target: Target, moment: FrameData, view: View, size: [number, number]): void {
    target.begin(...size);
    this.painter.paint(moment, view, size, target);
    target.end();
  }

  /** The checkerboard where the document's canvas is, with a rim. */
  private paintTable({ state }: FrameData, { scale, x, y }: View, [, height]: [number, number],
                     { table: { around, rim, light, dark }, density }: Look): void {
    const { gl, programs: { board: { program, uniforms } } } = this;
    const fill = (color: Color) => {
      gl.clearColor(...color, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    };
    fill(around);
    const [left, right] = [Math.round(x), Math.round(x + scale * state.canvas[0])];
    const bottom = Math.round(height - y);
    const top = Math.round(height - y + scale * state.canvas[1]);
    const only = (by: number) =>
      gl.scissor(left - by, bottom - by, right - left + 2 * by, top - bottom + 2 * by);
    gl.enable(gl.SCISSOR_TEST);
    only(Math.round(density));
    fill(rim);
    only(0);
    gl.useProgram(program);
    gl.uniform3f(uniforms.get('board')!, left, top, 8 * density);
    gl.uniform3f(uniforms.get('light')!, ...light);
    gl.uniform3f(uniforms.get('dark')!, ...dark);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.disable(gl.SCISSOR_TEST);
  }

  private lay(picture: Target, ghost: [number, number, number, number], opacity: number): void {
    const { gl, programs: { sheet: { program, uniforms } } } = this;
    this.blendOver();
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

  private blendOver(): void {
    this.gl.enable(this.gl.BLEND);
    this.gl.blendFunc(this.gl.ONE, this.gl.ONE_MINUS_SRC_ALPHA);
  }

  private paintWeights(moment: FrameData, view: View, size: [number, number], look: Look): void {
    const { gl, painter, programs: { weights: program } } = this;
    const { uniforms } = program;
    const bone = look.weights!.bone;
    painter.use(program, view, size);
    painter.follow(moment);
    this.takeColors(moment);
    gl.uniform1i(uniforms.get('mixed')!, bone === 'all' ? 1 : 0);
    gl.uniform1i(uniforms.get('bone')!, bone === 'all' ? -1 : bone);
    this.blendOver();
    this.spare.begin(...size);
    for (const drawn of this.chosen(moment, look)) painter.bind(drawn, moment, program)?.draw();
    this.spare.end();
    this.lay(this.spare, [0, 0, 0, 0], 0.85);
  }

  private takeColors({ state: { bones } }: FrameData): void {
    const { gl } = this;
    const bytes = new Uint8Array(4 * Math.max(bones.length, 1)).fill(255);
    bones.forEach(({ color }, i) =>
      bytes.set(color.map((share) => Math.round(255 * share)), 4 * i));
    gl.activeTexture(gl.TEXTURE0 + units.colors);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 1, bytes.length / 4, 0, gl.RGBA, gl.UNSIGNED_BYTE,
                  bytes);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  }

  private paintWires(moment: FrameData, view: View, size: [number, number], look: Look): void {
    const { painter, programs: { wire: program } } = this;
    this.blendOver();
    painter.use(program, view, size);
    painter.follow(moment);
    for (const drawn of this.chosen(moment, look)) {
      const buffers = painter.bind(drawn, moment, program);
      const positions = positionsOf(drawn, moment);
      if (buffers) this.stroke(wireStrokes, look, () => buffers.drawWire(positions));
    }
  }

  private paintPreview(preview: Geometry, view: View, size: [number, number], look: Look): void {
    const { gl, painter, programs: { wire: program } } = this;
    if (this.preview?.geometry !== preview) {
      this.preview?.close();
      this.preview = new LayerBuffers(gl, preview);
    }
    this.blendOver();
    painter.use(program, view, size);
    gl.uniform1i(program.uniforms.get('skinned')!, 0);
    const { preview: drawn } = this;
    this.stroke(previewStrokes, look, () => drawn.drawWire(preview.positions));
  }

  private stroke(strokes: Stroke[], { density }: Look, draw: () => void): void {
    const { gl, programs: { wire: { uniforms } } } = this;
    for (const { color, thickness } of strokes) {
      gl.uniform4f(uniforms.get('stroke')!, ...color);
      gl.uniform1f(uniforms.get('thickness')!, thickness * density);
      draw();
    }
  }

  private chosen({ state, frame }: FrameData, { layers }: Look): FrameLayer[] {
    return frame.layers.filter(({ layer }) => !layers || layers.has(state.layers[layer]!.id));
  }
}

function isPlain({ frame, state }: FrameData): boolean {
  return frame.layers.every(({ layer }) => state.layers[layer]!.blend === 'normal');
}
