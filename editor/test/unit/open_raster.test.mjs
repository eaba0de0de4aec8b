// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { parseXml } = await load('files/xml.ts');
const { parseStack } = await load('files/open_raster.ts');

test('elements and attributes are read, everything else is passed over', () => {
  const { name, attributes, children } = parseXml(
    `<?xml version="1.0"?><!DOCTYPE a><a x = '1' y="&lt;&#65;&#x42;&amp;amp;"> words
     <!-- <b> --><c/><![CDATA[<d>]]><c n="ä&nbsp;"></c></a>`);
  assert.equal(name, 'a');
  assert.deepEqual([...attributes], [['x', '1'], ['y', '<AB&amp;']]);
  assert.deepEqual(children.map((child) => [child.name, child.attributes.get('n')]),
                   [['c', undefined], ['c', 'ä&nbsp;']]);
});

test('elements that do not fit together are refused', () => {
  for (const text of ['', 'words', '<a>', '</a>', '<a></b>', '<a/><b/>', '<a x=1/>', '<a x="1"y="2"/>',
                      '<a <b/></a>', '<a x="<"/>', '<a><!-- </a>', '<a><b></a></b>']) {
    assert.throws(() => parseXml(text), { name: 'FileError' }, text);
  }
});

test('every cut of a stack is refused', () => {
  const stack = '<image w="20" h="10"><stack><layer name="a" src="a.png"/></stack></image>';
  assert.equal(parseStack(stack).layers.length, 1);
  for (let length = 0; length < stack.length; length++) {
    assert.throws(() => parseStack(stack.slice(0, length)), { name: 'FileError' }, stack.slice(0, length));
  }
});

test('too many groups within each other, and too many layers, are refused', () => {
  const nested = (depth) => '<stack>'.repeat(depth) + '</stack>'.repeat(depth);
  assert.throws(() => parseStack(`<image w="1" h="1">${nested(40)}</image>`), /groups within each other/);
  const layers = '<layer src="a"/>'.repeat(1001);
  assert.throws(() => parseStack(`<image w="1" h="1"><stack>${layers}</stack></image>`), /1000 layers/);
});
