// SPDX-License-Identifier: MIT
import { effect, signal } from '@preact/signals';
import type { Editor } from '../editor.js';
import { isDark } from '../theme.js';
import { scaleFor, snapped, timeOf, zoomed, type TimeScale } from './time_scale.js';

/** A canvas whose width is the clip's time: painted when something changed. */
export abstract class TimeCanvas {
  protected readonly size = signal({ width: 0, height: 0 });
  private readonly resize: ResizeObserver;
  private stopEffect: () => void = () => {};
  private request = 0;

  constructor(readonly editor: Editor, readonly canvas: HTMLCanvasElement) {
    this.resize = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = canvas;
      this.size.value = { width, height };
    });
    this.resize.observe(canvas);
  }

  close(): void {
    this.resize.disconnect();
    this.stopEffect();
    cancelAnimationFrame(this.request);
  }

  get scale(): TimeScale {
    const { timeline, playback } = this.editor;
    return scaleFor(timeline.zoom.value, timeline.start.value, playback.clip?.duration ?? 1,
                    this.size.value.width);
  }

  zoomBy(factor: number, pixel = this.size.value.width / 2): void {
    const { perSecond, start } = zoomed(this.scale, factor, pixel);
    this.editor.timeline.zoom.value = perSecond;
    this.editor.timeline.start.value = start;
  }

  panBy(pixels: number): void {
    const { timeline } = this.editor;
    const { start, perSecond } = this.scale;
    timeline.zoom.value = perSecond;
    timeline.start.value = Math.max(start + pixels / perSecond, 0);
  }

  exactTimeAt(x: number): number {
    return timeOf(this.scale, x);
  }

  /** The moment at a pixel, on a frame where that is wanted. */
  timeAt(x: number): number {
    const { playback, timeline } = this.editor;
    return snapped(timeOf(this.scale, x), playback.fps.value, timeline.snaps.value);
  }

  /** What is painted next, as things stand; runs again when one of them changes. */
  protected abstract prepare(): (context: CanvasRenderingContext2D) => void;

  /** Once all that `prepare` reads is there. */
  protected begin(): void {
    this.stopEffect = effect(() => {
      const paint = this.prepare();
      void isDark.value;
      cancelAnimationFrame(this.request);
      this.request = requestAnimationFrame(() => this.paint(paint));
    });
  }

  private paint(paint: (context: CanvasRenderingContext2D) => void): void {
    const { canvas } = this;
    const { width, height } = this.size.peek();
    const density = devicePixelRatio;
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    const context = canvas.getContext('2d')!;
    context.scale(density, density);
    paint(context);
  }
}
