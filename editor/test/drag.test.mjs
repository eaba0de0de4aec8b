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
  const { drafts, exact, frames, longest, work } = await dragBone(page);
  console.log(`${drafts} drafts in ${frames} frames; the page's longest task: ${work.toFixed(1)} ms ` +
              `of work, ${longest === 0 ? 'less than 50' : longest} ms with waiting`);
  // How long a task waits for a processor is the machine's affair.
  assert(work <= 50, `the page worked for ${work} ms without a pause`);
  // At least 5 a second at 60 frames a second.
  assert(drafts >= frames / 12, `${drafts} drafts in ${frames} frames`);
  assert(exact >= 1, 'exact at the end');
  page.check();
});
