// SPDX-License-Identifier: MIT
import { computed, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Session } from '../session.js';
import { type Geometry, influences } from './geometry.js';
import type { Ghost, Look } from './gl/renderer.js';

const tables: Record<'light' | 'dark', Look['table']> = {
  light: { around: [0.87, 0.88, 0.89], light: [1, 1, 1], dark: [0.925, 0.93, 0.935] },
  dark: { around: [0.105, 0.11, 0.125], light: [0.235, 0.24, 0.255], dark: [0.2, 0.205, 0.22] },
};

/** What the canvas shows beside the picture, as the session says. */
export function lookOf(session: Session, isDark: Signal<boolean>, ghosts: Signal<Ghost[]>):
    ReadonlySignal<Omit<Look, 'density'>> {
  const preview = computed(() => previewGeometry(session));
  return computed(() => {
    const { weights, mesh } = session.shown.value;
    const { layer } = session.selection.value;
    return {
      table: tables[isDark.value ? 'dark' : 'light'],
      ghosts: ghosts.value,
      weights: weights === 'all' ? { bone: 'all' as const } :
        weights === 'selected' ? selectedBone(session) : null,
      layers: layer === null ? null : new Set([layer]),
      mesh,
      preview: preview.value,
    };
  });
}

function selectedBone(session: Session): Look['weights'] {
  const chosen = session.selection.value.bones.at(-1);
  const place = session.state.value?.bones.findIndex(({ id }) => id === chosen) ?? -1;
  return place < 0 ? { bone: 'all' } : { bone: place };
}

function previewGeometry({ previewed }: Session): Geometry | null {
  const mesh = previewed.value;
  if (!mesh) return null;
  const { positions, triangles } = mesh;
  const vertices = positions.length / 2;
  return {
    version: 0, positions, triangles, uv: new Float32Array(positions.length),
    bones: new Uint16Array(influences * vertices), weights: new Float32Array(influences * vertices),
  };
}
