// SPDX-License-Identifier: MIT
// A drag of a bone in a large character, and what it costs the page.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vide } from './desk.mjs';
import { largeDrawing, twentyBones } from './drawings.mjs';
import { EditorPage } from './editor_page.mjs';

export const side = 2048;

/** Counts what goes to the workers and comes back, and the tasks that hold the page up. */
function watch() {
  const seen = window.seen = { asked: [], answered: 0, frames: 0, longest: 0 };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const args = message?.call?.args;
    if (args) seen.asked.push(args.weights ?? args.quality ?? '');
    return postMessage.call(this, message, ...rest);
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask' });
  const count = () => {
    seen.frames++;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

/** The page with the character of 2048 x 2048 pixels and twenty bones. */
export async function largeCharacter(desk) {
  const folder = desk.folder();
  const path = (name) => join(folder, name);
  writeFileSync(path('large.png'), largeDrawing(side));
  writeFileSync(path('bones.json'), twentyBones(side));
  execFileSync(vide, ['rig', path('large.png'), '--skeleton', path('bones.json'),
                      '-o', path('large.glb')]);
  const window = await desk.window();
  await window.addInitScript(watch);
  const page = await EditorPage.open(window, await desk.studio(), [side, side]);
  await page.choose(path('large.glb'));
  await page.opened();
  await page.bones.nth(19).waitFor();
  await page.mode('Rig');
  await page.key('v');
  await page.idle();
  return page;
}

/** The longest that a task of the page computed, in milliseconds; not how long it waited for a turn. */
async function longestWork(page, during) {
  const browser = page.context().browser();
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', '__metadata'],
  });
  await during();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const pages = new Set(traceEvents.filter(({ name, args }) =>
    name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.filter((event) =>
    event.name === 'RunTask' && event.tdur !== undefined && pages.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the browser told of no tasks');
  return Math.max(...tasks.map(({ tdur }) => tdur / 1000));
}

/** Drags the tail of an arm's bone about, and counts. */
export async function dragBone(page) {
  const bone = [side * (0.5 + 0.43 * 4 / 7), side * 0.5];
  const start = await page.place(bone);
  const { mouse } = page.page;
  let during;
  const work = await longestWork(page.page, async () => {
    await mouse.move(...start);
    await page.settled();
    await page.page.evaluate(() => Object.assign(seen, { asked: [], frames: 0, longest: 0,
                                                         start: performance.now() }));
    await mouse.down();
    for (let i = 1; i <= 90; i++) {
      await mouse.move(start[0] + 20 * Math.sin(i / 14.3), start[1] + 20 * Math.sin(i / 7.2));
      await page.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    during = await page.page.evaluate(() => (
      { ...seen, seconds: (performance.now() - seen.start) / 1000 }));
    await mouse.up();
    await page.idle();
  });
  const after = await page.page.evaluate(() => seen.asked);
  const count = (list, quality) => list.filter((one) => one === quality).length;
  const { asked, frames, longest, seconds } = during;
  return { drafts: count(asked, 'draft'), exact: count(after, 'exact'), frames, longest, work, seconds };
}
