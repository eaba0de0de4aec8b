// SPDX-License-Identifier: MIT
import { signal, type Signal } from '@preact/signals';
import type { FrameData } from '../session.js';
import type { Camera } from './camera.js';
import type { Geometry } from './geometry.js';
import type { BlendPasses } from './gl/frame_painter.js';
import type { FromRenderer, Painting, ToRenderer } from './gl/render_messages.js';
import type { Look } from './gl/renderer.js';
import type { Scene } from './scene.js';

export interface Shot {
  scene: Scene;
  camera: Camera;
  look: Look;
  /** Pixels of the screen. */
  size: [number, number];
}

/** Paints a canvas in a worker, one picture after another; of those that wait the newest. */
export class PictureView {
  /** What the canvas shows. */
  readonly painted: Signal<Shot | null> = signal(null);

  /** null in a browser whose workers cannot paint. */
  private readonly worker: Worker | null = null;
  private running: Shot | null = null;
  private next: Shot | null = null;
  /** What the worker has. */
  private moment: FrameData | null = null;
  private look: Look | null = null;
  private readonly geometry = new Map<number, Geometry>();
  private files: ReadonlyMap<number, Blob> = new Map();

  constructor(canvas: HTMLCanvasElement, private readonly failed: (message: string) => void) {
    if (!('transferControlToOffscreen' in canvas)) {
      failed('its workers cannot paint');
      return;
    }
    this.worker = new Worker('render_worker.js', { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<FromRenderer>) => this.receive(data);
    this.worker.onerror = ({ message }) => failed(message || 'the worker stopped');
    const offscreen = canvas.transferControlToOffscreen();
    this.post({ canvas: offscreen }, [offscreen]);
  }

  /** How blend modes are painted; until they are known nothing is. */
  setPasses(passes: BlendPasses): void {
    this.post({ passes });
  }

  /** The pictures' files by image id. */
  setPictures(files: ReadonlyMap<number, Blob>): void {
    const pictures: [number, Blob | null][] = [];
    for (const id of this.files.keys()) if (!files.has(id)) pictures.push([id, null]);
    for (const [id, file] of files) if (this.files.get(id) !== file) pictures.push([id, file]);
    this.files = files;
    if (pictures.length > 0) this.post({ pictures });
  }

  show(shot: Shot): void {
    this.next = shot;
    this.paintNext();
  }

  close(): void {
    this.worker?.terminate();
  }

  private receive(message: FromRenderer): void {
    if ('failed' in message) return this.failed(message.failed);
    if ('arrived' in message) {
      const again = this.next ?? this.running ?? this.painted.peek();
      return again ? this.show(again) : undefined;
    }
    this.painted.value = this.running;
    this.running = null;
    return this.paintNext();
  }

  private paintNext(): void {
    if (this.running || !this.next) return;
    const { scene, camera, look, size } = this.running = this.next;
    this.next = null;
    const { scale, x, y } = camera;
    const { density } = look;
    const paint: Painting = {
      size,
      view: { scale: scale * density, x: x * density, y: y * density },
      geometry: this.changes(scene.geometry),
      ...(scene.moment !== this.moment && { moment: scene.moment }),
      ...(look !== this.look && { look }),
    };
    this.moment = scene.moment;
    this.look = look;
    this.post({ paint });
  }

  private changes(geometry: ReadonlyMap<number, Geometry>): [number, Geometry | null][] {
    const changes: [number, Geometry | null][] = [];
    for (const id of this.geometry.keys()) if (!geometry.has(id)) changes.push([id, null]);
    for (const [id, one] of geometry) if (this.geometry.get(id) !== one) changes.push([id, one]);
    for (const [id, one] of changes) {
      if (one) this.geometry.set(id, one);
      else this.geometry.delete(id);
    }
    return changes;
  }

  private post(message: ToRenderer, transfer: Transferable[] = []): void {
    this.worker?.postMessage(message, transfer);
  }
}
