// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const scales = await load('ui/timeline/graph/value_scale.ts');
const { curveOwners, curvesOf } = await load('ui/timeline/graph/curves.ts');
const { sampleTimes, windowAround } = await load('ui/timeline/graph/sample_times.ts');
const { choiceOf, dotsOf, handlesOf } = await load('ui/timeline/graph/dots.ts');
const drags = await load('ui/timeline/graph/drag.ts');
const { heightAt, isInside, nearest } = await load('ui/timeline/graph/nearest.ts');

const close = (a, b, within = 1e-9) => assert.ok(Math.abs(a - b) <= within, `${a} and ${b}`);

const views = [{ low: -10, high: 30, top: 24, bottom: 224 }, { low: 1e3, high: 1e6, top: 0, bottom: 77 },
               { low: -0.02, high: 0.01, top: 24, bottom: 900 }];

test('values and pixels are each other’s inverse, higher values above', () => {
  for (const view of views) {
    for (const y of [view.top, 50, view.bottom]) {
      close(scales.yOf(view, scales.valueAt(view, y)), y, 1e-6);
    }
    close(scales.yOf(view, view.low), view.bottom, 1e-6);
    close(scales.yOf(view, view.high), view.top, 1e-6);
  }
});

test('a fit shows all values with room around them, and a still curve calmly', () => {
  for (const values of [[0, 90, -20], [5], [1e5, -1e5]]) {
    const { low, high } = scales.fitted(values, 200);
    assert.ok(low < Math.min(...values) && high > Math.max(...values));
    close((low + high) / 2, (Math.min(...values) + Math.max(...values)) / 2, 1e-6);
    assert.ok(high - low >= 4);
  }
  const { low, high } = scales.fitted([], 200);
  assert.ok(low < high);
});

test('zooming keeps the value under the pointer, and panning the zoom', () => {
  for (const view of views) {
    for (const factor of [0.5, 1.7]) {
      const closer = { ...view, ...scales.zoomedValues(view, factor, 60) };
      close(scales.valueAt(closer, 60), scales.valueAt(view, 60), 1e-6 * (view.high - view.low));
      close((view.high - view.low) / (closer.high - closer.low), factor, 1e-9);
    }
    const panned = { ...view, ...scales.pannedValues(view, 10) };
    close(scales.valueAt(panned, 50), scales.valueAt(view, 40), 1e-6 * (view.high - view.low));
  }
});

test('value labels differ, are evenly spaced and do not run into each other', () => {
  for (const view of views) {
    const ticks = scales.valueTicks(view);
    assert.ok(ticks.length >= 2, `${ticks.length} ticks`);
    assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length);
    const places = ticks.map(({ value }) => scales.yOf(view, value));
    for (let i = 1; i < places.length; i++) assert.ok(places[i - 1] - places[i] >= 20);
  }
  assert.ok(!scales.valueTicks({ low: -1, high: 1, top: 0, bottom: 100 })
    .some(({ label }) => label === '−0' || label === '−0.0'));
});

test('a drag makes numbers no finer than a pixel', () => {
  const view = { low: 0, high: 100, top: 0, bottom: 200 };
  assert.equal(scales.roundedValue(view, 12.3456), 12.3);
  assert.equal(scales.roundedValue({ ...view, high: 1e5 }, 12.3456), 12);
});

const key = (time, value, interpolation = 'linear', more = {}) => ({ time, value, interpolation, ...more });
const turn = {
  of: 'bone', owner: 3, channel: 'angle',
  keys: [key(0, [10], 'bezier', { easing: [0.25, 0.5, 0.75, 1] }), key(1, [30], 'step'), key(2, [0])],
};
const move = {
  of: 'bone', owner: 3, channel: 'translation',
  keys: [key(0, [0, 1], 'cubic', { in_tangent: [0, 0], out_tangent: [3, 6] }),
         key(3, [9, 1], 'cubic', { in_tangent: [1, -2], out_tangent: [1, 5] })],
};
const content = {
  id: 0, events: [],
  tracks: [turn, move, { of: 'layer', owner: 1, channel: 'opacity', keys: [key(0, [0.5])] },
           { of: 'slot', owner: 2, channel: 'shown', keys: [key(0, [1], 'step')] }],
};

