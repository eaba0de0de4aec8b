// SPDX-License-Identifier: MIT
import { computed, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Session } from '../session.js';
import { type Geometry, influences } from './geometry.js';
import type { Ghost, Look } from './gl/renderer.js';
import type { Size } from './surface.js';

const tables: Record<'light' | 'dark', Look['table']> = {
  light: {
    around: [0.87, 0.88, 0.89], rim: [0.7, 0.71, 0.73], light: [1, 1, 1], dark: [0.94, 0.944, 0.95],
  },
  dark: {
    around: [0.105, 0.11, 0.125], rim: [0.32, 0.33, 0.36], light: [0.225, 0.23, 0.245],
    dark: [0.2, 0.205, 0.22],
  },
};

/** What the canvas shows beside the picture, as the session says. */
export function lookOf(session: Session, isDark: Signal<boolean>, ghosts: Signal<Ghost[]>,
                       size: Signal<Size>): ReadonlySignal<Look> {
  const preview = computed(() => previewGeometry(session));
  return computed(() => {
    const { weights, mesh } = session.shown.value;
    const { layer } = session.selection.value;
    return {
      density: size.value.density,
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
