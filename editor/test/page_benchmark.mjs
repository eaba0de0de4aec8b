// SPDX-License-Identifier: MIT
// How soon the page is seen and how fluent a drag is: node editor/test/page_benchmark.mjs
import { Desk } from './desk.mjs';
import { dragBone, largeCharacter } from './drag.mjs';

const desk = new Desk();

async function firstScreen(address) {
  const page = await (await desk.window()).newPage();
  await page.goto(address);
  await page.getByRole('heading', { name: 'Drop a picture here' }).waitFor();
  const seen = await page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true });
  }));
  await page.context().browser().close();
  return seen;
}

try {
  const address = await desk.studio();
  for (let round = 0; round < 5; round++) {
    console.log(`first screen after ${Math.round(await firstScreen(address))} ms`);
  }
  const page = await largeCharacter(desk);
  for (let round = 0; round < 5; round++) {
    const { drafts, frames, longest, work, seconds } = await dragBone(page);
    console.log(`${(drafts / seconds).toFixed(1)} weights/s, ${(frames / seconds).toFixed(1)} frames/s, ` +
                `longest task of the page ${work.toFixed(1)} ms of work, ` +
                `${longest === 0 ? 'below 50' : Math.round(longest)} ms with waiting`);
  }
} finally {
  await desk.close();
}
