// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import UPNG from 'upng-js';
import { load, noise } from './load.mjs';

const { encodePng, encodePngAtOnce } = await load('files/png.ts');
const { ApngWriter } = await load('files/apng.ts');

function withSquare(raster, x, y, side) {
  const pixels = raster.pixels.slice();
  for (let row = y; row < y + side; row++) {
    pixels.fill(200, 4 * (row * raster.width + x), 4 * (row * raster.width + x + side));
  }
  return { ...raster, pixels };
}

test('a PNG holds every pixel as it was, colours of transparent ones too', async () => {
  for (const [width, height] of [[1, 1], [7, 3], [64, 33]]) {
    const raster = noise(width, height, width);
    for (const file of [await encodePng(raster), encodePngAtOnce(raster)]) {
      const decoded = PNG.sync.read(Buffer.from(file));
      assert.deepEqual([decoded.width, decoded.height], [width, height]);
      assert.deepEqual(new Uint8Array(decoded.data), raster.pixels);
    }
  }
});

test('smooth pictures become smaller than their pixels', async () => {
  const pixels = new Uint8Array(4 * 128 * 128).map((_, i) => (i >> 2) % 128 + (i >> 9));
  const bytes = await encodePng({ width: 128, height: 128, pixels });
  assert.ok(bytes.length < pixels.length / 20, `${bytes.length} bytes`);
});

test('an animated PNG shows each frame for its time', async () => {
  const first = noise(24, 18, 5);
  const frames = [first, withSquare(first, 3, 4, 5), withSquare(first, 15, 10, 8), first, first];
  const writer = new ApngWriter({ seconds: 0.04, loops: 3 });
  for (const frame of frames) await writer.add(frame);
  const bytes = writer.finish();

  const decoded = UPNG.decode(bytes.buffer);
  assert.equal(decoded.tabs.acTL.num_plays, 3);
  assert.deepEqual(decoded.frames.map(({ delay }) => delay), [40, 40, 40, 40, 40]);
  const shown = UPNG.toRGBA8(decoded).map((frame) => new Uint8Array(frame));
  assert.equal(shown.length, frames.length);
  frames.forEach((frame, i) => assert.deepEqual(shown[i], frame.pixels, `frame ${i}`));
});

test('an animated PNG holds only what changed', async () => {
  const first = noise(64, 64, 9);
  const sizeOf = async (second) => {
    const writer = new ApngWriter({ seconds: 0.1, loops: 0 });
    await writer.add(first);
    await writer.add(second);
    return writer.finish().length;
  };
  assert.ok(await sizeOf(withSquare(first, 1, 1, 4)) < await sizeOf(noise(64, 64, 10)) * 0.6);
});

test('frames of different sizes are refused', async () => {
  const writer = new ApngWriter({ seconds: 0.1, loops: 0 });
  await writer.add(noise(4, 4, 1));
  await assert.rejects(writer.add(noise(4, 5, 1)), /differ in size/);
  assert.throws(() => new ApngWriter({ seconds: 1, loops: 0 }).finish(), /needs a frame/);
});
