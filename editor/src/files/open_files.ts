// SPDX-License-Identifier: MIT
import { files } from './files_client.js';
import { readImageHeader } from './image_header.js';
import { parseStack, type StackLayer } from './open_raster.js';
import { layersOfPictures } from './picture_layers.js';
import { FileError, mostPixels, stem, type Drawing, type Raster } from './raster.js';

/** What a file turned out to be, ready for the document. */
export type Opened =
  { kind: 'document'; name: string; bytes: Uint8Array } |
  { kind: 'picture'; name: string; mime: string; bytes: Uint8Array; raster: Raster;
    isOpaque: boolean } |
  { kind: 'drawing'; drawing: Drawing } |
  { kind: 'skeleton'; file: string; text: string } |
  { kind: 'clips'; text: string } |
  { kind: 'motion'; name: string; text: string };

/** For the dialogs of the system. */
export const openable =
  '.png,.jpg,.jpeg,.webp,.ora,.psd,.glb,.json,.bvh,.tgf,image/png,image/jpeg,image/webp';

type Kind = 'picture' | 'open_raster' | 'photoshop' | 'document' | 'json' | 'motion' | 'graph';

/**
 * Reads files that were dropped or chosen: several pictures make one drawing, everything else
 * stands for itself. Throws a FileError that begins with the file's name.
 */
export async function readFiles(chosen: File[]): Promise<Opened[]> {
  const contents = await Promise.all(chosen.map(readFile));
  const pictures = contents.filter(({ kind }) => kind === 'picture');
  const opened: Opened[] = [];
  if (pictures.length === 1) opened.push(await readPicture(pictures[0]!));
  if (pictures.length > 1) opened.push(await readPictures(pictures));
  for (const content of contents) {
    if (content.kind !== 'picture') opened.push(await readOther(content));
  }
  return opened;
}

interface Content {
  file: string;
  kind: Kind;
  bytes: Uint8Array;
}

async function readFile(file: File): Promise<Content> {
  const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => {
    throw new FileError(`${file.name} cannot be read. Is it still there, and may you open it?`);
  });
  if (bytes.length === 0) throw new FileError(`${file.name} is empty. Choose another file.`);
  return { file: file.name, kind: kindOf(file.name, bytes), bytes };
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/** By what is inside where that is certain, else by the ending. */
function kindOf(name: string, bytes: Uint8Array): Kind {
  if (startsWith(bytes, 'glTF')) return 'document';
  if (startsWith(bytes, '8BPS')) return 'photoshop';
  if (startsWith(bytes, '\x89PNG') || startsWith(bytes, '\xff\xd8')) return 'picture';
  if (startsWith(bytes, 'RIFF')) return 'picture';
  if (startsWith(bytes, 'PK')) return 'open_raster';
  if (startsWith(bytes, 'HIERARCHY')) return 'motion';
  const byEnding: Record<string, Kind> = {
    png: 'picture', jpg: 'picture', jpeg: 'picture', webp: 'picture', ora: 'open_raster',
    psd: 'photoshop', glb: 'document', json: 'json', bvh: 'motion', tgf: 'graph',
  };
  const kind = byEnding[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  if (kind) return kind;
  throw new FileError(`${name} is of a kind that cannot be opened. Open pictures (PNG, JPEG, ` +
                      'WebP, OpenRaster, PSD), documents (.glb), skeletons (.json, .tgf), clips ' +
                      '(.json) or motions (.bvh).');
}

/** Errors begin with the file's name. */
async function about<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw new FileError(`${file} ${error.message}`);
    throw error;
  }
}

function decode({ file, bytes }: Content): Promise<Raster & { isOpaque: boolean }> {
  return about(file, () => files.run('decode', bytes));
}

async function readPicture(content: Content): Promise<Opened> {
  const { file, bytes } = content;
  const { isOpaque, ...raster } = await decode(content);
  const { mime } = readImageHeader(bytes);
  return { kind: 'picture', name: stem(file), mime, bytes, raster, isOpaque };
}

async function readPictures(contents: Content[]): Promise<Opened> {
  const rasters = [];
  for (const content of contents) {
    rasters.push({ file: content.file, raster: await decode(content) });
  }
  return { kind: 'drawing', drawing: layersOfPictures(rasters) };
}

async function readOther({ file, kind, bytes }: Content): Promise<Opened> {
  const text = (): string => new TextDecoder().decode(bytes);
  switch (kind) {
    case 'document': return { kind, name: stem(file), bytes };
    case 'photoshop':
      return drawingOf(file, await about(file, () => files.run('photoshop', bytes)));
    case 'open_raster': return drawingOf(file, await about(file, () => readOpenRaster(bytes)));
    case 'motion': return { kind, name: stem(file), text: text() };
    case 'graph': return { kind: 'skeleton', file, text: text() };
    default: return about(file, () => readJson(file, text()));
  }
}

function drawingOf(file: string, drawing: Drawing): Opened {
  return { kind: 'drawing', drawing: { ...drawing, name: stem(file) } };
}

function readJson(file: string, text: string): Opened {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileError(`is no JSON: ${error instanceof Error ? error.message : ''}. ` +
                        'Check it in a text editor.');
  }
  const hasClips = typeof value === 'object' && value !== null && 'clips' in value;
  return hasClips ? { kind: 'clips', text } : { kind: 'skeleton', file, text };
}

async function readOpenRaster(bytes: Uint8Array): Promise<Drawing> {
  const entries = await files.run('unzip', bytes);
  const stack = parseStack(new TextDecoder().decode(entries.get('stack.xml')));
  checkSize(stack.layers, entries);
  const layers = [];
  for (const { src, ...layer } of stack.layers) {
    const raster = await about(`has a layer '${layer.name}' that`,
                               () => files.run('decode', entries.get(src)!));
    layers.push({ ...layer, raster });
  }
  return { ...stack, name: 'drawing', layers };
}

function checkSize(layers: StackLayer[], entries: Map<string, Uint8Array>): void {
  let pixels = 0;
  for (const { name, src } of layers) {
    const bytes = entries.get(src);
    if (!bytes) {
      throw new FileError(`lacks the picture '${src}' of its layer '${name}'. Save it again.`);
    }
    const { width, height } = readImageHeader(bytes);
    pixels += width * height;
  }
  if (pixels > mostPixels) {
    throw new FileError('has layers with more than 268 million pixels together. ' +
                        'Make it smaller first.');
  }
}
