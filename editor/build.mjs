// SPDX-License-Identifier: MIT
// Bundles the page into dist/. VIDE_WASM names the module, where it is not the one that CMake built.
import { createHash } from 'node:crypto';
import {
  cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { notices, packagesIn } from './notices.mjs';

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
  render_worker: 'src/view/gl/render_worker.ts',
  style: 'src/style.css',
};
const settings = {
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  splitting: true,
  chunkNames: 'part-[hash]',
  target: 'es2022',
  legalComments: 'none',  // licences.txt says more
  absWorkingDir: here('.'),
  logLevel: 'warning',
};
const named = (list) => Object.entries(list).map(([name, path]) => ({ in: here(path), out: name }));
const { metafile } = await build({ ...settings, entryPoints: named(entries), metafile: true });
cpSync(module, `${out}vide.wasm`);
cpSync(here('static'), out, { recursive: true });
for (const file of ['pip.png', 'skeleton.json', 'clips.json']) {
  cpSync(here(`../examples/pip/${file}`), `${out}example/${file}`);
}
const licences = ['../LICENSE', '../bindings/wasm/NOTICE'].map((path) => readFileSync(here(path), 'utf8'));
licences.push(notices(packagesIn(Object.keys(metafile.inputs)), here('.')));
writeFileSync(`${out}licences.txt`, licences.join('\n'));

// Last, for it names all the others.
const files = readdirSync(out, { recursive: true })
  .filter((name) => statSync(join(out, name)).isFile()).sort();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
await build({
  ...settings,
  entryPoints: named({ sw: 'src/service_worker.ts' }),
  define: {
    PAGE_FILES: JSON.stringify(['./', ...files]),
    PAGE_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
  },
});
