// SPDX-License-Identifier: MIT
import type { Method } from './protocol.js';
import { Studio, type StudioOptions } from './studio.js';

export interface Start {
  /** URL of vide.wasm. */
  module: string;
  stop: Int32Array | null;
}

/** What StudioClient sends, one after another: each is answered before the next is sent. */
export type ToWorker =
  { start: Start } |
  { call: { method: Method; args: unknown; blobs: Uint8Array[] } };

export type FromWorker = { fraction: number } | { reply: unknown } | { error: string };

/** The part of a worker's global scope that is used here; lib.webworker contradicts lib.dom. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: ArrayBuffer[]): void;
}

/** Answers a StudioClient. The worker's whole script is one call of it. */
export function serveStudio({ encodePng }: Pick<StudioOptions, 'encodePng'> = {}): void {
  const scope = globalThis as unknown as WorkerScope;
  let studio: Studio | undefined;
  let told = 0;  // when the page last heard of this worker, in milliseconds

  async function start({ module, stop }: Start): Promise<void> {
    const progress = (fraction: number) => {
      const now = performance.now();
      if (now - told > 50) {
        scope.postMessage({ fraction });
        told = now;
      }
      return stop === null || Atomics.load(stop, 0) === 0;
    };
    studio = await Studio.load(fetch(module), { progress, ...(encodePng && { encodePng }) });
  }

  async function answer(message: ToWorker): Promise<{ reply: unknown; owned: Uint8Array[] }> {
    if ('start' in message) {
      await start(message.start);
      return { reply: studio!.blendPasses, owned: [] };
    }
    const { method, args, blobs } = message.call;
    if (!studio) throw new Error('the module is not loaded');
    const reply = studio.call(method, args as never, blobs);
    return { reply, owned: reply.blobs };
  }

  scope.onmessage = async ({ data }) => {
    told = performance.now();
    try {
      const { reply, owned } = await answer(data);
      scope.postMessage({ reply }, owned.map(({ buffer }) => buffer as ArrayBuffer));
    } catch (error) {
      scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}
