// SPDX-License-Identifier: MIT
// Takes the pictures of docs/editor.md: node editor/test/screenshots.mjs [FOLDER]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desk, project } from './desk.mjs';
import { example } from './drawings.mjs';
import { EditorPage } from './editor_page.mjs';

const folder = process.argv[2] ?? join(project, 'docs/pictures');
const pip = ['pip.png', 'skeleton.json', 'clips.json'].map((name) => example(`pip/${name}`));

/** As a small WebP, which the browser itself makes; where `only` wants it. */
async function take(page, name, { suffix, only }) {
  if (only && !only.includes(name)) return;
  await page.page.mouse.move(2, 2);
  await page.idle();
  const png = await page.still(1500);
  const webp = await page.page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
  }, `data:image/png;base64,${png.toString('base64')}`);
  writeFileSync(join(folder, `editor-${name}${suffix}.webp`), Buffer.from(webp.split(',')[1], 'base64'));
}

async function walk(page, wanted) {
  await take(page, 'welcome', wanted);
  await page.choose(pip);
  await page.opened();
  await page.bones.first().waitFor();
  await page.mode('Rig');
  await page.bones.filter({ hasText: /^forearm_l/ }).click();
  await take(page, 'rig', wanted);
  await page.bones.filter({ hasText: /^hips/ }).click();
  await page.layers.first().click();
  const density = page.page.getByRole('combobox', { name: 'Density' });
  await density.selectOption('Detail');
  await density.scrollIntoViewIfNeeded();
  await take(page, 'mesh', wanted);
  await page.button('Reset').click();
  await page.mode('Weights');
  await page.bones.filter({ hasText: /^head/ }).click();
  await take(page, 'weights', wanted);
  await page.mode('Animate');
  await page.clips.first().click();
  for (let i = 0; i < 6; i++) await page.key('.');
  await page.key('o');
  await take(page, 'animate', wanted);
  await page.key('o');
  await page.bones.filter({ hasText: /^hips/ }).click();
  await page.key('g');
  await page.page.getByRole('slider', { name: 'Playhead and curves' }).focus();
  await page.key('Shift+Space');
  await take(page, 'graph', wanted);
  await page.key('g', 'Control+e');
  await page.page.getByRole('dialog').waitFor();
  await take(page, 'export', wanted);
  await page.key('Escape', '?');
  await page.page.getByRole('dialog').waitFor();
  await take(page, 'shortcuts', wanted);
  await page.key('Escape');
}

mkdirSync(folder, { recursive: true });
const small = { width: 1280, height: 720 }, large = { width: 2560, height: 1440 };
for (const { suffix, only, ...options } of [
  { suffix: '', viewport: small },
  { suffix: '-large', viewport: large, only: ['rig', 'weights', 'animate'] },
  { suffix: '-dark', viewport: small, colorScheme: 'dark', only: ['rig', 'animate'] },
]) {
  const desk = new Desk();
  // Without the policy of vide studio, which lets no page read pictures from data URLs.
  const page = await EditorPage.open(
    await desk.window({ bypassCSP: true, ...options }), await desk.studio());
  try {
    await walk(page, { suffix, only });
  } finally {
    await desk.close();
  }
}
