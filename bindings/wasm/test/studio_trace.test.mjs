// SPDX-License-Identifier: MIT
// The module edits documents as the library does: the same calls get the same answers, and the files
// at the end are the same byte for byte. VIDE_FILES names a folder with NAME.glb, NAME.calls and
// NAME.saved, which studio_trace wrote (tests/web/studio_trace.cpp).
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Studio } from '../dist/studio.js';

const folder = process.env.VIDE_FILES;
const names = readdirSync(folder).filter((file) => file.endsWith('.calls'));
const read = (file) => new Uint8Array(readFileSync(join(folder, file)));
const module = readFileSync(new URL('../dist/vide.wasm', import.meta.url));

/** The pixels that studio_trace gave the image. */
function ellipse(width, height) {
  const pixels = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      const [x, y] = [(2 * column - width) * height, (2 * row - height) * width];
      const isInside = x * x + y * y < width * width * height * height;
      pixels.set([90, 120, 150, isInside ? 255 : 0], 4 * (row * width + column));
    }
  }
  return pixels;
}

function blobsOf(method, args, glb, state) {
  if (method === 'open') return [glb];
  if (method !== 'set_picture') return [];
  const { width, height } = state.images.find(({ id }) => id === args.image);
  return [ellipse(width, height)];
}

function outcome(studio, method, args, blobs) {
  try {
    return { answer: studio.call(method, args, blobs).answer };
  } catch (error) {
    return { error: error.message };
  }
}

assert(names.length > 0, 'there are calls to repeat');
for (const file of names) {
  test(`${file} are answered as in the library, to the same file`, async () => {
    const studio = await Studio.load(module);
    const glb = read(file.replace(/calls$/, 'glb'));
    let state;
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    for (const [i, line] of lines.entries()) {
      const { method, arguments: args, ...expected } = JSON.parse(line);
      const found = outcome(studio, method, args, blobsOf(method, args, glb, state));
      assert.deepEqual(found, expected, `call ${i}, ${method}`);
      state = found.answer?.state ?? state;
    }
    assert.deepEqual(studio.call('save', {}).blobs, [read(file.replace(/calls$/, 'saved'))]);
    studio.close();
  });
}
