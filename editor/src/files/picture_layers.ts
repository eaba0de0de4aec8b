// SPDX-License-Identifier: MIT
import { FileError, mostPixels, stem, type Drawing, type Raster } from './raster.js';

/** A file and its pixels. */
export interface NamedRaster {
  file: string;
  raster: Raster;
}

/**
 * Several pictures of one size as layers, back to front in the order of their names, numbers in
 * them by value: 2_leg.png lies behind 10_arm.png. A number before the name is no part of it.
 */
export function layersOfPictures(pictures: NamedRaster[]): Drawing {
  const sorted = [...pictures].sort((a, b) => compareNaturally(a.file, b.file));
  const first = sorted[0];
  if (!first) throw new FileError('There is no picture among the files.');
  const { width, height } = first.raster;
  const other = sorted.find(({ raster }) => raster.width !== width || raster.height !== height);
  if (other) {
    throw new FileError(
      `${other.file} has ${other.raster.width} x ${other.raster.height} pixels, ${first.file} ` +
      `${width} x ${height}. Layers must all have the size of the canvas.`);
  }
  if (sorted.length * width * height > mostPixels) {
    throw new FileError('The layers together have more than 268 million pixels. ' +
                        'Make them smaller.');
  }
  const layers = sorted.map(({ file, raster }) => ({
    name: layerName(file), raster, x: 0, y: 0, opacity: 1, visible: true, blend: 'normal' as const,
  }));
  const isNumbered = sorted.every(({ file }) => /^\d/.test(file));
  const warnings = isNumbered ? [] : ['The layers lie in the order of their names, the last in ' +
    'front. Drag rows on the left to reorder them.'];
  return { name: 'drawing', width, height, layers, warnings };
}

export function layerName(file: string): string {
  const name = stem(file);
  return name.replace(/^\d+[\s_.-]*/, '') || name;
}

export function compareNaturally(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = comparePart(left[i]!, right[i]!);
    if (order !== 0) return order;
  }
  return left.length - right.length || comparePart(a, b);
}

function parts(name: string): string[] {
  return name.match(/\d+|\D+/g) ?? [];
}

function comparePart(a: string, b: string): number {
  const byValue = /^\d/.test(a) && /^\d/.test(b) ? Number(a) - Number(b) : 0;
  if (byValue !== 0) return byValue;
  return a < b ? -1 : Number(a > b);
}
