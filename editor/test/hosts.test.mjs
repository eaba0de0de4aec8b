// SPDX-License-Identifier: MIT
// Where the page may stand, and that nothing leaves it.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Desk, skip, watchedPage } from './desk.mjs';

let desk;
beforeEach(() => { desk = new Desk(); });
afterEach(() => desk.close());

const isolated = (page) => page.evaluate(() => crossOriginIsolated);
const begun = (page) => page.getByRole('heading', { name: 'Drop a picture here' });

test('vide studio sends the page with a policy that forbids all other origins', { skip }, async () => {
  const address = await desk.studio();
  const { page, check } = await watchedPage(await desk.window(), address);
  await begun(page).waitFor();
  assert(await isolated(page));
  const response = await page.request.get(address);
  assert.match(response.headers()['content-security-policy'], /default-src 'none'/);
  check();
  const tried = await page.evaluate(() => fetch('http://127.0.0.1:1/').then(
    () => 'sent', (error) => error.message));
  assert.match(tried, /Failed to fetch/);
  const blocked = await page.evaluate(() => new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI));
    void fetch('http://127.0.0.1:1/picture').catch(() => {});
  }));
  assert.match(blocked, /127\.0\.0\.1:1/);
  assert.equal((await page.context().serviceWorkers()).length, 0, 'nothing outlives vide studio');
});

test('on a plain web host the page isolates itself, works offline and keeps its policy', { skip },
     async () => {
  const host = await desk.plainHost();
  const window = await desk.window();
  const { page, check } = await watchedPage(window, host.address);
  await begun(page).waitFor();
  await page.waitForFunction(() => crossOriginIsolated);
  await host.end();
  await page.reload();
  await begun(page).waitFor();
  assert(await isolated(page));
  const policy = page.locator('meta[http-equiv=Content-Security-Policy]');
  assert.match(await policy.getAttribute('content'), /default-src 'none'/);
  await window.setOffline(true);
  const second = await window.newPage();
  await second.goto(host.address);
  await begun(second).waitFor();
  check();
});
