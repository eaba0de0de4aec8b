// SPDX-License-Identifier: MIT
// Bones that are chosen together, and poses that were made before there was a clip.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Desk, skip } from './desk.mjs';
import { example } from './drawings.mjs';
import { EditorPage } from './editor_page.mjs';

let desk, page;
beforeEach(async () => {
  desk = new Desk();
  page = await EditorPage.open(await desk.window(), await desk.studio());
  await page.choose([example('pip/pip.png'), example('pip/skeleton.json')]);
  await page.opened();
  await page.bones.first().waitFor();
});
afterEach(() => desk.close());

function row(name) {
  return page.bones.filter({ hasText: new RegExp(`^${name}`) });
}

async function chooseBones(...names) {
  for (const [i, name] of names.entries()) {
    await row(name).click({ modifiers: i > 0 ? ['ControlOrMeta'] : [] });
  }
  await page.settled();
}

/** A number that the panel shows of a bone. */
async function numberOf(bone, field) {
  await row(bone).click();
  await page.settled();
  return Number(await page.page.getByRole('textbox', { name: field, exact: true }).inputValue());
}

async function numbersOf(bones, field) {
  const numbers = [];
  for (const bone of bones) numbers.push(await numberOf(bone, field));
  return numbers;
}

function assertClose(values, expected, most) {
  values.forEach((value, i) =>
    assert(Math.abs(value - expected[i]) <= most, `${values} instead of ${expected}`));
}

const thighs = ['thigh_l', 'thigh_r'];
const middle = [283, 156];  // of thigh_l

test('one of several bones that is dragged takes the others along, in one step', { skip }, async () => {
  const before = await numbersOf(thighs, 'Head x');
  await chooseBones(...thighs);
  await page.drag(middle, [303, 156]);
  await page.idle();
  assert.equal(await page.page.getByRole('treeitem', { selected: true }).count(), 2);
  assertClose(await numbersOf(thighs, 'Head x'), before.map((x) => x + 20), 1);
  const withBoth = await page.saved();
  await page.button('Undo').click();
  await page.idle();
  assertClose(await numbersOf(thighs, 'Head x'), before, 0);
  await page.button('Redo').click();
  await page.idle();
  assert.deepEqual(await page.saved(), withBoth);
  page.check();
});

test('a click on one of several bones chooses it alone', { skip }, async () => {
  await chooseBones(...thighs);
  await page.page.mouse.click(...await page.place(middle));
  await page.settled();
  assert.equal(await page.page.getByRole('treeitem', { selected: true }).count(), 1);
});

test('bones that are posed together turn by the same angle', { skip }, async () => {
  await page.mode('Animate');
  await chooseBones(...thighs, 'shin_l');
  await page.fit();
  await page.drag([284, 124], [318, 135]);
  await page.idle();
  const [turn, ...others] = await numbersOf([...thighs, 'shin_l'], 'Turn');
  assert(turn > 20, `it turns by ${turn} degrees`);
  assertClose(others, [turn, turn], 0.2);
  page.check();
});

test('poses from before the first clip become its first keys', { skip }, async () => {
  await page.mode('Animate');
  await page.drag([284, 124], [318, 135]);
  await page.idle();
  const turn = await numberOf('thigh_l', 'Turn');
  assert(turn > 20, `it turns by ${turn} degrees`);
  await page.button('Add the first clip').click();
  await page.clips.first().waitFor();
  await page.idle();
  assert.equal(await numberOf('thigh_l', 'Turn'), turn);
  await page.page.getByText('not keyed yet').waitFor({ state: 'detached' });
  page.check();
});
