// SPDX-License-Identifier: MIT
import { signal, type Signal } from '@preact/signals';
import { StudioError } from '../../../../../bindings/wasm/src/studio_client.js';
import type { Session } from '../../../session.js';
import { trackName } from '../key_selection.js';
import type { Curve } from './curves.js';
import type { DrawnCurve } from './dots.js';
import { sampleTimes, type TimeWindow } from './sample_times.js';

/** What is to be drawn. */
export interface WantedCurves {
  clip: number;
  curves: Curve[];
  window: TimeWindow;
  perSecond: number;
}

/** Curves as the core plays them. While one set of samples is on its way only the newest waits. */
export class CurveSamples {
  /** All of one moment of the document. */
  readonly drawn: Signal<DrawnCurve[]> = signal([]);
  private next: WantedCurves | null = null;
  private isRunning = false;

  constructor(private readonly session: Session) {}

  want(wanted: WantedCurves): void {
    this.next = wanted;
    if (!this.isRunning) void this.drain();
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    while (this.next) {
      const wanted = this.next;
      this.next = null;
      try {
        this.drawn.value = await this.sampled(wanted);
      } catch (error) {  // the clip is gone by now
        if (!(error instanceof StudioError)) throw error;
        this.drawn.value = [];
      }
    }
    this.isRunning = false;
  }

  private async sampled({ clip, curves, window, perSecond }: WantedCurves): Promise<DrawnCurve[]> {
    const tracks = new Map(curves.map(({ track }) => [trackName(track), track]));
    const sampled = await Promise.all([...tracks].map(async ([name, track]) => {
      const { keys, ...rest } = track;
      const times = sampleTimes(keys, window, perSecond);
      const { blobs } = await this.session.query('sample_channel', { clip, times, ...rest });
      return [name, { times, numbers: new Float64Array(blobs[0]!.slice().buffer) }] as const;
    }));
    const byName = new Map(sampled);
    return curves.map((curve) => {
      const { times, numbers } = byName.get(trackName(curve.track))!;
      const size = numbers.length / times.length;
      const values = times.map((_, i) => numbers[i * size + curve.component]! * curve.per);
      return { curve, times, values };
    });
  }
}
