// SPDX-License-Identifier: MIT
// The editor as a person uses it: by what it shows and says.
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { watchedPage } from './desk.mjs';
import { load } from './unit/load.mjs';

const { fitted, toView } = await load('view/camera.ts');

export class EditorPage {
  /** In a window of its own. `canvas`: of the documents that will be shown, pixels. */
  static async open(window, address, canvas = [572, 660]) {
    // Without the system's dialog, which nobody would answer, saving is a download.
    await window.addInitScript(() => { delete window.showSaveFilePicker; });
    const { page, check } = await watchedPage(window, address);
    await page.getByRole('button', { name: 'File', exact: true }).waitFor();
    const editor = new EditorPage(page, check, canvas);
    await editor.settled();  // shortcuts work a moment after the page is seen
    return editor;
  }

  constructor(page, check, canvas) {
    this.page = page;
    /** Throws where the page met a fault or asked another origin. */
    this.check = check;
    this.canvas = canvas;
    this.bones = page.getByRole('tree', { name: 'Bones' }).getByRole('treeitem');
    this.clips = page.getByRole('listbox', { name: 'Clips' }).getByRole('option');
    this.layers = page.getByRole('listbox', { name: /^Layers/ }).getByRole('option');
    this.alerts = page.getByRole('alert');
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  key(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)),
                       Promise.resolve());
  }

  /** As if chosen in the system's dialog; paths or { name, mimeType, buffer }. */
  async choose(files) {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'),
                                         this.key('Control+o')]);
    await chooser.setFiles(files);
  }

  /** Until the layers are there and nothing goes on. */
  async opened(layers = 1) {
    await this.layers.nth(layers - 1).waitFor();
    await this.idle();
    await this.fit();
  }

  async idle() {
    await this.page.getByRole('progressbar').waitFor({ state: 'detached' });
    await this.settled();
  }

  /** Until what was done is on the screen. */
  async settled() {
    await this.page.evaluate(() => new Promise((resolve) =>
      setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 50)));
  }

  async mode(name) {
    await this.page.getByRole('navigation', { name: 'Mode' }).getByRole('button', { name }).click();
    await this.settled();
    await this.fit();
  }

  /** Panels that come and go have left it elsewhere. */
  async fit() {
    await this.key('0');
    await this.settled();
  }

  /** Where a point of the document is seen while all of it fits the view. */
  async place(point) {
    const { x, y, width, height } = await this.page.getByRole('main').boundingBox();
    const [across, down] = toView(fitted(this.canvas, [width, height]), point);
    return [x + across, y + down];
  }

  /** Presses at one point of the document and releases at the last. */
  async drag(...points) {
    const [first, ...rest] = await Promise.all(points.map((point) => this.place(point)));
    const { mouse } = this.page;
    await mouse.move(...first);
    await mouse.down();
    await this.settled();
    for (const point of rest) await mouse.move(...point, { steps: 5 });
    await this.settled();
    await mouse.up();
    await this.settled();
  }

  async picture() {
    return PNG.sync.read(await this.page.screenshot());
  }

  /** What is seen when nothing moves any more: painting may take longer than the work. */
  async still(patience = 200) {
    let last = null;
    for (;;) {
      await this.page.waitForTimeout(patience);
      const next = await this.page.screenshot();
      if (last?.equals(next)) return next;
      last = next;
    }
  }

  /** The mean colour around a point of the document as it is seen. */
  async colorAt(point) {
    const [x, y] = (await this.place(point)).map(Math.round);
    const { width, data } = PNG.sync.read(await this.still());
    const sum = [0, 0, 0];
    for (let row = y - 2; row <= y + 2; row++) {
      for (let column = x - 2; column <= x + 2; column++) {
        for (let c = 0; c < 3; c++) sum[c] += data[4 * (row * width + column) + c];
      }
    }
    return sum.map((value) => Math.round(value / 25));
  }

  /** The document as .glb, by way of Save. */
  async saved() {
    const [download] = await Promise.all([this.page.waitForEvent('download'),
                                          this.key('Control+s')]);
    return readFileSync(await download.path());
  }

  /** Presses a button of the history until it is greyed out; how often. */
  async exhaust(name) {
    const button = this.button(name);
    for (let times = 0; ; times++) {
      await this.idle();
      if (await button.isDisabled()) return times;
      await button.click();
    }
  }
}

/** How far two colours are apart: the largest difference of a channel. */
export function apart(a, b) {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])));
}
