// SPDX-License-Identifier: MIT
import { signal, type Signal } from '@preact/signals';

/** A document as it was at some time. */
export interface Generation {
  id: number;
  name: string;
  time: number;  // milliseconds since 1970
  bytes: Uint8Array;
}

const store = 'generations';
const generationsKept = 5;

/** Finished requests as promises. */
function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps nothing'));
  });
}

/** The last few states of documents, in the browser's own database. */
export class Generations {
  private opening: Promise<IDBDatabase> | null = null;

  /** `session` groups the states of one sitting: of each older one only the last is kept. */
  async add(session: string, name: string, bytes: Uint8Array): Promise<void> {
    const database = await this.open();
    const transaction = database.transaction(store, 'readwrite');
    const entries = transaction.objectStore(store);
    entries.add({ session, name, time: Date.now(), bytes });
    for (const key of superseded(await keysOf(entries), session)) entries.delete(key);
    await finished(transaction);
  }

  /** The newest first. */
  async list(): Promise<Generation[]> {
    const database = await this.open();
    const entries = database.transaction(store).objectStore(store);
    return (await done<Generation[]>(entries.getAll())).reverse();
  }

  async clear(): Promise<void> {
    const database = await this.open();
    const transaction = database.transaction(store, 'readwrite');
    transaction.objectStore(store).clear();
    await finished(transaction);
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open('vide-editor', 1);
      request.onupgradeneeded = () => {
        const entries = request.result.createObjectStore(
          store, { keyPath: 'id', autoIncrement: true });
        entries.createIndex('session', 'session');
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
    });
    return this.opening;
  }
}

interface Kept {
  key: IDBValidKey;
  session: IDBValidKey;
}

/** Walks an index, which does not load the documents themselves. */
function keysOf(entries: IDBObjectStore): Promise<Kept[]> {
  return new Promise((resolve, reject) => {
    const kept: Kept[] = [];
    const request = entries.index('session').openKeyCursor();
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(kept);
      kept.push({ key: cursor.primaryKey, session: cursor.key });
      cursor.continue();
    };
  });
}

/** All but the last three of this session and the last one of some earlier ones. */
function superseded(kept: Kept[], session: string): IDBValidKey[] {
  const byAge = kept.sort((a, b) => Number(b.key) - Number(a.key));
  const seen = new Map<IDBValidKey, number>();
  let stay = 0;
  return byAge.filter((one) => {
    const newer = seen.get(one.session) ?? 0;
    seen.set(one.session, newer + 1);
    const stays = newer < (one.session === session ? 3 : 1) && stay < generationsKept;
    if (stays) stay++;
    return !stays;
  }).map(({ key }) => key);
}

export interface AutosaveHooks {
  /** The document as .glb. */
  save(): Promise<{ name: string; bytes: Uint8Array }>;
  /** Told once, until saving works again. */
  failed(message: string): void;
}

/** Keeps the document some time after each edit, and at the latest a while after the first. */
export class Autosave {
  readonly generations = new Generations();
  /** Whether the document is kept as it is now. */
  readonly isKept: Signal<boolean> = signal(false);
  private readonly session = String(Date.now());
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private firstEdit: number | null = null;
  private saving = false;
  private told = false;

  constructor(private readonly hooks: AutosaveHooks,
              private readonly delay = { quiet: 1000, longest: 10_000 }) {}

  /** The document has changed. */
  touch(): void {
    const now = Date.now();
    this.isKept.value = false;
    this.firstEdit ??= now;
    const left = this.firstEdit + this.delay.longest - now;
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => void this.flush(), Math.max(Math.min(this.delay.quiet, left), 0));
  }

  /** Keeps what has not been kept yet, at once. */
  async flush(): Promise<void> {
    clearTimeout(this.quiet);
    if (this.firstEdit === null) return;
    if (this.saving) return this.touch();
    this.saving = true;
    this.firstEdit = null;
    try {
      const { name, bytes } = await this.hooks.save();
      await this.generations.add(this.session, name, bytes);
      this.told = false;
      this.isKept.value = this.firstEdit === null;
    } catch (error) {
      this.tell(error);
    } finally {
      this.saving = false;
    }
  }

  private tell(error: unknown): void {
    if (this.told) return;
    this.told = true;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    this.hooks.failed(isFull ?
      'The browser has no room left for autosaving. Save the document, and free disk space.' :
      'Autosaving does not work in this browser window. Save the document now and then.');
  }
}
