// SPDX-License-Identifier: MIT
import type { TimeCanvas } from './time_canvas.js';

interface TimeKeys {
  /** Moves the chosen keys by so many seconds. */
  shift: (by: number) => Promise<void>;
  chooseAtPlayhead: () => void;
}

/**
 * What keys do in every view of the timeline; moving the playhead is left to the page's own shortcuts.
 * Whether the key was one of these.
 */
export function pressTimeKey({ editor: { playback } }: TimeCanvas,
                             { key, altKey, shiftKey }: KeyboardEvent,
                             { shift, chooseAtPlayhead }: TimeKeys): boolean {
  const frame = 1 / playback.fps.value;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      if (altKey) void shift(key === 'ArrowLeft' ? -frame : frame);
      return altKey;
    case ' ':
      if (shiftKey) chooseAtPlayhead();
      else playback.toggle();
      return true;
    default: return false;
  }
}
