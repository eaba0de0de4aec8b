// SPDX-License-Identifier: MIT
import { type ReadonlySignal, signal, type Signal } from '@preact/signals';
import type { Hit, Point } from '../../../bindings/wasm/src/protocol.js';
import type { Session } from '../session.js';
import { type Camera, toCanvas, toView } from './camera.js';
import type { Scene } from './scene.js';

/** Where a pointer is and what is held with it. */
export interface Pointer {
  /** In the view, in the page's pixels. */
  view: Point;
  /** On the document's canvas. */
  at: Point;
  /** 0..1; of what cannot tell, 1. */
  pressure: number;
  isTouch: boolean;
  shift: boolean;
  alt: boolean;
  /** Or the command key. */
  ctrl: boolean;
}

export interface Ends {
  head: Point;
  tail: Point;
}

/** Whether a bone is a point, which is moved and not turned. */
export function isPin({ head, tail }: Ends): boolean {
  return head[0] === tail[0] && head[1] === tail[1];
}

/** What tools draw above the picture, canvas coordinates. */
export interface Sketch {
  bone?: Ends;
  box?: [Point, Point];
  brush?: { at: Point; radius: number; strength: number; isErasing: boolean };
  /** Bones (ids) that already stand where the document will have them. */
  moved?: ReadonlyMap<number, Ends>;
}

/** What a tool works on. */
export class Stage {
  readonly camera: Signal<Camera> = signal({ scale: 1, x: 0, y: 0 });
  readonly sketch: Signal<Sketch> = signal({});
  /** The bone (id) below the pointer. */
  readonly hovered: Signal<number | null> = signal(null);

  constructor(readonly session: Session, readonly scene: ReadonlySignal<Scene | null>) {}

  toView(point: Point): Point {
    return toView(this.camera.peek(), point);
  }

  toCanvas(point: Point): Point {
    return toCanvas(this.camera.peek(), point);
  }

  /** What lies at the pointer, nearest first, of each kind. */
  async hits(pointer: Pointer, what: ('bone' | 'vertex' | 'layer')[]): Promise<Hit[]> {
    if (!this.session.state.peek()) return [];
    const reach = pointer.isTouch ? 22 : 9;
    const radius = reach / this.camera.peek().scale;
    try {
      const args = { at: pointer.at, radius, what };
      return (await this.session.query('hit', args, { latest: `hit ${what}` })).answer.hits;
    } catch {
      return [];  // a document that is being replaced has nothing to hit
    }
  }

  /** A bone's ends as they are seen. */
  endsOf(bone: number): Ends | null {
    const moment = this.scene.peek()?.moment;
    const place = moment?.state.bones.findIndex(({ id }) => id === bone) ?? -1;
    return moment?.frame.bones[place] ?? null;
  }
}

export type BoneHit = Extract<Hit, { bone: number }>;

export function boneOf(hits: Hit[]): BoneHit | null {
  return hits.find((hit): hit is BoneHit => 'bone' in hit) ?? null;
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

export function plus([ax, ay]: Point, [bx, by]: Point): Point {
  return [ax + bx, ay + by];
}

export function minus([ax, ay]: Point, [bx, by]: Point): Point {
  return [ax - bx, ay - by];
}
