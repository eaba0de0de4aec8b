// SPDX-License-Identifier: MIT
import type { Answer, Arguments, Point } from '../../../../bindings/wasm/src/protocol.js';
import {
  type BoneHit, boneOf, distance, type Ends, isPin, minus, plus, type Pointer, type Stage,
} from '../stage.js';
import { BoneTool } from './bone_tool.js';
import { BoxSelect } from './box_select.js';
import { DragThreshold, type Gesture, LiveEdit } from './gesture.js';
import { keepChosen, selectBone } from './select_tool.js';

/**
 * Poses: a bone that is dragged turns about its head, the head of a root and a pin move. With Ctrl, or where
 * reach is switched on, the chain that ends in the bone reaches for the pointer. Bones that are chosen
 * together turn each by the same angle, and move together.
 */
export class PoseTool extends BoneTool {
  readonly cursor = 'default';

  async press(pointer: Pointer): Promise<Gesture | null> {
    const { stage, stage: { session } } = this;
    session.playing.value = false;
    const hits = await stage.hits(pointer, ['bone', 'layer']);
    const hit = boneOf(hits);
    if (!hit) return new BoxSelect(stage, pointer, hits);
    if (pointer.shift) {
      selectBone(stage, hit.bone, pointer);
      return null;
    }
    const clicked = keepChosen(stage, hit.bone);
    return new Pose(stage, pointer, this.grip(hit, pointer.ctrl), clicked);
  }

  /** A head that lies on its parent's tail is that tail. */
  private grip(hit: BoneHit, isCtrl: boolean): Grip {
    const { session } = this.stage;
    const ends = this.stage.endsOf(hit.bone)!;
    const parent = session.state.peek()!.bones.find(({ id }) => id === hit.bone)!.parent;
    if (isPin(ends)) return { bone: hit.bone, how: 'move', ends };
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
  private readonly others: Posed[];
  private hasMoved = false;

  /** `clicked`: it was a press and no drag. */
  constructor(private readonly stage: Stage, private readonly start: Pointer,
              private readonly grip: Grip, private readonly clicked: () => void) {
    this.threshold = new DragThreshold(start);
    this.live = new LiveEdit(stage.session, 'pose');
    this.others = grip.how === 'reach' ? [] : posedTogether(stage, grip.bone);
  }

  move(pointer: Pointer): void {
    if (!this.threshold.isPassed(pointer)) return;
    this.hasMoved = true;
    const to = this.place(pointer.at);
    this.live.run(() => this.drag(to));
  }

  async end(): Promise<void> {
    if (this.hasMoved) await this.live.finish();
    else this.clicked();
  }

  async cancel(): Promise<void> {
    if (this.hasMoved) await this.live.cancel();
  }

  private drag(to: Point): Promise<Answer<'drag_bone'> | null> {
    return this.others.length > 0 ? this.dragAll(to) : this.dragOne(this.grip.bone, to);
  }

  private dragOne(bone: number, to: Point): Promise<Answer<'drag_bone'> | null> {
    const { session } = this.stage;
    const { how } = this.grip;
    return session.edit('drag_bone', {
      bone, how, to, key: session.autoKey.peek() && session.clip.peek() !== null,
      ...(how === 'reach' && { length: session.chain.peek() }), merge: this.live.merge,
    });
  }

  /** Parents first: where a bone's head is now, its parents have decided. */
  private async dragAll(to: Point): Promise<Answer<'drag_bone'> | null> {
    const { how, ends } = this.grip;
    const by = how === 'move' ? minus(to, ends.head) : null;
    const turn = angleOf(minus(to, ends.head)) - angleOf(minus(ends.tail, ends.head));
    let heads = this.others.map((one) => one.ends.head);
    let edited: Answer<'drag_bone'> | null = null;
    for (const [i, one] of this.others.entries()) {
      if (by && one.above > 0) continue;  // what it hangs on takes it along
      const there = by ? plus(one.ends.head, by) :
        plus(heads[i]!, turned(minus(one.ends.tail, one.ends.head), turn * (one.above + 1)));
      edited = await this.dragOne(one.bone, there);
      if (!edited) return null;
      const { bones } = edited.frame;
      heads = this.others.map(({ index }) => bones[index]!.head);
    }
    return edited;
  }

  /** Where the end that is dragged goes, so that nothing jumps when it is not pressed exactly. */
  private place(at: Point): Point {
    const { head, tail } = this.grip.ends;
    if (this.grip.how === 'move') return plus(head, minus(at, this.start.at));
    if (this.grip.how === 'reach') return plus(tail, minus(at, this.start.at));
    const off = angleOf(minus(this.start.at, head)) - angleOf(minus(tail, head));
    return plus(head, turned(minus(at, head), -off));
  }
}

/** A bone that is posed together with others. */
interface Posed {
  bone: number;
  /** Its place in State.bones. */
  index: number;
  /** How many of the others it hangs on. */
  above: number;
  /** As the gesture begins. */
  ends: Ends;
}

/** The bones that are chosen, if `bone` is one of several. */
function posedTogether(stage: Stage, bone: number): Posed[] {
  const { session } = stage;
  const chosen = new Set(session.selection.peek().bones);
  if (chosen.size < 2 || !chosen.has(bone)) return [];
  const { bones } = session.state.peek()!;
  const above = new Map<number, number>();
  return bones.flatMap(({ id, parent }, index) => {  // parents first
    const up = parent === null ? 0 : above.get(parent)! + Number(chosen.has(parent));
    above.set(id, up);
    return chosen.has(id) ? [{ bone: id, index, above: up, ends: stage.endsOf(id)! }] : [];
  });
}

function turned([x, y]: Point, by: number): Point {
  const [cos, sin] = [Math.cos(by), Math.sin(by)];
  return [cos * x - sin * y, sin * x + cos * y];
}

function angleOf([x, y]: Point): number {
  return Math.atan2(y, x);
}
