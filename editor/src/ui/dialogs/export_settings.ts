// SPDX-License-Identifier: MIT
import type { ExportOptions } from '../../../../bindings/wasm/src/protocol.js';
import type { FrameExport } from '../../files/export_files.js';
import { infoOf, type Format } from './export_formats.js';

/** What the dialog holds, of all formats together. */
export interface ExportSettings {
  format: Format;
  name: string;
  clip: number | null;
  clips: number[];
  fps: number;
  scale: number;  // percent
  /** '' where nothing stands behind, else #rrggbb. */
  background: string;
  framing: 'canvas' | 'motion';
  loops: number;
  dither: boolean;
  quality: number;  // percent
  bake: boolean;
  atlasSize: number;
  atlasPadding: number;
}

/** Videos cannot be seen through: white unless a colour was chosen. */
function backgroundOf({ format, background }: ExportSettings): string {
  const isVideo = format === 'mp4' || format === 'webm';
  if (background === '') return isVideo ? '#ffffffff' : '';
  return `${background}ff`;
}

/** For the core's export: just what the format knows. */
export function documentOptions(settings: ExportSettings): ExportOptions {
  const { format, name, clip, clips, fps, scale, framing, loops, dither } = settings;
  const { atlasSize, atlasPadding } = settings;
  const { options } = infoOf(format);
  const has = new Set<string>(options);
  return {
    format: format as ExportOptions['format'], name,
    ...(has.has('clip') && clip !== null ? { clip } : {}),
    ...(has.has('clips') ? { clips } : {}),
    ...(has.has('fps') ? { fps } : {}),
    ...(has.has('scale') ? { scale: scale / 100 } : {}),
    ...(has.has('background') ? { background: backgroundOf(settings) } : {}),
    ...(has.has('framing') ? { framing } : {}),
    ...(has.has('loops') ? { loops } : {}),
    ...(has.has('dither') ? { dither } : {}),
    ...(has.has('bake') ? { bake_constraints: settings.bake } : {}),
    ...(has.has('atlas') ? { atlas_size: atlasSize, atlas_padding: atlasPadding } : {}),
  };
}

/** For formats that the browser encodes. */
export function frameOptions(settings: ExportSettings): FrameExport {
  const { format, name, clip, fps, scale, framing, loops, quality } = settings;
  return {
    format: format as FrameExport['format'], name, loops, quality: quality / 100,
    render: { clip, fps, scale: scale / 100, background: backgroundOf(settings), framing },
  };
}
