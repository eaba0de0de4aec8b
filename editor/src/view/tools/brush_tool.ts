// SPDX-License-Identifier: MIT
import type { Point } from '../../../../bindings/wasm/src/protocol.js';
import type { Brush } from '../../session.js';
import { boneOf, distance, type Pointer, type Stage } from '../stage.js';
import { clearSketch, type CanvasTool, type Gesture, LiveEdit } from './gesture.js';
import { selectBone } from './select_tool.js';

/**
 * Paints weights of the selected bone. Ctrl takes weight away where the brush adds, and adds where it
 * takes away; Shift smooths, Alt chooses the bone below the pointer.
 */
export class BrushTool implements CanvasTool {
  readonly cursor = 'none';
  constructor(private readonly stage: Stage) {}

  async press(pointer: Pointer): Promise<Gesture | null> {
    const { stage, stage: { session } } = this;
    if (pointer.alt) {
      const bone = boneOf(await stage.hits(pointer, ['bone']));
      if (bone) selectBone(stage, bone.bone, pointer);
      return null;
    }
    const { bones, layer } = session.selection.peek();
    const painted = layer ?? await this.layerBelow(pointer, bones.at(-1));
    if (bones.length === 0) session.tell('Choose the bone whose weights the brush paints.');
    else if (painted === null) session.tell('Press on the layer that the brush shall paint.');
    else return new Paint(stage, pointer, { bone: bones.at(-1)!, layer: painted });
    return null;
  }

  hover(pointer: Pointer): void {
    showBrush(this.stage, pointer);
    if (!pointer.alt) this.stage.hovered.value = null;
    else void this.stage.hits(pointer, ['bone']).then((hits) =>
      this.stage.hovered.value = boneOf(hits)?.bone ?? null);
  }

  leave(): void {
    clearSketch(this.stage);
  }

  /** The topmost layer at the pointer that follows the bone; if that is none, the topmost. */
  private async layerBelow(pointer: Pointer, bone: number | undefined): Promise<number | null> {
    const hits = (await this.stage.hits(pointer, ['layer']))
      .flatMap((hit) => hit.what === 'layer' ? [hit.layer] : []);
    const { layers } = this.stage.session.state.peek()!;
    const follows = (id: number) => layers.find((layer) => layer.id === id)?.bones
      .includes(bone ?? -1);
    return hits.find(follows) ?? hits[0] ?? null;
  }
}

function modeOf({ mode }: Brush, { ctrl, shift }: Pointer): Brush['mode'] {
  if (shift) return 'smooth';
  if (!ctrl) return mode;
  return mode === 'subtract' ? 'add' : 'subtract';
}

function showBrush(stage: Stage, pointer: Pointer): void {
  const brush = stage.session.brush.peek();
  stage.sketch.value = {
    brush: {
      at: pointer.at, radius: brush.radius, strength: brush.strength * pointer.pressure,
      isErasing: modeOf(brush, pointer) === 'subtract',
    },
  };
}

class Paint implements Gesture {
  private readonly live: LiveEdit;
  private readonly mode: Brush['mode'];
  /** Dabs that no call has taken along yet. */
  private waiting: Point[];
  private last: Point;
  private pressure: number;

  constructor(private readonly stage: Stage, start: Pointer,
              private readonly target: { bone: number; layer: number }) {
    this.live = new LiveEdit(stage.session, 'paint weights');
    this.mode = modeOf(stage.session.brush.peek(), start);
    this.waiting = [start.at];
    this.last = start.at;
    this.pressure = start.pressure;
    this.paint();
  }

  move(pointer: Pointer): void {
    showBrush(this.stage, pointer);
    this.pressure = pointer.pressure;
    const spacing = this.stage.session.brush.peek().radius / 4;
    const far = distance(this.last, pointer.at);
    const [fx, fy] = this.last;
    for (let gone = spacing; gone <= far; gone += spacing) {
      const share = gone / far;
      this.last = [fx + share * (pointer.at[0] - fx), fy + share * (pointer.at[1] - fy)];
      this.waiting.push(this.last);
    }
    if (this.waiting.length > 0) this.paint();
  }

  end(pointer: Pointer): Promise<void> {
    this.move(pointer);
    return this.live.finish();
  }

  cancel(): Promise<void> {
    return this.live.cancel();
  }

  private paint(): void {
    this.live.run(async () => {
      const { radius, strength, hardness } = this.stage.session.brush.peek();
      const at = this.waiting.splice(0);
      return this.stage.session.edit('paint_weights', {
        ...this.target, at, radius, hardness, strength: strength * this.pressure, mode: this.mode,
        merge: this.live.merge,
      });
    });
  }
}
