// SPDX-License-Identifier: MIT
import type { KeyColumn, TimelineRow } from './rows.js';
import { type Box, paintAfterEnd, paintBox, paintRuler, rulerHeight, type RulerPicture } from
  './ruler_painter.js';
import { pixelOf, type TimeScale } from './time_scale.js';
import type { TimelineColors } from './timeline_colors.js';

export const rowHeight = 22;

const denseSpacing = 8;  // pixels from key to key

/** What is painted; times in seconds, places in pixels. */
export interface TimelinePicture extends RulerPicture {
  scrollTop: number;
  rows: TimelineRow[];
  activeRow: number;
  time: number;
  selected: ReadonlySet<string>;
  /** Seconds by which the selected keys are being dragged. */
  drag: number;
  box: Box | null;
}

/** Pixels from one key of a row to the next, on average. */
function spacingOf({ columns }: TimelineRow, { perSecond }: TimeScale): number {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || first === last) return Infinity;
  return (last.time - first.time) * perSecond / (columns.length - 1);
}

/** Paints the timeline's keys, ruler and playhead. */
export class KeyPainter {
  constructor(private readonly context: CanvasRenderingContext2D,
              private readonly colors: TimelineColors) {}

  paint(picture: TimelinePicture): void {
    const { context, colors } = this;
    context.clearRect(0, 0, picture.width, picture.height);
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, picture.width, picture.height);
    context.save();
    context.beginPath();
    context.rect(0, rulerHeight, picture.width, picture.height - rulerHeight);
    context.clip();
    this.paintGround(picture);
    picture.rows.forEach((row, i) => this.paintRow(picture, row, i));
    if (picture.box) paintBox(context, colors, picture.box);
    context.restore();
    paintRuler(context, colors, picture);
    this.paintPlayhead(picture);
  }

  private top({ scrollTop }: TimelinePicture, row: number): number {
    return rulerHeight + row * rowHeight - scrollTop;
  }

  private paintGround(picture: TimelinePicture): void {
    const { context, colors } = this;
    const { rows, width, activeRow } = picture;
    context.fillStyle = colors.stripe;
    rows.forEach((row, i) => {
      const isOwner = row.kind === 'owner';
      if (isOwner || i === activeRow) {
        context.globalAlpha = i === activeRow ? 1 : 0.5;
        context.fillRect(0, this.top(picture, i), width, rowHeight - 1);
      }
    });
    context.globalAlpha = 1;
    paintAfterEnd(context, colors, picture);
  }

  private paintRow(picture: TimelinePicture, row: TimelineRow, index: number): void {
    const top = this.top(picture, index);
    if (top + rowHeight < rulerHeight || top > picture.height) return;
    const middle = top + rowHeight / 2;
    if (row.kind === 'channel') this.paintSpan(picture, row, middle);
    if (spacingOf(row, picture.scale) < denseSpacing) return this.paintDense(picture, row, middle);
    const size = row.kind === 'owner' ? 4 : 4.5;
    for (const column of row.columns) this.paintColumn(picture, column, middle, size);
  }

  /** Keys that would run into one another, as in recorded motion: a line each. */
  private paintDense(picture: TimelinePicture, { columns }: TimelineRow, middle: number): void {
    const { context, colors } = this;
    for (const { time, keys } of columns) {
      const isChosen = keys.some(({ name }) => picture.selected.has(name));
      const x = pixelOf(picture.scale, isChosen ? time + picture.drag : time);
      if (x < 0 || x > picture.width) continue;
      context.fillStyle = isChosen ? colors.accent : colors.key;
      context.fillRect(x - 0.5, middle - 4, 1, 8);
    }
  }

  /** From the first key to the last: while the channel moves. */
  private paintSpan({ scale }: TimelinePicture, row: TimelineRow, middle: number): void {
    const [first, last] = [row.columns[0], row.columns.at(-1)];
    if (!first || !last || first === last) return;
    this.context.fillStyle = this.colors.line;
    const from = pixelOf(scale, first.time);
    this.context.fillRect(from, middle - 1, pixelOf(scale, last.time) - from, 2);
  }

  private paintColumn(picture: TimelinePicture, { time, keys }: KeyColumn, middle: number,
                      size: number): void {
    const x = pixelOf(picture.scale, time);
    const chosen = keys.filter(({ name }) => picture.selected.has(name)).length;
    if (chosen === 0 && (x < -size || x > picture.width + size)) return;
    const holds = keys.every(({ interpolation }) => interpolation === 'step');
    const shape = holds ? 'square' : 'diamond';
    if (chosen < keys.length) this.paintKey(x, middle, size, shape, this.colors.key);
    if (chosen > 0) {
      const dragged = pixelOf(picture.scale, time + picture.drag);
      this.paintKey(dragged, middle, size + 0.5, shape, this.colors.accent);
    }
  }

  private paintKey(x: number, y: number, size: number, shape: 'square' | 'diamond', color: string):
      void {
    const { context } = this;
    context.fillStyle = color;
    context.beginPath();
    if (shape === 'square') {
      context.rect(x - size + 0.5, y - size + 0.5, 2 * size - 1, 2 * size - 1);
    } else {
      context.moveTo(x, y - size - 1);
      context.lineTo(x + size + 1, y);
      context.lineTo(x, y + size + 1);
      context.lineTo(x - size - 1, y);
    }
    context.closePath();
    context.fill();
    context.strokeStyle = this.colors.panel;
    context.lineWidth = 1;
    context.stroke();
  }

  private paintPlayhead({ scale, time, height }: TimelinePicture): void {
    const { context, colors } = this;
    const x = Math.round(pixelOf(scale, time)) + 0.5;
    context.fillStyle = colors.accent;
    context.fillRect(x - 0.75, 0, 1.5, height);
    context.beginPath();
    context.moveTo(x - 6, 0);
    context.lineTo(x + 6, 0);
    context.lineTo(x + 6, 8);
    context.lineTo(x, 14);
    context.lineTo(x - 6, 8);
    context.closePath();
    context.fill();
  }
}
