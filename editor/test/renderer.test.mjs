// SPDX-License-Identifier: MIT
// What the editor shows in Debian's Chromium is what VIDE's own renderer paints. VIDE_FILES names a
// folder with what scripts/posed_pictures.sh makes.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { launchOptions, skip } from '../../bindings/wasm/test/support/browser.mjs';
import { assertSamePicture } from '../../bindings/wasm/test/support/compare_pictures.mjs';

const here = (path) => new URL(path, import.meta.url).pathname;
const module = process.env.VIDE_WASM ?? here('../../build/wasm/bindings/wasm/vide.wasm');
let browser, page, server;

const parts = `
  export { Session } from './session.js';
  export { Geometries } from './view/geometry.js';
  export { sceneOf } from './view/scene.js';
  export { Renderer } from './view/gl/renderer.js';
  export { decode, textureOf } from '../../bindings/wasm/src/painting.js';`;

async function bundled(entry) {
  const { outputFiles } = await build({
    ...entry, bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'warning' });
  return outputFiles[0].text;
}

before(async () => {
  if (skip) return;
  const scripts = {
    '/parts.js': await bundled({ stdin: { contents: parts, resolveDir: here('../src') } }),
    '/worker.js': await bundled({ entryPoints: [here('../src/worker.ts')] }),
  };
  server = createServer(({ url }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', type);
    if (url in scripts || url === '/') return response.end(scripts[url] ?? '<!doctype html>');
    const file = url === '/vide.wasm' ? module : join(process.env.VIDE_FILES, url);
    return existsSync(file) ? response.end(readFileSync(file)) : response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  browser = await chromium.launch(launchOptions);
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});

after(async () => {
  await browser?.close();
  server?.close();
});

// Runs in the page: both pictures, premultiplied, top row first.
async function bothPictures(name) {
  const { Session, Geometries, Renderer, sceneOf, decode, textureOf } = await import('/parts.js');
  const bytesOf = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const session = await Session.start(
    { worker: '/worker.js', module: '/vide.wasm', openFiles: async () => {} });
  const geometries = new Geometries(session);
  const scene = sceneOf(session, geometries);
  await session.edit('open', { name }, [await bytesOf(`/${name}.glb`)]);
  const { clips, canvas: [width, height], images } = session.state.value;
  session.clip.value = clips.find((clip) => clip.name === 'pose').id;
  session.setMode('animate');
  await session.query('state', {});  // answers come in order: the frame is there
  const isReady = () => scene.value?.moment === session.frame.value &&
    session.pictures.files.value.size === images.length;
  while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 10));

  const gl = new OffscreenCanvas(width, height).getContext('webgl2', { alpha: false });
  const renderer = new Renderer(gl, session.client.blendPasses);
  const pictures = await Promise.all([...session.pictures.files.value].map(async ([id, file]) => {
    const { width, height } = images.find((image) => image.id === id);
    return [id, { texture: textureOf(gl, await decode(file)), width, height }];
  }));
  renderer.take(scene.value.geometry, new Map(pictures));
  const picture = renderer.paintPicture(
    scene.value.moment, { scale: 1, x: 0, y: height }, [width, height]);
  const pixelsOf = (texture) => {
    const pixels = new Uint8Array(4 * width * height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  };
  const painted = pixelsOf(picture.texture);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const bitmap = await decode(new Blob([await bytesOf(`/${name}.png`)]));
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  const expected = pixelsOf(texture);
  const rows = Array.from({ length: height }, (_, y) => y);
  const rowOf = (bytes, y) => [...bytes.subarray(4 * width * y, 4 * width * (y + 1))];
  const fault = gl.getError();
  renderer.close();
  geometries.close();
  session.close();
  return {
    width, height, fault, toasts: session.toasts.value,
    skinned: scene.value.moment.frame.layers.filter(({ positions }) => positions === null).length,
    painted: rows.flatMap((y) => rowOf(painted, height - 1 - y)),
    expected: rows.flatMap((y) => rowOf(expected, y)),
  };
}

const skinnedLayers = { rest: 8, peekaboo: 8, blended: 10, 'dual-quaternion': 0, arap: 0,
                        biharmonic: 0 };

for (const [name, skinned] of Object.entries(skinnedLayers)) {
  test(`${name}: what the editor shows is the renderer's picture`, { skip }, async () => {
    const pictures = await page.evaluate(bothPictures, name);
    assert.equal(pictures.fault, 0);
    assert.deepEqual(pictures.toasts, []);
    assert.equal(pictures.skinned, skinned, 'layers that the graphics processor moves');
    assertSamePicture(pictures);
  });
}
