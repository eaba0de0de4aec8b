// SPDX-License-Identifier: MIT
import type { BlendFactor, Character, DrawnLayer } from './vide.js';

/** Where the character lies on the canvas: pixel = scale * (x, -y) + offset, y down. */
export interface View {
  scale: number;
  /** Pixels from the canvas's left and top edge to the document's origin. */
  x: number;
  y: number;
}

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

interface Program {
  program: WebGLProgram;
  uniforms: Map<string, WebGLUniformLocation>;
}

const vertexShader = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
uniform vec3 view;   // scale, x, y
uniform vec2 size;   // of the canvas, pixels
out vec2 at;
void main() {
  vec2 pixel = view.x * vec2(position.x, -position.y) + view.yz;
  gl_Position = vec4(2.0 * pixel.x / size.x - 1.0, 1.0 - 2.0 * pixel.y / size.y, 0.0, 1.0);
  at = uv;
}`;

// What is painted is what raster/blend.hpp calls the source.
const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform sampler2D clip;
uniform bool clipped;
uniform vec3 tint;
uniform float opacity;
uniform float level;
in vec2 at;
out vec4 color;
void main() {
  float share = opacity;
  if (clipped) share *= texelFetch(clip, ivec2(gl_FragCoord.xy), 0).a;
  color = textureLod(picture, at, level) * vec4(tint, 1.0) * share;
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
  private readonly mask: { texture: WebGLTexture; frame: WebGLFramebuffer };
  private maskSize = [0, 0];
  private masked = -1;

  private constructor(private readonly gl: WebGL2RenderingContext,
                      private readonly character: Character, pictures: ImageBitmap[]) {
    this.program = link(gl);
    this.textures = pictures.map((picture) => textureOf(gl, picture));
    this.white = textureOf(gl, new ImageData(new Uint8ClampedArray([255, 255, 255, 255]), 1, 1));
    this.layers = character.description.layers.map((_, i) => this.buffersOf(i));
    this.mask = { texture: gl.createTexture()!, frame: gl.createFramebuffer()! };
  }

  /** Frees what the painter has in the graphics memory; nothing can be painted from then on. */
  close(): void {
    const { gl } = this;
    for (const { array, buffers } of this.layers) {
      gl.deleteVertexArray(array);
      buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    }
    [...this.textures, this.white, this.mask.texture].forEach((one) => gl.deleteTexture(one));
    gl.deleteFramebuffer(this.mask.frame);
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
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.mask.texture);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.mask.frame);
    if (this.maskSize[0] !== width || this.maskSize[1] !== height) {
      this.maskSize = [width, height];
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D,
                              this.mask.texture, 0);
    }
    this.clear();
    gl.bindTexture(gl.TEXTURE_2D, this.white);  // never read and written at once
    this.paintLayer({ layer, mask: -1, opacity: 1, tint: [1, 1, 1] }, 'normal');
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
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
    for (const pass of this.character.description.blend_passes[blend ?? own]!) {
      const [color, belowColor, alpha, belowAlpha] = pass;
      gl.blendFuncSeparate(factors[color], factors[belowColor], factors[alpha], factors[belowAlpha]);
      gl.drawElements(gl.TRIANGLES, triangles.length, gl.UNSIGNED_INT, 0);
    }
  }
}

/** Of all triangles together, whichever way they lie; `stride` numbers per vertex. */
function areaOf(triangles: Uint32Array, points: Float32Array, stride: number): number {
  let area = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = stride * triangles[i]!, b = stride * triangles[i + 1]!;
    const c = stride * triangles[i + 2]!;
    const x = points[a]!, y = points[a + 1]!;
    area += Math.abs((points[b]! - x) * (points[c + 1]! - y) -
                     (points[b + 1]! - y) * (points[c]! - x)) / 2;
  }
  return area;
}

/** As VIDE's renderer chooses it: full pictures stay sharp down to a scale of 0.7. */
function levelOf(texelsPerPixel: number): number {
  const depth = 0.5 * Math.log2(Math.max(texelsPerPixel, 1));
  return depth < 1 ? Math.max(0, 2 * depth - 1) : depth;
}

// WebGL leaves bitmaps as they were made, whatever it is told to do with alpha.
function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { premultiplyAlpha: 'premultiply', colorSpaceConversion: 'none' });
}

/** WebGL's names for them, by number. */
const factors: Record<BlendFactor, number> = {
  zero: 0,
  one: 1,
  one_minus_source_color: 0x0301,
  one_minus_source_alpha: 0x0303,
  backdrop_color: 0x0306,
  one_minus_backdrop_alpha: 0x0305,
};

function textureOf(gl: WebGL2RenderingContext, picture: ImageBitmap | ImageData): WebGLTexture {
  const texture = gl.createTexture()!;
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

function link(gl: WebGL2RenderingContext): Program {
  const program = gl.createProgram()!;
  for (const [type, source] of
    [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(`the shaders do not link: ${gl.getProgramInfoLog(program)}`);
  }
  const names = ['view', 'size', 'picture', 'clip', 'clipped', 'tint', 'opacity', 'level'];
  const uniforms = new Map(names.map((name) => [name, gl.getUniformLocation(program, name)!]));
  return { program, uniforms };
}
