// SPDX-License-Identifier: MIT
// Curves of the timeline: keys and handles are dragged with the mouse, and what plays has changed.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Desk, skip } from './desk.mjs';
import { example } from './drawings.mjs';
import { EditorPage } from './editor_page.mjs';

let desk;
beforeEach(() => { desk = new Desk(); });
afterEach(() => desk.close());

const fps = 24, margin = 14;  // pixels before the clip's start
const close = (a, b, within) => assert(Math.abs(a - b) <= within, `${a} and ${b}`);

/** The graph of one bone, by what can be seen of it. */
class Graph {
  /** Of the walk of the example, which lasts a second. */
  static async open(bone) {
    const page = await EditorPage.open(await desk.window(), await desk.studio());
    await page.choose(['pip.png', 'skeleton.json', 'clips.json'].map((name) => example(`pip/${name}`)));
    await page.opened();
    await page.bones.first().waitFor();
    await page.mode('Animate');
    await page.clips.first().click();
    await page.bones.filter({ hasText: bone }).click();
    await page.key('g');
    await page.idle();
    const graph = new Graph(page);
    await graph.canvas.waitFor();
    return graph;
  }

  constructor(page) {
    this.page = page;
    this.canvas = page.page.getByRole('slider', { name: 'Playhead and curves' });
    this.panel = page.page.getByRole('complementary', { name: 'Chosen keys' });
  }

  /** Where a value at a frame is seen: the labels of the axis tell. */
  async place(frame, value) {
    const box = await this.canvas.boundingBox();
    const labels = await this.page.page.locator('.value-axis span').evaluateAll((spans) =>
      spans.map((span) => {
        const { top, bottom } = span.getBoundingClientRect();
        return { value: Number(span.textContent.replace('−', '-')), y: (top + bottom) / 2 };
      }));
    const [a, b] = [labels[0], labels.at(-1)];
    const y = a.y + (value - a.value) * (b.y - a.y) / (b.value - a.value);
    return [box.x + margin + frame / fps * (box.width - 2 * margin), y];
  }

  /** Degrees of the bone at a frame, as the panel tells of what plays. */
  async turnAt(frame) {
    const playhead = this.page.page.getByRole('textbox', { name: 'Playhead' });
    await playhead.fill(String(frame));
    await playhead.press('Enter');
    await this.page.idle();
    return Number(await this.page.page.getByRole('textbox', { name: 'Turn', exact: true }).inputValue());
  }

  /** Drags by pixels. */
  async drag([x, y], [right, up], key = null) {
    const { mouse, keyboard } = this.page.page;
    await mouse.move(x, y);
    await mouse.down();
    if (key) await keyboard.down(key);
    await mouse.move(x + right, y - up, { steps: 5 });
    await this.page.idle();
    await mouse.up();
    if (key) await keyboard.up(key);
    await this.page.idle();
  }

  async shape(name) {
    await this.panel.getByRole('radio', { name }).click({ force: true });
    await this.page.idle();
  }

  async undo() {
    await this.canvas.focus();
    await this.page.key('Control+z');
    await this.page.idle();
  }

  perFrame() {
    return this.canvas.boundingBox().then(({ width }) => (width - 2 * margin) / fps);
  }

  /** Degrees of so many pixels. */
  async degrees(pixels) {
    const [[, low], [, high]] = [await this.place(0, 0), await this.place(0, 10)];
    return pixels * 10 / (low - high);
  }
}

test('a key is dragged in time and value, and taken back as one step', { skip }, async () => {
  const graph = await Graph.open(/^forearm_l/);
  const { page } = graph;
  const before = await page.saved();
  const turn = await graph.turnAt(6);
  const by = await graph.degrees(40);
  await graph.drag(await graph.place(6, turn), [await graph.perFrame(), 40]);
  const frame = graph.panel.getByRole('textbox', { name: 'Frame' });
  assert.equal(Number(await frame.inputValue()), 7, 'it is chosen, and on a frame');
  close(await graph.turnAt(7), turn + by, 0.1);
  assert.notDeepEqual(await page.saved(), before);
  await graph.undo();
  assert.deepEqual(await page.saved(), before);

  await graph.drag(await graph.place(6, turn), [3, 30], 'Shift');
  close(await graph.turnAt(6), turn + by * 30 / 40, 0.1);
  assert.equal(Number(await frame.inputValue()), 6, 'along one axis');
  await graph.undo();
  assert.deepEqual(await page.saved(), before);
  page.check();
});

test('Escape takes a drag back', { skip }, async () => {
  const graph = await Graph.open(/^forearm_l/);
  const { page, page: { page: { mouse } } } = graph;
  const before = await page.saved();
  const [x, y] = await graph.place(6, await graph.turnAt(6));
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + 50, y - 50, { steps: 4 });
  await page.idle();
  await page.key('Escape');
  await page.idle();
  await mouse.up();
  await page.idle();
  assert.deepEqual(await page.saved(), before);
  page.check();
});

