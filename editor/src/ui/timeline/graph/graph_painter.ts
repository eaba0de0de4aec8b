// SPDX-License-Identifier: MIT
import { type Box, paintAfterEnd, paintBox, paintRuler, rulerHeight, type RulerPicture } from
  '../ruler_painter.js';
import { pixelOf, ticksBetween, timeOf } from '../time_scale.js';
import { colorOf, type TimelineColors } from '../timeline_colors.js';
import type { CurveColor } from './curves.js';
import { type Dot, type DrawnCurve, type Handle, sameDot } from './dots.js';
import { valueTicks, type ValueScale, yOf } from './value_scale.js';

export interface GraphPicture extends RulerPicture {
  values: ValueScale;
  curves: readonly DrawnCurve[];
  dots: readonly Dot[];
  handles: readonly Handle[];
  hovered: Dot | Handle | null;
  /** Name of a curve. */
  active: string | null;
  box: Box | null;
}

export type CurveColors = Record<CurveColor, string>;

export function readCurveColors(element: Element): CurveColors {
  const color = (name: CurveColor): string => colorOf(element, `curve-${name}`);
  return { turn: color('turn'), x: color('x'), y: color('y'), wide: color('wide'),
           high: color('high'), other: color('other') };
}

/** Dots nearer to each other than this are small, as in recorded motion. */
const denseSpacing = 7;  // pixels

/** Paints curves, keys and handles below the ruler. */
export class GraphPainter {
  constructor(private readonly context: CanvasRenderingContext2D,
              private readonly colors: TimelineColors, private readonly curveColors: CurveColors) {}

  paint(picture: GraphPicture): void {
    const { context, colors } = this;
    const { width, height } = picture;
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, width, height);
    context.save();
    context.beginPath();
    context.rect(0, rulerHeight, width, height - rulerHeight);
    context.clip();
    paintAfterEnd(context, colors, picture);
    this.paintGrid(picture);
    for (const curve of picture.curves) this.paintCurve(picture, curve);
    for (const handle of picture.handles) this.paintHandle(picture, handle);
    this.paintDots(picture);
    if (picture.box) paintBox(context, colors, picture.box);
    context.restore();
    paintRuler(context, colors, picture);
  }

  private paintGrid({ values, scale, width, height, fps, inSeconds }: GraphPicture): void {
    const { context, colors } = this;
    context.fillStyle = colors.line;
    for (const { value } of valueTicks(values)) {
      context.globalAlpha = value === 0 ? 1 : 0.45;
      context.fillRect(0, Math.round(yOf(values, value)), width, 1);
    }
    context.globalAlpha = 0.3;
    for (const { time, label } of ticksBetween(scale, scale.start, timeOf(scale, width), fps,
                                               inSeconds)) {
      if (label !== null) context.fillRect(Math.round(pixelOf(scale, time)), rulerHeight, 1, height);
    }
    context.globalAlpha = 1;
  }

  private paintCurve({ scale, values, active, width }: GraphPicture,
                     { curve, times, values: heights }: DrawnCurve): void {
    const { context } = this;
    context.beginPath();
    for (const [i, time] of times.entries()) {
      const x = pixelOf(scale, time);
      // Of what is out of sight only the points next to it are drawn.
      if (x > width && i > 0 && pixelOf(scale, times[i - 1]!) > width) break;
      if (i + 1 < times.length && pixelOf(scale, times[i + 1]!) < 0) continue;
      context.lineTo(x, yOf(values, heights[i]!));
    }
    context.strokeStyle = this.curveColors[curve.color];
    context.lineWidth = curve.name === active ? 2.5 : 1.5;
    context.lineJoin = 'round';
    context.stroke();
  }

  private paintHandle({ scale, values, hovered }: GraphPicture, handle: Handle): void {
    const { context, colors } = this;
    const [x, y] = [pixelOf(scale, handle.time), yOf(values, handle.value)];
    const { dot } = handle;
    context.strokeStyle = colors.dim;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(pixelOf(scale, dot.time), yOf(values, dot.value));
    context.lineTo(x, y);
    context.stroke();
    const isHovered = hovered !== null && 'side' in hovered && hovered.side === handle.side &&
      sameDot(hovered.dot, dot);
    const color = this.curveColors[dot.drawn.curve.color];
    this.paintDisc(x, y, isHovered ? 5.5 : 4, colors.panel, color, 1.5);
  }

  private paintDots({ dots, scale, values, hovered, width }: GraphPicture): void {
    const { colors } = this;
    const ordered = [...dots.filter(({ chosen }) => !chosen), ...dots.filter(({ chosen }) => chosen)];
    for (const dot of ordered) {
      const [x, y] = [pixelOf(scale, dot.time), yOf(values, dot.value)];
      if (x < -8 || x > width + 8) continue;
      const color = this.curveColors[dot.drawn.curve.color];
      const isHovered = hovered !== null && !('side' in hovered) && sameDot(hovered, dot);
      const radius = (isDense(dot, scale.perSecond) ? 2 : 4) + (isHovered ? 1.5 : 0);
      if (dot.chosen) this.paintDisc(x, y, radius + 1.5, color, colors.text, 2);
      else this.paintDisc(x, y, radius, color, colors.panel, 1.5);
    }
  }

  private paintDisc(x: number, y: number, radius: number, fill: string, stroke: string,
                    lineWidth: number): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = stroke;
    context.lineWidth = lineWidth;
    context.stroke();
  }
}

function isDense({ drawn: { curve: { track: { keys } } } }: Dot, perSecond: number): boolean {
  const span = keys.at(-1)!.time - keys[0]!.time;
  return keys.length > 2 && span * perSecond / (keys.length - 1) < denseSpacing;
}