test('channels have a curve for each number, with its unit; what only jumps has none', () => {
  const curves = curvesOf(content, new Set(['bone/3', 'layer/1', 'slot/2']));
  assert.deepEqual(curves.map(({ label, unit }) => `${label} ${unit}`),
                   ['Rotation °', 'X px', 'Y px', 'Opacity %']);
  assert.equal(new Set(curves.map(({ name }) => name)).size, 4);
  assert.deepEqual(curveOwners(content), ['bone/3', 'layer/1']);
  assert.deepEqual(curvesOf(content, new Set()), []);
});

test('samples have every key, both sides of a step, and lines as their ends alone', () => {
  const times = sampleTimes(turn.keys, { from: -1, to: 4 }, 100);
  for (const { time } of turn.keys) assert.ok(times.includes(time));
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
  const stepped = times.filter((time) => time > 1 && time < 2);
  assert.equal(stepped.length, 1);
  assert.ok(stepped[0] > 1.99);
  assert.ok(times.filter((time) => time > 0 && time < 1).length >= 15, 'a smooth curve');
  assert.deepEqual([times[0], times.at(-1)], [-1, 4], 'the ends hold');
  const line = [key(0, [0]), key(1, [1]), key(2, [0])];
  assert.deepEqual(sampleTimes(line, { from: 0, to: 2 }, 1000), [0, 1, 2]);
  assert.deepEqual(sampleTimes([], { from: 0, to: 1 }, 100), []);
});

test('of a long track only what is around the view is sampled', () => {
  const keys = Array.from({ length: 5000 }, (_, i) => key(i / 24, [i], 'cubic'));
  const window = windowAround(100, 2);
  const times = sampleTimes(keys, window, 400);
  assert.ok(times.length < 3000, `${times.length} times`);
  assert.ok(times[0] <= window.from && times.at(-1) >= window.to);
  assert.ok(window.from <= 100 - 2 + 1e-9 && window.to >= 104 - 1e-9);
});

/** A curve of the track, sampled at its keys. */
function drawn(track, component = 0) {
  const curve = curvesOf({ ...content, tracks: [track] }, new Set([`${track.of}/${track.owner}`]))[component];
  return { curve, times: track.keys.map(({ time }) => time),
           values: track.keys.map(({ value }) => value[component] * curve.per) };
}
const all = new Map();
const names = (track) => new Set(choiceOf(dotsOf(drawn(track), new Set(), all)).parts.keys());

test('keys are chosen for all numbers, or for those of the curve that was clicked', () => {
  const chosen = names(move);
  const [, y] = [drawn(move, 0), drawn(move, 1)];
  assert.deepEqual(dotsOf(y, chosen, all).map((dot) => dot.chosen), [true, true]);
  const first = [...chosen][0];
  const parts = new Map([[first, new Set([0])]]);
  assert.deepEqual(dotsOf(y, chosen, parts).map((dot) => dot.chosen), [false, true]);
  assert.deepEqual(dotsOf(drawn(move, 0), chosen, parts).map((dot) => dot.chosen), [true, true]);
});

test('dots lie on the curve: a rotation has run on past half a turn', () => {
  const curve = { ...drawn(turn), values: [370, 390, 360] };
  assert.deepEqual(dotsOf(curve, new Set(), all).map(({ value }) => value), [370, 390, 360]);
});

test('handles of an eased way lie where its control points are', () => {
  const dots = dotsOf(drawn(turn), names(turn), all);
  const handles = handlesOf(dots);
  assert.deepEqual(handles.map(({ side, kind, time, value }) => [side, kind, time, value]),
                   [['out', 'bezier', 0.25, 20], ['in', 'bezier', 0.75, 30]]);
  for (const handle of handles) {
    assert.deepEqual(drags.easingAt(handle, handle.time, handle.value), turn.keys[0].easing);
  }
  assert.deepEqual(drags.easingAt(handles[0], 0.5, 50), [0.5, 2, 0.75, 1]);
  assert.deepEqual(drags.easingAt(handles[1], 7, 10), [0.25, 0.5, 1, 0], 'time never runs backwards');
});