test('the handles of a curve and of tangents change what plays between keys', { skip }, async () => {
  const graph = await Graph.open(/^forearm_l/);
  const { page } = graph;
  const turns = [await graph.turnAt(6), await graph.turnAt(9), await graph.turnAt(12)];
  const { mouse } = page.page;
  await mouse.click(...await graph.place(9, turns[1]));
  await page.idle();

  await graph.shape('Curve');
  const eased = await graph.turnAt(10);
  const before = await page.saved();
  // The first control point of an eased curve, 0.42 of the way in time.
  await graph.drag(await graph.place(9 + 3 * 0.42, turns[1]), [0, 60]);
  const raised = await graph.turnAt(10);
  assert(raised > eased + 1, `${eased}, then ${raised}`);
  close(await graph.turnAt(9), turns[1], 1e-6);
  close(await graph.turnAt(12), turns[2], 1e-6);
  const heights = graph.panel.getByRole('slider', { name: 'Handle of this key' });
  assert.match(await heights.getAttribute('aria-valuetext'), /0\.42 of the time, -1\.\d+ of the way/);
  await graph.undo();
  assert.deepEqual(await page.saved(), before);

  await graph.shape('Smooth');
  await graph.turnAt(8);
  const tangent = graph.panel.getByRole('textbox', { name: 'Slope after' });
  const slope = Number(await tangent.inputValue());
  const smooth = await page.saved();
  const lift = await graph.degrees(50);
  await graph.drag(await graph.place(10, turns[1] + slope / fps), [0, 50]);
  close(Number(await tangent.inputValue()), slope + lift * fps, 2);
  await graph.undo();
  assert.deepEqual(await page.saved(), smooth);
  page.check();
});

test('keys are chosen with a box, moved by keys, removed, and added by a double click', { skip },
     async () => {
  const graph = await Graph.open(/^forearm_l/);
  const { page } = graph;
  const before = await page.saved();
  const between = await graph.turnAt(10);
  const added = await graph.place(10, between);
  const [x, y] = await graph.place(5, 0);
  const { height } = await graph.canvas.boundingBox();
  const perFrame = await graph.perFrame();
  await graph.drag([x, y + 20], [5 * perFrame, height - 40]);
  await graph.panel.getByText('2 keys').waitFor();

  const [six, nine] = [await graph.turnAt(6), await graph.turnAt(9)];
  await graph.canvas.focus();
  await page.key('Alt+Shift+ArrowUp');
  await page.idle();
  close(await graph.turnAt(6), six + 10, 1e-3);
  close(await graph.turnAt(9), nine + 10, 1e-3);
  await graph.undo();
  await graph.canvas.focus();
  await page.key('Delete');
  await page.idle();
  assert.match(await graph.canvas.getAttribute('aria-valuetext'), /^(?!.*chosen)/);
  await graph.undo();
  assert.deepEqual(await page.saved(), before);

  await page.page.mouse.dblclick(...added);
  await page.idle();
  const frame = graph.panel.getByRole('textbox', { name: 'Frame' });
  assert.equal(Number(await frame.inputValue()), 10, 'the new key is chosen');
  close(await graph.turnAt(10), between, 0.01);
  await graph.undo();
  assert.deepEqual(await page.saved(), before);
  page.check();
});

test('a key is dragged for one of its numbers, and hidden curves are out of the way', { skip },
     async () => {
  const graph = await Graph.open(/^hips/);
  const { page } = graph;
  const pose = page.page.getByRole('region', { name: 'Pose' });
  const field = (name) => pose.getByRole('textbox', { name, exact: true });
  const toggle = (label) => page.page.getByRole('button', { name: `Show ${label} of hips` });
  await graph.turnAt(6);
  const [x, y] = [Number(await field('Move x').inputValue()), Number(await field('Move y').inputValue())];
  await page.key('f');
  await page.idle();
  const [at, by] = [await graph.place(6, x), await graph.degrees(30)];
  await graph.drag(at, [0, 30]);
  close(Number(await field('Move x').inputValue()), x + by, 0.1);
  close(Number(await field('Move y').inputValue()), y, 1e-6);
  await graph.undo();

  const before = await page.saved();
  await toggle('Rotation').click();
  assert.equal(await toggle('Rotation').getAttribute('aria-pressed'), 'false');
  await page.idle();
  const turn = Number(await field('Turn').inputValue());
  await graph.drag(await graph.place(6, turn), [0, 12]);
  assert.deepEqual(await page.saved(), before);
  page.check();
});
