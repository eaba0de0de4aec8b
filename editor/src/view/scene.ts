// SPDX-License-Identifier: MIT
import { computed, type ReadonlySignal } from '@preact/signals';
import type { FrameData, Session } from '../session.js';
import type { Geometries, Geometry } from './geometry.js';

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
