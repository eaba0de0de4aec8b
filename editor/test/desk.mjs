// SPDX-License-Identifier: MIT
// What the tests of the page share: `vide studio`, a plain web host, and a browser with a page that
// remembers what went wrong in it. VIDE_PROGRAM names the program, VIDE_PAGE a page
// other than editor/dist.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions, skip } from '../../bindings/wasm/test/support/browser.mjs';

export { skip };

export const project = new URL('../../', import.meta.url).pathname;
export const dist = process.env.VIDE_PAGE ?? join(project, 'editor/dist');
export const vide = process.env.VIDE_PROGRAM ?? join(project, 'build/dev/apps/vide/vide');

/** Ends and removes what a test has started, the last first. */
export class Desk {
  #ends = [];

  async close() {
    for (const end of this.#ends.reverse()) await end();
  }

  folder() {
    const path = mkdtempSync(join(tmpdir(), 'vide-editor-'));
    this.#ends.push(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }

  /** `vide studio WORDS...` on any port; gives its address. */
  async studio(...words) {
    const all = ['studio', '--no-browser', '--port', '0', '--page', dist, ...words];
    const program = spawn(vide, all, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#ends.push(() => new Promise((resolve) => {
      program.once('exit', resolve);
      program.kill('SIGKILL');
    }));
    let told = '';
    for await (const part of program.stderr) {
      told += part;
      const address = /http:\S+/.exec(told);
      if (address) return address[0];
    }
    throw new Error(`vide studio ended: ${told}`);
  }

  /** The built page on a host that sends nothing but files; gives its address, and an end to it. */
  async plainHost() {
    const mime = {
      '.html': 'text/html', '.txt': 'text/plain', '.js': 'text/javascript', '.css': 'text/css',
      '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
    };
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url, 'http://localhost');
      const file = join(dist, pathname === '/' ? 'index.html' : pathname);
      if (!existsSync(file)) return response.writeHead(404).end();
      response.setHeader('Content-Type', mime[extname(file)] ?? 'application/octet-stream');
      return response.end(readFileSync(file));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const end = () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    this.#ends.push(() => server.listening && end());
    return { address: `http://127.0.0.1:${server.address().port}/`, end };
  }

  /** A window of a fresh browser. */
  async window(options = {}) {
    const browser = await chromium.launch(launchOptions);
    this.#ends.push(() => browser.close());
    return browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  }
}

/** A page that remembers its faults and the requests that leave its origin. */
export async function watchedPage(window, address) {
  const page = await window.newPage();
  const faults = [], strangers = [];
  // The browser begins to tell of choosers a while after somebody first listens.
  page.on('filechooser', () => {});
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('crash', () => faults.push('the page crashed'));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  window.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(address).origin) strangers.push(request.url());
  });
  await page.goto(address);
  return {
    page,
    check() {
      assert.deepEqual(faults, []);
      assert.deepEqual(strangers, []);
    },
  };
}
