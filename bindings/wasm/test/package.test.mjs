// SPDX-License-Identifier: MIT
// The package as npm would publish it, installed into an empty folder. VIDE_FILES names a folder with
// tin.glb; dist/ must be built.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const own = new URL('../', import.meta.url).pathname;
const executable = process.env.VIDE_CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(executable) && !process.env.CI && `${executable} is missing`;
let folder, packed;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vide-package-'));
  const run = (cwd, ...words) => execFileSync('npm', words, { cwd, encoding: 'utf8' });
  [packed] = JSON.parse(run(own, 'pack', '--json', '--pack-destination', folder));
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  run(folder, 'install', '--offline', '--no-audit', '--no-fund', packed.filename);
  cpSync(join(process.env.VIDE_FILES, 'tin.glb'), join(folder, 'tin.glb'));
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the package holds the module, its types, a page to copy and its licence, no more', () => {
  const names = packed.files.map(({ path }) => path);
  for (const name of ['LICENSE', 'NOTICE', 'README.md', 'package.json', 'example/index.html',
                      'dist/vide.wasm', 'dist/vide.js', 'dist/vide.d.ts', 'dist/studio_client.js',
                      'dist/protocol.d.ts']) {
    assert(names.includes(name), name);
  }
  const known = /^(LICENSE|NOTICE|README\.md|package\.json|example\/index\.html|dist\/[a-z_]+\.(js|d\.ts|wasm))$/;
  const unknown = names.filter((name) => !known.test(name));
  assert.deepEqual(unknown, []);
  assert(!existsSync(join(own, 'LICENSE')), 'packing leaves nothing behind');
});

test('a program that has installed it plays a character', () => {
  writeFileSync(join(folder, 'play.mjs'), `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { Vide } from 'vide';
    const wasm = createRequire(import.meta.url).resolve('vide/vide.wasm');
    const vide = await Vide.load(readFileSync(wasm));
    const tin = vide.open(readFileSync('tin.glb'));
    tin.play('walk');
    const seen = [];
    for (let i = 0; i < 3; i++) {
      tin.advance(0.2);
      seen.push(tin.drawn().map(({ layer }) => [...tin.positions(layer)]));
    }
    console.log(JSON.stringify(seen));
  `);
  const seen = JSON.parse(execFileSync('node', ['play.mjs'], { cwd: folder, encoding: 'utf8' }));
  assert(seen.flat(2).every(Number.isFinite));
  assert(seen[0].length > 1);
  assert.notDeepEqual(seen[0], seen[1]);
  assert.notDeepEqual(seen[1], seen[2]);
});

test('its types fit a program that TypeScript checks strictly', () => {
  writeFileSync(join(folder, 'use.ts'), `
    import { Painter, Vide, VideError } from 'vide';
    import { StudioClient } from 'vide/studio_client';
    import type { State } from 'vide/protocol';
    export async function play(canvas: HTMLCanvasElement, glb: Uint8Array): Promise<string[]> {
      const character = (await Vide.load(fetch('vide.wasm'))).open(glb);
      const painter = await Painter.create(canvas, character);
      character.play('walk', { fade: 0.3 });
      painter.paint();
      return character.advance(0.1).map((event) => event.name);
    }
    export async function edit(glb: Uint8Array): Promise<State> {
      const client = await StudioClient.start('worker.js', 'vide.wasm');
      const { answer } = await client.call('open', { name: 'tin' }, { blobs: [glb] });
      // @ts-expect-error: the method wants a bone
      await client.call('rename_bone', { name: 'arm' });
      return answer.state;
    }
    export const isKnown = (error: unknown): boolean => error instanceof VideError;
  `);
  execFileSync(join(own, 'node_modules/.bin/tsc'), [
    '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', 'use.ts',
  ], { cwd: folder, stdio: 'inherit' });
});

test('the page of ten lines shows a character that moves', { skip }, async () => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const installed = join(folder, 'node_modules/vide');
  cpSync(join(folder, 'tin.glb'), join(installed, 'example/tin.glb'));
  const server = createServer((request, response) => {
    const file = join(installed, new URL(request.url, 'http://localhost').pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const browser = await chromium.launch({
    executablePath: executable, args: ['--no-sandbox', '--disable-quic'],
  });
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/example/index.html`);
    const canvas = page.locator('canvas');
    const pictures = new Set();  // blank, drawn, moved
    for (let i = 0; i < 50 && pictures.size < 3; i++) {
      pictures.add((await canvas.screenshot()).toString('base64'));
    }
    assert.equal(pictures.size, 3);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    server.close();
  }
});
