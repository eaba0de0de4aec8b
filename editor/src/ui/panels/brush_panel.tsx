// SPDX-License-Identifier: MIT
import type { Brush } from '../../session.js';
import { useEditor } from '../context.js';
import { Segments } from '../controls/fields.js';
import { SliderField } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { chosenBone } from './chosen.js';

const modes: readonly [Brush['mode'], string][] = [
  ['add', 'Add'], ['subtract', 'Subtract'], ['replace', 'Replace'], ['smooth', 'Smooth'],
];

/** How the brush paints the chosen bone's pull. */
export function BrushPanel() {
  const { session } = useEditor();
  const { brush } = session;
  const { radius, strength, hardness, mode } = brush.value;
  const set = (change: Partial<Brush>) => { brush.value = { ...brush.value, ...change }; };
  const bone = chosenBone(session);
  return (
    <Panel title="Brush">
      {bone ? <p class="subject">paints “{bone.name}”</p> :
        <Hint>Choose the bone whose pull is painted.</Hint>}
      <Segments label="What the brush does" value={mode} options={modes}
                onChange={(to) => set({ mode: to })} />
      <SliderField label="Radius" value={radius} least={1} most={500} unit="px" logarithmic
                   onDraft={(value) => set({ radius: value })}
                   onCommit={(value) => set({ radius: value })} />
      <SliderField label="Strength" value={100 * strength} least={1} most={100} unit="%"
                   onDraft={(value) => set({ strength: value / 100 })}
                   onCommit={(value) => set({ strength: value / 100 })} />
      <SliderField label="Hardness" value={100 * hardness} least={0} most={100} unit="%"
                   onDraft={(value) => set({ hardness: value / 100 })}
                   onCommit={(value) => set({ hardness: value / 100 })} />
    </Panel>
  );
}
