// SPDX-License-Identifier: MIT
// A document that is edited through the module, in this thread and through a worker. VIDE_FILES names
// a folder with tin.glb and pip.glb.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Studio } from '../dist/studio.js';
import { StudioClient, StudioError } from '../dist/studio_client.js';
import { Worker } from './support/web_worker.mjs';

const read = (name) => new Uint8Array(readFileSync(join(process.env.VIDE_FILES, name)));
const module = new URL('../dist/vide.wasm', import.meta.url);
let client;

before(async () => {
  globalThis.Worker = Worker;
  globalThis.crossOriginIsolated = true;
  client = await StudioClient.start(new URL('support/studio_worker_script.mjs', import.meta.url), module);
});

after(() => client.close());

async function openedStudio(options) {
  const studio = await Studio.load(readFileSync(module), options);
  studio.call('open', { name: 'tin' }, [read('tin.glb')]);
  return studio;
}

test('a document is opened, and saved as it was', async () => {
  const studio = await openedStudio();
  const { state, warnings } = studio.call('state', {}).answer;
  assert.deepEqual(warnings, []);
  assert.deepEqual(state.canvas, [360, 480]);
  assert.equal(state.bones.length, 10);
  assert.deepEqual(state.clips.map(({ name }) => name), ['wave', 'walk', 'peekaboo']);
  assert.deepEqual(studio.call('save', {}).blobs, [read('tin.glb')]);
  studio.close();
  assert.throws(() => studio.call('state', {}), /closed/);
});

test('what is wrong is said, and the studio goes on', async () => {
  const studio = await openedStudio();
  assert.throws(() => studio.call('swim', {}), /swim/);
  assert.throws(() => studio.call('image', { image: 'first' }), /image/);
  assert.throws(() => studio.call('image', { image: 1, size: 3 }), /size/);
  assert.throws(() => studio.call('open', { name: 'no blob' }), /open/);
  assert.throws(() => studio.call('open', { name: 'half' }, [read('tin.glb').subarray(0, 900)]));
  assert.throws(() => studio.call('set_picture', { image: 1 }, [new Uint8Array(3)]), /pixels/);
  assert.equal(studio.call('state', {}).answer.state.bones.length, 10);
  studio.close();
});

test('the client answers as the studio does', async () => {
  const studio = await openedStudio();
  const { answer } = await client.call('open', { name: 'tin' }, { blobs: [read('tin.glb')] });
  assert.deepEqual(answer, studio.call('state', {}).answer);
  const image = answer.state.images[0].id;
  const { blobs } = await client.call('image', { image });
  assert.deepEqual(blobs, studio.call('image', { image }).blobs);
  assert.deepEqual(client.blendPasses, studio.blendPasses);
  assert.deepEqual(Object.keys(client.blendPasses), ['normal', 'add', 'multiply', 'screen']);
  studio.close();
});

test('the client hands blobs over and tells what is wrong', async () => {
  const file = read('pip.glb').slice();
  const opened = client.call('open', { name: 'pip' }, { blobs: [file] });
  await opened;
  assert.equal(file.length, 0);
  const whole = read('pip.glb').slice();
  const broken = client.call('open', { name: 'half' }, { blobs: [whole.subarray(0, 900)] });
  await assert.rejects(broken, StudioError);
  assert(whole.length > 900, 'a part of a buffer is copied');
});

test('of waiting calls that stand for each other only the newest runs', async () => {
  const order = [];
  const ask = (name, latest) => client.call('open', { name }, { blobs: [read('pip.glb')], latest })
    .then(({ answer }) => order.push([name, answer.state.name]));
  await Promise.all([ask('first', 'drag'), ask('second', 'drag'), ask('between'),
                     ask('third', 'drag'), ask('fourth', 'drag')]);
  assert.deepEqual(order, [['first', 'first'], ['between', 'between'],
                           ['second', 'fourth'], ['third', 'fourth'], ['fourth', 'fourth']]);
  assert.equal(client.pending, 0);
});

test('a waiting call can be taken back', async () => {
  const abort = new AbortController();
  const first = client.call('open', { name: 'stays' }, { blobs: [read('pip.glb')] });
  const second = client.call('open', { name: 'goes' },
                             { blobs: [read('pip.glb')], signal: abort.signal });
  abort.abort();
  await assert.rejects(second, { name: 'AbortError' });
  await first;
  assert.equal((await client.call('state', {})).answer.state.name, 'stays');
  await assert.rejects(client.call('state', {}, { signal: abort.signal }), { name: 'AbortError' });
});

test('long work tells how far it is, and stops when it is told to', async () => {
  let goesOn = true;
  const told = [];
  const studio = await openedStudio({
    progress: (fraction) => {
      told.push(fraction);
      return goesOn;
    },
  });
  const { images, layers } = studio.call('state', {}).answer.state;
  const { id, width, height } = images[0];
  studio.call('set_picture', { image: id }, [new Uint8Array(4 * width * height).fill(255)]);
  const layer = layers.find(({ image }) => image === id);
  const mesh = () => studio.call('mesh_layer', { layer: layer.id, mesh: { detail: 0.8 } });
  goesOn = false;
  assert.throws(mesh, /cancel|stop/i);
  assert(told.length > 0 && told.every((fraction) => fraction >= 0 && fraction <= 1), `${told}`);
  assert.equal(studio.call('state', {}).answer.state.undo, '');
  goesOn = true;
  assert.notEqual(mesh().answer.state.undo, '');
  studio.close();
});

/** A disc on a clear ground: work for the module, without a codec. */
function disc(side) {
  const pixels = new Uint8Array(4 * side * side);
  for (let i = 0; i < side * side; i++) {
    const x = i % side - side / 2, y = Math.floor(i / side) - side / 2;
    if (x * x + y * y < side * side / 5) pixels.fill(255, 4 * i, 4 * i + 4);
  }
  return pixels;
}

test('a call that runs in the worker is stopped from here, and leaves the document as it was', async () => {
  assert(client.canCancel);
  const { answer } = await client.call('open', { name: 'tin' }, { blobs: [read('tin.glb')] });
  const { images, layers } = answer.state;
  const { id, width, height } = images[0];
  await client.call('set_picture', { image: id },
                    { blobs: [new Uint8Array(4 * width * height).fill(255)] });
  const added = await client.call(
    'import_picture', { name: 'disc', mime: 'image/png', width: 1500, height: 1500, add: true },
    { blobs: [read('tin.glb'), disc(1500)] });
  assert.equal(added.answer.state.layers.length, layers.length + 1);
  const saved = async () => (await client.call('save', { copy: true })).blobs[0];
  const before = { file: await saved(), ...(await client.call('state', {})).answer };
  const mesh = (options) =>
    client.call('mesh_layer', { layer: added.answer.id, mesh: { vertex_budget: 60000 } }, options);

  const abort = new AbortController();
  let told = 0;
  const stopped = mesh({ signal: abort.signal, progress: () => {
    told++;
    abort.abort();
  } });
  const waits = client.call('state', {});
  await assert.rejects(stopped, { name: 'AbortError' });
  assert(told > 0, 'it ran when it was stopped');
  assert.deepEqual((await waits).answer.state, before.state);
  assert.deepEqual(await saved(), before.file);
  assert.notEqual((await mesh()).answer.state.undo, before.state.undo, 'it was the stop that ended it');
  assert.equal(client.pending, 0);
});
