// SPDX-License-Identifier: MIT
import { batch, effect, signal, type Signal } from '@preact/signals';
import type {
  Answer, Arguments, Edited, Frame, MeshSettings, Method, State,
} from '../../bindings/wasm/src/protocol.js';
import {
  type CallOptions, type Reply, StudioClient, StudioError,
} from '../../bindings/wasm/src/studio_client.js';
import { Pictures } from './pictures.js';
import {
  type Brush, type Busy, type EditOptions, type FrameData, type Mode, type PreviewedMesh,
  type Selection, type Shown, type Toast, type Tool, toolsOf,
} from './session_types.js';

export * from './session_types.js';

type Edit = { [M in Method]: Answer<M> extends Edited ? M : never }[Method];

export interface SessionOptions {
  worker: string | URL;
  module: string | URL;
  /** What dropped or chosen files do; see files/open_into. */
  openFiles: (session: Session, files: File[]) => Promise<void>;
}

const nothing: Selection = { bones: [], layer: null, vertex: null, keys: [] };

/** One document in the page: what is shown, chosen and going on. */
export class Session {
  /** At once, while the core is still on its way. */
  static async start(options: SessionOptions): Promise<Session> {
    return new Session(StudioClient.begin(options.worker, options.module), options);
  }

  readonly state: Signal<State | null> = signal(null);
  /** Counts the documents that were opened or begun: ids of one mean nothing in the next. */
  readonly document: Signal<number> = signal(0);
  readonly mode: Signal<Mode> = signal('rig');
  readonly tool: Signal<Tool> = signal('select');
  readonly selection: Signal<Selection> = signal(nothing);
  /** The clip that is shown while weights are painted and poses made; null: the rest pose. */
  readonly clip: Signal<number | null> = signal(null);
  readonly time: Signal<number> = signal(0);
  readonly playing: Signal<boolean> = signal(false);
  readonly frame: Signal<FrameData | null> = signal(null);
  readonly busy: Signal<Busy | null> = signal(null);
  readonly toasts: Signal<Toast[]> = signal([]);

  readonly brush: Signal<Brush> =
    signal({ radius: 40, strength: 0.3, hardness: 0.3, mode: 'add' });
  readonly shown: Signal<Shown> = signal({
    bones: true, mesh: false, weights: 'off', onion: { before: 0, after: 0, step: 0.1 },
  });
  /** Dragging a bone's tail moves the chain that ends in it. */
  readonly reach: Signal<boolean> = signal(false);
  /** Bones in that chain. */
  readonly chain: Signal<number> = signal(2);
  /** Poses are keyed at once. */
  readonly autoKey: Signal<boolean> = signal(true);
  /** A layer's mesh as these settings would make it, drawn above the picture. */
  readonly preview: Signal<{ layer: number; mesh: MeshSettings } | null> = signal(null);
  /** What came of it. */
  readonly previewed: Signal<PreviewedMesh | null> = signal(null);

  /** The document comes from an autosave: no file holds it yet. */
  readonly recovered: Signal<boolean> = signal(false);
  /** How many edits were begun; one that fails counts, too. */
  edits = 0;

  readonly pictures: Pictures;

  private toastCount = 0;
  private warnings: string[] = [];  // of the last edit
  private readonly stopEffects: (() => void)[];

  private constructor(readonly client: StudioClient, private readonly options: SessionOptions) {
    client.ready.catch(({ message }: Error) =>
      this.tell(`VIDE cannot start: ${message}. Load the page again.`, 'error'));
    this.pictures = new Pictures(this);
    const stopShowing = effect(() => {
      const isRest = this.mode.value === 'rig';
      const clip = isRest ? null : this.clip.value;
      const time = clip === null ? 0 : this.time.value;
      if (this.document.value > 0) void this.show(clip, time);
    });
    const stopPreview = effect(() => void this.previewMesh(this.preview.value));
    this.stopEffects = [stopShowing, stopPreview];
  }

  /** Takes the mode's own tool, and shows weights and a clip where they are worked on. */
  setMode(mode: Mode): void {
    const before = this.mode.peek();
    if (mode === before) return;
    const isAboutWeights = mode === 'weights' || before === 'weights';
    batch(() => {
      this.mode.value = mode;
      this.tool.value = toolsOf[mode][0]!;
      if (mode === 'animate') this.clip.value ??= this.state.peek()?.clips[0]?.id ?? null;
      if (!isAboutWeights) return;
      this.shown.value = { ...this.shown.peek(), weights: mode === 'weights' ? 'selected' : 'off' };
    });
  }

  select(selection: Partial<Selection>): void {
    this.selection.value = { ...this.selection.value, ...selection };
  }

  /**
   * Runs an edit, shows what it made and tells its warnings. Where it fails the person is told, and
   * null comes back; a call that was taken back is no failure to tell.
   */
  async edit<M extends Edit>(method: M, args: Arguments<M>, blobs: Uint8Array[] = [],
                             options: EditOptions = {}): Promise<Answer<M> | null> {
    this.edits++;
    const reply = await this.told(method, args, { ...options, blobs });
    if (!reply) return null;
    const edited = reply.answer as Edited;
    this.take(edited, reply.blobs, isNew(method, args));
    // Of what goes on: what is wrong on the way may be right in the end.
    if (!isDraft(args)) this.warn(edited.warnings);
    return reply.answer;
  }

  /** Asks without changing anything. Throws a StudioError where it fails. */
  query<M extends Method>(method: M, args: Arguments<M>, options: CallOptions = {}):
      Promise<Reply<M>> {
    return this.client.call(method, args, options);
  }

  /** Whether something would be lost with the document. */
  get isUnsaved(): boolean {
    return this.recovered.value || (this.state.value?.modified ?? false);
  }

