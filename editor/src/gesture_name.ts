// SPDX-License-Identifier: MIT

let gestures = 0;

/** A text for `merge` that no other gesture has. */
export function gestureName(what: string): string {
  return `${what} ${++gestures}`;
}
