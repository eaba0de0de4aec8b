// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import type { ImageState } from '../../bindings/wasm/src/protocol.js';
import { decode } from '../../bindings/wasm/src/painting.js';
import type { Session } from './session.js';

/** The document's pictures as they are seen. */
export class Pictures {
  /** By image id; premultiplied. Those that are being decoded are not there yet. */
  readonly bitmaps: Signal<ReadonlyMap<number, ImageBitmap>> = signal(new Map());

  private document = -1;
  private asked = new Set<number>();
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    this.stop = effect(() => {
      const images = session.state.value?.images ?? [];
      if (this.document !== session.document.value) this.forget();
      this.document = session.document.value;
      for (const image of images) {
        if (this.asked.has(image.id)) continue;
        this.asked.add(image.id);
        void this.load(image);
      }
    });
  }

  close(): void {
    this.stop();
    this.forget();
  }

  private forget(): void {
    for (const bitmap of this.bitmaps.peek().values()) bitmap.close();
    this.asked = new Set();
    this.bitmaps.value = new Map();
  }

  private async load({ id, name }: ImageState): Promise<void> {
    const { session, document } = this;
    try {
      const { answer, blobs } = await session.query('image', { image: id });
      const file = new Blob([blobs[0]! as BlobPart], { type: answer.mime });
      const bitmap = await decode(file);
      if (document !== session.document.peek()) return bitmap.close();
      this.bitmaps.value = new Map(this.bitmaps.peek()).set(id, bitmap);
    } catch (error) {
      session.tell(`The picture '${name}' cannot be read: ${messageOf(error)}`, 'error');
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
