// SPDX-License-Identifier: MIT
import { unzipSync, type UnzipFileInfo } from 'fflate';
import { FileError } from './raster.js';

const mostBytes = 2 ** 30;

/**
 * The files of an OpenRaster archive that a drawing needs. Throws a FileError where it is no such
 * archive or would unpack to more than a gigabyte.
 */
export function unzipOpenRaster(bytes: Uint8Array): Map<string, Uint8Array> {
  const entries = new Map(Object.entries(unpacked(bytes)));
  const mime = new TextDecoder().decode(entries.get('mimetype') ?? new Uint8Array());
  if (mime.trim() !== 'image/openraster' || !entries.has('stack.xml')) {
    throw new FileError('is no OpenRaster file: the archive lacks its mimetype or stack.xml. ' +
                        'Save it again as OpenRaster (.ora).');
  }
  return entries;
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (name.startsWith('Thumbnails/') || name === 'mergedimage.png') return false;
    total += originalSize;
    if (total > mostBytes) {
      throw new FileError('would unpack to more than a gigabyte. Make its layers smaller.');
    }
    return true;
  };
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('is a damaged archive. Save it again as OpenRaster (.ora).');
  }
}
