// SPDX-License-Identifier: MIT
import {
  type Program, type View, layerShader, levelOf, link, paintBlended, Target, whiteTexture,
} from '../../../../bindings/wasm/src/painting.js';
import type { FrameLayer, LayerState } from '../../../../bindings/wasm/src/protocol.js';
import type { BlendPass } from '../../../../bindings/wasm/src/vide.js';
import type { FrameData } from '../../session.js';
import type { Geometry } from '../geometry.js';
import { LayerBuffers } from './layer_buffers.js';
import { layerVertex, units } from './shaders.js';

export type BlendPasses = Record<string, BlendPass[]>;

/** A picture in the graphics memory. */
export interface Picture {
  texture: WebGLTexture;
  width: number;
  height: number;
}

/**
 * Paints the layers of a moment, blended and masked as VIDE's own renderer does it; the graphics
 * processor moves the vertices.
 */
export class FramePainter {
  private readonly program: Program;
  private readonly white: WebGLTexture;
  private readonly matrices: WebGLTexture;
  private readonly mask: Target;
  private layers = new Map<number, LayerBuffers>();
  private pictures: ReadonlyMap<number, Picture> = new Map();
  private masked = -1;
  private uploaded: Float32Array | null = null;
  private scale = 1;

  constructor(private readonly gl: WebGL2RenderingContext, private readonly passes: BlendPasses) {
    this.program = link(gl, layerVertex, layerShader);
    this.white = whiteTexture(gl);
    this.matrices = gl.createTexture()!;
    this.mask = new Target(gl);
  }

  /** Takes what has changed into the graphics memory. */
  take(geometries: ReadonlyMap<number, Geometry>, pictures: ReadonlyMap<number, Picture>): void {
    this.pictures = pictures;
    const kept = new Map<number, LayerBuffers>();
    for (const [id, geometry] of geometries) {
      const there = this.layers.get(id);
      const isSame = there?.geometry === geometry;
      kept.set(id, isSame ? there : new LayerBuffers(this.gl, geometry));
      if (isSame) this.layers.delete(id);
    }
    for (const gone of this.layers.values()) gone.close();
    this.layers = kept;
  }

  /**
   * On what is painted on now: `target` after its begin(), null for the canvas. It is as large as
   * `size`, and the document's canvas lies there as `view` says.
   */
  paint(moment: FrameData, view: View, [width, height]: [number, number],
        target: Target | null): void {
    const { gl } = this;
    this.use(this.program, view, [width, height]);
    this.follow(moment);
    gl.enable(gl.BLEND);
    this.masked = -1;
    for (const drawn of moment.frame.layers) {
      if (drawn.mask !== null && this.masked !== drawn.mask) {
        this.paintMask(maskOf(moment, drawn.mask), moment, [width, height], target);
      }
      this.paintLayer(drawn, moment, moment.state.layers[drawn.layer]!.blend);
    }
    gl.bindVertexArray(null);
    gl.disable(gl.BLEND);
  }

  /** The view for a program whose vertices are layers'. */
  use({ program, uniforms }: Program, view: View, [width, height]: [number, number]): void {
    const { gl } = this;
    gl.useProgram(program);
    gl.uniform3f(uniforms.get('view')!, view.scale, view.x, view.y);
    gl.uniform2f(uniforms.get('size')!, width, height);
    for (const [name, unit] of Object.entries(units)) {
      if (uniforms.has(name)) gl.uniform1i(uniforms.get(name)!, unit);
    }
    this.scale = view.scale;
  }

  /** The bones' matrices for what is drawn from now on. */
  follow({ matrices }: FrameData): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + units.matrices);
    gl.bindTexture(gl.TEXTURE_2D, this.matrices);
    if (this.uploaded === matrices) return;
    this.uploaded = matrices;
    const rows = matrices.length / 6;
    // Without bones the shader reads none, but a texture must have something.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, 3, Math.max(rows, 1), 0, gl.RG, gl.FLOAT,
                  rows > 0 ? matrices : new Float32Array(6));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Binds a layer's picture and pose, for `draw` or `drawWire` of what comes back. */
  bind(drawn: FrameLayer, moment: FrameData, { uniforms }: Program): LayerBuffers | null {
    const { gl } = this;
    const layer = moment.state.layers[drawn.layer]!;
    const buffers = this.layers.get(layer.id);
    if (!buffers) return null;
    const picture = this.pictureOf(layer);
    const positions = positionsOf(drawn, moment);
    if (positions) buffers.place(positions);
    gl.activeTexture(gl.TEXTURE0 + units.picture);
    gl.bindTexture(gl.TEXTURE_2D, picture?.texture ?? this.white);
    const pixels = buffers.area(moment.matrices, positions) * this.scale * this.scale;
    const texels = picture ? buffers.texels(picture) : 0;
    gl.uniform1f(uniforms.get('level') ?? null, pixels > 0 ? levelOf(texels / pixels) : 0);
    gl.uniform1i(uniforms.get('skinned') ?? null, positions ? 0 : 1);
    return buffers;
  }

  close(): void {
    const { gl } = this;
    for (const layer of this.layers.values()) layer.close();
    [this.white, this.matrices].forEach((texture) => gl.deleteTexture(texture));
    this.mask.close();
    gl.deleteProgram(this.program.program);
  }

  // A picture that is not decoded yet shows nothing; a layer without one is white.
  private pictureOf({ image }: LayerState): Picture | null {
    return image === null ? null : this.pictures.get(image) ?? null;
  }

  // The mask's own look does not matter, only where its picture covers.
  private paintMask(mask: FrameLayer, moment: FrameData, [width, height]: [number, number],
                    target: Target | null): void {
    const { gl } = this;
    this.masked = mask.layer;
    gl.activeTexture(gl.TEXTURE0 + units.clip);
    gl.bindTexture(gl.TEXTURE_2D, this.white);  // never read and written at once
    this.mask.begin(width, height);
    this.paintLayer(mask, moment, 'normal');
    this.mask.end(target);
    gl.activeTexture(gl.TEXTURE0 + units.clip);
    gl.bindTexture(gl.TEXTURE_2D, this.mask.texture);
  }

  private paintLayer(drawn: FrameLayer, moment: FrameData, blend: string): void {
    const { gl, program, program: { uniforms } } = this;
    const layer = moment.state.layers[drawn.layer]!;
    if (layer.image !== null && !this.pictures.has(layer.image)) return;
    const buffers = this.bind(drawn, moment, program);
    if (!buffers) return;
    gl.uniform1i(uniforms.get('clipped')!, drawn.mask === null ? 0 : 1);
    gl.uniform3f(uniforms.get('tint')!, ...drawn.tint);
    gl.uniform1f(uniforms.get('opacity')!, drawn.opacity);
    paintBlended(gl, this.passes[blend]!, () => buffers.draw());
  }
}

export function positionsOf({ positions }: FrameLayer, moment: FrameData): Float32Array | null {
  return positions === null ? null : moment.arrays[positions]!;
}

/** A layer as a mask, which need not be seen itself. */
function maskOf({ frame }: FrameData, layer: number): FrameLayer {
  const seen = [...frame.layers, ...frame.masks].find((one) => one.layer === layer);
  return { layer, mask: null, opacity: 1, tint: [1, 1, 1], positions: seen?.positions ?? null };
}
