// SPDX-License-Identifier: MIT
import { computed, signal } from '@preact/signals';
import type { KeyAddress } from '../../../../bindings/wasm/src/protocol.js';
import type { Editor } from '../editor.js';
import { KeyPainter, rowHeight, type TimelinePicture } from './key_painter.js';
import { keyName } from './key_selection.js';
import { keysBetween, rowsOf, type TimelineRow } from './rows.js';
import { type Box, rulerHeight } from './ruler_painter.js';
import { TimeCanvas } from './time_canvas.js';
import { pixelOf, timeOf } from './time_scale.js';
import { readColors } from './timeline_colors.js';

const grabRadius = 7;  // pixels

/** The keys of the clip on a canvas: painted when something changed, found by the pointer. */
export class TimelineCanvas extends TimeCanvas {
  readonly scrollTop = signal(0);
  readonly activeRow = signal(0);
  /** Seconds by which selected keys are being dragged. */
  readonly drag = signal(0);
  readonly box = signal<Box | null>(null);
  private readonly computedRows = computed(() => {
    const { session, timeline } = this.editor;
    const [state, content] = [session.state.value, timeline.content.value];
    return state && content ? rowsOf(state, content, timeline.unfolded.value) : [];
  });

  constructor(editor: Editor, canvas: HTMLCanvasElement) {
    super(editor, canvas);
    this.begin();
  }

  get rows(): TimelineRow[] {
    return this.computedRows.value;
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
  keysIn({ x0, y0, x1, y1 }: Box): KeyAddress[] {
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

  protected prepare(): (context: CanvasRenderingContext2D) => void {
    const picture = this.picture();
    return (context) => new KeyPainter(context, readColors(this.canvas)).paint(picture);
  }
}
