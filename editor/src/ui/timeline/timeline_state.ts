// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import type { ClipContent, KeyAddress } from '../../../../bindings/wasm/src/protocol.js';
import type { Session } from '../../session.js';
import { GraphState } from './graph/graph_state.js';

/** What the timeline shows of the clip that is chosen, and how. */
export class TimelineState {
  /** null: no clip, or not heard of yet. */
  readonly content: Signal<ClipContent | null> = signal(null);
  /** Pixels per second; null: the whole clip in view. */
  readonly zoom: Signal<number | null> = signal(null);
  /** Seconds at the left edge. */
  readonly start: Signal<number> = signal(0);
  readonly snaps: Signal<boolean> = signal(true);
  readonly inSeconds: Signal<boolean> = signal(false);
  /** Rows whose channels are shown, by the name of their owner. */
  readonly unfolded: Signal<ReadonlySet<string>> = signal(new Set());
  readonly copied: Signal<{ clip: number; keys: KeyAddress[] } | null> = signal(null);
  readonly graph: GraphState;
  private readonly stopEffect: () => void;
  private asked = '';

  constructor(private readonly session: Session) {
    this.graph = new GraphState(session);
    this.stopEffect = effect(() => {
      const clip = session.state.value?.clips.find(({ id }) => id === session.clip.value);
      void this.load(clip ? `${clip.id}/${clip.content}` : '', clip?.id ?? null);
    });
  }

  toggle(row: string): void {
    const unfolded = new Set(this.unfolded.value);
    if (!unfolded.delete(row)) unfolded.add(row);
    this.unfolded.value = unfolded;
  }

  close(): void {
    this.stopEffect();
  }

  private async load(version: string, clip: number | null): Promise<void> {
    if (version === this.asked) return;
    this.asked = version;
    if (clip === null) {
      this.content.value = null;
      return;
    }
    try {
      const { answer } = await this.session.query('clip', { clip }, { latest: 'clip' });
      if (this.asked === version) this.content.value = answer;
    } catch {  // the clip is gone by now
      if (this.asked === version) this.content.value = null;
    }
  }
}
