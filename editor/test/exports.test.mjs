// SPDX-License-Identifier: MIT
// Every format of the export dialog, from the dialog to the file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import UPNG from 'upng-js';
import { Desk, project, skip, vide } from './desk.mjs';
import { EditorPage } from './editor_page.mjs';

const desk = new Desk();
let editor, page;

const example = (name) => join(project, 'examples/pip', name);

before(async () => {
  if (skip) return;
  const pip = join(desk.folder(), 'pip.glb');
  execFileSync(vide, ['rig', example('pip.png'), '--skeleton', example('skeleton.json'),
                      '--clips', example('clips.json'), '-o', pip]);
  const { address } = await desk.plainHost();
  editor = await EditorPage.open(await desk.window({ serviceWorkers: 'block' }), address);
  ({ page } = editor);
  await editor.choose(pip);
  await editor.opened();
});
after(() => desk.close());

/** Fields of the dialog by their labels, as they are typed. */
async function exported(format, fields = {}) {
  await editor.key('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByText(format, { exact: true }).first().click();
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByRole('textbox', { name: label });
    await field.fill(String(value));
    await field.press('Enter');
  }
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: /^Export \./ }).click(),
  ]);
  await editor.idle();
  assert.deepEqual(await editor.alerts.allInnerTexts(), []);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

function pixelsOf(file) {
  const { width, height, data } = PNG.sync.read(file);
  return { width, height, data };
}

const small = { 'Frames a second': 8, Scale: 20 };

test('glTF is the document as it is saved', { skip }, async () => {
  const { name, bytes } = await exported('glTF');
  assert.equal(name, 'pip.glb');
  assert.deepEqual(bytes, await editor.saved());
  const baked = await exported('glTF, baked');
  assert.equal(baked.bytes.subarray(0, 4).toString(), 'glTF');
  assert.notDeepEqual(baked.bytes, bytes);
});

for (const [format, names] of [
  ['Spine JSON', ['pip.atlas', 'pip.png', 'pip.spine.json']],
  ['DragonBones', ['pip_ske.json', 'pip_tex.json', 'pip_tex.png']],
  ['Godot 4', ['pip.png', 'pip.tscn']],
  ['Godot 3', ['pip.png', 'pip.tscn']],
]) {
  test(`${format} comes as an archive of its files, as the command line writes them`, { skip },
       async () => {
    const { name, bytes } = await exported(format);
    assert.equal(name, 'pip.zip');
    const files = unzipSync(bytes);
    assert.deepEqual(Object.keys(files).sort(), names);
    const folder = desk.folder();
    writeFileSync(join(folder, 'pip.glb'), await editor.saved());
    const out = names.find((one) => /(spine|ske)\.json$|tscn$/.test(one));
    execFileSync(vide, ['export', join(folder, 'pip.glb'), '-o', join(folder, out),
                        ...(format === 'Godot 3' ? ['--godot', '3'] : [])]);
    for (const one of names.filter((other) => !other.endsWith('.png'))) {
      assert.equal(Buffer.from(files[one]).toString(), readFileSync(join(folder, one), 'utf8'), one);
    }
  });
}

test('an animated PNG has every frame of the clip', { skip }, async () => {
  const { name, bytes } = await exported('Animated PNG', small);
  assert.equal(name, 'pip.png');
  const decoded = UPNG.decode(new Uint8Array(bytes).buffer);
  assert.equal(decoded.frames.length, 8);
  assert.deepEqual(new Set(decoded.frames.map(({ delay }) => delay)), new Set([125]));
});

test('a PNG sequence has one picture for each frame', { skip }, async () => {
  const { bytes } = await exported('PNG sequence', small);
  const files = unzipSync(bytes);
  assert.equal(Object.keys(files).length, 8);
  const sizes = Object.values(files).map((file) => {
    const { width, height } = PNG.sync.read(Buffer.from(file));
    return `${width} x ${height}`;
  });
  assert.equal(new Set(sizes).size, 1);
});

test('GIF and WebP begin as such files do', { skip }, async () => {
  const gif = await exported('GIF', small);
  assert.deepEqual([gif.name, gif.bytes.subarray(0, 6).toString()], ['pip.gif', 'GIF89a']);
  const webp = await exported('Animated WebP', small);
  assert.equal(webp.bytes.subarray(8, 16).toString(), 'WEBPVP8X');
});

test('a video is a WebM, where the browser encodes it', { skip }, async () => {
  const { bytes } = await exported('WebM', small);
  assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
});

for (const scale of [20, 100]) {
  test(`a sprite sheet of ${scale} % is the one of the command line`, { skip }, async () => {
    const { name, bytes } = await exported('Sprite sheet', { ...small, Scale: scale });
    assert.equal(name, 'pip.zip');
    const files = unzipSync(bytes);
    const folder = desk.folder();
    writeFileSync(join(folder, 'document.glb'), await editor.saved());
    const { w, h } = Object.values(JSON.parse(Buffer.from(files['pip.json'])).frames)[0].sourceSize;
    execFileSync(vide, ['render', join(folder, 'document.glb'), '-o', join(folder, 'pip.json'),
                        '--fps', '8', ...(scale === 100 ? [] : ['--size', `${w}x${h}`])]);
    const written = readdirSync(folder).filter((one) => one.startsWith('pip'));
    assert.deepEqual(Object.keys(files).sort(), written.sort());
    for (const one of written) {
      const [ours, theirs] = [Buffer.from(files[one]), readFileSync(join(folder, one))];
      if (one.endsWith('.json')) assert.equal(ours.toString(), theirs.toString());
      else assert.deepEqual(pixelsOf(ours), pixelsOf(theirs));
    }
    editor.check();
  });
}

test('an export is stopped by Cancel, and nothing is written', { skip }, async () => {
  await editor.key('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByText('PNG sequence', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Frames a second' }).fill('120');
  let isWritten = false;
  page.once('download', () => { isWritten = true; });
  await dialog.getByRole('button', { name: 'Export .zip' }).click();
  await editor.button('Cancel').click();
  await editor.idle();
  assert(!isWritten);
  editor.check();
});
