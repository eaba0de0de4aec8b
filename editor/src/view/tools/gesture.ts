// SPDX-License-Identifier: MIT
import { gestureName } from '../../gesture_name.js';
import type { Session } from '../../session.js';
import { distance, type Pointer, type Stage } from '../stage.js';

/** From a press to the release. */
export interface Gesture {
  move(pointer: Pointer): void;
  end(pointer: Pointer): void | Promise<void>;
  /** All is as it was before the press. */
  cancel(): void | Promise<void>;
}

/** What a pointer does on the canvas while it is chosen. */
export interface CanvasTool {
  readonly cursor: string;
  press(pointer: Pointer): Promise<Gesture | null>;
  hover?(pointer: Pointer): void;
  leave?(): void;
  doubleClick?(pointer: Pointer): void;
  /** Enter and Escape outside gestures. Returns whether it meant something. */
  confirm?(): boolean;
}

/** Whether a pointer has gone far enough to mean it. */
export class DragThreshold {
  private passed = false;
  constructor(private readonly start: Pointer) {}

  isPassed(pointer: Pointer): boolean {
    const least = pointer.isTouch ? 8 : 3;
    this.passed ||= distance(pointer.view, this.start.view) >= least;
    return this.passed;
  }
}

/**
 * The edits of a gesture as one step to undo. At most one call is on its way: of the steps that come
 * meanwhile only the newest runs.
 */
export class LiveEdit {
  readonly merge: string;
  private running: Promise<void> | null = null;
  private next: (() => Promise<unknown>) | null = null;
  private hasEdited = false;

  constructor(private readonly session: Session, name: string) {
    this.merge = gestureName(name);
  }

  /** A step answers null where it failed. */
  run(step: () => Promise<unknown>): void {
    this.next = step;
    this.running ??= this.drain();
  }

  /**
   * After what still runs. A last step that fails or is stopped takes the gesture back: what it has
   * drafted is not to be kept.
   */
  async finish(last?: () => Promise<unknown>): Promise<void> {
    let failed = false;
    if (last) {
      this.run(async () => {
        const done = await last();
        failed = done === null;
        return done;
      });
    }
    await this.running;
    await this.session.query('end_merge', {});
    if (failed && this.hasEdited) await this.session.undo();
  }

  async cancel(): Promise<void> {
    this.next = null;
    await this.running;
    await this.session.query('end_merge', {});
    if (this.hasEdited) await this.session.undo();
  }

  private async drain(): Promise<void> {
    while (this.next) {
      const step = this.next;
      this.next = null;
      if (await step() !== null) this.hasEdited = true;
    }
    this.running = null;
  }
}

/** The document shows by itself what a gesture has sketched so far. */
export function clearSketch(stage: Stage): void {
  stage.sketch.value = {};
}
