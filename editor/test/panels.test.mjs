// SPDX-License-Identifier: MIT
// What stands around the canvas: that it fits, can be read, is named and answers to keys.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Desk, project, skip, vide, watchedPage } from './desk.mjs';

let desk, address, pip;

before(async () => {
  if (skip) return;
  desk = new Desk();
  ({ address } = await desk.plainHost());
  const example = (name) => join(project, 'examples/pip', name);
  pip = join(desk.folder(), 'pip.glb');
  execFileSync(vide, ['rig', example('pip.png'), '--skeleton', example('skeleton.json'),
                      '--clips', example('clips.json'), '-o', pip]);
});
after(() => desk?.close());

async function openPip(options = {}) {
  const window = await desk.window({ serviceWorkers: 'block', ...options });
  const watched = await watchedPage(window, address);
  const chooser = watched.page.waitForEvent('filechooser');
  await watched.page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles(pip);
  await watched.page.getByRole('treeitem').first().waitFor();
  return watched;
}

const pressed = (page, name) =>
  page.getByRole('button', { name, exact: true }).first().getAttribute('aria-pressed');

for (const [width, height] of [[1024, 640], [1280, 720], [2560, 1440]]) {
  test(`nothing scrolls the page at ${width} x ${height}, and no panel overflows`, { skip },
       async () => {
    const { page, check } = await openPip({ viewport: { width, height } });
    for (const mode of ['Rig', 'Weights', 'Animate']) {
      await page.getByRole('button', { name: mode, exact: true }).click();
      const beyond = await page.evaluate(() => {
        const root = document.scrollingElement;
        const overflowing = [...document.querySelectorAll('.top-bar, .side, .panel-body, .segments, .row')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className);
        return { overflowing, right: root.scrollWidth - innerWidth, below: root.scrollHeight - innerHeight };
      });
      assert.deepEqual(beyond, { overflowing: [], right: 0, below: 0 }, mode);
    }
    check();
  });
}

test('the next step is told beside the zoom, not below it', { skip }, async () => {
  for (const viewport of [{ width: 1024, height: 640 }, { width: 1180, height: 820 }]) {
    const { page, check } = await openPip({ viewport, hasTouch: true });
    await page.keyboard.press('1');
    await page.keyboard.press('b');
    const boxes = [page.locator('.stage-hint'), page.getByRole('group', { name: 'Zoom' })]
      .map((one) => one.boundingBox());
    const [hint, zoom] = await Promise.all(boxes);
    assert(hint.x + hint.width <= zoom.x, `${hint.x + hint.width} and ${zoom.x}`);
    check();
  }
});

test('everything that can be pressed or typed into has a name', { skip }, async () => {
  const { page, check } = await openPip();
  for (const key of ['1', '2', '3']) {
    await page.keyboard.press(key);
    await page.getByRole('treeitem').nth(2).click();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, canvas[tabindex], [role=slider]')]
        .filter((one) => one.checkVisibility())
        .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() ||
                           [...one.labels ?? []].some((label) => label.textContent.trim())))
        .map((one) => one.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, []);
  }
  check();
});

for (const colorScheme of ['light', 'dark']) {
  test(`text stands out from its ground by 4.5 to 1 in ${colorScheme}`, { skip }, async () => {
    const window = await desk.window({ serviceWorkers: 'block', colorScheme });
    const { page, check } = await watchedPage(window, address);
    await page.getByRole('heading', { name: 'Drop a picture here' }).waitFor();
    const weak = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      const luminance = (name) => {
        probe.style.color = `var(--${name})`;
        const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g).map((part) => {
          const value = part / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrast = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
      };
      const grounds = ['page', 'panel', 'panel-raised', 'field'];
      const pairs = [
        ...['text', 'text-dim'].flatMap((text) => grounds.map((ground) => [text, ground])),
        ['accent-text', 'accent'], ['accent-ink', 'accent-quiet'], ['accent-ink', 'panel'],
        ['danger', 'panel-raised'], ['danger', 'panel'], ['warning', 'warning-ground'],
      ];
      return pairs.map(([text, ground]) => [text, ground, contrast(text, ground)])
        .filter(([, , ratio]) => ratio < 4.5);
    });
    assert.deepEqual(weak, []);
    check();
  });
}

test('fingers find targets of at least 40 pixels', { skip }, async () => {
  const { page } = await openPip({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.top-bar button, .tools button, .side .button, .side select')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 36)
      .map((one) => one.outerHTML.slice(0, 120)));
  assert.deepEqual(small, []);
});

test('modes, tools and views answer to their keys', { skip }, async () => {
  const { page, check } = await openPip();
  await page.keyboard.press('1');
  assert.equal(await pressed(page, 'Rig'), 'true');
  await page.keyboard.press('b');
  assert.equal(await pressed(page, 'Draw bones'), 'true');
  await page.keyboard.press('2');
  assert.equal(await pressed(page, 'Weight brush'), 'true');
  await page.keyboard.press('m');
  assert.equal(await pressed(page, 'Show the mesh'), 'true');
  await page.keyboard.press('3');
  assert.equal(await pressed(page, 'Pose'), 'true');
  check();
});

test('keys typed into a field are text, not shortcuts', { skip }, async () => {
  const { page } = await openPip();
  await page.keyboard.press('1');
  await page.getByRole('treeitem', { name: 'tail_2' }).dblclick();
  await page.getByRole('textbox', { name: 'Name of the bone' }).fill('');
  await page.keyboard.type('m23');
  assert.equal(await pressed(page, 'Show the mesh'), 'false');
  assert.equal(await pressed(page, 'Rig'), 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('treeitem', { name: 'tail_2' }).waitFor();
});

test('the tree of bones is walked by arrows', { skip }, async () => {
  const { page, check } = await openPip();
  const chosen = () => page.locator('[role=treeitem][aria-selected=true] .row-name').allTextContents();
  await page.getByRole('treeitem', { name: 'hips' }).click();
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await chosen(), ['tail_1']);
  await page.keyboard.press('ArrowLeft');  // folds
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await chosen(), ['thigh_r']);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await chosen(), ['hips']);
  check();
});

test('the list of shortcuts names every key of the table, and gives the focus back', { skip },
     async () => {
  const { page, check } = await openPip();
  const help = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await help.focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  for (const label of ['Undo', 'Draw bones', 'Key the pose', 'Export…']) {
    assert.equal(await dialog.getByText(label, { exact: true }).count(), 1, label);
  }
  await page.keyboard.press('Escape');
  assert.equal(await dialog.count(), 0);
  assert(await help.evaluate((one) => one === document.activeElement));
  check();
});

test('the list of shortcuts leads to the licences of all that the page holds', { skip }, async () => {
  const { page, check } = await openPip();
  await page.keyboard.press('?');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Licences' });
  const [licences] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await licences.waitForLoadState();
  const text = await licences.locator('body').innerText();
  for (const name of ['MIT License', 'preact', 'fflate']) assert(text.includes(name), name);
  await licences.close();
  check();
});

test('the theme follows the system until it is chosen, and is remembered', { skip }, async () => {
  const window = await desk.window({ serviceWorkers: 'block', colorScheme: 'light' });
  const { page } = await watchedPage(window, address);
  const becomes = (theme) =>
    page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
  await page.getByRole('heading', { name: 'Drop a picture here' }).waitFor();
  await becomes('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await becomes('dark');
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await becomes('light');
  await page.reload();
  await page.getByRole('heading', { name: 'Drop a picture here' }).waitFor();
  await becomes('light');
});
