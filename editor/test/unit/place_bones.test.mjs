// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { PlaceBones } = await load('view/tools/place_bones.ts');

// An upper arm with a forearm and a sleeve on its tail, a hand beyond, and a bone that floats.
const bones = [
  { id: 10, parent: null, head: [0, 0], tail: [10, 0] },
  { id: 11, parent: 10, head: [10, 0], tail: [20, 0] },
  { id: 12, parent: 10, head: [10, 0], tail: [10, 5] },
  { id: 13, parent: 11, head: [20, 0], tail: [25, 0] },
  { id: 14, parent: 10, head: [3, 3], tail: [6, 6] },
];

const at = (x, y, alt = false) => ({ view: [x, y], at: [x, y], alt, isTouch: false });

/** What is asked of the document when a part of a bone is dragged by (4, 7). */
async function asked(what, bone, alt = false, chosen = [bone]) {
  const edits = [];
  const stage = {
    sketch: { value: {} },
    session: {
      state: { peek: () => ({ bones }) },
      selection: { peek: () => ({ bones: chosen }) },
      edit: async (method, { merge, ...args }) => {
        edits.push({ method, ...args });
        return {};
      },
      query: async (method) => edits.push({ method }),
      undo: async () => edits.push({ method: 'undo' }),
    },
  };
  const gesture = new PlaceBones(stage, { what, bone, distance: 0 }, at(0, 0, alt));
  gesture.move(at(4, 7, alt));
  const sketched = stage.sketch.value.moved;
  await gesture.end();
  assert.deepEqual(stage.sketch.value, {});
  assert.equal(edits.at(-1).method, 'end_merge');
  // What follows the drafts; its last step weighs all of it.
  const drafted = edits.map(({ weights }) => weights).lastIndexOf('draft');
  const exact = edits.slice(drafted + 1).filter(({ method }) => method === 'place_bone');
  assert.deepEqual(exact.map(({ weights }) => weights),
                   exact.map((_, i) => i + 1 < exact.length ? 'keep' : 'exact'));
  return { sketched, exact: exact.map(({ method, weights, ...rest }) => rest) };
}

test('a joint takes along every end that lies on it, and no other', async () => {
  const { exact, sketched } = await asked('tail', 10);
  assert.deepEqual(exact, [
    { bone: 10, tail: [14, 7], children: 'stay' },
    { bone: 11, head: [14, 7], children: 'stay' },
    { bone: 12, head: [14, 7], children: 'stay' },
  ]);
  assert.deepEqual([...sketched.keys()], [10, 11, 12]);
  assert.deepEqual(sketched.get(11), { head: [14, 7], tail: [20, 0] });
});

test('the same joint is the head of each child', async () => {
  const { exact } = await asked('head', 12);
  assert.deepEqual(new Set(exact.map(({ bone }) => bone)), new Set([10, 11, 12]));
  assert.deepEqual(exact.find(({ bone }) => bone === 10).tail, [14, 7]);
});

test('with Alt an end leaves its joint', async () => {
  const { exact } = await asked('head', 11, true);
  assert.deepEqual(exact, [{ bone: 11, head: [14, 7], children: 'stay' }]);
});

test('a whole bone carries what hangs on it, and its parent still ends in it', async () => {
  const { exact, sketched } = await asked('bone', 11);
  assert.deepEqual(exact, [
    { bone: 10, tail: [14, 7], children: 'stay' },
    { bone: 11, head: [14, 7], tail: [24, 7], children: 'follow' },
  ]);
  assert.deepEqual(sketched.get(13), { head: [24, 7], tail: [29, 7] });
  assert(!sketched.has(14));
});

test('with Alt a whole bone leaves its children and its parent', async () => {
  const { exact } = await asked('bone', 10, true);
  assert.deepEqual(exact, [{ bone: 10, head: [4, 7], tail: [14, 7], children: 'stay' }]);
});

test('one of several chosen bones takes the others along, each once', async () => {
  const { exact, sketched } = await asked('tail', 14, false, [11, 13, 14]);
  assert.deepEqual(exact, [
    { bone: 10, tail: [14, 7], children: 'stay' },
    { bone: 11, head: [14, 7], tail: [24, 7], children: 'follow' },
    { bone: 14, head: [7, 10], tail: [10, 13], children: 'follow' },
  ]);
  assert.deepEqual(new Set(sketched.keys()), new Set([10, 11, 13, 14]));
  const siblings = await asked('bone', 11, false, [11, 12]);
  assert.deepEqual(siblings.exact.map(({ bone }) => bone), [10, 11, 12]);
});

test('a bone that is not chosen is dragged alone', async () => {
  const { exact } = await asked('bone', 14, false, [11, 12]);
  assert.deepEqual(exact.map(({ bone }) => bone), [14]);
});
