// SPDX-License-Identifier: MIT
import {
  type Program, type View, areaOf, decode, layerShader, levelOf, link, paintBlended, Target,
  textureOf, toClipSpace, whiteTexture,
} from './painting.js';
import type { Character, DrawnLayer } from './vide.js';

export type { View };

interface LayerBuffers {
  array: WebGLVertexArrayObject;
  /** Of positions, texture coordinates and triangles. */
  buffers: [WebGLBuffer, WebGLBuffer, WebGLBuffer];
  triangles: Uint32Array;
  /** Texels of its picture in all triangles. */
  texels: number;
  /** Mip level that it is read from. */
  level: number;
}

const vertexShader = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
out vec2 at;
${toClipSpace}
void main() {
  gl_Position = toClipSpace(position.xy);
  at = uv;
}`;

/**
 * Paints a drawing's layers with WebGL 2, blended and masked as VIDE's own renderer does it, over what
 * the canvas was given in the same frame. The drawing buffer is premultiplied. Programs that paint
 * with the same context find its program, textures, viewport and blending changed.
 *
 * A canvas that loses its context needs a new painter.
 */
export class Painter {
  /** Decodes the character's pictures. Throws where there is no WebGL 2 or a picture is broken. */
  static async create(canvas: HTMLCanvasElement | OffscreenCanvas, character: Character):
      Promise<Painter> {
    const gl = canvas.getContext('webgl2', { premultipliedAlpha: true, antialias: false });
    if (!gl) throw new Error('this browser has no WebGL 2');
    const { images } = character.description;
    const pictures = await Promise.all(images.map(({ mime }, i) =>
      decode(new Blob([character.image(i).slice()], { type: mime }))));
    return new Painter(gl as WebGL2RenderingContext, character, pictures);
  }

  private readonly program: Program;
  private readonly textures: WebGLTexture[];
  private readonly white: WebGLTexture;
  private readonly layers: LayerBuffers[];
  private readonly mask: Target;
  private masked = -1;

  private constructor(private readonly gl: WebGL2RenderingContext,
                      private readonly character: Character, pictures: ImageBitmap[]) {
    this.program = link(gl, vertexShader, layerShader);
    this.textures = pictures.map((picture) => textureOf(gl, picture));
    this.white = whiteTexture(gl);
    this.layers = character.description.layers.map((_, i) => this.buffersOf(i));
    this.mask = new Target(gl);
  }

  /** Frees what the painter has in the graphics memory; nothing can be painted from then on. */
  close(): void {
    const { gl } = this;
    for (const { array, buffers } of this.layers) {
      gl.deleteVertexArray(array);
      buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    }
    [...this.textures, this.white].forEach((one) => gl.deleteTexture(one));
    this.mask.close();
    gl.deleteProgram(this.program.program);
  }

  /** The view in which the character's canvas fills the other one, as far as its shape allows. */
  fit(): View {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = this.gl;
    const [own, tall] = this.character.description.canvas;
    if (own === 0 || tall === 0) return { scale: 1, x: 0, y: height };
    const scale = Math.min(width / own, height / tall);
    return { scale, x: (width - scale * own) / 2, y: (height + scale * tall) / 2 };
  }

  /** Removes what the canvas shows. */
  clear(): void {
    this.gl.clearColor(0, 0, 0, 0);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
  }

  /** Paints the character as it is now. */
  paint(view: View = this.fit()): void {
    const { gl, program: { program, uniforms } } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    gl.useProgram(program);
    gl.viewport(0, 0, width, height);
    gl.uniform3f(uniforms.get('view')!, view.scale, view.x, view.y);
    gl.uniform2f(uniforms.get('size')!, width, height);
    gl.uniform1i(uniforms.get('picture')!, 0);
    gl.uniform1i(uniforms.get('clip')!, 1);
    for (const test of [gl.DEPTH_TEST, gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST]) {
      gl.disable(test);
    }
    gl.enable(gl.BLEND);
    this.masked = -1;
    const seen = this.character.drawn();
    for (const layer of new Set(seen.flatMap(({ layer, mask }) => [layer, mask]))) {
      if (layer >= 0) this.move(layer, view);
    }
    for (const drawn of seen) {
      if (drawn.mask >= 0) this.paintMask(drawn.mask);
      this.paintLayer(drawn);
    }
    gl.bindVertexArray(null);
    gl.disable(gl.BLEND);
  }

  private buffersOf(layer: number): LayerBuffers {
    const { gl, character } = this;
    const { images, layers } = character.description;
    const uv = character.uv(layer).slice();
    const triangles = character.triangles(layer).slice();
    const array = gl.createVertexArray()!;
    const buffers: LayerBuffers['buffers'] =
      [gl.createBuffer()!, gl.createBuffer()!, gl.createBuffer()!];
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[0]);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    if (uv.length > 0) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers[1]);
      gl.bufferData(gl.ARRAY_BUFFER, uv, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(1);
      gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 0, 0);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers[2]);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    const picture = images[layers[layer]!.image ?? -1];
    const texels = picture ? areaOf(triangles, uv, 2) * picture.width * picture.height : 0;
    return { array, buffers, triangles, texels, level: 0 };
  }

  private move(layer: number, { scale }: View): void {
    const { gl } = this;
    const moved = this.layers[layer]!;
    const positions = this.character.positions(layer);
    const pixels = areaOf(moved.triangles, positions, 3) * scale * scale;
    moved.level = pixels > 0 ? levelOf(moved.texels / pixels) : 0;
    gl.bindBuffer(gl.ARRAY_BUFFER, moved.buffers[0]);
    gl.bufferData(gl.ARRAY_BUFFER, positions, gl.DYNAMIC_DRAW);
  }

  // The mask's own look does not matter, only where its picture covers.
  private paintMask(layer: number): void {
    if (this.masked === layer) return;
    this.masked = layer;
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    this.mask.begin(width, height);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.white);  // never read and written at once
    this.paintLayer({ layer, mask: -1, opacity: 1, tint: [1, 1, 1] }, 'normal');
    this.mask.end();
  }

  private paintLayer({ layer, mask, opacity, tint }: DrawnLayer, blend?: string): void {
    const { gl, program: { uniforms } } = this;
    const { image, blend: own } = this.character.description.layers[layer]!;
    const { array, triangles, level } = this.layers[layer]!;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, mask >= 0 ? this.mask.texture : this.white);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, image === null ? this.white : this.textures[image]!);
    gl.uniform1i(uniforms.get('clipped')!, mask >= 0 ? 1 : 0);
    gl.uniform3f(uniforms.get('tint')!, ...tint);
    gl.uniform1f(uniforms.get('opacity')!, opacity);
    gl.uniform1f(uniforms.get('level')!, level);
    gl.bindVertexArray(array);
    const passes = this.character.description.blend_passes[blend ?? own]!;
    paintBlended(gl, passes,
                 () => gl.drawElements(gl.TRIANGLES, triangles.length, gl.UNSIGNED_INT, 0));
  }
}
