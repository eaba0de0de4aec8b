// SPDX-License-Identifier: MIT
// Files as the browser reads and writes them: what Node has no decoders, canvas or database for.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { zipSync, strToU8 } from 'fflate';
import { PNG } from 'pngjs';
import { Desk, project, skip, watchedPage } from './desk.mjs';
import { noise } from './unit/load.mjs';

let desk, page, check;

before(async () => {
  if (skip) return;
  desk = new Desk();
  const { outputFiles } = await build({
    entryPoints: [new URL('browser_files.ts', import.meta.url).pathname],
    bundle: true, write: false, format: 'esm', target: 'es2022',
  });
  const { address } = await desk.plainHost();
  const window = await desk.window({ serviceWorkers: 'block' });
  await window.route('**/browser_files.js', (route) => route.fulfill({
    contentType: 'text/javascript', body: Buffer.from(outputFiles[0].contents),
  }));
  ({ page, check } = await watchedPage(window, address));
});
after(() => desk?.close());

const base64 = (bytes) => Buffer.from(bytes).toString('base64');

/** What a file turns out to be, its pixels as base64. `{name, bytes}` of each file. */
async function read(...files) {
  const sent = files.map(({ name, bytes }) => ({ name, text: base64(bytes) }));
  return page.evaluate(async (files) => {
    const { readFiles, bytesOf, textOf } = await import('/browser_files.js');
    const text = ({ width, height, pixels }) => ({ width, height, pixels: textOf(pixels) });
    try {
      const opened = await readFiles(files.map(({ name, text }) => new File([bytesOf(text)], name)));
      return opened.map(({ bytes, raster, drawing, ...rest }) => ({
        ...rest, ...(raster ? { raster: text(raster) } : {}),
        ...(drawing ? { drawing: { ...drawing, layers: drawing.layers.map((layer) => (
          { ...layer, raster: text(layer.raster) })) } } : {}),
      }));
    } catch (error) {
      return { error: `${error.name}: ${error.message}` };
    }
  }, sent);
}

function png({ width, height, pixels }) {
  return PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(pixels) }));
}

test('a picture is decoded to the very values of its file', { skip }, async () => {
  for (const [width, height] of [[1, 1], [37, 21], [8200, 2], [3, 16400]]) {
    const raster = noise(width, height, 7 + width);
    const [picture] = await read({ name: 'fox.png', bytes: png(raster) });
    assert.deepEqual([picture.kind, picture.name, picture.mime], ['picture', 'fox', 'image/png']);
    assert.deepEqual([picture.raster.width, picture.raster.height], [width, height]);
    assert.equal(picture.raster.pixels, base64(raster.pixels), `${width} x ${height}`);
  }
  check();
});

test('several pictures become layers in the order of their names', { skip }, async () => {
  const bytes = png(noise(4, 4, 1));
  const [{ drawing }] = await read({ name: '10_arm.png', bytes }, { name: '2_leg.png', bytes });
  assert.deepEqual(drawing.layers.map(({ name }) => name), ['leg', 'arm']);
});

test('an OpenRaster drawing keeps its layers, places and looks', { skip }, async () => {
  const [{ kind, drawing }] = await read(
    { name: 'tin.ora', bytes: readFileSync(join(project, 'examples/tin/tin.ora')) });
  assert.equal(kind, 'drawing');
  assert.equal(drawing.name, 'tin');
  assert.ok(drawing.layers.length > 3);
  for (const { name, x, y, raster } of drawing.layers) {
    assert.ok(raster.width > 0 && x < drawing.width && y < drawing.height, name);
  }
});

test('groups of OpenRaster are laid flat, front last', { skip }, async () => {
  const stack = `<image w="20" h="10"><stack>
    <layer name="hat" src="a.png" x="3" y="-2" composite-op="svg:multiply"/>
    <stack name="arm" x="5" y="1" opacity="0.5" visibility="hidden">
      <layer name="hand" src="a.png" x="1" opacity="0.5" composite-op="svg:overlay"/></stack>
    </stack></image>`;
  const archive = zipSync({ mimetype: strToU8('image/openraster'), 'stack.xml': strToU8(stack),
                            'a.png': png(noise(2, 2, 1)) });
  const [{ drawing }] = await read({ name: 'a.ora', bytes: archive });
  const looks = drawing.layers.map(({ raster, ...look }) => look);
  assert.deepEqual(looks, [
    { name: 'hand', x: 6, y: 1, opacity: 0.25, visible: false, blend: 'normal' },
    { name: 'hat', x: 3, y: -2, opacity: 1, visible: true, blend: 'multiply' },
  ]);
  assert.equal(drawing.warnings.length, 2);
});

