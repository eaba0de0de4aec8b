// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { upAxisOf, withYUp } = await load('files/upright_motion.ts');

const joint = (word, offset, channels, inside = '') =>
  `${word}\n{\nOFFSET ${offset}\nCHANNELS ${channels}\n${inside}}\n`;
const end = (offset) => `End Site\n{\nOFFSET ${offset}\n}\n`;
const recording = (spine, channels, frame) => 'HIERARCHY\n' +
  joint('ROOT Hips', '0 90 90', `6 Xposition Yposition Zposition ${channels}`,
        joint('JOINT Spine', spine, `3 ${channels}`, end(spine)) +
        joint('JOINT Leg', '1 2 -3', `3 ${channels}`, end('0 0 0'))) +
  `MOTION\nFrames: 2\nFrame Time: 0.04\n${frame}\n${frame}\n`;
const lying = recording('0 1 9', 'Zrotation Yrotation Xrotation', '1 2 3 10 20 30 40 50 60 70 80 90');

test('up is where the figure is tall at rest, wherever it stands', () => {
  assert.equal(upAxisOf(lying), 'z');
  assert.equal(upAxisOf(recording('0 9 1', 'Zrotation Yrotation Xrotation', '1')), 'y');
  assert.equal(upAxisOf('no recording'), 'y');
});

test('places and turns follow their axes', () => {
  const upright = withYUp(lying);
  assert.equal(upAxisOf(upright), 'y');
  assert.match(upright, /OFFSET 0 9 -1\n/);
  assert.match(upright, /OFFSET 1 -3 -2\n/);
  assert.match(upright, /6 Xposition Zposition Yposition Yrotation Zrotation Xrotation/);
  const [first, second] = upright.trim().split('\n').slice(-2);
  assert.equal(first, '1 -2 3 10 -20 30 40 -50 60 70 -80 90');
  assert.equal(second, first);
  assert.match(upright, /Frames: 2\nFrame Time: 0.04\n/);
});
