// SPDX-License-Identifier: MIT

/**
 * Keeps the page for times without a network, and tells it apart from others where its host does
 * not: without that, long work cannot be cancelled. `mayReload` says whether nothing would be lost.
 *
 * `vide studio` needs neither, and a kept page would outlive it.
 */
export async function keepOffline(isServedByStudio: boolean, mayReload: () => boolean):
    Promise<void> {
  if (isServedByStudio || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('sw.js');
    await navigator.serviceWorker.ready;
  } catch {
    return;  // a private window, or a host without HTTPS: it works all the same
  }
  const once = 'vide-isolated';
  if (crossOriginIsolated || sessionStorage.getItem(once) || !mayReload()) return;
  sessionStorage.setItem(once, 'yes');
  location.reload();
}
