// SPDX-License-Identifier: MIT
// Files for the page: drawings in layers, large ones, and some that nobody should trust.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { writePsdUint8Array } from 'ag-psd';
import { strToU8, zipSync } from 'fflate';
import { PNG } from 'pngjs';
import { project } from './desk.mjs';

export const example = (name) => join(project, 'examples', name);

const tin = ['leg_back', 'arm_back', 'leg_front', 'body', 'propeller', 'antenna', 'head',
             'eyes_open', 'eyes_shut', 'arm_front'];

/** The example in layers as a Photoshop file. */
export function tinAsPhotoshop() {
  const children = tin.map((name) => {
    const { width, height, data } = PNG.sync.read(readFileSync(example(`tin/layers/${name}.png`)));
    return { name, left: 0, top: 0, imageData: { width, height, data: new Uint8ClampedArray(data) } };
  });
  const { width, height } = children[0].imageData;
  return Buffer.from(writePsdUint8Array({ width, height, children }));
}

/** A soft disc with arms, opaque where `inside` says; square. */
export function largeDrawing(side) {
  const png = new PNG({ width: side, height: side });
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const u = 2 * x / side - 1, v = 2 * y / side - 1;
      const isInside = u * u + v * v < 0.2 || (Math.abs(v) < 0.1 && Math.abs(u) < 0.9) ||
        (Math.abs(u) < 0.12 && v > 0 && v < 0.9);
      const at = 4 * (y * side + x);
      png.data[at] = 200;
      png.data[at + 1] = 255 * x / side;
      png.data[at + 2] = 255 * y / side;
      png.data[at + 3] = isInside ? 255 : 0;
    }
  }
  return PNG.sync.write(png, { deflateLevel: 1 });
}

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crcOf(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crcOf(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** A PNG that claims a size and holds almost nothing. */
function bombPng(side) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
                        chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]);
}

function openRaster(stack, files = {}) {
  return Buffer.from(zipSync({
    mimetype: strToU8('image/openraster'),
    'stack.xml': strToU8(`<image w="64" h="64"><stack>${stack}</stack></image>`), ...files,
  }, { level: 1 }));
}

/** A document whose vertices are nowhere. `glb`: a good one. */
function withNaN(glb) {
  const bad = Buffer.from(glb);
  const length = bad.readUInt32LE(12);
  const { meshes, accessors, bufferViews } = JSON.parse(bad.toString('utf8', 20, 20 + length));
  const { bufferView, byteOffset = 0, count } = accessors[meshes[0].primitives[0].attributes.POSITION];
  const start = 20 + length + 8 + bufferViews[bufferView].byteOffset + byteOffset;
  for (let i = 0; i < 3 * count; i++) bad.writeFloatLE(NaN, start + 4 * i);
  return bad;
}

/** Files that must give a message and no more, by name. `glb`: a good document. */
export function hostileFiles(glb) {
  const png = readFileSync(example('pip/pip.png'));
  return {
    'half.png': png.subarray(0, png.length / 2),
    'bomb.png': bombPng(60000),
    'letter.png': Buffer.from('Dear artist, this is a letter.'),
    'empty.png': Buffer.alloc(0),
    'broken.glb': Buffer.concat([Buffer.from('glTF'), Buffer.alloc(60, 0xee)]),
    'half.glb': glb.subarray(0, glb.length / 2),
    'nan.glb': withNaN(glb),
    'bomb.ora': openRaster('<layer name="a" src="data/a.png"/>',
                           { 'data/a.png': new Uint8Array(2 ** 27) }),
    'hollow.ora': openRaster(''),
    'liar.ora': openRaster('<layer name="a" src="../../etc/passwd"/>'),
    'garbage.psd': Buffer.concat([Buffer.from('8BPS\0\x01', 'latin1'), Buffer.alloc(500, 0xa5)]),
    'picture.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'),
    'deep.json': Buffer.from('['.repeat(50000)),
    'motion.bvh': Buffer.from('HIERARCHY\nROOT a\n{\nOFFSET 0 0\n'),
  };
}

/** Twenty bones inside the drawing of that side, as a skeleton file: a leg of six, arms of seven. */
export function twentyBones(side) {
  const bones = [];
  const chain = (name, count, parent, [x, y]) => {
    const at = (part) => [side * (0.5 + (x - 0.5) * part), side * (0.5 + (y - 0.5) * part), 0];
    for (let i = 0; i < count; i++) {
      bones.push({
        name: `${name}_${i + 1}`, parent: i === 0 ? parent : bones.length - 1,
        head: at(i / count), tail: at((i + 1) / count),
      });
    }
  };
  chain('leg', 6, -1, [0.5, 0.06]);
  chain('left', 7, 0, [0.07, 0.5]);
  chain('right', 7, 0, [0.93, 0.5]);
  return JSON.stringify(bones);
}
