// SPDX-License-Identifier: MIT
import { signal, type Signal } from '@preact/signals';

export interface Size {
  /** The page's pixels. */
  width: number;
  height: number;
  /** Pixels of the screen for one of the page. */
  density: number;
}

/** Two canvases that fill an element: one for the picture, one above it for drawing. */
export class Surface {
  readonly size: Signal<Size> = signal({ width: 0, height: 0, density: 1 });
  readonly picture = filling();
  readonly drawing = filling();
  private readonly observer: ResizeObserver;

  constructor(private readonly host: HTMLElement) {
    host.append(this.picture, this.drawing);
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    host.style.overflow = 'hidden';
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(host);
    this.followDensity();
  }

  /** Of both canvases, in pixels of the screen. */
  get pixels(): [number, number] {
    const { width, height, density } = this.size.peek();
    return [Math.round(width * density), Math.round(height * density)];
  }

  close(): void {
    this.observer.disconnect();
    this.picture.remove();
    this.drawing.remove();
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    this.size.value = { width, height, density: window.devicePixelRatio };
  }

  /** A window that goes to another screen, or is zoomed. */
  private followDensity(): void {
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
      .addEventListener('change', () => {
        this.measure();
        this.followDensity();
      }, { once: true });
  }
}

function filling(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  return canvas;
}