test('files that cannot be opened are told by name and with what to do', { skip }, async () => {
  const whole = png(noise(9, 9, 3));
  const bomb = Buffer.from(whole);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const ora = (stack) => zipSync({ mimetype: strToU8('image/openraster'), 'stack.xml': strToU8(stack) });
  const files = [
    ['empty.png', [], /is empty/],
    ['cut.png', whole.subarray(0, 40), /damaged|no PNG/],
    ['header.png', whole.subarray(0, 8), /is no PNG/],
    ['bomb.png', bomb, /60000 x 60000 pixels/],
    ['text.psd', strToU8('8BPS and nothing else'), /cannot be read as a Photoshop file/],
    ['notes.txt', strToU8('hello'), /kind that cannot be opened/],
    ['broken.json', strToU8('{'), /is no JSON/],
    ['zip.ora', zipSync({ a: strToU8('b') }), /is no OpenRaster/],
    ['xml.ora', ora('<image><stack>'), /damaged stack\.xml/],
    ['lost.ora', ora('<image w="1" h="1"><stack><layer src="a.png"/></stack></image>'), /lacks the picture/],
    ['size.ora', ora('<image w="many" h="1"><stack/></image>'), /is not a number/],
    ['jpeg.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 17, 0), /damaged/],
  ];
  for (const [name, bytes, words] of files) {
    const { error } = await read({ name, bytes });
    assert.match(error, words);
    assert.ok(error.startsWith(`FileError: ${name} `), error);
  }
  check();
});

/** Frames of a dot that wanders, written in a format; the file's bytes. */
async function written(settings) {
  const text = await page.evaluate(async (settings) => {
    const { startFrames, textOf } = await import('/browser_files.js');
    const { width, height, frames } = settings;
    const writer = await startFrames({ name: 'dot', loops: 0, quality: 1, ...settings });
    for (let frame = 0; frame < frames; frame++) {
      const pixels = new Uint8Array(4 * width * height);
      for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
      pixels.set([255, 200, 100], 4 * (frame * width + frame));
      await writer.add({ width, height, pixels });
    }
    return textOf((await writer.finish())[0].bytes);
  }, settings);
  return Buffer.from(text, 'base64');
}

test('a browser makes an animated WebP of all frames', { skip }, async () => {
  const bytes = await written({ format: 'webp', width: 40, height: 30, fps: 20, seconds: 0.05, frames: 5 });
  const shown = await page.evaluate(async (text) => {
    const { bytesOf } = await import('/browser_files.js');
    const decoder = new ImageDecoder({ data: bytesOf(text), type: 'image/webp' });
    await decoder.tracks.ready;
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    const durations = [];
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
      durations.push((await decoder.decode({ frameIndex })).image.duration);
    }
    return { frameCount, repeats: repetitionCount === Infinity, durations };
  }, base64(bytes));
  assert.deepEqual(shown, { frameCount: 5, repeats: true, durations: Array(5).fill(50_000) });
});

const hasProbe = () => {
  try {
    return Boolean(execFileSync('ffprobe', ['-version']));
  } catch {
    return false;
  }
};

for (const format of ['mp4', 'webm']) {
  test(`a browser makes a ${format} of all frames, of even size`,
       { skip: skip || (!hasProbe() && 'ffprobe is missing') }, async (t) => {
    const size = { width: 64, height: 48, fps: 25 };
    const can = await page.evaluate(async (settings) => {
      const { canEncodeVideo } = await import('/browser_files.js');
      return canEncodeVideo(settings);
    }, { format, ...size });
    if (!can) return t.skip(`this browser encodes no ${format}`);
    const bytes = await written({ format, ...size, width: 63, height: 47, seconds: 0.04, frames: 12 });
    const file = join(desk.folder(), `dot.${format}`);
    writeFileSync(file, bytes);
    const { streams: [stream] } = JSON.parse(execFileSync('ffprobe', [
      '-v', 'error', '-count_frames', '-show_streams', '-of', 'json', file]));
    assert.deepEqual([stream.width, stream.height, Number(stream.nb_read_frames)], [64, 48, 12]);
  });
}

test('autosaved states are found again, the newest first, and do not pile up', { skip }, async () => {
  const found = await page.evaluate(async () => {
    const { Generations } = await import('/browser_files.js');
    const first = new Generations();
    await first.clear();
    for (let i = 0; i < 9; i++) await first.add('monday', 'fox', Uint8Array.of(i));
    for (let i = 10; i < 19; i++) await first.add('tuesday', 'cat', Uint8Array.of(i));
    const list = await new Generations().list();
    return list.map(({ name, bytes }) => [name, bytes[0]]);
  });
  assert.deepEqual(found, [['cat', 18], ['cat', 17], ['cat', 16], ['fox', 8]]);
});

test('edits are autosaved when it gets quiet, and failures are told once', { skip }, async () => {
  const seen = await page.evaluate(async () => {
    const { Autosave, Generations } = await import('/browser_files.js');
    await new Generations().clear();
    const told = [];
    let saves = 0, fails = false;
    const autosave = new Autosave({
      save: async () => {
        if (fails) throw new DOMException('full', 'QuotaExceededError');
        return { name: 'fox', bytes: Uint8Array.of(++saves) };
      },
      failed: (message) => told.push(message),
    }, { quiet: 30, longest: 1000 });
    for (let i = 0; i < 5; i++) autosave.touch();
    while (!autosave.isKept.value) await new Promise((resolve) => setTimeout(resolve, 10));
    await autosave.flush();
    const kept = (await autosave.generations.list()).length;
    fails = true;
    for (let i = 0; i < 2; i++) {
      autosave.touch();
      await autosave.flush();
    }
    return { saves, kept, told };
  });
  assert.deepEqual([seen.saves, seen.kept, seen.told.length], [1, 1, 1]);
  assert.match(seen.told[0], /no room left/);
  check();
});
