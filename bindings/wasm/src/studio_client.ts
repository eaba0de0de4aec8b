// SPDX-License-Identifier: MIT
import type { Answer, Arguments, Method } from './protocol.js';
import type { Studio } from './studio.js';
import type { FromWorker, ToWorker } from './studio_worker.js';

export interface CallOptions {
  /** Handed over: what they lie in is gone from here afterwards. */
  blobs?: Uint8Array[];
  progress?: (fraction: number) => void;
  /** Takes a waiting call back; stops a running one where `canCancel`. */
  signal?: AbortSignal;
  /**
   * Of the calls that wait with the same text only the newest runs, and all of them answer as it
   * does: for gestures, which ask more often than the document answers.
   */
  latest?: string;
}

export interface Reply<M extends Method> {
  answer: Answer<M>;
  blobs: Uint8Array[];
}

interface Waiting {
  message: ToWorker;
  options: CallOptions;
  /** More than one after a later call has taken the place of earlier ones. */
  settle: { resolve: (reply: never) => void; reject: (error: Error) => void }[];
}

/** What the document or the call did wrong, in one line. */
export class StudioError extends Error {
  override name = 'StudioError';
}

/** The document in a worker: calls run one after another, in the order in which they came. */
export class StudioClient {
  /** `worker`: the URL of a script that calls serveStudio; `module`: of vide.wasm. */
  static async start(worker: string | URL, module: string | URL): Promise<StudioClient> {
    const client = StudioClient.begin(worker, module);
    await client.ready;
    return client;
  }

  /** At once: calls wait until the module is there. Where it cannot be loaded `ready` says why. */
  static begin(worker: string | URL, module: string | URL): StudioClient {
    return new StudioClient(new Worker(worker, { type: 'module' }), module);
  }

  /** Until then there are no blendPasses. */
  readonly ready: Promise<void>;

  /** One number that the module looks at while it works: not 0 stops it. */
  private readonly stop: Int32Array | null;
  private readonly waiting: Waiting[] = [];
  private running: Waiting | null = null;

  private passes: Studio['blendPasses'] | null = null;

  private constructor(private readonly worker: Worker, module: string | URL) {
    this.stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = ({ message }) => this.fail(`the worker stopped: ${message || 'unknown fault'}`);
    const start = { module: String(module), stop: this.stop };
    this.ready = this.ask<Studio['blendPasses']>({ start }).then((passes) => {
      this.passes = passes;
    });
  }

  /** Whether a call that runs can be stopped: the page must be cross-origin isolated. */
  get canCancel(): boolean {
    return this.stop !== null;
  }

  /** How each blend mode is painted, pass by pass, on premultiplied colours. */
  get blendPasses(): Studio['blendPasses'] {
    return this.passes!;
  }

  /** Calls that run or wait. */
  get pending(): number {
    return this.waiting.length + (this.running ? 1 : 0);
  }

  call<M extends Method>(method: M, args: Arguments<M>, options: CallOptions = {}):
      Promise<Reply<M>> {
    const blobs = (options.blobs ?? []).map(owned);
    return this.ask({ call: { method, args, blobs } }, options);
  }

  /** Ends the worker; calls that wait fail. */
  close(): void {
    this.worker.terminate();
    this.fail('the studio is closed');
  }

  private ask<T>(message: ToWorker, options: CallOptions = {}): Promise<T> {
    const { signal, latest } = options;
    if (signal?.aborted) return Promise.reject(aborted());
    return new Promise<T>((resolve, reject) => {
      const next: Waiting = { message, options, settle: [{ resolve, reject }] };
      const replaced = latest === undefined ? -1 :
        this.waiting.findIndex((one) => one.options.latest === latest);
      if (replaced >= 0) next.settle.unshift(...this.waiting.splice(replaced, 1)[0]!.settle);
      this.waiting.push(next);
      signal?.addEventListener('abort', () => this.abort(next), { once: true });
      this.runNext();
    });
  }

  private abort(call: Waiting): void {
    const place = this.waiting.indexOf(call);
    if (place >= 0) {
      this.waiting.splice(place, 1);
      call.settle.forEach(({ reject }) => reject(aborted()));
    } else if (this.running === call && this.stop) {
      Atomics.store(this.stop, 0, 1);
    }
  }

  private runNext(): void {
    if (this.running || this.waiting.length === 0) return;
    this.running = this.waiting.shift()!;
    if (this.stop) Atomics.store(this.stop, 0, 0);
    const { message } = this.running;
    const blobs = 'call' in message ? message.call.blobs : [];
    this.worker.postMessage(message, blobs.map(({ buffer }) => buffer as ArrayBuffer));
  }

  private receive(message: FromWorker): void {
    const { running } = this;
    if (!running) return;
    if ('fraction' in message) return running.options.progress?.(message.fraction);
    this.running = null;
    for (const { resolve, reject } of running.settle) {
      if ('reply' in message) resolve(message.reply as never);
      else reject(running.options.signal?.aborted ? aborted() : new StudioError(message.error));
    }
    return this.runNext();
  }

  private fail(reason: string): void {
    const left = [...(this.running ? [this.running] : []), ...this.waiting.splice(0)];
    this.running = null;
    for (const { settle } of left) settle.forEach(({ reject }) => reject(new StudioError(reason)));
  }
}

function aborted(): DOMException {
  return new DOMException('the call was taken back', 'AbortError');
}

/** In a buffer of its own, which can be handed over. */
function owned(blob: Uint8Array): Uint8Array {
  return blob.byteLength === blob.buffer.byteLength && blob.buffer instanceof ArrayBuffer ?
    blob : blob.slice();
}
