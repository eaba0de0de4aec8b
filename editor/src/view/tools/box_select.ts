// SPDX-License-Identifier: MIT
import type { Hit, Point } from '../../../../bindings/wasm/src/protocol.js';
import type { Ends, Pointer, Stage } from '../stage.js';
import { clearSketch, DragThreshold, type Gesture } from './gesture.js';

/** Chooses the bones that reach into a box; without a drag, the layer that was pressed. */
export class BoxSelect implements Gesture {
  private readonly threshold: DragThreshold;
  private isBox = false;

  constructor(private readonly stage: Stage, private readonly start: Pointer,
              private readonly hits: Hit[]) {
    this.threshold = new DragThreshold(start);
  }

  move(pointer: Pointer): void {
    this.isBox ||= this.threshold.isPassed(pointer);
    if (this.isBox) this.stage.sketch.value = { box: [this.start.at, pointer.at] };
  }

  end(pointer: Pointer): void {
    const { session } = this.stage;
    clearSketch(this.stage);
    if (this.isBox) {
      const before = pointer.shift ? session.selection.peek().bones : [];
      const inside = this.bonesIn(this.start.at, pointer.at);
      return session.select({ bones: [...new Set([...before, ...inside])] });
    }
    const layer = this.hits.find((hit) => hit.what === 'layer');
    return session.select({ bones: [], vertex: null, layer: layer?.layer ?? null });
  }

  cancel(): void {
    clearSketch(this.stage);
  }

  private bonesIn(a: Point, b: Point): number[] {
    const { moment } = this.stage.scene.peek()!;
    const low: Point = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
    const high: Point = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
    return moment.state.bones
      .filter((_, i) => crosses(moment.frame.bones[i]!, low, high)).map(({ id }) => id);
  }
}

/** Whether a part of the segment lies in the box, clipped side by side (Liang and Barsky 1984). */
export function crosses({ head, tail }: Ends, low: Point, high: Point): boolean {
  let first = 0;
  let last = 1;
  for (const axis of [0, 1] as const) {
    const along = tail[axis] - head[axis];
    const before = low[axis] - head[axis];
    const after = high[axis] - head[axis];
    if (along === 0) {
      if (before > 0 || after < 0) return false;
      continue;
    }
    first = Math.max(first, Math.min(before / along, after / along));
    last = Math.min(last, Math.max(before / along, after / along));
  }
  return first <= last;
}
