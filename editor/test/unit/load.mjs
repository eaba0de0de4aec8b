// SPDX-License-Identifier: MIT
import { build } from 'esbuild';

/** A module of the page, bundled so that Node can run it. `path`: below src/. */
export async function load(path) {
  const entry = new URL(`../../src/${path}`, import.meta.url).pathname;
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, write: false, format: 'esm', platform: 'node',
    target: 'node18', logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/** Repeatable numbers from 0 to 1. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A raster with half-transparent and fully transparent pixels of every colour. */
export function noise(width, height, seed) {
  const random = randomFrom(seed);
  const pixels = Uint8Array.from({ length: 4 * width * height }, () => Math.floor(256 * random()));
  return { width, height, pixels };
}