  undo(): Promise<unknown> {
    return this.edit('undo', {});
  }

  redo(): Promise<unknown> {
    return this.edit('redo', {});
  }

  openFiles(files: Iterable<File>): Promise<void> {
    return this.options.openFiles(this, [...files]);
  }

  /** Once, however often it is told while it can be read. */
  tell(text: string, kind: Toast['kind'] = 'note'): void {
    const there = this.toasts.value;
    if (there.some((one) => one.text === text && one.kind === kind)) return;
    this.toasts.value = [...there, { id: ++this.toastCount, kind, text }];
  }

  /** In one message, however many there are; not again what the edit before has told. */
  private warn(warnings: string[]): void {
    const added = warnings.filter((one) => !this.warnings.includes(one));
    this.warnings = warnings;
    if (added.length > 0) this.tell(added.join('\n'), 'warning');
  }

  dismiss(id: number): void {
    this.toasts.value = this.toasts.value.filter((one) => one.id !== id);
  }

  close(): void {
    this.stopEffects.forEach((stop) => stop());
    this.pictures.close();
    this.client.close();
  }

  /** Shows a person that something lasts, when it lasts; see `busy`. */
  private async told<M extends Method>(method: M, args: Arguments<M>,
                                       options: CallOptions & EditOptions):
      Promise<Reply<M> | null> {
    const { label = 'Working', subject, ...rest } = options;
    const abort = new AbortController();
    rest.signal?.addEventListener('abort', () => abort.abort());
    const cancel = this.client.canCancel ? () => abort.abort() : null;
    const mine = { label, fraction: 0, cancel };
    const patience = setTimeout(() => this.busy.value = mine, 250);
    const progress = (fraction: number) => {
      rest.progress?.(fraction);
      if (this.busy.value?.cancel === cancel) this.busy.value = { ...mine, fraction };
    };
    try {
      return await this.client.call(method, args, { ...rest, progress, signal: abort.signal });
    } catch (error) {
      if (error instanceof StudioError) this.tell(inWords(error.message, subject), 'error');
      else if (!(error instanceof DOMException)) throw error;
      return null;
    } finally {
      clearTimeout(patience);
      if (this.busy.value?.label === label) this.busy.value = null;
    }
  }

  private take(edited: Edited & { frame?: Frame }, blobs: Uint8Array[], isNew: boolean): void {
    batch(() => {
      this.state.value = edited.state;
      if (isNew) this.begin();
      this.forget(edited.state);
      if (edited.frame) this.frame.value = frameData(edited.frame, blobs, edited.state);
    });
    if (!edited.frame && !isNew) void this.refreshFrame();
  }

  private begin(): void {
    this.document.value += 1;
    this.selection.value = nothing;
    this.frame.value = null;
    this.clip.value = null;
    this.time.value = 0;
    this.playing.value = false;
    this.preview.value = null;
    this.recovered.value = false;
  }

  /** What is chosen and gone. */
  private forget(state: State): void {
    const { bones, layer, ...rest } = this.selection.value;
    const has = (list: { id: number }[], id: number | null) => list.some((one) => one.id === id);
    const kept = bones.filter((bone) => has(state.bones, bone));
    const layerKept = has(state.layers, layer) ? layer : null;
    if (kept.length !== bones.length || layerKept !== layer) {
      this.selection.value = { ...rest, bones: kept, layer: layerKept };
    }
    if (this.clip.value !== null && !has(state.clips, this.clip.value)) this.clip.value = null;
  }

  private async show(clip: number | null, time: number): Promise<void> {
    await this.seen(this.client.call('show', { clip, time }, { latest: 'show' }));
  }

  /** The shown moment again, as the document has it now. */
  async refreshFrame(): Promise<void> {
    await this.seen(this.client.call('frame', {}, { latest: 'frame' }));
  }

  private async previewMesh(wanted: Session['preview']['value']): Promise<void> {
    if (!wanted) return void (this.previewed.value = null);
    try {
      const { answer, blobs } =
        await this.client.call('mesh_preview', wanted, { latest: 'mesh_preview' });
      if (this.preview.peek() === null) return;
      const [positions, triangles] = blobs.map(({ buffer }) => buffer);
      this.previewed.value = {
        layer: wanted.layer, report: answer,
        positions: new Float32Array(positions!), triangles: new Uint32Array(triangles!),
      };
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      this.tell(error.message, 'error');
    }
  }

  private async seen(call: Promise<Reply<'show' | 'frame'>>): Promise<void> {
    try {
      const { answer, blobs } = await call;
      // Answers come in the order of the calls: the state is the one that the frame is of.
      const state = this.state.peek();
      if (state) this.frame.value = frameData(answer, blobs, state);
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      this.tell(error.message, 'error');
    }
  }
}

export function frameData(frame: Frame, blobs: Uint8Array[], state: State): FrameData {
  const arrays = blobs.map(({ buffer, byteOffset, byteLength }) =>
    new Float32Array(buffer, byteOffset, byteLength / 4));
  return { frame, state, matrices: arrays[0]!, arrays };
}

/** A person knows the file, not the method that read it. */
function inWords(message: string, subject?: string): string {
  const reason = message.replace(/^[a-z]+(_[a-z]+)*: /, '');
  return subject === undefined ? reason : `${subject}: ${reason}`;
}

/** Whether a gesture goes on. */
function isDraft(args: object): boolean {
  return ('quality' in args && args.quality === 'draft') ||
    ('weights' in args && args.weights === 'draft');
}

/** Whether a method begins another document. */
function isNew<M extends Method>(method: M, args: Arguments<M>): boolean {
  if (method === 'import_picture') return !(args as Arguments<'import_picture'>).add;
  return method === 'open' || method === 'import_layers';
}
