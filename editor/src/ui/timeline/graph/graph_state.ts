// SPDX-License-Identifier: MIT
import { batch, signal, type Signal } from '@preact/signals';
import type { Session } from '../../../session.js';
import { type ChosenParts, choiceOf, type Dot } from './dots.js';
import type { ValueRange } from './value_scale.js';

/** How the graph of the timeline is seen, and what is chosen in it besides keys. */
export class GraphState {
  /** Instead of the dope sheet. */
  readonly isShown: Signal<boolean> = signal(false);
  /** Kinds of curves that are not shown. */
  readonly hidden: Signal<ReadonlySet<string>> = signal(new Set());
  /** null: all of the curves in view. */
  readonly range: Signal<ValueRange | null> = signal(null);
  /** The curve that keyboard and double clicks are about, by its name. */
  readonly active: Signal<string | null> = signal(null);
  /** An owner that the panels cannot choose: a constraint. */
  readonly other: Signal<string | null> = signal(null);
  readonly parts: Signal<ChosenParts> = signal(new Map());

  constructor(private readonly session: Session) {}

  toggle(kind: string): void {
    const hidden = new Set(this.hidden.value);
    if (!hidden.delete(kind)) hidden.add(kind);
    batch(() => {
      this.hidden.value = hidden;
      this.range.value = null;
    });
  }

  /** These dots and no others. */
  choose(dots: readonly Dot[]): void {
    const { keys, parts } = choiceOf(dots);
    batch(() => {
      this.parts.value = parts;
      this.session.select({ keys });
    });
  }
}
