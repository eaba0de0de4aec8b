// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, randomFrom } from './load.mjs';

const { fitted, panned, scaleRange, toCanvas, toView, zoomedAt } = await load('view/camera.ts');
const random = randomFrom(7);
const within = (low, high) => low + (high - low) * random();
const near = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by) < 1e-6;

function someCamera() {
  return { scale: within(0.05, 20), x: within(-900, 900), y: within(-900, 900) };
}

test('view and canvas are each other\'s inverse, y up on one and down on the other', () => {
  for (let i = 0; i < 50; ++i) {
    const camera = someCamera();
    const point = [within(-2000, 2000), within(-2000, 2000)];
    assert(near(toCanvas(camera, toView(camera, point)), point));
    assert(toView(camera, [point[0], point[1] + 1])[1] < toView(camera, point)[1]);
  }
});

test('what lies below the cursor stays there, however much is zoomed', () => {
  for (let i = 0; i < 50; ++i) {
    const camera = someCamera();
    const cursor = [within(0, 1500), within(0, 900)];
    const zoomed = zoomedAt(camera, cursor, within(1e-4, 1e4));
    assert(near(toView(zoomed, toCanvas(camera, cursor)), cursor));
    assert(zoomed.scale >= scaleRange[0] && zoomed.scale <= scaleRange[1]);
  }
});

test('a drag of the view moves all of it as far', () => {
  const camera = someCamera();
  const [x, y] = toView(camera, [10, 20]);
  assert(near(toView(panned(camera, [30, -40]), [10, 20]), [x + 30, y - 40]));
});

test('a canvas of any shape fits, in the middle', () => {
  for (const canvas of [[100, 100], [4096, 64], [64, 4096], [8, 8]]) {
    for (const view of [[1280, 720], [320, 700], [40, 30]]) {
      const camera = fitted(canvas, view);
      const [left, bottom] = toView(camera, [0, 0]);
      const [right, top] = toView(camera, canvas);
      assert(left >= 0 && top >= 0 && right <= view[0] && bottom <= view[1], `${canvas} in ${view}`);
      assert(near([left + right, top + bottom], view));
    }
  }
});
