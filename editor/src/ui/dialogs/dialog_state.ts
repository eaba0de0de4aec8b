// SPDX-License-Identifier: MIT
import { signal, type Signal } from '@preact/signals';
import type { Generation } from '../../files/autosave.js';

export interface Choice {
  id: string;
  label: string;
  kind?: 'primary' | 'danger';
}

/** What lies above the page and waits for an answer. */
export type Dialog =
  { kind: 'export' } |
  { kind: 'shortcuts' } |
  { kind: 'recover'; generations: Generation[] } |
  { kind: 'motion'; name: string; text: string; close: () => void } |
  { kind: 'choice'; title: string; text: string; choices: Choice[];
    answer: (id: string | null) => void };

export class Dialogs {
  readonly open: Signal<Dialog | null> = signal(null);

  show(dialog: Dialog): void {
    this.open.value = dialog;
  }

  /** As by Escape: questions are answered with nothing. */
  close(): void {
    const dialog = this.open.value;
    this.open.value = null;
    if (dialog?.kind === 'choice') dialog.answer(null);
    if (dialog?.kind === 'motion') dialog.close();
  }

  /** The id of the choice; null where the person turned away. */
  ask(title: string, text: string, choices: Choice[]): Promise<string | null> {
    return new Promise((resolve) => {
      const answer = (id: string | null): void => {
        this.open.value = null;
        resolve(id);
      };
      this.open.value = { kind: 'choice', title, text, choices, answer };
    });
  }

  mapMotion(name: string, text: string): Promise<void> {
    return new Promise((resolve) => {
      this.open.value = { kind: 'motion', name, text, close: resolve };
    });
  }
}
