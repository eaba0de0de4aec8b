// SPDX-License-Identifier: MIT
// From a drawing to a character that moves, by mouse and keyboard.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Desk, skip, vide } from './desk.mjs';
import { example, largeDrawing, tinAsPhotoshop } from './drawings.mjs';
import { apart, EditorPage } from './editor_page.mjs';

let desk;
beforeEach(() => { desk = new Desk(); });
afterEach(() => desk.close());

async function editor(canvas, ...words) {
  return EditorPage.open(await desk.window(), await desk.studio(...words), canvas);
}

/** What the command line makes of a document that the page has saved. */
function exported(glb) {
  const folder = desk.folder();
  writeFileSync(join(folder, 'in.glb'), glb);
  execFileSync(vide, ['export', join(folder, 'in.glb'), '-o', join(folder, 'out.glb')]);
  return readFileSync(join(folder, 'out.glb'));
}

function facts(glb) {
  const path = join(desk.folder(), 'document.glb');
  writeFileSync(path, glb);
  return JSON.parse(execFileSync(vide, ['inspect', path, '--json'], { encoding: 'utf8' }));
}

/** Bones of the body and of an arm, drawn with the mouse. */
async function drawBones(page, chains) {
  await page.key('b');
  let count = 0;
  for (const chain of chains) {
    await page.key('Escape');
    for (let i = 1; i < chain.length; i++) {
      await page.drag(chain[i - 1], chain[i]);
      await page.bones.nth(count++).waitFor();
      await page.idle();
    }
  }
  await page.key('Escape', 'v');
}

/** A clip with the rest pose at its start and another one later. */
async function animate(page, tail, to) {
  await page.mode('Animate');
  await page.button('Add the first clip').click();
  await page.clips.first().waitFor();
  await page.idle();
  await page.key('p', 'k');
  await page.idle();
  for (let i = 0; i < 5; i++) await page.key('ArrowRight');
  await page.idle();
  await page.drag(tail, to);
  await page.idle();
}

const body = [[251, 190], [251, 350], [251, 520]];
const arm = [[320, 340], [345, 298], [373, 236]];

test('a picture becomes a character that moves; all of it can be taken back and is recovered',
     { skip }, async () => {
  const window = await desk.window();
  const address = await desk.studio();
  const page = await EditorPage.open(window, address);
  await page.choose(example('pip/pip.png'));
  await page.opened();
  await drawBones(page, [body, arm]);
  assert.equal(await page.bones.count(), 4);

  const spot = [225, 300];
  const plain = await page.colorAt(spot);
  await page.mode('Weights');
  await page.bones.first().click();
  await page.settled();
  const weighed = await page.colorAt(spot);
  assert(apart(plain, weighed) > 20, `weights are seen: ${plain} and ${weighed}`);

  await animate(page, arm[2], [470, 330]);
  const made = await page.saved();
  assert.deepEqual(exported(made), made);
  const { joints, clips } = facts(made);
  assert.equal(joints, 4);
  assert.deepEqual(clips, { clip: '1 s' });

  await page.key('Home', 'Enter');
  const first = await page.picture();
  let moved = false;
  for (let i = 0; i < 50 && !moved; i++) {
    moved = Buffer.compare((await page.picture()).data, first.data) !== 0;
  }
  assert(moved, 'it plays');
  await page.key('Enter');

  const steps = await page.exhaust('Undo');
  assert.equal(steps, 7, 'four bones, a clip and two poses');
  await page.mode('Rig');
  assert.equal(await page.bones.count(), 0);
  assert.equal(await page.exhaust('Redo'), steps);
  assert.deepEqual(await page.saved(), made);

  await page.page.waitForTimeout(2500);  // the quiet time after which the browser keeps it
  page.check();
  await page.page.reload();
  await page.page.getByRole('button', { name: /^Recover/ }).click();
  await page.opened();
  const unsaved = page.page.getByRole('img', { name: 'not saved' });
  assert(await unsaved.isVisible(), 'no file holds it yet');
  assert.deepEqual(await page.saved(), made);
  await unsaved.waitFor({ state: 'detached' });
  page.check();
});

test('a picture, its bones and its clips make the document that the command line makes', { skip },
     async () => {
  const page = await editor();
  const files = ['pip.png', 'skeleton.json', 'clips.json'].map((name) => example(`pip/${name}`));
  await page.choose(files);
  await page.opened();
  await page.mode('Animate');
  await page.clips.nth(1).waitFor();
  await page.idle();
  const out = join(desk.folder(), 'pip.glb');
  execFileSync(vide, ['rig', files[0], '--skeleton', files[1], '--clips', files[2], '-o', out]);
  assert.deepEqual(await page.saved(), readFileSync(out));
  page.check();
});

test('a picture that is dropped on the page is opened', { skip }, async () => {
  const page = await editor();
  const dropped = await page.page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'pip.png'));
    return data;
  }, readFileSync(example('pip/pip.png'), 'base64'));
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.page.dispatchEvent('h1', type, { dataTransfer: dropped });
  }
  await page.opened();
  page.check();
});

for (const [kind, file] of [
  ['an OpenRaster drawing', () => example('tin/tin.ora')],
  ['a Photoshop drawing', () => ({ name: 'tin.psd', mimeType: 'image/vnd.adobe.photoshop',
                                   buffer: tinAsPhotoshop() })],
]) {
  test(`${kind} keeps its layers and becomes a character that moves`, { skip }, async () => {
    const page = await editor([360, 480]);
    await page.choose(file());
    await page.opened(10);
    await drawBones(page, [[[180, 200], [180, 300]], [[240, 290], [300, 200]]]);
    await animate(page, [300, 200], [320, 320]);
    const made = await page.saved();
    assert.deepEqual(exported(made), made);
    assert.equal(facts(made).joints, 2 * 10);
    const steps = await page.exhaust('Undo');
    assert.equal(await page.exhaust('Redo'), steps);
    assert.deepEqual(await page.saved(), made);
    page.check();
  });
}

test('a picture of 4096 x 4096 pixels is opened, boned and saved', { skip }, async () => {
  const page = await editor([4096, 4096]);
  await page.choose({ name: 'large.png', mimeType: 'image/png', buffer: largeDrawing(4096) });
  await page.opened();
  await drawBones(page, [[[2048, 2048], [2048, 1000]], [[2300, 2048], [3700, 2048]]]);
  const made = await page.saved();
  assert.deepEqual(exported(made), made);
  assert.equal(facts(made).joints, 2);
  page.check();
});
