// SPDX-License-Identifier: MIT
import type { Session } from '../session.js';
import { bringPictures } from './bring_pictures.js';
import { readFiles, type Opened } from './open_files.js';
import { FileError, type Drawing } from './raster.js';

/** What the person decides where a file could mean two things. */
export interface Questions {
  /** A picture while there is a document. null: neither. */
  pictureAs(name: string): Promise<'layer' | 'document' | null>;
  /** A document is about to take the place of one that is not saved. */
  mayReplace(): Promise<boolean>;
  /** A recorded motion for the bones that are there. */
  motion(name: string, text: string): Promise<void>;
}

/** Opens what was dropped or chosen; says what is wrong with what cannot be opened. */
export async function openFiles(session: Session, chosen: File[], ask: Questions): Promise<void> {
  if (chosen.length === 0) return;
  const names = chosen.length === 1 ? chosen[0]!.name : `${chosen.length} files`;
  const opened = await reading(session, names, () => readFiles(chosen));
  // Documents and pictures first: skeletons and clips are about them.
  const order: Opened['kind'][] = ['document', 'drawing', 'picture', 'skeleton', 'clips', 'motion'];
  opened.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const one of opened) {
    if (!await open(session, one, ask)) return;
  }
}

async function reading(session: Session, names: string, read: () => Promise<Opened[]>):
    Promise<Opened[]> {
  const busy = { label: `Reading ${names}`, fraction: 0, cancel: null };
  session.busy.value = busy;
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    session.tell(error.message, 'error');
    return [];
  } finally {
    if (session.busy.value === busy) session.busy.value = null;
  }
}

/** Whether what follows can be opened too. */
async function open(session: Session, one: Opened, ask: Questions): Promise<boolean> {
  switch (one.kind) {
    case 'document': {
      if (!await ask.mayReplace()) return false;
      const { name } = one;
      const options = { label: `Opening ${name}`, subject: name };
      if (!await session.edit('open', { name }, [one.bytes], options)) return false;
      showWhatThereIs(session);
      await bringPictures(session);
      return true;
    }
    case 'picture': return openPicture(session, one, ask);
    case 'drawing':
      return await ask.mayReplace() && openDrawing(session, one.drawing);
    case 'skeleton': return hasPicture(session, one.file) && openSkeleton(session, one);
    case 'clips':
      return hasPicture(session, 'the clips') &&
        await session.edit('import_clips', { text: one.text }) !== null;
    case 'motion':
      if (!hasPicture(session, one.name)) return false;
      if (session.state.value!.bones.length === 0) {
        return openSkeleton(session, { file: `${one.name}.bvh`, text: one.text });
      }
      await ask.motion(one.name, one.text);
      return true;
  }
}

/** Documents that move are seen with their first clip. */
function showWhatThereIs(session: Session): void {
  const clip = session.state.value!.clips[0];
  session.clip.value = clip?.id ?? null;
  session.setMode(clip ? 'animate' : 'rig');
}

function hasLayers({ state }: Session): boolean {
  return (state.value?.layers.length ?? 0) > 0;
}

function hasPicture(session: Session, what: string): boolean {
  if (hasLayers(session)) return true;
  session.tell(`Open a picture first, then ${what}: it is about its bones.`, 'error');
  return false;
}

async function openSkeleton(session: Session, skeleton: { file: string; text: string }):
    Promise<boolean> {
  const { file, text } = skeleton;
  return await session.edit('import_skeleton', { file, text }, [],
                            { label: 'Weighing the bones' }) !== null;
}

async function openPicture(session: Session, one: Opened & { kind: 'picture' }, ask: Questions):
    Promise<boolean> {
  const as = hasLayers(session) ? await ask.pictureAs(one.name) : 'document';
  if (as === null || (as === 'document' && !await ask.mayReplace())) return false;
  const { name, mime, raster, isOpaque } = one;
  const { width, height, pixels } = raster;
  const made = await session.edit('import_picture', {
    name, mime, width, height,
    // It would become one rectangle: its background is cut away, as well as that goes.
    ...(isOpaque ? { remove_background: true } : {}),
    ...(as === 'layer' ? { add: true } : {}),
  }, [one.bytes, pixels], { label: `Making a mesh of ${name}`, subject: name });
  if (made && as === 'document') session.setMode('rig');
  return made !== null;
}

async function openDrawing(session: Session, drawing: Drawing): Promise<boolean> {
  const layers = drawing.layers.map(({ raster, ...layer }) => (
    { ...layer, width: raster.width, height: raster.height }));
  const { name, width, height, warnings } = drawing;
  const made = await session.edit(
    'import_layers', { name, width, height, layers, warnings },
    drawing.layers.map(({ raster }) => raster.pixels),
    { label: `Making meshes of ${name}`, subject: name });
  if (made) session.setMode('rig');
  return made !== null;
}
