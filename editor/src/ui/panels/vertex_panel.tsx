// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import type { LayerState } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { NumberInput } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { boneName, chosenBone, chosenLayer } from './chosen.js';

/** The pulls on one vertex as numbers. */
export function VertexPanel() {
  const { session } = useEditor();
  const layer = chosenLayer(session);
  const { vertex } = session.selection.value;
  if (layer?.attachment !== 'skinned') return null;
  return (
    <Panel title="Vertex">
      {vertex === null ? <Hint>Choose a vertex with the select tool (V) to see its numbers.</Hint> :
        <VertexTable layer={layer} vertex={vertex} />}
    </Panel>
  );
}

type Pull = { bone: number; weight: number };

function VertexTable({ layer, vertex }: { layer: LayerState; vertex: number }) {
  const { session } = useEditor();
  const [pulls, setPulls] = useState<Pull[]>([]);
  useEffect(() => {
    let isOver = false;
    session.query('vertex_weights', { layer: layer.id, vertex }).then(({ answer }) => {
      if (!isOver) setPulls([...answer.weights].sort((a, b) => b.weight - a.weight));
    }, () => setPulls([]));
    return () => { isOver = true; };
  }, [layer.id, layer.geometry, vertex]);
  const set = (bone: number, percent: number) => void session.edit(
    'edit_weight', { layer: layer.id, vertex, bone, weight: percent / 100 });
  const bone = chosenBone(session);
  const canAdd = bone !== null && !pulls.some((pull) => pull.bone === bone.id);
  return (
    <table class="numbers">
      <caption>Vertex {vertex} of “{layer.name}”</caption>
      <tbody>
        {pulls.map((pull) => (
          <tr key={pull.bone}>
            <th scope="row">
              <button type="button" class="link"
                      onClick={() => session.select({ bones: [pull.bone] })}>
                {boneName(session, pull.bone)}
              </button>
            </th>
            <td><NumberInput bare label={`Pull of ${boneName(session, pull.bone)}`} unit="%"
                             value={100 * pull.weight} step={0.1} least={0} most={100}
                             onCommit={(percent) => set(pull.bone, percent)} /></td>
          </tr>
        ))}
        {canAdd && (
          <tr>
            <th scope="row">{bone.name}</th>
            <td><NumberInput bare label={`Pull of ${bone.name}`} unit="%" value={0} step={0.1}
                             least={0} most={100}
                             onCommit={(percent) => set(bone.id, percent)} /></td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
