// SPDX-License-Identifier: MIT
import type { KeyAddress } from '../../../../bindings/wasm/src/protocol.js';
import { type Gesture, listenToGestures, type Place } from './canvas_gestures.js';
import { keyName, moved } from './key_selection.js';
import { rulerHeight } from './ruler_painter.js';
import type { TimeCanvas } from './time_canvas.js';
import { timeOf } from './time_scale.js';
import type { TimelineCanvas } from './timeline_canvas.js';

/** Drags on the ruler move the playhead, on keys move keys, elsewhere choose the keys of a box. */
export function listenToPointer(view: TimelineCanvas): () => void {
  return listenToGestures({
    canvas: view.canvas,
    press: (place, event) => begin(view, place, event),
    wheel: ({ x }, event) => {
      if (event.ctrlKey || event.metaKey) view.zoomBy(Math.exp(-event.deltaY / 300), x);
      else if (event.shiftKey) view.panBy(event.deltaY);
      else {
        if (event.deltaX !== 0) view.panBy(event.deltaX);
        view.scrollTop.value = Math.max(view.scrollTop.value + event.deltaY, 0);
      }
    },
  });
}

function begin(view: TimelineCanvas, place: Place, event: PointerEvent): Gesture {
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  if (event.button === 1) return pan(view, place);
  if (place.y < rulerHeight) return scrub(view, place);
  const row = view.rowAt(place.y);
  if (row < view.rows.length) view.activeRow.value = row;
  const keys = view.keysUnder(place.x, place.y);
  return keys.length > 0 ? moveKeys(view, place, keys, adds) : chooseBox(view, place, adds);
}

function pan(view: TimelineCanvas, from: Place): Gesture {
  let last = from.x;
  return {
    move: ({ x }) => {
      view.panBy(last - x);
      last = x;
    },
    end: () => {}, cancel: () => {},
  };
}

/** Takes the playhead along. */
export function scrub(view: TimeCanvas, from: Place): Gesture {
  const { playback, session } = view.editor;
  const before = session.time.value;
  playback.seek(view.timeAt(from.x));
  return {
    move: ({ x }) => playback.seek(view.timeAt(x)),
    end: () => {},
    cancel: () => playback.seek(before),
  };
}

function moveKeys(view: TimelineCanvas, from: Place, keys: KeyAddress[], adds: boolean): Gesture {
  const { session } = view.editor;
  const before = session.selection.value.keys;
  const chosen = new Set(before.map(keyName));
  const isChosen = keys.every((key) => chosen.has(keyName(key)));
  if (adds && isChosen) {
    const gone = new Set(keys.map(keyName));
    session.select({ keys: before.filter((key) => !gone.has(keyName(key))) });
  } else if (!isChosen) session.select({ keys: adds ? [...before, ...keys] : keys });
  const start = keys[0]!.time;
  const grabbed = timeOf(view.scale, from.x);
  const earliest = Math.min(...session.selection.value.keys.map(({ time }) => time), start);
  return {
    move: ({ x }) => {
      if (view.drag.value === 0 && Math.abs(x - from.x) < 3) return;
      // The grabbed key lands on a frame; none may come before the clip.
      const target = view.timeAt(x + (start - grabbed) * view.scale.perSecond);
      view.drag.value = Math.max(target - start, -earliest);
    },
    end: () => {
      const by = view.drag.value;
      view.drag.value = 0;
      if (by !== 0) void shift(view, by);
    },
    cancel: () => { view.drag.value = 0; },
  };
}

/** Moves the chosen keys, which stay chosen at their new times. */
export async function shift(view: TimeCanvas, by: number): Promise<void> {
  const { session } = view.editor;
  const { keys } = session.selection.value;
  const clip = session.clip.value;
  if (clip === null || keys.length === 0) return;
  if (!await session.edit('move_keys', { clip, keys, by })) return;
  session.select({ keys: moved(keys, by) });
}

function chooseBox(view: TimelineCanvas, from: Place, adds: boolean): Gesture {
  const { session } = view.editor;
  const before = adds ? session.selection.value.keys : [];
  session.select({ keys: before });
  return {
    move: ({ x, y }) => {
      const box = { x0: from.x, y0: from.y, x1: x, y1: y };
      view.box.value = box;
      const known = new Set(before.map(keyName));
      const found = view.keysIn(box).filter((key) => !known.has(keyName(key)));
      session.select({ keys: [...before, ...found] });
    },
    end: () => { view.box.value = null; },
    cancel: () => {
      view.box.value = null;
      session.select({ keys: before });
    },
  };
}
