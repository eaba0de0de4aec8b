// SPDX-License-Identifier: MIT
import type { FileJobs, FileReply, FileRequest } from './files_worker.js';
import { FileError } from './raster.js';

type Argument<Job extends keyof FileJobs> = Parameters<FileJobs[Job]>[0];
type Result<Job extends keyof FileJobs> = Awaited<ReturnType<FileJobs[Job]>>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Runs file jobs in a worker that starts with the first of them. */
export class FilesClient {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(private readonly url: string) {}

  /** Rejects with a FileError where the file is at fault. `given` is handed over, not copied. */
  run<Job extends keyof FileJobs>(job: Job, argument: Argument<Job>, given: Uint8Array[] = []):
      Promise<Result<Job>> {
    this.worker ??= this.start();
    const request: FileRequest = { id: this.next++, job, argument };
    this.worker.postMessage(request, given.map(({ buffer }) => buffer as ArrayBuffer));
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  private start(): Worker {
    const worker = new Worker(this.url, { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FileReply>) => this.answer(event.data));
    worker.addEventListener('error', () => this.fail());
    return worker;
  }

  private answer(reply: FileReply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('result' in reply) waiting?.resolve(reply.result);
    else waiting?.reject(reply.known ? new FileError(reply.error) : new Error(reply.error));
  }

  /** The worker has died, most likely of memory: the next job starts a new one. */
  private fail(): void {
    this.worker?.terminate();
    this.worker = null;
    const error = new FileError('could not be worked on: the browser ran out of memory. ' +
                                'Close other tabs, or make the picture smaller.');
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

export const files = new FilesClient('files_worker.js');
