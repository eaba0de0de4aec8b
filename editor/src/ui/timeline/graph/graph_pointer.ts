// SPDX-License-Identifier: MIT
import { batch } from '@preact/signals';
import { LiveEdit } from '../../../view/tools/gesture.js';
import { type Gesture, listenToGestures, noGesture, type Place } from '../canvas_gestures.js';
import { moved } from '../key_selection.js';
import { rulerHeight } from '../ruler_painter.js';
import { scrub } from '../timeline_pointer.js';
import { addKeyAt } from './add_key.js';
import { choiceOf, type Dot, type Handle, sameDot } from './dots.js';
import { alongOneAxis, easingAt, movedParts, raisedKeys, tangentsAt } from './drag.js';
import type { GraphCanvas } from './graph_canvas.js';
import { roundedValue, unitsPerPixel, valueAt } from './value_scale.js';

/** Drags move keys and handles, elsewhere choose the keys of a box; a double click adds a key. */
export function listenToGraph(view: GraphCanvas): () => void {
  return listenToGestures({
    canvas: view.canvas,
    press: (place, event) => press(view, place, event),
    hover: (place) => {
      const under = place.y < rulerHeight ? null : view.under(place);
      view.hovered.value = under;
      view.canvas.style.cursor = under ? 'grab' : '';
    },
    doubleClick: (place) => {
      if (place.y >= rulerHeight && !view.under(place)) void addKeyAt(view, place);
    },
    wheel: (place, event) => wheel(view, place, event),
  });
}

function wheel(view: GraphCanvas, { x, y }: Place, event: WheelEvent): void {
  const factor = Math.exp(-event.deltaY / 300);
  // Some systems turn the wheel with Shift into one that goes sideways.
  const across = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
  if (event.ctrlKey || event.metaKey) {
    if (y < rulerHeight || event.shiftKey) view.zoomBy(Math.exp(-(event.deltaY || across) / 300), x);
    else view.zoomValues(factor, y);
  } else if (across !== 0) view.panBy(across);
  else view.panValues(-event.deltaY);
}

function press(view: GraphCanvas, place: Place, event: PointerEvent): Gesture {
  if (event.button === 1) return pan(view, place);
  if (event.button !== 0) return noGesture;
  if (place.y < rulerHeight) return scrub(view, place);
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  const under = view.under(place);
  if (!under) return chooseBox(view, place, adds);
  view.editor.session.playing.value = false;
  return 'side' in under ? dragHandle(view, under) : dragDots(view, place, under, adds);
}

function pan(view: GraphCanvas, from: Place): Gesture {
  let last = from;
  return {
    move: (place) => {
      view.panBy(last.x - place.x);
      view.panValues(place.y - last.y);
      last = place;
    },
    end: () => {}, cancel: () => {},
  };
}

/** Chooses a dot as a click does; a press on one of several that are chosen leaves them. */
function grab(view: GraphCanvas, dot: Dot, adds: boolean): Dot[] {
  const { graph } = view.editor.timeline;
  const chosen = view.chosenDots;
  graph.active.value = dot.drawn.curve.name;
  if (dot.chosen && !adds) return chosen;
  const next = !adds ? [dot] :
    dot.chosen ? chosen.filter((one) => !sameDot(one, dot)) : [...chosen, dot];
  graph.choose(next);
  return next;
}

function dragDots(view: GraphCanvas, from: Place, dot: Dot, adds: boolean): Gesture {
  const { session, timeline: { graph } } = view.editor;
  const clip = session.clip.value!;
  const dots = grab(view, dot, adds);
  const live = new LiveEdit(session, 'graph');
  const { keys } = choiceOf(dots);
  const scale = view.valueScale;
  const earliest = Math.min(...dots.map(({ time }) => time));
  const grip = view.placeOf(dot);
  let hasMoved = false;
  const choose = (by: number): void => batch(() => {
    graph.parts.value = movedParts(dots, by);
    session.select({ keys: moved(keys, by) });
  });
  const move = (x: number, y: number): void => {
    // The grabbed key lands on a frame; none may come before the clip.
    const to = x === 0 ? dot.time : view.timeAt(grip.x + x);
    const by = Math.max(to - dot.time, -earliest);
    const value = y === 0 ? dot.value : roundedValue(scale, dot.value - y * unitsPerPixel(scale));
    live.run(async () => {
      const raised = raisedKeys(dots, value - dot.value);
      const edited = await session.edit('move_keys', { clip, keys: raised, by, merge: live.merge });
      if (edited) choose(by);
      return edited;
    });
  };
  return {
    move: (place, { shiftKey }) => {
      const way = { x: place.x - from.x, y: place.y - from.y };
      if (dots.length === 0 || !hasMoved && Math.hypot(way.x, way.y) < 3) return;
      if (!hasMoved) view.holdValues();
      hasMoved = true;
      const { x, y } = shiftKey ? alongOneAxis(way) : way;
      move(x, y);
    },
    end: () => {
      if (hasMoved) void live.finish();
      else if (!adds) graph.choose([dot]);
    },
    cancel: () => {
      if (hasMoved) void live.cancel().then(() => choose(0));
    },
  };
}

function dragHandle(view: GraphCanvas, handle: Handle): Gesture {
  const { session } = view.editor;
  const clip = session.clip.value!;
  const { dot, from, kind } = handle;
  const live = new LiveEdit(session, 'handle');
  let hasMoved = false;
  view.holdValues();
  return {
    move: ({ x, y }, { altKey, shiftKey }) => {
      hasMoved = true;
      const time = view.exactTimeAt(x);
      const value = shiftKey ? dot.value : valueAt(view.valueScale, y);
      live.run(() => kind === 'cubic' ?
        session.edit('shape_keys', {
          clip, keys: [dot.address], ...tangentsAt(handle, time, value, altKey), merge: live.merge,
        }) :
        session.edit('shape_keys', {
          clip, keys: [from.address], interpolation: 'bezier',
          easing: easingAt(handle, time, value), merge: live.merge,
        }));
    },
    end: () => { if (hasMoved) void live.finish(); },
    cancel: () => { if (hasMoved) void live.cancel(); },
  };
}

function chooseBox(view: GraphCanvas, from: Place, adds: boolean): Gesture {
  const { graph } = view.editor.timeline;
  const before = view.chosenDots;
  const kept = adds ? before : [];
  graph.choose(kept);
  return {
    move: ({ x, y }) => {
      const box = { x0: from.x, y0: from.y, x1: x, y1: y };
      view.box.value = box;
      const found = view.dotsIn(box).filter((dot) => !kept.some((one) => sameDot(one, dot)));
      graph.choose([...kept, ...found]);
    },
    end: () => { view.box.value = null; },
    cancel: () => {
      view.box.value = null;
      graph.choose(before);
    },
  };
}
