// SPDX-License-Identifier: MIT
import { signal, type Signal } from '@preact/signals';
import { type BlendPasses } from './gl/frame_painter.js';
import { Renderer } from './gl/renderer.js';

export interface Size {
  /** The page's pixels. */
  width: number;
  height: number;
  /** Pixels of the screen for one of the page. */
  density: number;
}

/** Two canvases that fill an element, the lower for WebGL, the upper for a 2D context. */
export class Surface {
  readonly size: Signal<Size> = signal({ width: 0, height: 0, density: 1 });
  /** null while the browser has taken the graphics memory away. */
  readonly renderer: Signal<Renderer | null> = signal(null);
  readonly drawing = canvasIn();
  private readonly picture = canvasIn();
  private readonly observer: ResizeObserver;

  /** Throws where there is no WebGL 2. */
  constructor(private readonly host: HTMLElement, passes: BlendPasses) {
    host.append(this.picture, this.drawing);
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    host.style.overflow = 'hidden';
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(host);
    this.followDensity();
    const gl = this.picture.getContext('webgl2', { alpha: false, antialias: false });
    if (!gl) throw new Error('this browser offers no WebGL 2: switch hardware acceleration on');
    this.renderer.value = new Renderer(gl, passes);
    this.picture.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.renderer.value = null;
    });
    this.picture.addEventListener('webglcontextrestored',
                                  () => this.renderer.value = new Renderer(gl, passes));
  }

  /** The pixels of both canvases as the size says. Returns whether there are any. */
  fit(): boolean {
    const { width, height, density } = this.size.peek();
    const [across, down] = [Math.round(width * density), Math.round(height * density)];
    for (const canvas of [this.picture, this.drawing]) {
      if (canvas.width !== across) canvas.width = across;
      if (canvas.height !== down) canvas.height = down;
    }
    return across > 0 && down > 0;
  }

  close(): void {
    this.observer.disconnect();
    this.renderer.peek()?.close();
    this.host.replaceChildren();
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

function canvasIn(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  return canvas;
}
