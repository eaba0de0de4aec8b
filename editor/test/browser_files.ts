// SPDX-License-Identifier: MIT
// What files.test.mjs tries in the browser, bundled for it.
export { startFrames } from '../src/files/frame_writers.js';
export { Generations, Autosave } from '../src/files/autosave.js';
export { readFiles } from '../src/files/open_files.js';
export { canEncodeVideo } from '../src/files/video.js';

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
