// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Desk, skip } from './desk.mjs';
import { dragBone, largeCharacter } from './drag.mjs';

let desk;
beforeEach(() => { desk = new Desk(); });
afterEach(() => desk.close());

test('a bone that is dragged in a large character brings its weights along, beside the page',
     { skip }, async () => {
  const page = await largeCharacter(desk);
  let best = await dragBone(page);
  // What else goes on in the machine may hold the page up; the work itself would each time.
  for (let i = 0; i < 8 && best.longest > 50; i++) {
    const next = await dragBone(page);
    if (next.longest < best.longest) best = next;
  }
  console.log(best);
  assert(best.longest <= 50, `the page stood still for ${best.longest} ms`);
  assert(best.drafts >= best.frames / 12, `${best.drafts} drafts in ${best.frames} frames`);
  assert(best.exact >= 1, 'exact at the end');
  page.check();
});
