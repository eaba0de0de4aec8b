// SPDX-License-Identifier: MIT
// Files that nobody should trust: each gives a message that names it, and the page goes on.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Desk, skip, vide } from './desk.mjs';
import { example, hostileFiles } from './drawings.mjs';
import { EditorPage } from './editor_page.mjs';

const desk = new Desk();
let page;
before(async () => {
  if (!skip) page = await EditorPage.open(await desk.window(), await desk.studio());
});
after(() => desk.close());

function goodDocument() {
  const out = join(desk.folder(), 'limb.glb');
  execFileSync(vide, ['rig', example('limb/limb.png'), '--skeleton',
                      example('limb/skeleton.json'), '-o', out]);
  return readFileSync(out);
}

async function refused(name, buffer) {
  await page.choose({ name, mimeType: 'application/octet-stream', buffer });
  const alert = page.alerts.first();
  await alert.waitFor();
  const told = await alert.innerText();
  assert(told.includes(name.replace(/\.[a-z]+$/, '')), `${name}: ${told}`);
  assert(!/undefined|NaN|\[object|Error:/.test(told), `${name}: ${told}`);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await page.idle();
  assert.equal(await page.alerts.count(), 0);
}

test('files that cannot be opened are told by name, and the page goes on', { skip }, async () => {
  const files = hostileFiles(goodDocument());
  for (const [name, buffer] of Object.entries(files)) await refused(name, buffer);
  assert.equal(await page.layers.count(), 0);

  // The same while there is a character, which they must not touch.
  await page.choose(example('limb/limb.png'));
  await page.opened();
  const before = await page.saved();
  for (const [name, buffer] of Object.entries(files)) {
    if (/\.(glb|ora|psd|svg|json)$/.test(name)) await refused(name, buffer);
  }
  assert.deepEqual(await page.saved(), before);
  page.check();
});
