// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writePsdUint8Array } from 'ag-psd';
import { load, noise } from './load.mjs';

const { readPhotoshop } = await load('files/photoshop.ts');

function layer(name, rest = {}, [left, top, width, height] = [0, 0, 4, 3]) {
  const { pixels } = noise(width, height, name.length);
  return { name, left, top, imageData: { width, height, data: new Uint8ClampedArray(pixels) }, ...rest };
}

function read(children, rest = {}) {
  return readPhotoshop(writePsdUint8Array({ width: 20, height: 10, children, ...rest }));
}

test('layers come back to front with their place, look and every pixel', () => {
  const { width, height, layers, warnings } = read([
    layer('back', { opacity: 0.5 }),
    layer('front', { hidden: true, blendMode: 'multiply' }, [7, -2, 5, 6]),
  ]);
  assert.deepEqual([width, height, warnings], [20, 10, []]);
  assert.deepEqual(layers.map(({ name }) => name), ['back', 'front']);
  assert.ok(Math.abs(layers[0].opacity - 0.5) < 0.01);
  const front = layers[1];
  assert.deepEqual([front.x, front.y, front.visible, front.blend], [7, -2, false, 'multiply']);
  assert.deepEqual(front.raster.pixels, noise(5, 6, 5).pixels);
});

test('groups are laid flat: opacities multiply, what is in a hidden group is hidden', () => {
  const { layers, warnings } = read([
    { name: 'arm', opacity: 0.5, children: [layer('hand', { opacity: 0.5 }), layer('sleeve')] },
    { name: 'spare', hidden: true, children: [layer('hat')] },
  ]);
  assert.deepEqual(layers.map(({ name }) => name), ['hand', 'sleeve', 'hat']);
  assert.ok(Math.abs(layers[0].opacity - 0.25) < 0.01);
  assert.deepEqual(layers.map(({ visible }) => visible), [true, true, false]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /group 'arm' is laid flat/);
});

test('clipped layers are seen through the one below that is not clipped', () => {
  const { layers } = read([layer('face'), layer('cheek', { clipping: true }),
                           layer('eye', { clipping: true }), layer('hat')]);
  assert.deepEqual(layers.map(({ mask }) => mask), [undefined, 'face', 'face', undefined]);
});

test('layers that share a name get names of their own, so that masks find them', () => {
  const { layers } = read([layer('arm'), layer('arm'), layer('shade', { clipping: true })]);
  assert.deepEqual(layers.map(({ name }) => name), ['arm', 'arm 2', 'shade']);
  assert.equal(layers[2].mask, 'arm 2');
});

test('a layer mask becomes part of the alpha', () => {
  const data = new Uint8ClampedArray(4 * 2 * 3).fill(255);
  const { layers } = read([layer('leaf', {
    mask: { left: 0, top: 0, right: 2, bottom: 3, defaultColor: 0,
            imageData: { width: 2, height: 3, data } },
  })]);
  const alpha = (x, y) => layers[0].raster.pixels[4 * (4 * y + x) + 3];
  const drawn = noise(4, 3, 4).pixels;
  assert.deepEqual([alpha(0, 1), alpha(1, 1), alpha(2, 1), alpha(3, 1)],
                   [drawn[4 * 4 + 3], drawn[4 * 5 + 3], 0, 0]);
});

test('what has no counterpart is named', () => {
  const { layers, warnings } = read([
    layer('glow', { blendMode: 'overlay' }),
    { name: 'curves', adjustment: { type: 'invert' } },
    layer('coat', { effects: { dropShadow: [{ enabled: true }] } }),
  ]);
  assert.deepEqual(layers.map(({ blend }) => blend), ['normal', 'normal']);
  assert.match(warnings.join('\n'), /'glow' is composed by overlay/);
  assert.match(warnings.join('\n'), /adjustment layer 'curves' is left out/);
  assert.match(warnings.join('\n'), /effects of layer 'coat' are left out/);
});

test('every cut of a file is an error that says what to do', () => {
  const whole = writePsdUint8Array({ width: 8, height: 8, children: [layer('a')] });
  for (let length = 0; length < whole.length / 2; length += 7) {
    try {
      readPhotoshop(whole.slice(0, length));
    } catch (error) {
      assert.equal(error.name, 'FileError', `${length} bytes: ${error.stack}`);
    }
  }
  assert.throws(() => readPhotoshop(new Uint8Array(100)), /cannot be read as a Photoshop file/);
});
