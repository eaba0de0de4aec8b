// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const scales = await load('ui/timeline/time_scale.ts');
const { rowsOf, keysAt, keysBetween } = await load('ui/timeline/rows.ts');
const { keyName, moved } = await load('ui/timeline/key_selection.ts');

const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} and ${b}`);

test('times and pixels are each other’s inverse', () => {
  for (const scale of [{ start: 0, perSecond: 100 }, { start: 3.5, perSecond: 7 }]) {
    for (const time of [0, 0.3, 12]) close(scales.timeOf(scale, scales.pixelOf(scale, time)), time);
  }
});

test('a clip fits into any width until another zoom is chosen', () => {
  for (const [duration, width] of [[1, 800], [120, 300], [0.01, 2000]]) {
    const scale = scales.scaleFor(null, 5, duration, width);
    assert.ok(scales.pixelOf(scale, 0) >= 0 && scales.pixelOf(scale, duration) <= width);
  }
  assert.deepEqual(scales.scaleFor(40, 5, 1, 800), { start: 5, perSecond: 40 });
});

test('zooming keeps the moment under the pointer, and never shows time before the clip', () => {
  const scale = { start: 2, perSecond: 100 };
  const closer = scales.zoomed(scale, 1.5, 300);
  close(scales.timeOf(closer, 300), scales.timeOf(scale, 300));
  assert.equal(scales.zoomed({ start: 0, perSecond: 100 }, 0.1, 500).start, 0);
});

test('the ruler has labels that do not run into each other', () => {
  for (const perSecond of [5, 37, 200, 3000]) {
    for (const inSeconds of [true, false]) {
      const scale = { start: 0, perSecond };
      const labels = scales.ticksBetween(scale, 0, 900 / perSecond, 24, inSeconds)
        .filter(({ label }) => label !== null);
      assert.ok(labels.length >= 2 && labels.length <= 16, `${labels.length} at ${perSecond}`);
      assert.equal(new Set(labels.map(({ label }) => label)).size, labels.length);
    }
  }
});

test('times snap to whole frames', () => {
  close(scales.snapped(0.26, 24, true), 6 / 24);
  assert.equal(scales.snapped(0.26, 24, false), 0.26);
});

const key = (time, interpolation = 'linear') => ({ time, value: [0], interpolation });
const state = {
  bones: [{ id: 7, name: 'hips', color: [1, 0, 0] }, { id: 3, name: 'arm', color: [0, 1, 0] }],
  layers: [{ id: 1, name: 'body' }], slots: [], constraints: [],
};
const content = {
  id: 0, events: [], tracks: [
    { of: 'layer', owner: 1, channel: 'opacity', keys: [key(0)] },
    { of: 'bone', owner: 3, channel: 'angle', keys: [key(0), key(0.5), key(1)] },
    { of: 'bone', owner: 3, channel: 'scale', keys: [key(0.5, 'step')] },
    { of: 'document', owner: 0, channel: 'draw_order', keys: [key(0.2, 'step')] },
  ],
};

test('rows are what the clip moves, in the order of the panels, channels where unfolded', () => {
  assert.deepEqual(rowsOf(state, content, new Set()).map(({ label }) => label),
                   ['Draw order', 'arm', 'body']);
  assert.deepEqual(rowsOf(state, content, new Set(['bone/3'])).map(({ label }) => label),
                   ['Draw order', 'arm', 'Turn', 'Scale', 'body']);
});

test('a row of several channels gathers their keys by time', () => {
  const arm = rowsOf(state, content, new Set())[1];
  assert.deepEqual(arm.columns.map(({ time, keys }) => [time, keys.length]), [[0, 1], [0.5, 2], [1, 1]]);
  assert.deepEqual(keysAt(arm, 0.5, 1e-9).map(({ channel }) => channel), ['angle', 'scale']);
  assert.equal(keysBetween(arm, 1, 0.4).length, 3);
});

test('keys keep their identity when they move', () => {
  const [first] = keysAt(rowsOf(state, content, new Set())[1], 0, 0);
  const [later] = moved([first], 0.25);
  assert.notEqual(keyName(first), keyName(later));
  assert.equal(keyName(moved([later], -0.25)[0]), keyName(first));
});
