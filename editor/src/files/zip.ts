// SPDX-License-Identifier: MIT
import { zipSync, type Zippable } from 'fflate';

export interface NamedFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** One archive of several files. Pictures are stored: deflating them again gains nothing. */
export function zipFiles(files: NamedFile[]): Uint8Array {
  const entries: Zippable = {};
  for (const { name, mime, bytes } of files) {
    // A fixed date: the same files make the same archive.
    const level = mime.startsWith('image/') ? 0 : 6;
    entries[name] = [bytes, { level, mtime: '1980-01-01T12:00' }];
  }
  return zipSync(entries);
}
