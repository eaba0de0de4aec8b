// SPDX-License-Identifier: MIT
import { useEditor } from '../context.js';
import { Check, NameInput, Select } from '../controls/fields.js';
import { NumberInput, SliderField } from '../controls/number_field.js';
import type { Option } from './export_formats.js';
import type { ExportSettings } from './export_settings.js';

interface Props {
  settings: ExportSettings;
  options: readonly Option[];
  set: (change: Partial<ExportSettings>) => void;
}

/** The options that a format has. */
export function ExportFields({ settings, options, set }: Props) {
  const has = (option: Option): boolean => options.includes(option);
  return (
    <>
      <div class="field">
        <span class="field-label">Name</span>
        <NameInput label="Name of the files" value={settings.name}
                   onCommit={(name) => set({ name: name.replace(/[\\/:*?"<>|]/g, '_') })} />
      </div>
      {has('clip') && <ClipField settings={settings} set={set} />}
      {has('clips') && <ClipChecks settings={settings} set={set} />}
      {has('fps') && (
        <NumberInput label="Frames a second" value={settings.fps} least={1} most={120}
                     onCommit={(fps) => set({ fps })} />
      )}
      {has('scale') && (
        <SliderField label="Scale" value={settings.scale} least={5} most={400} unit="%"
                     onCommit={(scale) => set({ scale: Math.round(scale) })} />
      )}
      {has('framing') && (
        <Select label="Shows" value={settings.framing} onChange={(framing) => set({ framing })}
                options={[['motion', 'All of the motion'], ['canvas', 'The canvas']]} />
      )}
      {has('background') && <BackgroundField settings={settings} set={set} />}
      {has('loops') && (
        <NumberInput label="Plays" value={settings.loops} least={0} most={65535}
                     unit={settings.loops === 0 ? 'for ever' : 'times'}
                     onCommit={(loops) => set({ loops: Math.round(loops) })} />
      )}
      {has('quality') && (
        <SliderField label="Quality" value={settings.quality} least={1} most={100} unit="%"
                     onCommit={(quality) => set({ quality: Math.round(quality) })} />
      )}
      {has('dither') && (
        <Check label="Dither" checked={settings.dither} onChange={(dither) => set({ dither })}
               title="Smoother colours, larger file" />
      )}
      {has('bake') && (
        <Check label="Bake constraints" checked={settings.bake} onChange={(bake) => set({ bake })}
               title="Keys of every bone instead of inverse kinematics" />
      )}
      {has('atlas') && <AtlasFields settings={settings} set={set} />}
    </>
  );
}

type Part = Omit<Props, 'options'>;

function ClipField({ settings, set }: Part) {
  const clips = useEditor().session.state.value!.clips;
  return (
    <Select label="Clip" value={String(settings.clip ?? '')}
            options={clips.map(({ id, name }) => [String(id), name] as const)}
            onChange={(clip) => set({ clip: Number(clip) })} />
  );
}

function ClipChecks({ settings, set }: Part) {
  const clips = useEditor().session.state.value!.clips;
  const toggle = (id: number, isChosen: boolean): void => set({
    clips: clips.map((clip) => clip.id).filter((one) =>
      one === id ? isChosen : settings.clips.includes(one)),
  });
  return (
    <fieldset class="clip-checks">
      <legend>Clips</legend>
      {clips.map(({ id, name }) => (
        <Check key={id} label={name} checked={settings.clips.includes(id)}
               onChange={(isChosen) => toggle(id, isChosen)} />
      ))}
    </fieldset>
  );
}

function BackgroundField({ settings, set }: Part) {
  const { background } = settings;
  return (
    <div class="field">
      <span class="field-label">Background</span>
      <span class="pair">
        <Check label="Colour" checked={background !== ''}
               onChange={(isColored) => set({ background: isColored ? '#ffffff' : '' })} />
        {background !== '' && (
          <input type="color" aria-label="Background colour" value={background}
                 onInput={(event) => set({ background: event.currentTarget.value })} />
        )}
      </span>
    </div>
  );
}

const atlasSizes = ['512', '1024', '2048', '4096', '8192'] as const;

function AtlasFields({ settings, set }: Part) {
  return (
    <>
      <Select label="Page" value={String(settings.atlasSize) as typeof atlasSizes[number]}
              options={atlasSizes.map((size) => [size, `at most ${size} px`] as const)}
              onChange={(size) => set({ atlasSize: Number(size) })} />
      <NumberInput label="Padding" value={settings.atlasPadding} least={0} most={64} unit="px"
                   onCommit={(padding) => set({ atlasPadding: Math.round(padding) })} />
    </>
  );
}
