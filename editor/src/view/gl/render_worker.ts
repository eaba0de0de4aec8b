// SPDX-License-Identifier: MIT
// Paints beside the page, which stays quick however slow the graphics are.
import type { FrameData } from '../../session.js';
import type { Geometry } from '../geometry.js';
import type { BlendPasses } from './frame_painter.js';
import type { FromRenderer, Painting, ToRenderer } from './render_messages.js';
import { type Look, Renderer } from './renderer.js';
import { TextureStore } from './texture_store.js';

const post = (message: FromRenderer) => postMessage(message);
const store = new TextureStore(() => post({ arrived: true }));
const geometry = new Map<number, Geometry>();
let moment: FrameData | null = null;
let look: Look | null = null;
let renderer: Renderer | null = null;
let passes: BlendPasses | null = null;
let canvas: OffscreenCanvas;

function start(): void {
  if (!passes) return;
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false });
  if (!gl) return post({ failed: 'no WebGL 2' });
  renderer = new Renderer(gl, passes);
  store.use(gl);
}

function paint({ size, view, ...changed }: Painting): void {
  moment = changed.moment ?? moment;
  look = changed.look ?? look;
  for (const [id, one] of changed.geometry ?? []) {
    if (one) geometry.set(id, one);
    else geometry.delete(id);
  }
  requestAnimationFrame(() => {
    if (canvas.width !== size[0]) canvas.width = size[0];
    if (canvas.height !== size[1]) canvas.height = size[1];
    if (renderer && moment && look) {
      renderer.take(geometry, store.textures);
      renderer.paint(moment, view, look);
    }
    post({ painted: true });
  });
}

onmessage = ({ data }: MessageEvent<ToRenderer>) => {
  if ('canvas' in data) {
    canvas = data.canvas;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      renderer = null;
      store.use(null);
    });
    canvas.addEventListener('webglcontextrestored', start);
  } else if ('passes' in data) {
    passes = data.passes;
    start();
  } else if ('pictures' in data) {
    for (const [id, file] of data.pictures) store.set(id, file);
  } else {
    paint(data.paint);
  }
};
