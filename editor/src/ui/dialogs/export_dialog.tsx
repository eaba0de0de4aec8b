// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { useEditor } from '../context.js';
import { readSetting, writeSetting } from '../theme.js';
import { ExportFields } from './export_fields.js';
import { formatGroups, infoOf, type Format } from './export_formats.js';
import type { ExportSettings } from './export_settings.js';
import { Modal } from './modal.js';
import { runExport } from './run_export.js';

const key = 'vide-export-format';

function rememberedFormat(): Format {
  const format = readSetting(key);
  const known = formatGroups.some(([, list]) => list.some((one) => one.format === format));
  return known ? format as Format : 'glb';
}

export function ExportDialog() {
  const { session, dialogs } = useEditor();
  const state = session.state.value!;
  const [settings, setSettings] = useState<ExportSettings>(() => ({
    format: rememberedFormat(), name: state.name || 'character',
    clip: session.clip.value ?? state.clips[0]?.id ?? null, clips: state.clips.map(({ id }) => id),
    fps: 24, scale: 100, background: '', framing: 'motion', loops: 0, dither: true, quality: 90,
    bake: false, atlasSize: 4096, atlasPadding: 2,
  }));
  const set = (change: Partial<ExportSettings>) => setSettings({ ...settings, ...change });
  const info = infoOf(settings.format);
  const trouble = useTrouble(settings, state.canvas);
  const run = (): void => {
    writeSetting(key, settings.format);
    dialogs.close();
    void runExport(session, settings);
  };
  return (
    <Modal title="Export" class="export" onClose={() => dialogs.close()}>
      <div class="export-columns">
        <FormatList chosen={settings.format} onChoose={(format) => set({ format })} />
        <div class="export-options">
          <h3>{info.label}</h3>
          <p>{info.about}</p>
          <ExportFields settings={settings} options={info.options} set={set} />
          {trouble && <p class="inline-warning" role="status">{trouble}</p>}
        </div>
      </div>
      <div class="row end">
        <button type="button" class="button" onClick={() => dialogs.close()}>Cancel</button>
        <button type="button" class="button primary" disabled={trouble !== null} onClick={run}>
          Export {info.ending}
        </button>
      </div>
    </Modal>
  );
}

/** What stands in the way of an export, before it is begun. */
function useTrouble({ format, clip, fps, scale, clips }: ExportSettings,
                    canvas: [number, number]): string | null {
  const [cannotEncode, setCannotEncode] = useState(false);
  useEffect(() => {
    let isOver = false;
    setCannotEncode(false);
    if (format !== 'mp4' && format !== 'webm') return;
    const even = (size: number): number => 2 * Math.ceil(size * scale / 200);
    const settings = { format, fps, width: even(canvas[0]), height: even(canvas[1]) };
    void import('../../files/video.js').then(({ canEncodeVideo }) => canEncodeVideo(settings))
      .then((can) => { if (!isOver) setCannotEncode(!can); });
    return () => { isOver = true; };
  }, [format, fps, scale]);
  if (cannotEncode) {
    return `This browser cannot encode ${format === 'mp4' ? 'MP4' : 'WebM'} of this size. ` +
      `Choose ${format === 'mp4' ? 'WebM' : 'MP4'}, or a smaller scale.`;
  }
  const { options } = infoOf(format);
  if (options.includes('clip') && clip === null) return 'There is no clip yet. Add one in Animate.';
  return options.includes('clips') && clips.length === 0 ? 'Choose at least one clip.' : null;
}

function FormatList({ chosen, onChoose }: { chosen: Format; onChoose: (format: Format) => void }) {
  return (
    <div class="formats" role="radiogroup" aria-label="Format">
      {formatGroups.map(([group, formats]) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {formats.map(({ format, label }) => (
            <label key={format} class={format === chosen ? 'chosen' : ''}>
              <input type="radio" name="format" checked={format === chosen}
                     onChange={() => onChoose(format)} />
              {label}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
