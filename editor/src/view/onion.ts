// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import type { FrameData, Session } from '../session.js';
import { frameData } from '../session.js';
import type { Color, Ghost } from './gl/renderer.js';

const past: Color = [0.94, 0.33, 0.31];
const future: Color = [0.16, 0.6, 0.96];

/** Moments of the clip before and after the shown one. */
export class Onion {
  readonly ghosts: Signal<Ghost[]> = signal([]);
  private asked = 0;
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    this.stop = effect(() => {
      const moments = this.wanted();
      session.frame.value;  // what is posed or edited changes them too
      void this.fetch(moments);
    });
  }

  close(): void {
    this.stop();
  }

  private wanted(): { time: number; color: Color; opacity: number }[] {
    const { session } = this;
    const clip = session.state.value?.clips.find(({ id }) => id === session.clip.value);
    const { before, after, step } = session.shown.value.onion;
    if (!clip || session.mode.value !== 'animate' || session.playing.value) return [];
    const now = session.time.value;
    const at = (steps: number, color: Color) => {
      const time = now + steps * step;
      const looped = clip.loop && clip.duration > 0 ?
        (time % clip.duration + clip.duration) % clip.duration : time;
      return { time: looped, color, opacity: 0.42 / Math.abs(steps) ** 0.7 };
    };
    // The farthest first: nearer ones lie above.
    return [...Array.from({ length: before }, (_, i) => at(i - before, past)),
            ...Array.from({ length: after }, (_, i) => at(after - i, future))]
      .filter(({ time }) => time >= 0 && time <= clip.duration);
  }

  private async fetch(moments: ReturnType<Onion['wanted']>): Promise<void> {
    const asked = ++this.asked;
    const found = await Promise.all(moments.map(async ({ time, ...look }, i) => {
      const moment = await this.moment(time, `onion ${i}`);
      return moment ? [{ moment, ...look }] : [];
    }));
    const isOld = asked !== this.asked;
    const isEmpty = moments.length === 0 && this.ghosts.peek().length === 0;
    if (!isOld && !isEmpty) this.ghosts.value = found.flat();
  }

  private async moment(onion: number, latest: string): Promise<FrameData | null> {
    const { session } = this;
    try {
      const { answer, blobs } = await session.query('frame', { onion }, { latest });
      const state = session.state.peek();
      return state && frameData(answer, blobs, state);
    } catch {
      return null;  // the clip is gone: so are its ghosts
    }
  }
}
