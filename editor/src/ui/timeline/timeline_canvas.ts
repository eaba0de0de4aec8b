// SPDX-License-Identifier: MIT
import { computed, effect, signal } from '@preact/signals';
import type { KeyAddress } from '../../../../bindings/wasm/src/protocol.js';
import type { Editor } from '../editor.js';
import { isDark } from '../theme.js';
import { KeyPainter, readColors, rowHeight, rulerHeight, type TimelinePicture } from
  './key_painter.js';
import { keyName } from './key_selection.js';
import { keysBetween, rowsOf, type TimelineRow } from './rows.js';
import { pixelOf, scaleFor, snapped, timeOf, zoomed, type TimeScale } from './time_scale.js';

const grabRadius = 7;  // pixels

/** The keys of the clip on a canvas: painted when something changed, found by the pointer. */
export class TimelineCanvas {
  readonly scrollTop = signal(0);
  readonly activeRow = signal(0);
  /** Seconds by which selected keys are being dragged. */
  readonly drag = signal(0);
  readonly box = signal<TimelinePicture['box']>(null);
  private readonly computedRows = computed(() => {
    const { session, timeline } = this.editor;
    const [state, content] = [session.state.value, timeline.content.value];
    return state && content ? rowsOf(state, content, timeline.unfolded.value) : [];
  });
  private readonly size = signal({ width: 0, height: 0 });
  private readonly resize: ResizeObserver;
  private readonly stopEffect: () => void;
  private request = 0;

  constructor(readonly editor: Editor, readonly canvas: HTMLCanvasElement) {
    this.resize = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = canvas;
      this.size.value = { width, height };
    });
    this.resize.observe(canvas);
    this.stopEffect = effect(() => {
      const picture = this.picture();
      void isDark.value;
      cancelAnimationFrame(this.request);
      this.request = requestAnimationFrame(() => this.paint(picture));
    });
  }

  close(): void {
    this.resize.disconnect();
    this.stopEffect();
    cancelAnimationFrame(this.request);
  }

  get rows(): TimelineRow[] {
    return this.computedRows.value;
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

  /** The moment at a pixel, on a frame where that is wanted. */
  timeAt(x: number): number {
    const { playback, timeline } = this.editor;
    return snapped(timeOf(this.scale, x), playback.fps.value, timeline.snaps.value);
  }

  /** The row at a pixel, or the number of rows below the last. */
  rowAt(y: number): number {
    return Math.floor((y - rulerHeight + this.scrollTop.value) / rowHeight);
  }

  /** The keys whose diamond is under the pointer. */
  keysUnder(x: number, y: number): KeyAddress[] {
    const row = this.rows[this.rowAt(y)];
    if (!row || y < rulerHeight) return [];
    const { scale } = this;
    const distance = (time: number): number => Math.abs(pixelOf(scale, time) - x);
    const near = row.columns.filter(({ time }) => distance(time) <= grabRadius)
      .sort((a, b) => distance(a.time) - distance(b.time));
    return near[0]?.keys.map(({ address }) => address) ?? [];
  }

  /** The keys within a rectangle of pixels. */
  keysIn({ x0, y0, x1, y1 }: NonNullable<TimelinePicture['box']>): KeyAddress[] {
    const { scale } = this;
    const [first, last] = [this.rowAt(Math.min(y0, y1)), this.rowAt(Math.max(y0, y1))];
    const found = new Map<string, KeyAddress>();
    for (const row of this.rows.slice(Math.max(first, 0), Math.max(last + 1, 0))) {
      for (const key of keysBetween(row, timeOf(scale, x0), timeOf(scale, x1))) {
        found.set(keyName(key), key);
      }
    }
    return [...found.values()];
  }

  private picture(): TimelinePicture {
    const { session, timeline, playback } = this.editor;
    return {
      ...this.size.value, scale: this.scale, scrollTop: this.scrollTop.value, rows: this.rows,
      activeRow: this.activeRow.value, events: timeline.content.value?.events ?? [],
      duration: playback.clip?.duration ?? 0, time: session.time.value, fps: playback.fps.value,
      inSeconds: timeline.inSeconds.value, drag: this.drag.value, box: this.box.value,
      selected: new Set(session.selection.value.keys.map(keyName)),
    };
  }

  private paint(picture: TimelinePicture): void {
    const { canvas } = this;
    const density = devicePixelRatio;
    canvas.width = Math.round(picture.width * density);
    canvas.height = Math.round(picture.height * density);
    const context = canvas.getContext('2d')!;
    context.scale(density, density);
    new KeyPainter(context, readColors(canvas)).paint(picture);
  }
}
