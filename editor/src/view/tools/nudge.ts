// SPDX-License-Identifier: MIT
import type { Point } from '../../../../bindings/wasm/src/protocol.js';
import type { Pointer, Stage } from '../stage.js';
import { PlaceBones } from './place_bones.js';

const directions: Record<string, Point> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

/**
 * The arrows move the chosen bone of the rest pose by a pixel, with Shift by ten, as a drag of the whole
 * bone would. Returns whether the key meant that.
 */
export function nudge(stage: Stage, { key, shiftKey, altKey }: KeyboardEvent): boolean {
  const direction = directions[key];
  const bone = stage.session.selection.peek().bones.at(-1);
  if (!direction || bone === undefined || stage.session.mode.peek() !== 'rig') return false;
  const start: Pointer = {
    view: [0, 0], at: [0, 0], pressure: 1, isTouch: false, shift: false, alt: altKey, ctrl: false,
  };
  const far = shiftKey ? 10 : 1;
  const by: Point = [far * direction[0], far * direction[1]];
  const drag = new PlaceBones(stage, { what: 'bone', bone, distance: 0 }, start);
  drag.move({ ...start, view: [far * 100, 0], at: by });
  void drag.end();
  return true;
}
