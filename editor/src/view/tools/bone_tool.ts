// SPDX-License-Identifier: MIT
import { boneOf, type Pointer, type Stage } from '../stage.js';
import type { CanvasTool, Gesture } from './gesture.js';

/** A tool by which bones are chosen: it shows which one lies below, and Escape lets them go. */
export abstract class BoneTool implements CanvasTool {
  abstract readonly cursor: string;
  constructor(protected readonly stage: Stage) {}

  abstract press(pointer: Pointer): Promise<Gesture | null>;

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
}

export async function hoverBone(stage: Stage, pointer: Pointer): Promise<void> {
  stage.hovered.value = boneOf(await stage.hits(pointer, ['bone']))?.bone ?? null;
}
