// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';
import { Autosave, type Generation } from '../files/autosave.js';
import { bringPictures } from '../files/bring_pictures.js';
import { chooseDestination } from '../files/download.js';
import { openFiles, type Questions } from '../files/open_into.js';
import { StudioFileError, type StudioFile } from '../files/studio_file.js';
import type { Session } from '../session.js';
import type { CanvasView } from '../view/canvas_view.js';
import { Dialogs } from './dialogs/dialog_state.js';
import { Playback } from './playback.js';
import { TimelineState } from './timeline/timeline_state.js';

/** The page around one session: what its panels, menus and shortcuts share. */
export class Editor implements Questions {
  readonly dialogs = new Dialogs();
  readonly playback: Playback;
  readonly timeline: TimelineState;
  readonly autosave: Autosave;
  /** The bone whose name is being changed. */
  readonly renaming: Signal<number | null> = signal(null);
  /** Where the character is seen, while there is one. */
  readonly view: Signal<CanvasView | null> = signal(null);
  /** One for all times: while the system asks, a browser may drop what nothing holds. */
  private readonly chooser = document.createElement('input');
  /** One after another; what is being saved is not lost. */
  private lastSave: Promise<void> = Promise.resolve();
  private readonly stopEffect: () => void;

  /** `file`: the one that the program which serves the page was started with. */
  constructor(readonly session: Session, private readonly file: StudioFile | null = null) {
    this.playback = new Playback(session);
    this.timeline = new TimelineState(session);
    this.autosave = new Autosave({
      save: () => this.saved(true),
      failed: (message) => session.tell(message, 'warning'),
    });
    this.chooser.type = 'file';
    this.chooser.addEventListener('change', () => void this.openFiles(this.chooser.files ?? []));
    let known = session.state.peek();
    this.stopEffect = effect(() => {
      const state = session.state.value;
      if (state?.modified && state !== known && state.layers.length > 0) this.autosave.touch();
      known = state;
    });
    // A tab that goes to the background may never come back.
    document.addEventListener('visibilitychange', this.keepNow);
  }

  private readonly keepNow = (): void => {
    if (document.visibilityState === 'hidden') void this.autosave.flush();
  };

  get hasDocument(): boolean {
    return (this.session.state.value?.layers.length ?? 0) > 0;
  }

  openFiles(chosen: Iterable<File>): Promise<void> {
    return openFiles(this.session, [...chosen], this);
  }

  /** Asks the system for files. */
  chooseFiles(accept: string, several = true): void {
    this.chooser.accept = accept;
    this.chooser.multiple = several;
    this.chooser.value = '';  // the same file may be chosen again
    this.chooser.click();
  }

  async openExample(): Promise<void> {
    const names = ['pip.png', 'skeleton.json', 'clips.json'];
    const files = await Promise.all(names.map(async (name) => {
      const response = await fetch(`example/${name}`);
      if (!response.ok) throw new Error(`example/${name}: ${response.status}`);
      return new File([await response.blob()], name);
    })).catch(() => null);
    if (!files) {
      this.session.tell('The example cannot be loaded. Go online once, or open your own picture.',
                        'error');
      return;
    }
    await this.openFiles(files);
    this.showClips();
  }

  /** The first clip, ready to be played. */
  showClips(): void {
    const clip = this.session.state.value?.clips[0];
    if (!clip) return;
    this.session.clip.value = clip.id;
    this.session.setMode('animate');
  }

  /** Opens what the page was started with; offers what was left by earlier visits. */
  async begin(): Promise<void> {
    const file = await this.file?.read().catch((error: Error) =>
      this.session.tell(`${this.file!.name} cannot be opened: ${error.message}`, 'error'));
    if (file) await this.openFiles([file]);
    await this.listRecoverable();
  }

  async showRecovery(): Promise<void> {
    await this.listRecoverable();
    this.dialogs.show({ kind: 'recover', generations: this.recoverable.value });
  }

  private async listRecoverable(): Promise<void> {
    this.recoverable.value = await this.autosave.generations.list().catch(() => []);
  }

  /** To the file that the page was started with, else to where the person says. */
  async save(): Promise<void> {
    if (!this.file) return this.saveCopy();
    const { file } = this;
    await this.saving(file.saveAs, (bytes) => file.save(bytes));
  }

  /** To where the person says. */
  async saveCopy(): Promise<void> {
    const name = this.session.state.value?.name || 'character';
    const destination = await chooseDestination(`${name}.glb`, 'model/gltf-binary');
    if (destination) await this.saving(destination.name, (bytes) => destination.write(bytes));
  }

  private saving(name: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    return this.lastSave = this.lastSave.then(() => this.saveBy(name, write));
  }

  private async saveBy(name: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    try {
      const { edits } = this.session;
      await write((await this.saved(true)).bytes);
      // Only what has been written counts as saved: no edit that came meanwhile.
      if (edits === this.session.edits) {
        await this.saved(false);
        this.session.recovered.value = false;
        await this.session.edit('state', {});
      }
      this.session.tell(`Saved as ${name}.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const advice = error instanceof StudioFileError ? '' : ' Try another place.';
      this.session.tell(`Not saved: ${reason}${advice}`, 'error');
    }
  }

  private async saved(copy: boolean): Promise<{ name: string; bytes: Uint8Array }> {
    const { answer, blobs } = await this.session.query('save', { copy });
    return { name: answer.name, bytes: blobs[0]! };
  }

  /** What was autosaved, also by earlier visits; the newest first. */
  readonly recoverable: Signal<Generation[]> = signal([]);

  async recover({ name, bytes }: Generation): Promise<void> {
    if (!await this.mayReplace()) return;
    const label = `Opening ${name}`;
    if (!await this.session.edit('open', { name }, [bytes.slice()], { label })) return;
    this.session.recovered.value = true;
    await bringPictures(this.session);
  }

  async pictureAs(name: string): Promise<'layer' | 'document' | null> {
    const answer = await this.dialogs.ask(
      `Open ${name}`, 'Should the picture join this character, or start a new one?',
      [{ id: 'layer', label: 'Add as a layer', kind: 'primary' },
       { id: 'document', label: 'New character' }]);
    return answer === 'layer' || answer === 'document' ? answer : null;
  }

  async mayReplace(): Promise<boolean> {
    await this.lastSave;
    const state = this.session.state.value;
    if (!this.session.isUnsaved || !this.hasDocument) return true;
    await this.autosave.flush();
    const answer = await this.dialogs.ask(
      `${state?.name || 'The character'} is not saved`,
      'Opening another one closes it. The last autosave stays in File > Recover.',
      [{ id: 'save', label: 'Save first', kind: 'primary' },
       { id: 'replace', label: 'Open without saving', kind: 'danger' }]);
    if (answer === 'save') await this.save();
    return answer !== null;
  }

  motion(name: string, text: string): Promise<void> {
    return this.dialogs.mapMotion(name, text);
  }

  close(): void {
    this.stopEffect();
    document.removeEventListener('visibilitychange', this.keepNow);
    this.playback.close();
    this.timeline.close();
  }
}
