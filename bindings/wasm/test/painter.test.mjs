// SPDX-License-Identifier: MIT
// What the painter shows in Debian's Chromium is what VIDE's own renderer paints. VIDE_FILES names a
// folder with NAME.glb and NAME.png, a picture of the clip "pose" on the canvas.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { launchOptions, skip } from './support/browser.mjs';
import { assertSamePicture } from './support/compare_pictures.mjs';

const files = process.env.VIDE_FILES;
const own = new URL('../', import.meta.url).pathname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
let browser, page, server;

// dist/ and example/ as they are, all else from the files to compare.
function answer(request, response) {
  const path = new URL(request.url, 'http://localhost').pathname;
  if (path === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html>');
  const file = [join(own, path), join(files, basename(path))].find((one) => existsSync(one));
  if (!file) return response.writeHead(404).end();
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  return response.end(readFileSync(file));
}

before(async () => {
  if (skip) return;
  server = createServer(answer).listen(0, '127.0.0.1');
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
  const { Vide, Painter } = await import('/dist/vide.js');
  const bytesOf = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const vide = await Vide.load(fetch('/dist/vide.wasm'));
  const character = vide.open(await bytesOf(`/${name}.glb`));
  const [width, height] = character.description.canvas;

  const canvas = new OffscreenCanvas(width, height);
  const painter = await Painter.create(canvas, character);
  character.show('pose', 0);
  painter.clear();
  painter.paint();
  const gl = canvas.getContext('webgl2');
  const painted = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, painted);

  painter.close();

  // The bitmap's own bytes, by way of a texture.
  const bitmap = await createImageBitmap(
    new Blob([await bytesOf(`/${name}.png`)]),
    { premultiplyAlpha: 'premultiply', colorSpaceConversion: 'none' });
  const expected = new Uint8Array(4 * width * height);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D,
                          gl.getParameter(gl.TEXTURE_BINDING_2D), 0);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, expected);
  const rows = Array.from({ length: height }, (_, y) => y);
  const rowOf = (bytes, y) => [...bytes.subarray(4 * width * y, 4 * width * (y + 1))];
  return {
    width, height, bitmap: [bitmap.width, bitmap.height], fault: gl.getError(),
    painted: rows.flatMap((y) => rowOf(painted, height - 1 - y)),
    expected: rows.flatMap((y) => rowOf(expected, y)),
  };
}

for (const name of ['rest', 'peekaboo', 'blended']) {
  test(`${name}: the painter's picture is the renderer's`, { skip }, async () => {
    const pictures = await page.evaluate(bothPictures, name);
    assert.equal(pictures.fault, 0);
    assert.deepEqual(pictures.bitmap, [pictures.width, pictures.height]);
    assertSamePicture(pictures);
  });
}

test('the example page plays', { skip }, async () => {
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(new URL('/example/index.html', page.url()).href);
  const seen = new Set();
  const deadline = Date.now() + 30_000;
  while (seen.size < 3 && Date.now() < deadline) {
    await page.waitForTimeout(200);
    seen.add((await page.locator('canvas').screenshot()).toString('base64'));
  }
  assert.deepEqual(faults, []);
  assert(seen.size >= 3, 'the picture changes from frame to frame');
});
