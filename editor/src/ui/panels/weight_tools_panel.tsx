// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import type { LayerState } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { SliderField } from '../controls/number_field.js';
import { Panel } from '../controls/panel.js';
import { chosenLayer } from './chosen.js';

/** What is done to weights that are there, of the chosen layer as a whole. */
export function WeightToolsPanel() {
  const { session } = useEditor();
  const layer = chosenLayer(session);
  if (layer?.attachment !== 'skinned') return null;
  return (
    <Panel title="Weight tools" folded>
      <SmoothFields layer={layer} />
      <PruneFields layer={layer} />
      <MirrorButtons layer={layer} />
    </Panel>
  );
}

function SmoothFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const [strength, setStrength] = useState(50);
  return (
    <>
      <SliderField label="Strength" value={strength} least={1} most={100} unit="%"
                   onCommit={setStrength} />
      <button type="button" class="button wide" onClick={() => void session.edit(
        'smooth_weights', { layer: layer.id, strength: strength / 100, rounds: 1 })}>
        Smooth
      </button>
    </>
  );
}

function PruneFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const [percent, setPercent] = useState(2);
  return (
    <>
      <SliderField label="Prune below" value={percent} least={0} most={30} step={0.5} unit="%"
                   onCommit={setPercent} />
      <button type="button" class="button wide" onClick={() => void session.edit('prune_weights', {
        layer: layer.id, threshold: percent / 100, influences: layer.influences,
      })}>
        Prune
      </button>
    </>
  );
}

function MirrorButtons({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const mirror = (direction: 'left_to_right' | 'right_to_left') => void session.edit(
    'mirror_weights', { layer: layer.id, x: session.state.value!.canvas[0] / 2, direction });
  return (
    <div class="row" role="group" aria-label="Mirror weights">
      <button type="button" class="button" title="Copy the left half’s weights to the right half"
              onClick={() => mirror('left_to_right')}>Left → right</button>
      <button type="button" class="button" title="Copy the right half’s weights to the left half"
              onClick={() => mirror('right_to_left')}>Right → left</button>
    </div>
  );
}
