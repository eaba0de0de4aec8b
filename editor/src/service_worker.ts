// SPDX-License-Identifier: MIT
/// <reference lib="webworker" />

/** What build.mjs puts in: the page's files, and a word that changes with any of them. */
declare const PAGE_FILES: string[];
declare const PAGE_VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `vide-${PAGE_VERSION}`;

/** What `vide studio` sends; other hosts often cannot. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function isolated(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(isolation)) headers.set(name, value);
  return new Response(response.body, {
    status: response.status, statusText: response.statusText, headers,
  });
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(PAGE_FILES.map((file) => new Request(file, { cache: 'reload' })));
}

/** Another version's files go once no page shows them any more. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) =>
    name.startsWith('vide-') && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreSearch: true });
  return isolated(kept ?? await fetch(request));
}

/** The page's own files alone; everything else goes its usual way. */
function isOfPage(request: Request): boolean {
  const { href } = new URL(request.url);
  const path = href.replace(/[?#].*$/, '');
  return request.method === 'GET' &&
    PAGE_FILES.some((file) => new URL(file, worker.registration.scope).href === path);
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  if (isOfPage(event.request)) event.respondWith(answer(event.request));
});
