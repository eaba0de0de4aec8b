// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import { StudioError } from '../../../bindings/wasm/src/studio_client.js';
import type { Session } from '../session.js';

/** How many bones a vertex follows at most. */
export const influences = 8;

/** A layer at rest. */
export interface Geometry {
  /** LayerState.geometry of it. */
  version: number;
  positions: Float32Array;  // x, y
  uv: Float32Array;
  triangles: Uint32Array;
  bones: Uint16Array;  // `influences` a vertex, places in State.bones
  weights: Float32Array;  // as many
}

/** The document's layers at rest, by id, fetched when they change. */
export class Geometries {
  readonly layers: Signal<ReadonlyMap<number, Geometry>> = signal(new Map());

  private document = -1;
  private asked = new Map<number, number>();
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    this.stop = effect(() => {
      const layers = session.state.value?.layers ?? [];
      if (this.document !== session.document.value) {
        this.document = session.document.value;
        this.asked = new Map();
        this.layers.value = new Map();
      }
      this.drop(new Set(layers.map(({ id }) => id)));
      for (const { id, geometry } of layers) {
        if (this.asked.get(id) === geometry) continue;
        this.asked.set(id, geometry);
        void this.fetch(id);
      }
    });
  }

  close(): void {
    this.stop();
  }

  /** All but these. Should a layer come back, it is fetched again. */
  private drop(there: ReadonlySet<number>): void {
    for (const id of this.asked.keys()) if (!there.has(id)) this.asked.delete(id);
    const layers = this.layers.peek();
    const kept = [...layers].filter(([id]) => there.has(id));
    if (kept.length < layers.size) this.layers.value = new Map(kept);
  }

  private async fetch(layer: number): Promise<void> {
    const { session, document } = this;
    try {
      const { blobs } = await session.query('geometry', { layer }, { latest: `geometry ${layer}` });
      // Answers come in order: the state is that of this answer.
      const now = session.state.peek()?.layers.find(({ id }) => id === layer);
      if (!now || document !== session.document.peek()) return;
      const geometry = geometryOf(blobs, now.geometry);
      this.layers.value = new Map(this.layers.peek()).set(layer, geometry);
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;  // else the layer is gone by now
      this.asked.delete(layer);
    }
  }
}

export function geometryOf(blobs: Uint8Array[], version: number): Geometry {
  const [positions, uv, triangles, bones, weights] = blobs.map(({ buffer }) => buffer);
  return {
    version,
    positions: new Float32Array(positions!),
    uv: new Float32Array(uv!),
    triangles: new Uint32Array(triangles!),
    bones: new Uint16Array(bones!),
    weights: new Float32Array(weights!),
  };
}
