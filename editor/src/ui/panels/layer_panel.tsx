// SPDX-License-Identifier: MIT
import type { Arguments, BlendMode, Deformer, LayerState } from
  '../../../../bindings/wasm/src/protocol.js';
import type { EditOptions } from '../../session.js';
import { useEditor } from '../context.js';
import { Select, withKept } from '../controls/fields.js';
import { SliderField } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { chosenLayer } from './chosen.js';
import { SlotFields } from './slot_fields.js';
import { TintField } from './tint_field.js';
import { useGesture } from './use_gesture.js';

const blends: readonly [BlendMode, string][] = [
  ['normal', 'Normal'], ['add', 'Add'], ['multiply', 'Multiply'], ['screen', 'Screen'],
];

const deformers: readonly [Deformer, string][] = [
  ['linear_blend', 'Skinning'], ['dual_quaternion', 'Dual quaternions'], ['arap', 'Rigid (ARAP)'],
  ['biharmonic', 'Smooth (biharmonic)'],
];

/** How the chosen layer looks and bends. */
export function LayerPanel() {
  const { session } = useEditor();
  const layer = chosenLayer(session);
  return (
    <Panel title="Layer">
      {layer ? <LayerFields layer={layer} /> : <Hint>Choose a layer in the list on the left.</Hint>}
    </Panel>
  );
}

function LayerFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const gesture = useGesture(session, 'layer look');
  const { id, opacity, tint, blend, mask, deformer } = layer;
  const set = (change: Omit<Arguments<'set_layer'>, 'layer'>, options: EditOptions = {}) =>
    session.edit('set_layer', { layer: id, ...change }, [], options);
  const drag = (change: { opacity?: number; tint?: LayerState['tint'] }) => {
    const { merge } = gesture;
    return set({ ...change, merge }, { latest: `${merge} ${Object.keys(change)}` });
  };
  const draft = (change: Parameters<typeof drag>[0]) => void drag(change);
  const finish = async (change: Parameters<typeof drag>[0]) => {
    await drag(change);
    gesture.end();
  };
  const others = session.state.value!.layers.filter((one) => one.id !== id);
  return (
    <>
      <p class="subject">{layer.name}</p>
      <SliderField label="Opacity" value={100 * opacity} least={0} most={100} unit="%"
                   onDraft={(value) => draft({ opacity: value / 100 })}
                   onCommit={(value) => void finish({ opacity: value / 100 })} />
      <TintField tint={tint} onDraft={(value) => draft({ tint: value })}
                 onCommit={(value) => void finish({ tint: value })} />
      <Select label="Blend" value={blend} options={blends}
              onChange={(to) => void set({ blend: to })} />
      <Select label="Mask" value={String(mask ?? '')}
              options={[['', 'Nothing'],
                        ...others.map((one) => [String(one.id), one.name] as const)]}
              onChange={(to) => void set({ mask: to === '' ? null : Number(to) })} />
      <Select label="Bends by" value={deformer} options={withKept(deformers, deformer)}
              onChange={(to) => void set({ deformer: to as Deformer })} />
      <SlotFields layer={layer} />
    </>
  );
}
