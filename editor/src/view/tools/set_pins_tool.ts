// SPDX-License-Identifier: MIT
import { boneOf, isPin, type Pointer, type Stage } from '../stage.js';
import { BoneTool } from './bone_tool.js';
import { clearSketch, type Gesture } from './gesture.js';
import { PlaceBones } from './place_bones.js';
import { keepChosen, selectBone } from './select_tool.js';

/** Sets a pin where it is released: a point that holds the picture. A pin that is there is moved. */
export class SetPinsTool extends BoneTool {
  readonly cursor = 'crosshair';

  async press(pointer: Pointer): Promise<Gesture | null> {
    const { stage } = this;
    const hit = boneOf(await stage.hits(pointer, ['bone']));
    const ends = hit && stage.endsOf(hit.bone);
    if (!hit || !ends || !isPin(ends)) return new SetPin(stage, pointer);
    if (!pointer.shift) return new PlaceBones(stage, hit, pointer, keepChosen(stage, hit.bone));
    selectBone(stage, hit.bone, pointer);
    return null;
  }
}

class SetPin implements Gesture {
  constructor(private readonly stage: Stage, start: Pointer) {
    this.move(start);
  }

  move({ at }: Pointer): void {
    this.stage.sketch.value = { bone: { head: at, tail: at } };
  }

  async end({ at }: Pointer): Promise<void> {
    const { session } = this.stage;
    const made = await session.edit('add_pin', { at, parent: null, weights: 'exact' }, [],
                                    { label: 'Weighing the pins' });
    if (made?.id !== undefined) session.select({ bones: [made.id] });
    clearSketch(this.stage);
  }

  cancel(): void {
    clearSketch(this.stage);
  }
}
