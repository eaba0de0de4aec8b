// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { LiveEdit } = await load('view/tools/gesture.ts');
const { crosses } = await load('view/tools/box_select.ts');

/** A session that notes what is asked of it. */
function notebook() {
  const asked = [];
  return { asked, query: async (method) => asked.push(method), undo: async () => asked.push('undo') };
}

/** A step that ends when it is told to. */
function slowStep(asked, name) {
  let end;
  const ended = new Promise((resolve) => { end = resolve; });
  const step = async () => {
    asked.push(name);
    await ended;
    return {};
  };
  return { step, end };
}

test('of the steps that come while one runs only the newest runs', async () => {
  const session = notebook();
  const live = new LiveEdit(session, 'drag');
  const first = slowStep(session.asked, 'first');
  live.run(first.step);
  for (const name of ['second', 'third', 'fourth']) {
    live.run(async () => session.asked.push(name));
  }
  assert.deepEqual(session.asked, ['first']);
  first.end();
  await live.finish(async () => session.asked.push('last'));
  assert.deepEqual(session.asked.slice(-2), ['last', 'end_merge']);
  assert(!session.asked.includes('second') && !session.asked.includes('third'));
});

test('a gesture that is taken back is undone after what still runs', async () => {
  const session = notebook();
  const live = new LiveEdit(session, 'drag');
  const first = slowStep(session.asked, 'first');
  live.run(first.step);
  live.run(async () => session.asked.push('never'));
  const cancelled = live.cancel();
  first.end();
  await cancelled;
  assert.deepEqual(session.asked, ['first', 'end_merge', 'undo']);
});

test('where nothing was edited nothing is undone', async () => {
  const session = notebook();
  const live = new LiveEdit(session, 'drag');
  live.run(async () => null);
  await live.cancel();
  assert.deepEqual(session.asked, ['end_merge']);
});

test('two gestures are never one step', () => {
  const session = notebook();
  assert.notEqual(new LiveEdit(session, 'drag').merge, new LiveEdit(session, 'drag').merge);
});

test('a box takes the bones of which a part lies inside', () => {
  const box = [[0, 0], [10, 10]];
  const inside = [[[2, 2], [3, 3]], [[-5, 5], [15, 5]], [[-4, 6], [6, -4]], [[5, 5], [5, 50]],
                  [[5, 5], [5, 5]]];
  const outside = [[[-5, -5], [-1, 20]], [[-4, 2], [2, -4]], [[11, 0], [11, 10]], [[20, 20], [20, 20]]];
  for (const [head, tail] of inside) assert(crosses({ head, tail }, ...box), `${head} ${tail}`);
  for (const [head, tail] of outside) assert(!crosses({ head, tail }, ...box), `${head} ${tail}`);
});
