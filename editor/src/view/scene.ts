// SPDX-License-Identifier: MIT
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Point } from '../../../bindings/wasm/src/protocol.js';
import type { FrameData, Session } from '../session.js';
import { type Geometries, type Geometry, influences } from './geometry.js';

/** A moment whose parts belong together. */
export interface Scene {
  moment: FrameData;
  geometry: ReadonlyMap<number, Geometry>;
}

/** The newest moment that is complete: while parts of it are on their way the one before stays. */
export function sceneOf(session: Session, geometries: Geometries): ReadonlySignal<Scene | null> {
  let last: Scene | null = null;
  let document = -1;
  return computed(() => {
    const moment = session.frame.value;
    const geometry = geometries.layers.value;
    if (document !== session.document.value) last = null;
    document = session.document.value;
    if (moment && isComplete(moment, geometry)) last = { moment, geometry };
    return last;
  });
}

function isComplete({ state }: FrameData, geometry: Scene['geometry']): boolean {
  return state.layers.every((layer) => geometry.get(layer.id)?.version === layer.geometry);
}

/** Where a vertex of a layer (its id) is seen; null where it is not. */
export function vertexPlace({ moment, geometry }: Scene, layer: number, vertex: number):
    Point | null {
  const rest = geometry.get(layer);
  const drawn = moment.frame.layers.find((one) => moment.state.layers[one.layer]!.id === layer);
  if (!rest || !drawn || 2 * vertex >= rest.positions.length) return null;
  const pair = (values: Float32Array): Point => [values[2 * vertex]!, values[2 * vertex + 1]!];
  if (drawn.positions !== null) return pair(moment.arrays[drawn.positions]!);
  const [x, y] = pair(rest.positions);
  const place: Point = [0, 0];
  let sum = 0;
  for (let k = influences * vertex; k < influences * (vertex + 1); ++k) {
    const share = rest.weights[k]!;
    const [a, b, c, d, tx, ty] = moment.matrices.subarray(6 * rest.bones[k]!);
    if (share === 0) continue;
    place[0] += share * (a! * x + c! * y + tx!);
    place[1] += share * (b! * x + d! * y + ty!);
    sum += share;
  }
  return sum > 0 ? place : [x, y];
}
