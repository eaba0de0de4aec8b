// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { load, noise, randomFrom } from './load.mjs';

const { SheetWriter } = await load('files/sprite_sheet.ts');

/** A frame of 30 x 20 pixels with a rectangle of opaque noise. */
function frame(left, top, width, height, seed) {
  const pixels = new Uint8Array(4 * 30 * 20);
  const drawn = noise(width, height, seed).pixels.map((value, i) => i % 4 === 3 ? 255 : value);
  for (let row = 0; row < height; row++) {
    pixels.set(drawn.subarray(4 * row * width, 4 * (row + 1) * width), 4 * ((top + row) * 30 + left));
  }
  return { width: 30, height: 20, pixels };
}

async function written(frames, options = {}) {
  const writer = new SheetWriter({ name: 'fox', largest: 512, padding: 2, ...options });
  for (const [clip, raster] of frames) writer.add({ clip, raster, loops: clip === 'walk', seconds: 0.04 });
  const [picture, text] = await writer.finish();
  assert.deepEqual([picture.name, text.name], ['fox.png', 'fox.json']);
  return { page: PNG.sync.read(Buffer.from(picture.bytes)), json: JSON.parse(new TextDecoder().decode(text.bytes)) };
}

/** The whole frame again, from the page. */
function restored(page, { frame: { x, y, w, h }, spriteSourceSize, sourceSize }) {
  const pixels = new Uint8Array(4 * sourceSize.w * sourceSize.h);
  for (let row = 0; row < h; row++) {
    const start = 4 * ((y + row) * page.width + x);
    pixels.set(page.data.subarray(start, start + 4 * w),
               4 * ((spriteSourceSize.y + row) * sourceSize.w + spriteSourceSize.x));
  }
  return pixels;
}

test('every frame comes back from the page as it was', async () => {
  const random = randomFrom(3);
  const any = (least, most) => least + Math.floor(random() * (most - least + 1));
  const frames = Array.from({ length: 25 }, (_, i) => {
    const [width, height] = [any(1, 15), any(1, 10)];
    return [i < 10 ? 'walk' : 'wave', frame(any(0, 15), any(0, 10), width, height, i)];
  });
  const { page, json } = await written(frames);
  const names = Object.values(json.animations).flat();
  assert.deepEqual([names[0], names[9], names[10]], ['walk_0001', 'walk_0010', 'wave_0001']);
  names.forEach((name, i) => assert.deepEqual(restored(page, json.frames[name]), frames[i][1].pixels, name));
});

test('pictures do not touch: a border of the padding stays clear around each', async () => {
  const { page, json } = await written([1, 2, 3, 4, 5].map((seed) => ['walk', frame(0, 0, 5 + seed, 9, seed)]));
  const owner = new Map();
  for (const [name, { frame: { x, y, w, h } }] of Object.entries(json.frames)) {
    assert(x >= 2 && y >= 2 && x + w + 2 <= page.width && y + h + 2 <= page.height);
    for (let row = y - 1; row <= y + h; row++) {
      for (let column = x - 1; column <= x + w; column++) {
        const place = row * page.width + column;
        assert(!owner.has(place), `${name} and ${owner.get(place)}`);
        owner.set(place, name);
      }
    }
  }
});

test('shapes that only move are stored once', async () => {
  const { json } = await written([['walk', frame(1, 1, 6, 6, 4)], ['walk', frame(9, 3, 6, 6, 4)]]);
  const [first, second] = Object.values(json.frames);
  assert.deepEqual(first.frame, second.frame);
  assert.deepEqual([second.spriteSourceSize.x, second.spriteSourceSize.y], [9, 3]);
});

test('tags say which frames make which clip, and which play once', async () => {
  const { json } = await written([['walk', frame(0, 0, 2, 2, 1)], ['walk', frame(0, 0, 2, 2, 2)],
                                  ['jump', { width: 30, height: 20, pixels: new Uint8Array(2400) }]]);
  assert.deepEqual(json.meta.frameTags, [
    { name: 'walk', from: 0, to: 1, direction: 'forward' },
    { name: 'jump', from: 2, to: 2, direction: 'forward', repeat: '1' },
  ]);
  assert.deepEqual(Object.values(json.frames).map(({ duration }) => duration), [40, 40, 40]);
});

test('frames that do not fit are refused', async () => {
  const frames = [1, 2, 3, 4, 5, 6].map((seed) => ['walk', frame(0, 0, 30, 20, seed)]);
  await assert.rejects(written(frames, { largest: 64 }), /more than a page of 64 x 64/);
});
