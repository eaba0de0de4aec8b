// SPDX-License-Identifier: MIT
import type { ExportFormat } from '../../../../bindings/wasm/src/protocol.js';
import type { FrameFormat } from '../../files/frame_writers.js';

/** What the document writes by itself, and what is made of painted frames. */
export type Format = ExportFormat | FrameFormat;

/** Which fields the dialog shows. */
export type Option = 'clip' | 'clips' | 'fps' | 'scale' | 'background' | 'framing' | 'loops' |
  'dither' | 'quality' | 'bake' | 'atlas';

export interface FormatInfo {
  format: Format;
  label: string;
  about: string;
  /** Of what is saved: the file, or the archive of several. */
  ending: string;
  mime: string;
  options: readonly Option[];
  /** Painted frame by frame and encoded by the browser. */
  frames: boolean;
}

const painted: readonly Option[] = ['clip', 'fps', 'scale', 'background', 'framing'];
const engine: readonly Option[] = ['bake', 'atlas'];
const zip = { ending: '.zip', mime: 'application/zip' };

type Group = readonly [group: string, formats: readonly FormatInfo[]];

export const formatGroups: readonly Group[] = [
  ['Characters', [
    { format: 'glb', label: 'glTF', about: 'VIDE’s own document, for any glTF viewer and engine.',
      ending: '.glb', mime: 'model/gltf-binary', options: [], frames: false },
    { format: 'glb_morphs', label: 'glTF, baked', frames: false, ending: '.glb',
      about: 'Every deformation as morph targets, for viewers that only skin.',
      mime: 'model/gltf-binary', options: ['fps'] },
    { format: 'spine', label: 'Spine JSON', about: 'Skeleton 4.2, atlas and picture.', ...zip,
      options: engine, frames: false },
    { format: 'dragonbones', label: 'DragonBones', about: 'Skeleton 5.5, atlas and picture.',
      ...zip, options: engine, frames: false },
    { format: 'godot', label: 'Godot 4', about: 'A scene of Polygon2D and Skeleton2D.', ...zip,
      options: engine, frames: false },
    { format: 'godot3', label: 'Godot 3', about: 'The same in the words of Godot 3.', ...zip,
      options: engine, frames: false },
  ]],
  ['Animated pictures', [
    { format: 'gif', label: 'GIF', about: '256 colours, plays everywhere.', ending: '.gif',
      mime: 'image/gif', options: [...painted, 'loops', 'dither'], frames: false },
    { format: 'apng', label: 'Animated PNG', about: 'All colours and soft edges, without loss.',
      ending: '.png', mime: 'image/png', options: [...painted, 'loops'], frames: true },
    { format: 'webp', label: 'Animated WebP', about: 'Small, with soft edges.', ending: '.webp',
      mime: 'image/webp', options: [...painted, 'loops', 'quality'], frames: true },
  ]],
  ['Video', [
    { format: 'mp4', label: 'MP4', about: 'Plays everywhere; has no transparency.', ending: '.mp4',
      mime: 'video/mp4', options: painted, frames: true },
    { format: 'webm', label: 'WebM', about: 'For the web; has no transparency.', ending: '.webm',
      mime: 'video/webm', options: painted, frames: true },
  ]],
  ['Frames', [
    { format: 'png_sequence', label: 'PNG sequence', about: 'One picture per frame.', ...zip,
      options: painted, frames: true },
    { format: 'sheet', label: 'Sprite sheet', ...zip,
      about: 'All frames of the clips on pages, with their places.',
      options: ['clips', 'fps', 'scale', 'framing', 'atlas'], frames: false },
  ]],
];

export function infoOf(format: Format): FormatInfo {
  return formatGroups.flatMap(([, formats]) => formats).find((one) => one.format === format)!;
}
