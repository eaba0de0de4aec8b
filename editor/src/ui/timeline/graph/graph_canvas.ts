// SPDX-License-Identifier: MIT
import { computed, effect, signal } from '@preact/signals';
import type { Editor } from '../../editor.js';
import { keyName } from '../key_selection.js';
import { type Box, rulerHeight } from '../ruler_painter.js';
import { TimeCanvas } from '../time_canvas.js';
import { pixelOf, timeOf } from '../time_scale.js';
import { readColors } from '../timeline_colors.js';
import type { Place } from '../canvas_gestures.js';
import { CurveSamples } from './curve_samples.js';
import { curveOwners, curvesOf, type Curve } from './curves.js';
import { type Dot, dotsOf, type Handle, handlesOf } from './dots.js';
import { GraphPainter, readCurveColors } from './graph_painter.js';
import { isInside, nearest } from './nearest.js';
import { windowAround } from './sample_times.js';
import { fitted, pannedValues, type ValueScale, yOf, zoomedValues } from './value_scale.js';

const grabRadius = 8;  // pixels

/** Curves of what is chosen: painted when something changed, found by the pointer. */
export class GraphCanvas extends TimeCanvas {
  readonly box = signal<Box | null>(null);
  readonly hovered = signal<Dot | Handle | null>(null);
  private readonly samples: CurveSamples;
  private readonly stopSampling: () => void;

  constructor(editor: Editor, canvas: HTMLCanvasElement) {
    super(editor, canvas);
    this.samples = new CurveSamples(editor.session);
    this.stopSampling = effect(() => this.sample());
    this.begin();
  }

  override close(): void {
    this.stopSampling();
    super.close();
  }

  /** Owners that are chosen and have curves. */
  private readonly computedOwners = computed(() => {
    const { session, timeline } = this.editor;
    const { bones, layer } = session.selection.value;
    const chosen = new Set([...bones.map((id) => `bone/${id}`), `layer/${layer}`,
                            timeline.graph.other.value]);
    const content = timeline.content.value;
    return content ? curveOwners(content).filter((owner) => chosen.has(owner)).join(' ') : '';
  });

  /** All curves of what is chosen, also hidden ones. */
  private readonly computedCurves = computed(() => {
    const content = this.editor.timeline.content.value;
    return content ? curvesOf(content, new Set(this.computedOwners.value.split(' '))) : [];
  });

  private readonly computedDots = computed(() => {
    const { session, timeline: { graph } } = this.editor;
    const chosen = new Set(session.selection.value.keys.map(keyName));
    return this.samples.drawn.value.map((drawn) => dotsOf(drawn, chosen, graph.parts.value));
  });

  private readonly computedScale = computed((): ValueScale => {
    const { height } = this.size.value;
    const range = this.editor.timeline.graph.range.value ?? fitted(this.values(), height - rulerHeight);
    return { ...range, top: rulerHeight, bottom: Math.max(height, rulerHeight + 1) };
  });

  get owners(): string {
    return this.computedOwners.value;
  }

  get curves(): Curve[] {
    return this.computedCurves.value;
  }

  get dots(): Dot[] {
    return this.computedDots.value.flat();
  }

  get chosenDots(): Dot[] {
    return this.dots.filter(({ chosen }) => chosen);
  }

  get drawn(): CurveSamples['drawn']['value'] {
    return this.samples.drawn.value;
  }

  get valueScale(): ValueScale {
    return this.computedScale.value;
  }

  get height(): number {
    return this.size.value.height;
  }

  placeOf({ time, value }: { time: number; value: number }): Place {
    return { x: pixelOf(this.scale, time), y: yOf(this.valueScale, value) };
  }

  /** Handles lie on top of dots, and dots of chosen keys on top of others. */
  under(at: Place): Dot | Handle | null {
    const place = (one: Dot | Handle): Place => this.placeOf(one);
    const dots = this.dots.sort((a, b) => Number(a.chosen) - Number(b.chosen));
    return nearest(this.handles, place, at, grabRadius) ?? nearest(dots, place, at, grabRadius);
  }

  get handles(): Handle[] {
    return this.computedDots.value.flatMap(handlesOf);
  }

  dotsIn(box: Box): Dot[] {
    return this.dots.filter((dot) => isInside(box, this.placeOf(dot)));
  }

  zoomValues(factor: number, y = (this.valueScale.top + this.valueScale.bottom) / 2): void {
    this.editor.timeline.graph.range.value = zoomedValues(this.valueScale, factor, y);
  }

  panValues(pixels: number): void {
    this.editor.timeline.graph.range.value = pannedValues(this.valueScale, pixels);
  }

  /** What is seen stays where it is while values change. */
  holdValues(): void {
    const { low, high } = this.valueScale;
    this.editor.timeline.graph.range.value = { low, high };
  }

  private *values(): Iterable<number> {
    for (const { values } of this.drawn) yield* values;
    for (const { value } of this.dots) yield value;
  }

  private sample(): void {
    const { session: { clip }, timeline: { graph, content } } = this.editor;
    const { scale, size: { value: { width } } } = this;
    if (clip.value === null || content.value === null || width === 0) return;
    const hidden = graph.hidden.value;
    const curves = this.curves.filter(({ kind }) => !hidden.has(kind));
    const window = windowAround(timeOf(scale, 0), width / scale.perSecond);
    this.samples.want({ clip: content.value.id, curves, window, perSecond: scale.perSecond });
  }

  protected prepare(): (context: CanvasRenderingContext2D) => void {
    const { timeline, playback } = this.editor;
    const picture = {
      ...this.size.value, scale: this.scale, values: this.valueScale, curves: this.drawn,
      dots: this.dots, handles: this.handles, hovered: this.hovered.value,
      active: timeline.graph.active.value, box: this.box.value,
      events: timeline.content.value?.events ?? [], duration: playback.clip?.duration ?? 0,
      fps: playback.fps.value, inSeconds: timeline.inSeconds.value,
    };
    return (context) => new GraphPainter(context, readColors(this.canvas),
                                         readCurveColors(this.canvas)).paint(picture);
  }
}
