// SPDX-License-Identifier: MIT
// The file that vide studio is started with.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Desk, skip, vide } from './desk.mjs';
import { example } from './drawings.mjs';
import { EditorPage } from './editor_page.mjs';

let desk;
beforeEach(() => { desk = new Desk(); });
afterEach(() => desk.close());

function rigged() {
  const out = join(desk.folder(), 'limb.glb');
  execFileSync(vide, ['rig', example('limb/limb.png'), '--skeleton',
                      example('limb/skeleton.json'), '-o', out]);
  return out;
}

async function open(file) {
  const page = await EditorPage.open(await desk.window(), await desk.studio(file));
  await page.opened();
  return page;
}

async function rename(page, from, to) {
  await page.bones.filter({ hasText: from }).dblclick();
  await page.page.getByRole('textbox', { name: 'Name of the bone' }).fill(to);
  await page.key('Enter');
  await page.bones.filter({ hasText: to }).waitFor();
}

async function save(page, told) {
  await page.key('Control+s');
  await page.page.getByText(told).waitFor();
}

test('a document is saved in its place, and shown again after a reload', { skip }, async () => {
  const file = rigged();
  const before = readFileSync(file);
  const page = await open(file);
  await rename(page, 'upper', 'shoulder');
  await page.page.getByRole('img', { name: 'not saved' }).waitFor();
  await save(page, 'Saved as limb.glb');
  await page.page.getByRole('img', { name: 'not saved' }).waitFor({ state: 'detached' });
  const saved = readFileSync(file);
  assert.notDeepEqual(saved, before);
  await page.page.reload();
  await page.opened();
  await page.bones.filter({ hasText: 'shoulder' }).waitFor();
  await page.button('Undo').waitFor();
  await rename(page, 'shoulder', 'upper');
  await save(page, 'Saved as limb.glb');
  assert.deepEqual(readFileSync(file), before);
  page.check();
});

test('what is edited while the file is written is not told to be saved', { skip }, async () => {
  const page = await open(rigged());
  await rename(page, 'upper', 'shoulder');
  const written = new Promise((resolve) => {
    page.page.route('**/document', async (route) => {
      await rename(page, 'shoulder', 'arm');
      await route.continue();
      resolve();
    });
  });
  await save(page, 'Saved as limb.glb');
  await written;
  await page.idle();
  assert(await page.page.getByRole('img', { name: 'not saved' }).isVisible());
  page.check();
});

test('a file that another program has changed stays, and a copy can be saved', { skip }, async () => {
  const file = rigged();
  const page = await open(file);
  await rename(page, 'upper', 'shoulder');
  writeFileSync(file, 'theirs');
  await page.key('Control+s');
  await page.alerts.filter({ hasText: 'changed by another program' }).waitFor();
  assert.equal(readFileSync(file, 'utf8'), 'theirs');
  await page.page.getByRole('img', { name: 'not saved' }).waitFor();
  await page.button('File').click();
  const [download] = await Promise.all([
    page.page.waitForEvent('download'),
    page.page.getByRole('menuitem', { name: /copy/i }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'limb.glb');
});

test('a drawing is opened and saved beside itself', { skip }, async () => {
  const drawing = join(desk.folder(), 'arm.png');
  copyFileSync(example('limb/limb.png'), drawing);
  const page = await open(drawing);
  await save(page, 'Saved as arm.glb');
  assert(existsSync(drawing.replace('.png', '.glb')));
  assert.deepEqual(readFileSync(drawing), readFileSync(example('limb/limb.png')));
  page.check();
});
