// SPDX-License-Identifier: MIT
import { useRef } from 'preact/hooks';
import type { Arguments, BoneState, LayerState, Quality, WeightMethod } from
  '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { Select, withKept } from '../controls/fields.js';
import { SliderField } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { chosenBone, chosenLayer } from './chosen.js';
import { useGesture } from './use_gesture.js';

const methods: readonly [WeightMethod, string][] = [
  ['geodesic', 'Geodesic'], ['straight', 'Straight distance'],
  ['bounded_biharmonic', 'Bounded biharmonic'], ['authored', 'By hand'],
];

/** How strongly the bones pull the chosen layer. */
export function WeightsPanel() {
  const { session } = useEditor();
  const layer = chosenLayer(session);
  return (
    <Panel title="Automatic weights">
      {!layer && <Hint>Choose a layer to weigh it.</Hint>}
      {layer && layer.attachment !== 'skinned' && (
        <Hint>“{layer.name}” follows {layer.attachment === 'rigid' ? 'one bone' : 'no bone'}.
          Bind it to two or more bones to bend it.</Hint>
      )}
      {layer?.attachment === 'skinned' && <WeightFields key={layer.id} layer={layer} />}
      {layer && <BindFields layer={layer} />}
    </Panel>
  );
}

type Weighing = Omit<Arguments<'weigh'>, 'layers' | 'quality' | 'merge'>;

function useWeighing(layer: LayerState) {
  const { session } = useEditor();
  const gesture = useGesture(session, 'weigh');
  const weigh = (change: Weighing, quality: Quality) => {
    const { merge } = gesture;
    return session.edit('weigh', { layers: [layer.id], ...change, quality, merge }, [],
                        { latest: `${merge} ${Object.keys(change)}`, label: 'Weighing' });
  };
  const hasDrafted = useRef(false);
  return {
    /** While a thumb is dragged: fast, and not kept. */
    draft: async (change: Weighing): Promise<void> => {
      if (await weigh(change, 'draft')) hasDrafted.current = true;
    },
    exact: async (change: Weighing): Promise<void> => {
      const weighed = await weigh(change, 'exact');
      gesture.end();
      if (!weighed && hasDrafted.current) await session.undo();
      hasDrafted.current = false;
    },
  };
}

function WeightFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const { draft, exact } = useWeighing(layer);
  const { smoothness, default_smoothness, influences, weights } = layer;
  const bone = chosenBone(session);
  const most = Math.max(...session.state.value!.canvas) / 2;
  return (
    <>
      <Select label="Method" value={weights} options={withKept(methods, weights)}
              onChange={(method) => void exact({ method: method as WeightMethod })} />
      {weights !== 'authored' && <>
        <SliderField label="Smoothness" value={smoothness ?? default_smoothness}
                     placeholder="automatic" least={0} most={most} step={0.5} unit="px" logarithmic
                     onDraft={(value) => void draft({ smoothness: value })}
                     onCommit={(value) => void exact({ smoothness: value })} />
        {smoothness !== null && (
          <button type="button" class="link" onClick={() => void exact({ smoothness: null })}>
            Back to the method’s own smoothness
          </button>
        )}
        {bone && <BoneSmoothness key={bone.id} layer={layer} bone={bone} most={most} />}
      </>}
      <SliderField label="Influences" value={influences} least={1} most={8} step={1}
                   onCommit={(value) => void exact({ influences: Math.round(value) })} />
    </>
  );
}

interface BoneSmoothnessProps {
  layer: LayerState;
  bone: BoneState;
  most: number;
}

function BoneSmoothness({ layer, bone, most }: BoneSmoothnessProps) {
  const { draft, exact } = useWeighing(layer);
  const own = layer.bone_smoothness.find((one) => one.bone === bone.id)?.smoothness;
  const change = (smoothness: number | null): Weighing =>
    ({ bone_smoothness: { bone: bone.id, smoothness } });
  return (
    <>
      <SliderField label={`of “${bone.name}”`} least={0} most={most} step={0.5} unit="px"
                   logarithmic placeholder="automatic"
                   value={own ?? layer.smoothness ?? layer.default_smoothness}
                   onDraft={(value) => void draft(change(value))}
                   onCommit={(value) => void exact(change(value))} />
      {own !== undefined && (
        <button type="button" class="link" onClick={() => void exact(change(null))}>
          As smooth as the other bones
        </button>
      )}
    </>
  );
}

function BindFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const all = session.state.value!.bones;
  const chosen = session.selection.value.bones;
  const bind = (bones: number[]) =>
    void session.edit('bind', { layer: layer.id, bones }, [], { label: 'Weighing' });
  if (all.length === 0) return <Hint>Draw bones first, in Rig.</Hint>;
  return (
    <>
      <p class="figures">Follows {layer.bones.length} of {all.length} bones. Bind it to</p>
      <div class="row">
        <button type="button" class="button" disabled={chosen.length === 0}
                onClick={() => bind(chosen)}>The chosen</button>
        <button type="button" class="button"
                onClick={() => bind(all.filter(({ deform }) => deform).map(({ id }) => id))}>
          All</button>
        <button type="button" class="button" disabled={layer.bones.length === 0}
                onClick={() => bind([])}>None</button>
      </div>
    </>
  );
}
