// SPDX-License-Identifier: MIT
import { areaOf } from '../../../../bindings/wasm/src/painting.js';
import { influences, type Geometry } from '../geometry.js';
import { slots } from './shaders.js';

/** What a layer's mesh has in the graphics memory. */
export class LayerBuffers {
  private readonly solid: WebGLVertexArrayObject;
  private readonly posed: WebGLBuffer;
  private readonly buffers: WebGLBuffer[] = [];
  /** Each triangle with corners of its own, so that shaders know them; made when first drawn. */
  private wire: { array: WebGLVertexArrayObject; posed: WebGLBuffer } | null = null;
  private shown: Float32Array | null = null;
  private shownByWire: Float32Array | null = null;
  /** Of a picture's area, in all triangles. */
  private readonly share: number;
  /** Area at rest that follows each bone, and none. */
  private readonly areas: { ofBones: Map<number, number>; still: number };

  constructor(private readonly gl: WebGL2RenderingContext, readonly geometry: Geometry) {
    this.posed = gl.createBuffer()!;
    this.solid = this.arrayOf(geometry, this.posed);
    const triangles = this.buffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, geometry.triangles, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    this.share = areaOf(geometry.triangles, geometry.uv, 2);
    this.areas = areasOf(geometry);
  }

  /** Texels of a picture in all triangles. */
  texels({ width, height }: { width: number; height: number }): number {
    return this.share * width * height;
  }

  /**
   * Square pixels of the canvas that the layer covers. Of a skinned one as if each bone took its
   * share of the rest area along: what bends between bones is not followed.
   */
  area(matrices: Float32Array, positions: Float32Array | null): number {
    if (positions) return areaOf(this.geometry.triangles, positions, 2);
    let area = this.areas.still;
    for (const [bone, share] of this.areas.ofBones) {
      const [a, b, c, d] = matrices.subarray(6 * bone, 6 * bone + 4);
      area += share * Math.abs(a! * d! - b! * c!);
    }
    return area;
  }

  /** For a layer that is not skinned by matrices. */
  place(positions: Float32Array): void {
    if (this.shown !== positions) this.upload(this.posed, positions);
    this.shown = positions;
  }

  draw(): void {
    const { gl } = this;
    gl.bindVertexArray(this.solid);
    gl.drawElements(gl.TRIANGLES, this.geometry.triangles.length, gl.UNSIGNED_INT, 0);
  }

  /** With the corners of each triangle told apart. `positions` as for place(). */
  drawWire(positions: Float32Array | null): void {
    const { gl, geometry: { triangles } } = this;
    this.wire ??= this.wireArray();
    if (positions && this.shownByWire !== positions) {
      this.upload(this.wire.posed, spread(positions, triangles, 2));
      this.shownByWire = positions;
    }
    gl.bindVertexArray(this.wire.array);
    gl.drawArrays(gl.TRIANGLES, 0, triangles.length);
  }

  close(): void {
    const { gl } = this;
    gl.deleteVertexArray(this.solid);
    if (this.wire) gl.deleteVertexArray(this.wire.array);
    [...this.buffers, this.posed, ...(this.wire ? [this.wire.posed] : [])]
      .forEach((buffer) => gl.deleteBuffer(buffer));
  }

  private wireArray(): { array: WebGLVertexArrayObject; posed: WebGLBuffer } {
    const { triangles, ...rest } = this.geometry;
    const apart = {
      ...rest, triangles,
      positions: spread(rest.positions, triangles, 2),
      uv: spread(rest.uv, triangles, 2),
      bones: spread(rest.bones, triangles, influences),
      weights: spread(rest.weights, triangles, influences),
    };
    const posed = this.gl.createBuffer()!;
    return { array: this.arrayOf(apart, posed), posed };
  }

  private arrayOf(geometry: Geometry, posed: WebGLBuffer): WebGLVertexArrayObject {
    const { gl } = this;
    const array = gl.createVertexArray()!;
    gl.bindVertexArray(array);
    this.floats(slots.rest, 2, this.upload(this.buffer(), geometry.positions));
    this.floats(slots.uv, 2, this.upload(this.buffer(), geometry.uv));
    this.upload(this.buffer(), geometry.bones);
    slots.bones.forEach((slot, half) => {
      gl.enableVertexAttribArray(slot);
      gl.vertexAttribIPointer(slot, 4, gl.UNSIGNED_SHORT, 2 * influences, 8 * half);
    });
    this.upload(this.buffer(), geometry.weights);
    slots.weights.forEach((slot, half) => {
      gl.enableVertexAttribArray(slot);
      gl.vertexAttribPointer(slot, 4, gl.FLOAT, false, 4 * influences, 16 * half);
    });
    this.floats(slots.posed, 2, this.upload(posed, geometry.positions));
    return array;
  }

  private buffer(): WebGLBuffer {
    const buffer = this.gl.createBuffer()!;
    this.buffers.push(buffer);
    return buffer;
  }

  private upload(buffer: WebGLBuffer, data: Float32Array | Uint16Array): WebGLBuffer {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, data, this.gl.DYNAMIC_DRAW);
    return buffer;
  }

  private floats(slot: number, count: number, buffer: WebGLBuffer): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(slot);
    gl.vertexAttribPointer(slot, count, gl.FLOAT, false, 0, 0);
  }
}

/** The values of each triangle's corners, one after another. */
function spread<Values extends Float32Array | Uint16Array>(
    values: Values, triangles: Uint32Array, stride: number): Values {
  const make = values.constructor as new (length: number) => Values;
  const apart = new make(triangles.length * stride);
  triangles.forEach((vertex, i) => {
    for (let k = 0; k < stride; ++k) apart[stride * i + k] = values[stride * vertex + k]!;
  });
  return apart;
}

function areasOf({ positions, triangles, bones, weights }: Geometry): LayerBuffers['areas'] {
  const ofVertices = new Float64Array(positions.length / 2);
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = triangles.subarray(i, i + 3);
    const share = areaOf(corners, positions, 2) / 3;
    for (const vertex of corners) ofVertices[vertex]! += share;
  }
  const ofBones = new Map<number, number>();
  let still = 0;
  ofVertices.forEach((area, vertex) => {
    let sum = 0;
    for (let k = influences * vertex; k < influences * (vertex + 1); ++k) {
      const weight = weights[k]!;
      if (weight === 0) continue;
      ofBones.set(bones[k]!, (ofBones.get(bones[k]!) ?? 0) + weight * area);
      sum += weight;
    }
    if (sum === 0) still += area;
  });
  return { ofBones, still };
}
