// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import type { Session } from './session.js';

/** The files of the document's pictures, by image id, for who shows them. */
export class Pictures {
  readonly files: Signal<ReadonlyMap<number, Blob>> = signal(new Map());

  private document = -1;
  private asked = new Set<number>();
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    this.stop = effect(() => {
      const images = session.state.value?.images ?? [];
      if (this.document !== session.document.value) {
        this.document = session.document.value;
        this.asked = new Set();
        this.files.value = new Map();
      }
      for (const { id } of images) {
        if (this.asked.has(id)) continue;
        this.asked.add(id);
        void this.load(id);
      }
    });
  }

  close(): void {
    this.stop();
  }

  private async load(image: number): Promise<void> {
    const { session, document } = this;
    const asked = await session.query('image', { image }).catch(() => null);
    if (!asked) return void this.asked.delete(image);  // it is gone by now
    const { answer, blobs } = asked;
    if (document !== session.document.peek()) return;
    const file = new Blob([blobs[0]! as BlobPart], { type: answer.mime });
    this.files.value = new Map(this.files.peek()).set(image, file);
  }
}
