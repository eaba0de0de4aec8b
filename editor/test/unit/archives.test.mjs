// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { load } from './load.mjs';

const { zipFiles } = await load('files/zip.ts');
const { unzipOpenRaster } = await load('files/unzip.ts');
const { WebpWriter } = await load('files/webp.ts');

const text = (bytes) => new TextDecoder().decode(bytes);

test('an archive gives back the files that went in, and is the same each time', () => {
  const files = [
    { name: 'fox_ske.json', mime: 'application/json', bytes: strToU8('{"a": 1}'.repeat(50)) },
    { name: 'fox_tex.png', mime: 'image/png', bytes: Uint8Array.of(1, 2, 3) },
  ];
  const archive = zipFiles(files);
  const back = unzipSync(archive);
  for (const { name, bytes } of files) assert.deepEqual(new Uint8Array(back[name]), bytes);
  assert.deepEqual(zipFiles(files), archive);
});

test('an OpenRaster archive needs its mimetype and stack', () => {
  const whole = { mimetype: strToU8('image/openraster'), 'stack.xml': strToU8('<image/>') };
  assert.equal(text(unzipOpenRaster(zipSync(whole)).get('stack.xml')), '<image/>');
  for (const name of Object.keys(whole)) {
    const { [name]: _, ...rest } = whole;
    assert.throws(() => unzipOpenRaster(zipSync(rest)), /is no OpenRaster file/);
  }
});

test('pictures that OpenRaster keeps for other programs are not unpacked', () => {
  const entries = unzipOpenRaster(zipSync({
    mimetype: strToU8('image/openraster'), 'stack.xml': strToU8('<image/>'),
    'mergedimage.png': new Uint8Array(9), 'Thumbnails/thumbnail.png': new Uint8Array(9),
  }));
  assert.deepEqual([...entries.keys()].sort(), ['mimetype', 'stack.xml']);
});

test('every cut of an archive is refused or read, never a crash of another kind', () => {
  const archive = zipSync({ mimetype: strToU8('image/openraster'), 'stack.xml': strToU8('<i/>') });
  for (let length = 0; length < archive.length; length++) {
    assert.throws(() => unzipOpenRaster(archive.subarray(0, length)), { name: 'FileError' });
  }
});

/** As the WebP container specification lays it out. */
function chunksOf(bytes, from) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const chunks = [];
  for (let at = from; at < bytes.length;) {
    const size = view.getUint32(at + 4, true);
    chunks.push({ kind: text(bytes.subarray(at, at + 4)), data: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size & 1);
  }
  return chunks;
}

test('an animated WebP repeats what the stills hold', () => {
  const still = (payload) => {
    const chunk = [...strToU8('VP8L'), payload.length, 0, 0, 0, ...payload];
    if (payload.length & 1) chunk.push(0);
    return Uint8Array.of(...strToU8('RIFF'), chunk.length + 4, 0, 0, 0, ...strToU8('WEBP'), ...chunk);
  };
  const writer = new WebpWriter({ width: 300, height: 7, seconds: 0.05, loops: 2 });
  writer.add(still([1, 2, 3]));
  writer.add(still([4, 5]));
  const bytes = writer.finish();

  assert.equal(new DataView(bytes.buffer).getUint32(4, true), bytes.length - 8);
  const [extended, animation, ...frames] = chunksOf(bytes, 12);
  assert.deepEqual([...extended.data], [18, 0, 0, 0, 43, 1, 0, 6, 0, 0]);
  assert.deepEqual([...animation.data], [0, 0, 0, 0, 2, 0]);
  assert.deepEqual(frames.map(({ kind }) => kind), ['ANMF', 'ANMF']);
  assert.deepEqual([...frames[0].data.subarray(6, 15)], [43, 1, 0, 6, 0, 0, 50, 0, 0]);
  const held = frames.map(({ data }) => chunksOf(data, 16)[0]);
  assert.deepEqual(held.map(({ data }) => [...data]), [[1, 2, 3], [4, 5]]);
});
