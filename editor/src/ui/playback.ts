// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import type { ClipState } from '../../../bindings/wasm/src/protocol.js';
import type { Session } from '../session.js';

/** Lets the session's time pass while it plays, one picture at a time. */
export class Playback {
  readonly speed: Signal<number> = signal(1);
  /** Of the ruler and of single steps. */
  readonly fps: Signal<number> = signal(24);
  private request = 0;
  private last = 0;
  /** Seconds into the clip, which runs on while a picture is awaited. */
  private now = 0;
  private readonly stopEffect: () => void;

  constructor(private readonly session: Session) {
    this.stopEffect = effect(() => {
      if (session.playing.value) this.start();
      else cancelAnimationFrame(this.request);
    });
  }

  get clip(): ClipState | null {
    const { state, clip } = this.session;
    return state.value?.clips.find(({ id }) => id === clip.value) ?? null;
  }

  toggle(): void {
    const { session } = this;
    if (!session.playing.value && !this.clip) return;
    session.playing.value = !session.playing.value;
  }

  /** To a time within the clip; stops playing. */
  seek(time: number): void {
    this.session.playing.value = false;
    const most = this.clip?.duration ?? 0;
    this.session.time.value = Math.min(Math.max(time, 0), Math.max(most, 0));
  }

  /** To the next or previous whole frame. */
  step(frames: number): void {
    const fps = this.fps.value;
    const at = this.session.time.value * fps;
    // A time between two frames first goes to the nearer one in that direction.
    const whole = frames > 0 ? Math.floor(at + 1e-6) : Math.ceil(at - 1e-6);
    this.seek((whole + frames) / fps);
  }

  close(): void {
    this.stopEffect();
    cancelAnimationFrame(this.request);
  }

  private start(): void {
    const clip = this.clip;
    const { time } = this.session;
    if (clip && !clip.loop && time.peek() >= clip.duration - 1e-6) time.value = 0;
    this.last = performance.now();
    this.now = time.peek();
    this.request = requestAnimationFrame((at) => this.tick(at));
  }

  private tick(at: number): void {
    const { session, clip } = this;
    if (!clip) {
      session.playing.value = false;
      return;
    }
    this.now += Math.max(at - this.last, 0) / 1000 * this.speed.value;
    this.last = at;
    const { duration } = clip;
    const isOver = !clip.loop && this.now >= duration;
    if (clip.loop && duration > 0) this.now = (this.now % duration + duration) % duration;
    // While the last picture is still being made the playhead waits for it.
    if (session.client.pending === 0 || isOver) session.time.value = Math.min(this.now, duration);
    if (isOver) session.playing.value = false;
    else this.request = requestAnimationFrame((next) => this.tick(next));
  }
}
