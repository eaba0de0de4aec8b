// SPDX-License-Identifier: MIT
// What the module shows is, bit for bit, what the library shows. VIDE_FILES names a folder with
// NAME.glb and NAME.trace, which actor_trace wrote (tests/web/actor_trace.cpp).
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Vide, VideError } from '../dist/vide.js';

const folder = process.env.VIDE_FILES;
const names = readdirSync(folder).filter((file) => file.endsWith('.glb'));
const read = (file) => new Uint8Array(readFileSync(join(folder, file)));
let vide;

before(async () => {
  vide = await Vide.load(readFileSync(new URL('../dist/vide.wasm', import.meta.url)));
});

/** A moment in the form of the trace. */
function momentOf(character) {
  const drawn = character.drawn();
  const head = new DataView(new ArrayBuffer(4 + 24 * drawn.length));
  head.setUint32(0, drawn.length, true);
  drawn.forEach(({ layer, mask, opacity, tint }, i) => {
    const at = 4 + 24 * i;
    head.setUint32(at, layer, true);
    head.setInt32(at + 4, mask, true);
    [opacity, ...tint].forEach((x, k) => head.setFloat32(at + 8 + 4 * k, x, true));
  });
  const parts = [Buffer.from(head.buffer)];
  character.description.layers.forEach((_, i) => {
    const positions = character.positions(i);
    parts.push(Buffer.from(positions.slice().buffer));
  });
  return Buffer.concat(parts);
}

function* moments(character) {
  yield momentOf(character);
  const { clips } = character.description;
  for (const { name, duration } of clips) {
    for (let k = 0; k < 5; ++k) {
      character.show(name, (duration * k) / 4);
      yield momentOf(character);
    }
  }
  if (clips.length === 0) return;
  character.play(clips[0].name, { fade: 0 });
  for (let frame = 0; frame < 30; ++frame) {
    if (frame === 12) character.play(clips.at(-1).name, { fade: 0.3 });
    character.advance(1 / 30);
    yield momentOf(character);
  }
}

assert(names.length > 0, 'there are files to compare');
for (const file of names) {
  test(`${file} plays as in the library, bit for bit`, () => {
    const character = vide.open(read(file));
    const expected = read(file.replace(/\.glb$/, '.trace'));
    let at = 0;
    let count = 0;
    for (const moment of moments(character)) {
      const same = moment.equals(Buffer.from(expected.subarray(at, at + moment.length)));
      assert(same, `moment ${count}`);
      at += moment.length;
      ++count;
    }
    assert.equal(at, expected.length);
    character.close();
  });
}

test('a character says what it is made of', () => {
  const character = vide.open(read('tin.glb'));
  const { canvas, layers, clips, images, bones } = character.description;
  assert.deepEqual(canvas, [360, 480]);
  assert.deepEqual(clips.map(({ name }) => name), ['wave', 'walk', 'peekaboo']);
  assert.equal(bones.length, 10);
  for (const [i, layer] of layers.entries()) {
    assert.equal(character.uv(i).length, 2 * layer.vertices);
    assert.equal(character.triangles(i).length, 3 * layer.triangles);
    assert(Math.max(...character.triangles(i)) < layer.vertices);
    assert.equal(images[layer.image].mime, 'image/png');
    assert.deepEqual([...character.image(layer.image).subarray(1, 4)], [0x50, 0x4e, 0x47]);
  }
  character.close();
});

test('events come once in every round', () => {
  const character = vide.open(read('tin.glb'));
  character.play('peekaboo', { fade: 0 });
  const told = [];
  for (let frame = 0; frame < 60 * 4.8; ++frame) told.push(...character.advance(1 / 60));
  assert.deepEqual(told, Array(2).fill(
    { track: 0, clip: 'peekaboo', name: 'boo', text: 'peek-a-boo', number: 1 }));
  character.close();
});

test('what is wrong is said, and the module goes on', () => {
  const tin = read('tin.glb');
  for (const bytes of [new Uint8Array(), new Uint8Array(100), tin.subarray(0, 5000)]) {
    assert.throws(() => vide.open(bytes), (error) =>
      error instanceof VideError && error.message.length > 10);
  }
  const character = vide.open(tin);
  assert.throws(() => character.play('swim'), /there is no clip 'swim'; there are: wave, walk/);
  assert.throws(() => character.play('walk', { track: 9 }), /there is no track 9/);
  assert.throws(() => character.advance(NaN), /time goes on/);
  assert.throws(() => character.show('walk', NaN), /not a number/);
  assert.throws(() => character.positions(10), /there is no layer 10/);
  assert.throws(() => character.image(-1), /there is no image/);
  character.advance(0.1);
  character.close();
  character.close();
  assert.throws(() => character.drawn(), /is closed/);
});

/** The file with its JSON changed. */
function changed(glb, change) {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
  change(json);
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
  const head = Buffer.alloc(20);
  head.set(glb.subarray(0, 20));
  head.writeUInt32LE(20 + padded.length + (glb.length - 20 - length), 8);
  head.writeUInt32LE(padded.length, 12);
  return new Uint8Array(Buffer.concat([head, padded, glb.subarray(20 + length)]));
}

test('a short file does not ask for much memory', () => {
  const tin = read('tin.glb');
  const opened = (change) => {
    const before = vide.memoryBytes;
    vide.open(changed(tin, change)).close();
    return vide.memoryBytes - before;
  };
  const spin = (angle) => (json) => {
    json.extensions.VIDE_rig.clips[2].bones[0].angle[1].value = angle;
  };
  for (const angle of [10, 1000, 2 ** 26, 1e300]) assert(opened(spin(angle)) < 32e6);
});

test('characters are freed: opening many takes no more memory than a few', () => {
  const tin = read('tin.glb');
  const open = () => vide.open(tin).close();
  for (let i = 0; i < 5; ++i) open();
  const pages = vide.memoryBytes;
  for (let i = 0; i < 100; ++i) open();
  assert.equal(vide.memoryBytes, pages);
});
