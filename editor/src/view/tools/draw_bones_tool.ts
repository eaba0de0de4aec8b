// SPDX-License-Identifier: MIT
import type { Point } from '../../../../bindings/wasm/src/protocol.js';
import { boneOf, distance, type Pointer, type Stage } from '../stage.js';
import { hoverBone } from './bone_tool.js';
import { clearSketch, DragThreshold, type CanvasTool, type Gesture } from './gesture.js';

/** What a new bone hangs on, and where it starts. */
interface Start {
  parent: number | null;
  head: Point;
}

/**
 * Draws bones: from where it is pressed to where it is released, at a tail as a child of that bone.
 * A click goes on from the bone that was drawn last; Enter, Escape or a double click ends the chain.
 */
export class DrawBonesTool implements CanvasTool {
  readonly cursor = 'crosshair';
  /** The bone that was drawn last. */
  private chain: number | null = null;

  constructor(private readonly stage: Stage) {}

  async press(pointer: Pointer): Promise<Gesture> {
    const { session } = this.stage;
    const hits = await this.stage.hits(pointer, ['bone']);
    const hit = boneOf(hits.filter(({ what }) => what === 'tail'));
    const ends = hit && this.stage.endsOf(hit.bone);
    const atTail = ends && { parent: hit.bone, head: ends.tail };
    const parent = session.selection.peek().bones.at(-1) ?? null;
    return new DrawBone(this.stage, pointer, atTail ?? { parent, head: pointer.at },
                        atTail ? null : this.chainStart(), (bone) => this.chain = bone);
  }

  hover(pointer: Pointer): void {
    const start = this.chainStart();
    this.stage.sketch.value = start ? { bone: { head: start.head, tail: pointer.at } } : {};
    void hoverBone(this.stage, pointer);
  }

  leave(): void {
    this.stage.hovered.value = null;
    clearSketch(this.stage);
  }

  doubleClick(): void {
    this.confirm();
  }

  confirm(): boolean {
    const was = this.chain !== null;
    this.chain = null;
    clearSketch(this.stage);
    this.stage.session.select({ bones: [] });
    return was;
  }

  private chainStart(): Start | null {
    const ends = this.chain === null ? null : this.stage.endsOf(this.chain);
    return ends && { parent: this.chain, head: ends.tail };
  }
}

class DrawBone implements Gesture {
  private readonly threshold: DragThreshold;

  constructor(private readonly stage: Stage, private readonly start: Pointer,
              private readonly dragged: Start, private readonly clicked: Start | null,
              private readonly drawn: (bone: number) => void) {
    this.threshold = new DragThreshold(start);
  }

  move(pointer: Pointer): void {
    const from = this.threshold.isPassed(pointer) ? this.dragged : this.clicked;
    this.stage.sketch.value = from ? { bone: { head: from.head, tail: pointer.at } } : {};
  }

  async end(pointer: Pointer): Promise<void> {
    const { session } = this.stage;
    const from = this.threshold.isPassed(pointer) ? this.dragged : this.clicked;
    const least = 3 / this.stage.camera.peek().scale;
    if (from && distance(from.head, pointer.at) > least) {
      const made = await session.edit('add_bone', { ...from, tail: pointer.at, weights: 'exact' },
                                      [], { label: 'Weighing the bones' });
      if (made?.id !== undefined) {
        session.select({ bones: [made.id] });
        this.drawn(made.id);
      }
    } else if (!from && !this.start.shift) {
      session.select({ bones: [] });
    }
    clearSketch(this.stage);
  }

  cancel(): void {
    clearSketch(this.stage);
  }
}
