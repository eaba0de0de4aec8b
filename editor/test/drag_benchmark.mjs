// SPDX-License-Identifier: MIT
// How fluent a drag is: node editor/test/drag_benchmark.mjs
import { Desk } from './desk.mjs';
import { dragBone, largeCharacter } from './drag.mjs';

const desk = new Desk();
try {
  const page = await largeCharacter(desk);
  for (let round = 0; round < 5; round++) {
    const { drafts, frames, longest, seconds } = await dragBone(page);
    console.log(`${(drafts / seconds).toFixed(1)} weights/s, ${(frames / seconds).toFixed(1)} frames/s, ` +
                `longest task of the page ${longest === 0 ? 'below 50' : longest} ms`);
  }
} finally {
  await desk.close();
}
