// SPDX-License-Identifier: MIT
// A picture that is held and moved by pins.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { PNG } from 'pngjs';
import { Desk, skip, vide } from './desk.mjs';
import { example } from './drawings.mjs';
import { apart, EditorPage } from './editor_page.mjs';

let desk, page;
beforeEach(async () => {
  desk = new Desk();
  page = await EditorPage.open(await desk.window(), await desk.studio());
  await page.choose([example('pip/pip.png')]);
  await page.opened();
});
afterEach(() => desk.close());

const [head, belly, feet] = [[230, 480], [220, 240], [215, 60]];
const wall = [20, 640];  // beside the fox

async function setPin(point) {
  await page.page.mouse.click(...await page.place(point));
  await page.idle();
}

async function setPins() {
  await page.key('p');
  for (const pin of [head, belly, feet]) await setPin(pin);
}

const bends = () => page.page.getByRole('combobox', { name: 'Bends by' });

test('pins hold a picture, which follows them where they are dragged', { skip }, async () => {
  await setPins();
  assert.deepEqual(await page.bones.locator('.row-name').allTextContents(),
                   ['pin', 'pin_2', 'pin_3']);
  await page.layers.first().click();
  assert.equal(await bends().inputValue(), 'arap');
  const free = await page.colorAt(wall);
  await page.mode('Animate');
  await page.button('Add the first clip').click();
  await page.clips.first().waitFor();
  await page.drag(head, [60, 560]);
  await page.idle();
  assert(apart(await page.colorAt(wall), free) > 40, 'the ear has come to the wall');
  const value = (name) => page.page.getByRole('textbox', { name, exact: true }).inputValue();
  assert(Math.abs(await value('Move x') - (60 - head[0])) < 2);
  assert(Math.abs(await value('Move y') - (560 - head[1])) < 2);
  assert.deepEqual([await value('Scale x'), await value('Scale y')], ['1', '1']);
  // The command line poses the document so as well.
  const document = join(desk.folder(), 'pinned.glb'), image = `${document}.png`;
  writeFileSync(document, await page.saved());
  const told = JSON.parse(execFileSync(vide, ['inspect', document, '--json']));
  assert.equal(told.joints, 3);
  const [clip] = Object.keys(told.clips);
  execFileSync(vide, ['render', document, '--clip', clip, '--framing', 'canvas', '-o', image]);
  const { width, height, data } = PNG.sync.read(readFileSync(image));
  assert.equal(data[4 * ((height - wall[1]) * width + wall[0]) + 3], 255, 'an ear at the wall');
  await page.exhaust('Undo');
  assert.equal(await page.bones.count(), 0);
  page.check();
});

test('a pin that is there is moved, and a layer can bend smoothly', { skip }, async () => {
  await setPins();
  await page.drag(belly, [200, 250]);
  await page.idle();
  assert.equal(await page.bones.count(), 3);
  const field = (name) => page.page.getByRole('textbox', { name, exact: true });
  assert(Math.abs(await field('Place x').inputValue() - 200) < 2);
  assert(Math.abs(await field('Place y').inputValue() - 250) < 2);
  assert.equal(await field('Tail x').count(), 0);
  await page.layers.first().click();
  await bends().selectOption('biharmonic');
  await page.mode('Animate');
  const free = await page.colorAt(wall);
  await page.drag(head, [60, 560]);
  await page.idle();
  assert.equal(await page.alerts.count(), 0);
  assert(apart(await page.colorAt(wall), free) > 40, 'the ear has come to the wall');
  page.check();
});

test('a setting of several bones changes all of them, in one step', { skip }, async () => {
  await setPins();
  await page.key('v', 'Control+a');
  await page.settled();
  const moves = () => page.page.getByRole('checkbox', { name: 'Moves the picture' });
  await moves().click();  // which shows what the document says, a moment later
  await page.idle();
  const states = async () => {
    const checked = [];
    for (const bone of await page.bones.all()) {
      await bone.click();
      await page.settled();
      checked.push(await moves().isChecked());
    }
    return checked;
  };
  assert.deepEqual(await states(), [false, false, false]);
  await page.button('Undo').click();
  await page.idle();
  assert.deepEqual(await states(), [true, true, true]);
});
