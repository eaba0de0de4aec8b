// SPDX-License-Identifier: MIT
// Bundles the page into dist/. VIDE_WASM names the module, where it is not the one that CMake built.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const here = (path) => new URL(path, import.meta.url).pathname;
const out = here('dist/');
const module = process.env.VIDE_WASM ?? here('../build/wasm/bindings/wasm/vide.wasm');
if (!existsSync(module)) {
  console.error(`${module} is missing: cmake --preset wasm && ` +
    'cmake --build --preset wasm --target vide_wasm');
  process.exit(1);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
const entries = {
  app: 'src/main.tsx', worker: 'src/worker.ts', files_worker: 'src/files/files_worker.ts',
  style: 'src/style.css',
};
await build({
  entryPoints: Object.entries(entries).map(([name, path]) => ({ in: here(path), out: name })),
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
});
cpSync(module, `${out}vide.wasm`);
cpSync(here('static'), out, { recursive: true });
for (const file of ['pip.png', 'skeleton.json', 'clips.json']) {
  cpSync(here(`../examples/pip/${file}`), `${out}example/${file}`);
}
