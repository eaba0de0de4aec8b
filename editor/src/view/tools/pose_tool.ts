// SPDX-License-Identifier: MIT
import type { Arguments, Point } from '../../../../bindings/wasm/src/protocol.js';
import {
  type BoneHit, boneOf, distance, type Ends, minus, plus, type Pointer, type Stage,
} from '../stage.js';
import { BoxSelect } from './box_select.js';
import { DragThreshold, type CanvasTool, type Gesture, LiveEdit } from './gesture.js';
import { hoverBone, selectBone } from './select_tool.js';

/**
 * Poses: a bone that is dragged turns about its head, the head of a root moves. With Ctrl, or where
 * reach is switched on, the chain that ends in the bone reaches for the pointer.
 */
export class PoseTool implements CanvasTool {
  readonly cursor = 'default';
  constructor(private readonly stage: Stage) {}

  async press(pointer: Pointer): Promise<Gesture | null> {
    const { stage, stage: { session } } = this;
    session.playing.value = false;
    const hits = await stage.hits(pointer, ['bone', 'layer']);
    const hit = boneOf(hits);
    if (!hit) return new BoxSelect(stage, pointer, hits);
    selectBone(stage, hit.bone, pointer);
    if (pointer.shift) return null;
    return new Pose(stage, pointer, this.grip(hit, pointer.ctrl));
  }

  hover(pointer: Pointer): void {
    void hoverBone(this.stage, pointer);
  }

  leave(): void {
    this.stage.hovered.value = null;
  }

  confirm(): boolean {
    const { session } = this.stage;
    const had = session.selection.peek().bones.length > 0;
    session.select({ bones: [] });
    return had;
  }

  /** A head that lies on its parent's tail is that tail. */
  private grip(hit: BoneHit, isCtrl: boolean): Grip {
    const { session } = this.stage;
    const ends = this.stage.endsOf(hit.bone)!;
    const parent = session.state.peek()!.bones.find(({ id }) => id === hit.bone)!.parent;
    if (hit.what === 'head') {
      const above = parent === null ? null : this.stage.endsOf(parent);
      const isLoose = !above || distance(above.tail, ends.head) > 1;
      if (isLoose) return { bone: hit.bone, how: 'move', ends };
      return this.grip({ ...hit, what: 'tail', bone: parent! }, isCtrl);
    }
    const how = isCtrl !== session.reach.peek() ? 'reach' : 'rotate';
    return { bone: hit.bone, how, ends };
  }
}

interface Grip {
  bone: number;
  how: Arguments<'drag_bone'>['how'];
  ends: Ends;
}

class Pose implements Gesture {
  private readonly threshold: DragThreshold;
  private readonly live: LiveEdit;
  private hasMoved = false;

  constructor(private readonly stage: Stage, private readonly start: Pointer,
              private readonly grip: Grip) {
    this.threshold = new DragThreshold(start);
    this.live = new LiveEdit(stage.session, 'pose');
  }

  move(pointer: Pointer): void {
    if (!this.threshold.isPassed(pointer)) return;
    this.hasMoved = true;
    const to = this.place(pointer.at);
    this.live.run(() => this.drag(to));
  }

  async end(): Promise<void> {
    if (this.hasMoved) await this.live.finish();
  }

  async cancel(): Promise<void> {
    if (this.hasMoved) await this.live.cancel();
  }

  private drag(to: Point): Promise<unknown> {
    const { session } = this.stage;
    const { bone, how } = this.grip;
    return session.edit('drag_bone', {
      bone, how, to, key: session.autoKey.peek() && session.clip.peek() !== null,
      ...(how === 'reach' && { length: session.chain.peek() }), merge: this.live.merge,
    });
  }

  /** Where the end that is dragged goes, so that nothing jumps when it is not pressed exactly. */
  private place(at: Point): Point {
    const { head, tail } = this.grip.ends;
    if (this.grip.how === 'move') return plus(head, minus(at, this.start.at));
    if (this.grip.how === 'reach') return plus(tail, minus(at, this.start.at));
    const [x, y] = minus(at, head);
    const off = angleOf(minus(this.start.at, head)) - angleOf(minus(tail, head));
    const [cos, sin] = [Math.cos(off), Math.sin(off)];
    return plus(head, [cos * x + sin * y, cos * y - sin * x]);
  }
}

function angleOf([x, y]: Point): number {
  return Math.atan2(y, x);
}
