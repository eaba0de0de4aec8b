// SPDX-License-Identifier: MIT
// What paints layers with WebGL 2 as vide/raster does it; Painter and the editor's renderer share it.
import type { BlendFactor, BlendPass } from './vide.js';

/** Where a drawing lies on the canvas: pixel = scale * (x, -y) + offset, y down. */
export interface View {
  scale: number;
  /** Pixels from the canvas's left and top edge to the document's origin. */
  x: number;
  y: number;
}

// What is painted is what raster/blend.hpp calls the source.
export const layerShader = `#version 300 es
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

/** For vertex shaders. */
export const toClipSpace = `
uniform vec3 view;   // scale, x, y
uniform vec2 size;   // of the canvas, pixels
vec4 toClipSpace(vec2 position) {
  vec2 pixel = view.x * vec2(position.x, -position.y) + view.yz;
  return vec4(2.0 * pixel.x / size.x - 1.0, 1.0 - 2.0 * pixel.y / size.y, 0.0, 1.0);
}`;

export interface Program {
  program: WebGLProgram;
  uniforms: Map<string, WebGLUniformLocation>;
}

export function link(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram()!;
  for (const [type, source] of
    [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(`the shaders do not link: ${gl.getProgramInfoLog(program)}`);
  }
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) as number;
  const names = Array.from({ length: count }, (_, i) => gl.getActiveUniform(program, i)!.name);
  return { program,
           uniforms: new Map(names.map((name) => [name, gl.getUniformLocation(program, name)!])) };
}

/** A picture with its smaller levels. */
export function textureOf(gl: WebGL2RenderingContext, picture: ImageBitmap | ImageData):
    WebGLTexture {
  const texture = gl.createTexture()!;
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

export function whiteTexture(gl: WebGL2RenderingContext): WebGLTexture {
  return textureOf(gl, new ImageData(new Uint8ClampedArray([255, 255, 255, 255]), 1, 1));
}

/** Premultiplied. WebGL leaves bitmaps as they were made, whatever it is told to do with alpha. */
export function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { premultiplyAlpha: 'premultiply', colorSpaceConversion: 'none' });
}

/** A texture that can be painted on. */
export class Target {
  readonly texture: WebGLTexture;
  private readonly frame: WebGLFramebuffer;
  private width = 0;
  private height = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.texture = gl.createTexture()!;
    this.frame = gl.createFramebuffer()!;
  }

  /** From now on all is painted here, on nothing. What the first texture unit had is gone. */
  begin(width: number, height: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    if (this.width !== width || this.height !== height) {
      this.width = width;
      this.height = height;
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
      gl.bindTexture(gl.TEXTURE_2D, null);  // never read and written at once
    }
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /** From now on all is painted there again. */
  end(onto: Target | null = null): void {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, onto?.frame ?? null);
  }

  close(): void {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteFramebuffer(this.frame);
  }
}

/** Paints once for each pass of a blend mode. */
export function paintBlended(gl: WebGL2RenderingContext, passes: BlendPass[],
                             paint: () => void): void {
  for (const [color, belowColor, alpha, belowAlpha] of passes) {
    gl.blendFuncSeparate(factors[color], factors[belowColor], factors[alpha], factors[belowAlpha]);
    paint();
  }
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

/** Of all triangles together, whichever way they lie; `stride` numbers per vertex. */
export function areaOf(triangles: Uint32Array, points: Float32Array, stride: number): number {
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

/** The mip level, as VIDE's renderer chooses it: full pictures stay sharp down to a scale of 0.7. */
export function levelOf(texelsPerPixel: number): number {
  const depth = 0.5 * Math.log2(Math.max(texelsPerPixel, 1));
  return depth < 1 ? Math.max(0, 2 * depth - 1) : depth;
}
