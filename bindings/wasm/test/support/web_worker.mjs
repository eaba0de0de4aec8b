// SPDX-License-Identifier: MIT
// As much of a browser's worker, page and fetch as StudioClient and serveStudio ask for, in node.
import { readFile } from 'node:fs/promises';
import { isMainThread, parentPort, Worker as Thread, workerData } from 'node:worker_threads';

export class Worker {
  constructor(script) {
    this.thread = new Thread(new URL(import.meta.url), { workerData: String(script) });
    this.thread.on('message', (data) => this.onmessage?.({ data }));
    this.thread.on('error', ({ message }) => this.onerror?.({ message }));
  }

  postMessage(message, transfer) {
    this.thread.postMessage(message, transfer);
  }

  terminate() {
    void this.thread.terminate();
  }
}

if (!isMainThread) {
  globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
  globalThis.fetch = async (url) => new Response(await readFile(new URL(url)));
  await import(workerData);
  parentPort.on('message', (data) => globalThis.onmessage({ data }));
}
