// SPDX-License-Identifier: MIT
import type {
  Arguments, BoneState, Point, Quality,
} from '../../../../bindings/wasm/src/protocol.js';
import {
  type BoneHit, distance, type Ends, isPin, minus, plus, type Pointer, type Stage,
} from '../stage.js';
import { clearSketch, DragThreshold, type Gesture, LiveEdit } from './gesture.js';

type Placing = Omit<Arguments<'place_bone'>, 'merge' | 'weights'>;

type Part = { bone: BoneState; end: 'head' | 'tail' | 'both' };

/**
 * Drags a joint or a whole bone of the rest pose. A joint takes along all ends that lie on it; with
 * Alt only the one that was pressed. A whole bone takes its children along, with Alt it does not.
 * One of several bones that are chosen takes the others along, wherever it is pressed.
 */
export class PlaceBones implements Gesture {
  private readonly threshold: DragThreshold;
  private readonly live: LiveEdit;
  private readonly bones: BoneState[];
  private readonly parts: Part[];
  private last: Point | null = null;

  /** `clicked`: it was a press and no drag. */
  constructor(private readonly stage: Stage, hit: BoneHit, private readonly start: Pointer,
              private readonly clicked: () => void = () => {}) {
    this.threshold = new DragThreshold(start);
    this.live = new LiveEdit(stage.session, 'place bones');
    this.bones = stage.session.state.peek()!.bones;
    const chosen = stage.session.selection.peek().bones;
    const bone = this.bones.find(({ id }) => id === hit.bone)!;
    this.parts = chosen.length > 1 && chosen.includes(bone.id) ?
      partsOfAll(new Set(chosen), this.bones, start.alt) :
      partsOf(bone, hit.what, this.bones, start.alt);
  }

  move(pointer: Pointer): void {
    if (!this.threshold.isPassed(pointer)) return;
    this.last = minus(pointer.at, this.start.at);
    this.stage.sketch.value = { moved: this.moved(this.last) };
    const by = this.last;
    this.live.run(() => this.place(by, 'draft'));
  }

  async end(): Promise<void> {
    const by = this.last;
    if (by) await this.live.finish(() => this.place(by, 'exact'));
    else this.clicked();
    clearSketch(this.stage);
  }

  async cancel(): Promise<void> {
    clearSketch(this.stage);
    if (this.last) await this.live.cancel();
  }

  private async place(by: Point, quality: Quality): Promise<unknown> {
    const steps = this.parts.map(({ bone, end }): Placing => ({
      bone: bone.id,
      ...(end !== 'tail' && { head: plus(bone.head, by) }),
      ...(end !== 'head' && { tail: plus(bone.tail, by) }),
      children: end === 'both' && !this.start.alt ? 'follow' : 'stay',
    }));
    let edited: unknown = null;
    for (const [i, step] of steps.entries()) {
      // The last step weighs what the others have left.
      const weights = i + 1 < steps.length ? 'keep' : quality;
      edited = await this.stage.session.edit(
        'place_bone', { ...step, weights, merge: this.live.merge }, [],
        { label: 'Weighing the bones' });
      if (edited === null) return null;
    }
    return edited;
  }

  /** Where the bones will be. */
  private moved(by: Point): Map<number, Ends> {
    const moved = new Map<number, Ends>();
    const carried = new Set<number>();
    for (const { bone, end } of this.parts) {
      moved.set(bone.id, { head: end === 'tail' ? bone.head : plus(bone.head, by),
                           tail: end === 'head' ? bone.tail : plus(bone.tail, by) });
      if (end === 'both' && !this.start.alt) carried.add(bone.id);
    }
    for (const bone of this.bones) {  // parents first
      if (bone.parent === null || !carried.has(bone.parent)) continue;
      carried.add(bone.id);
      moved.set(bone.id, { head: plus(bone.head, by), tail: plus(bone.tail, by) });
    }
    return moved;
  }
}

/** The topmost of the chosen bones, which carry the others, and the tails that they hang on. */
function partsOfAll(chosen: ReadonlySet<number>, bones: BoneState[], alone: boolean): Part[] {
  const carried = new Set<number>();
  for (const { id, parent } of bones) {  // parents first
    if (parent !== null && (chosen.has(parent) || carried.has(parent))) carried.add(id);
  }
  const tops = bones.filter(({ id }) => chosen.has(id) && (alone || !carried.has(id)));
  const parts = tops.flatMap((bone) => partsOf(bone, 'bone', bones, alone));
  // A tail that several of them share moves once, and not if its own bone moves.
  return parts.filter(({ bone, end }, i) => end === 'both' || (!chosen.has(bone.id) &&
    !carried.has(bone.id) && parts.findIndex((other) => other.bone === bone) === i));
}

function partsOf(bone: BoneState, what: BoneHit['what'], bones: BoneState[], alone: boolean):
    Part[] {
  const own = { bone, end: what === 'bone' || isPin(bone) ? 'both' as const : what };
  if (alone) return [own];
  const joint = what === 'tail' ? bone.tail : bone.head;
  // A whole bone takes its children along by itself.
  const others = bones.filter((other) => other !== bone && isConnected(other, bone, what));
  const tails = others.filter((other) => distance(other.tail, joint) < 1e-3)
    .map((other) => ({ bone: other, end: 'tail' as const }));
  const heads = what === 'bone' ? [] : others.filter((other) => distance(other.head, joint) < 1e-3)
    .map((other) => ({ bone: other, end: 'head' as const }));
  return [...tails, own, ...heads];
}

/** Whether two bones may share the joint that is dragged: parent and child, or siblings. */
function isConnected(other: BoneState, bone: BoneState, what: BoneHit['what']): boolean {
  if (what === 'tail') return other.parent === bone.id;
  return other.id === bone.parent || (other.parent === bone.parent && bone.parent !== null);
}