test('an eased way between equal values keeps its heights', () => {
  const flat = { ...turn, keys: [turn.keys[0], key(1, [10])] };
  const [handle] = handlesOf(dotsOf(drawn(flat), names(flat), all));
  assert.deepEqual(drags.easingAt(handle, 0.4, 99), [0.4, 0.5, 0.75, 1]);
});

test('handles of tangents lie a third of the way along them, and tell them back', () => {
  for (const component of [0, 1]) {
    const handles = handlesOf(dotsOf(drawn(move, component), names(move), all));
    assert.deepEqual(handles.map(({ side, time }) => [side, time]), [['out', 1], ['in', 2]]);
    const [out, into] = handles;
    assert.equal(out.value, move.keys[0].value[component] + move.keys[0].out_tangent[component]);
    assert.equal(into.value, move.keys[1].value[component] - move.keys[1].in_tangent[component]);
    assert.deepEqual(drags.tangentsAt(out, out.time, out.value, true).out_tangent, [3, 6]);
    assert.deepEqual(drags.tangentsAt(into, into.time, into.value, true).in_tangent, [1, -2]);
  }
});

test('a key that is passed smoothly stays smooth unless its handles are broken', () => {
  const [, x] = handlesOf(dotsOf(drawn(move, 0), names(move), all));
  assert.deepEqual(drags.tangentsAt(x, 2, 5, false),
                   { interpolation: 'cubic', in_tangent: [4, -2], out_tangent: [4, 5] });
  assert.deepEqual(drags.tangentsAt(x, 2, 5, true),
                   { interpolation: 'cubic', in_tangent: [4, -2], out_tangent: [1, 5] });
  const [, y] = handlesOf(dotsOf(drawn(move, 1), names(move), all));
  assert.deepEqual(drags.tangentsAt(y, 2, 5, false),
                   { interpolation: 'cubic', in_tangent: [1, -4] }, 'it had a kink before');
});

test('no handle points straight up or backwards in time', () => {
  const [out] = handlesOf(dotsOf(drawn(move, 0), names(move), all));
  for (const time of [-5, 0, 0.01]) {
    const [slope] = drags.tangentsAt(out, time, 1, true).out_tangent;
    assert.ok(Number.isFinite(slope) && slope > 0);
  }
});

test('a drag raises each chosen number by what is seen, and others not at all', () => {
  const chosen = names(move);
  const [x, y] = [0, 1].map((component) => dotsOf(drawn(move, component), chosen, all));
  assert.deepEqual(drags.raisedKeys([x[0], y[0], y[1]], 5).map(({ time, raise }) => [time, raise]),
                   [[0, [5, 5]], [3, [0, 5]]]);
  const opacity = drawn(content.tracks[2]);
  assert.deepEqual(drags.raisedKeys(dotsOf(opacity, new Set(), all), 25)[0].raise, [0.25], 'in percent');
  const later = drags.movedParts([x[0], y[1]], 0.5);
  assert.deepEqual([...later.values()].map((set) => [...set]), [[0], [1]]);
  assert.ok([...later.keys()].every((name) => !chosen.has(name)));
});

test('with Shift a drag goes along the axis that it went further on', () => {
  assert.deepEqual(drags.alongOneAxis({ x: -9, y: 4 }), { x: -9, y: 0 });
  assert.deepEqual(drags.alongOneAxis({ x: 3, y: -4 }), { x: 0, y: -4 });
});

test('the pointer finds what is nearest, the last of equal ones, within a radius', () => {
  const places = [{ x: 0, y: 0 }, { x: 5, y: 0 }, { x: 5, y: 0 }];
  const same = (one) => one;
  assert.equal(nearest(places, same, { x: 4, y: 1 }, 8), places[2]);
  assert.equal(nearest(places, same, { x: 50, y: 1 }, 8), null);
  assert.ok(isInside({ x0: 9, y0: 9, x1: 0, y1: 0 }, { x: 5, y: 0 }));
  assert.ok(!isInside({ x0: 0, y0: 0, x1: 9, y1: 9 }, { x: 5, y: 10 }));
  const line = { times: [0, 1, 3], values: [0, 10, -10] };
  assert.deepEqual([-1, 0.5, 2, 9].map((time) => heightAt(line, time)), [0, 5, 0, -10]);
});
