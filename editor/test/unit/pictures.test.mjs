// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, noise } from './load.mjs';

const { layersOfPictures, compareNaturally, layerName } = await load('files/picture_layers.ts');
const { readImageHeader } = await load('files/image_header.ts');
const { encodePng } = await load('files/png.ts');

test('numbers in names count by their value', () => {
  const names = ['10_arm.png', '2_leg.png', 'hat.png', '2_foot.png', 'a10', 'a9'];
  assert.deepEqual(names.sort(compareNaturally),
                   ['2_foot.png', '2_leg.png', '10_arm.png', 'a9', 'a10', 'hat.png']);
});

test('a number before a name is no part of it', () => {
  assert.deepEqual(['10_arm.png', 'leg2.png', '7.png', '3 - hat.x.png'].map(layerName),
                   ['arm', 'leg2', '7', 'hat.x']);
});

test('pictures of one size become layers, others are refused by name', () => {
  const picture = (file, width) => ({ file, raster: noise(width, 4, 1) });
  const { layers, width, height, warnings } =
    layersOfPictures([picture('2.png', 5), picture('1_a.png', 5)]);
  assert.deepEqual(warnings, []);
  assert.match(layersOfPictures([picture('b.png', 5), picture('1.png', 5)]).warnings[0], /reorder/);
  assert.deepEqual([layers.map(({ name }) => name), width, height], [['a', '2'], 5, 4]);
  assert.throws(() => layersOfPictures([picture('a.png', 5), picture('b.png', 6)]),
                /b\.png has 6 x 4 pixels, a\.png 5 x 4/);
});

test('the size of a picture is read before any of it is decoded', async () => {
  assert.deepEqual(readImageHeader(await encodePng(noise(17, 9, 2))),
                   { mime: 'image/png', width: 17, height: 9 });
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0, 20, 1, 44, 1, 1, 17, 0);
  assert.deepEqual(readImageHeader(jpeg), { mime: 'image/jpeg', width: 300, height: 20 });
});

test('a picture that claims more than fits is refused', async () => {
  const bytes = await encodePng(noise(2, 2, 2));
  new DataView(bytes.buffer).setUint32(16, 100_000);
  new DataView(bytes.buffer).setUint32(20, 100_000);
  assert.throws(() => readImageHeader(bytes), /has 100000 x 100000 pixels/);
  assert.throws(() => readImageHeader(new Uint8Array(40)), /is no PNG, JPEG or WebP/);
});
