// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, randomFrom } from './load.mjs';

const { poseOf } = await load('ui/pose_values.ts');

/** Matrices of the plane as three rows of three, independent of the page's own. */
const times = (m, n) => m.map((row) => n[0].map((_, j) => row.reduce((sum, v, k) => sum + v * n[k][j], 0)));
const turn = (degrees) => {
  const [c, s] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
  return [[c, -s, 0], [s, c, 0], [0, 0, 1]];
};
const move = ([x, y]) => [[1, 0, x], [0, 1, y], [0, 0, 1]];
const scale = ([x, y]) => [[x, 0, 0], [0, y, 0], [0, 0, 1]];

function inverse([[a, b, x], [c, d, y]]) {
  const area = a * d - b * c;
  const [p, q, r, s] = [d / area, -b / area, -c / area, a / area];
  return [[p, q, -(p * x + q * y)], [r, s, -(r * x + s * y)], [0, 0, 1]];
}

/** R_i: y along the bone. */
const restOf = ({ head, tail }) =>
  times(move(head), turn(Math.atan2(tail[1] - head[1], tail[0] - head[0]) * 180 / Math.PI - 90));

test('the pose that made the matrices is read from them', () => {
  const random = randomFrom(11);
  const any = (least, most) => least + (most - least) * random();
  for (let round = 0; round < 50; round++) {
    const bones = [
      { id: 4, parent: null, head: [any(0, 99), any(0, 99)], tail: [any(100, 200), any(0, 99)] },
      { id: 9, parent: 4, head: [any(0, 99), any(0, 99)], tail: [any(100, 200), any(100, 200)] },
    ];
    const poses = bones.map(() => ({
      angle: any(-179, 179), translation: [any(-9, 9), any(-9, 9)], scale: [any(0.3, 2), any(0.3, 2)],
    }));
    const posed = [];
    bones.forEach((bone, i) => {
      const parent = i === 0 ? null : bones[0];
      const local = parent ? times(inverse(restOf(parent)), restOf(bone)) : restOf(bone);
      const own = times(times(move(poses[i].translation), turn(poses[i].angle)), scale(poses[i].scale));
      posed.push(times(parent ? times(posed[0], local) : local, own));
    });
    const matrices = Float64Array.from(bones.flatMap((bone, i) => {
      const [[a, c, x], [b, d, y]] = times(posed[i], inverse(restOf(bone)));
      return [a, b, c, d, x, y];
    }));
    bones.forEach(({ id }, i) => {
      const found = poseOf(bones, id, { matrices });
      const numbers = ({ angle, translation, scale }) => [angle, ...translation, ...scale];
      numbers(found).forEach((value, k) => {
        assert.ok(Math.abs(value - numbers(poses[i])[k]) < 1e-6, `${value} ${numbers(poses[i])[k]}`);
      });
    });
  }
});

test('a pin lies as what it hangs on, and is told like a bone', () => {
  const bones = [
    { id: 1, parent: null, head: [5, 5], tail: [5, 5] },
    { id: 2, parent: 1, head: [0, 0], tail: [10, 0] },
    { id: 3, parent: 2, head: [20, 30], tail: [20, 30] },
    { id: 4, parent: 3, head: [40, 30], tail: [40, 30] },
  ];
  const movedBy = (index, way) => Float32Array.from(
    bones.flatMap((_, i) => [1, 0, 0, 1, ...(i === index ? way : [0, 0])]));
  const root = poseOf(bones, 1, { matrices: movedBy(0, [7, 3]) });
  const last = poseOf(bones, 4, { matrices: movedBy(3, [7, 3]) });
  // The bone points to the right, which is its y.
  for (const [{ angle, translation, scale }, way] of [[root, [7, 3]], [last, [-3, 7]]]) {
    [angle, ...translation, ...scale].forEach((value, k) => {
      assert.ok(Math.abs(value - [0, ...way, 1, 1][k]) < 1e-6, `${value} of ${k}`);
    });
  }
});

test('at rest nothing is turned, moved or scaled', () => {
  const bones = [{ id: 1, parent: null, head: [3, 4], tail: [9, 1] }];
  const { angle, translation, scale } = poseOf(bones, 1, { matrices: Float32Array.of(1, 0, 0, 1, 0, 0) });
  for (const [value, wanted] of [[angle, 0], [translation[0], 0], [translation[1], 0], [scale[0], 1], [scale[1], 1]]) {
    assert.ok(Math.abs(value - wanted) < 1e-6);
  }
  assert.equal(poseOf(bones, 2, { matrices: new Float32Array(6) }), null);
});
