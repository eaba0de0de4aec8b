// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import type { LayerState, MeshSettings } from '../../../../bindings/wasm/src/protocol.js';
import type { Session } from '../../session.js';
import { useEditor } from '../context.js';
import { Check, Select } from '../controls/fields.js';
import { NumberInput, SliderField } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { chosenLayer } from './chosen.js';

type Density = 'automatic' | 'detail' | 'edge_length' | 'vertex_budget';

const densities: readonly [Density, string][] = [
  ['automatic', 'Automatic'], ['detail', 'Detail'], ['edge_length', 'Edge length'],
  ['vertex_budget', 'Vertex budget'],
];

/** How the picture of a layer becomes triangles, seen before it is done. */
export function MeshPanel() {
  const { session } = useEditor();
  const layer = chosenLayer(session);
  return (
    <Panel title="Mesh">
      {!layer && <Hint>Choose a layer to change its mesh.</Hint>}
      {layer?.image === null && <Hint>This layer has no picture to mesh.</Hint>}
      {layer && layer.image !== null && <MeshFields key={layer.id} layer={layer} />}
    </Panel>
  );
}

function densityOf({ detail, edge_length, vertex_budget }: MeshSettings): Density {
  if (detail !== undefined) return 'detail';
  if (edge_length !== undefined) return 'edge_length';
  return vertex_budget !== undefined ? 'vertex_budget' : 'automatic';
}

/** With another way to say how dense the mesh is, at a value that suits the mesh there is. */
function withDensity(mesh: MeshSettings, density: Density, layer: LayerState): MeshSettings {
  const { detail: _d, edge_length: _e, vertex_budget: _v, ...rest } = mesh;
  switch (density) {
    case 'detail': return { ...rest, detail: 0.5 };
    case 'edge_length': return { ...rest, edge_length: 40 };
    case 'vertex_budget': return { ...rest, vertex_budget: layer.vertices };
    default: return rest;
  }
}

/** The settings as they are being changed, drawn on the canvas. */
function usePreview(session: Session, layer: LayerState) {
  const { preview, previewed } = session;
  const stop = (): void => { preview.value = null; };
  useEffect(() => stop, [layer.geometry]);
  const mesh = preview.value?.layer === layer.id ? preview.value.mesh : null;
  return {
    mesh, stop,
    report: mesh && previewed.value?.layer === layer.id ? previewed.value.report : null,
    change: (next: MeshSettings): void => { preview.value = { layer: layer.id, mesh: next }; },
  };
}

function MeshFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const { mesh: draft, report, change, stop } = usePreview(session, layer);
  const mesh = draft ?? layer.mesh;
  const set = (part: MeshSettings): void => change({ ...mesh, ...part });
  const slide = (key: 'threshold' | 'margin' | 'tolerance', value: number) => set({ [key]: value });
  const apply = async (): Promise<void> => {
    await session.edit('mesh_layer', { layer: layer.id, mesh }, [], { label: 'Making the mesh' });
    stop();
  };
  return (
    <>
      <SliderField label="Threshold" value={mesh.threshold ?? 0.5} least={0} most={1} step={0.01}
                   onDraft={(value) => slide('threshold', value)}
                   onCommit={(value) => slide('threshold', value)} />
      <SliderField label="Margin" value={mesh.margin ?? 0} least={0} most={40} step={0.5} unit="px"
                   onDraft={(value) => slide('margin', value)}
                   onCommit={(value) => slide('margin', value)} />
      <Select label="Density" value={densityOf(mesh)} options={densities}
              onChange={(to) => change(withDensity(mesh, to, layer))} />
      <DensityFields mesh={mesh} set={set} />
      <Check label="Fill holes" checked={mesh.fill_holes ?? false}
             onChange={(fill_holes) => set({ fill_holes })} />
      <Check label="Denser at joints" checked={mesh.dense_joints ?? false}
             disabled={session.state.value!.bones.length === 0}
             onChange={(dense_joints) => set({ dense_joints })} />
      <p class="figures" aria-live="polite">
        {(report ?? layer).vertices} vertices, {(report ?? layer).triangles} triangles
        {report && `, smallest angle ${report.min_angle.toFixed(0)}°`}
      </p>
      {report?.warnings.map((warning) => <p key={warning} class="inline-warning">{warning}</p>)}
      <div class="row">
        <button type="button" class="button primary" disabled={!draft} onClick={() => void apply()}>
          Apply
        </button>
        <button type="button" class="button" disabled={!draft} onClick={stop}>Reset</button>
      </div>
    </>
  );
}

function DensityFields({ mesh, set }: { mesh: MeshSettings; set: (part: MeshSettings) => void }) {
  const { detail, edge_length, vertex_budget } = mesh;
  return (
    <>
      {detail !== undefined && (
        <SliderField label="Detail" value={detail} least={0} most={1} step={0.01}
                     onDraft={(value) => set({ detail: value })}
                     onCommit={(value) => set({ detail: value })} />
      )}
      {edge_length !== undefined && (
        <SliderField label="Longest edge" value={edge_length} least={3} most={300} unit="px"
                     logarithmic onDraft={(value) => set({ edge_length: value })}
                     onCommit={(value) => set({ edge_length: value })} />
      )}
      {vertex_budget !== undefined && (
        <NumberInput label="At most" value={vertex_budget} least={3} most={100000} unit="vertices"
                     onCommit={(value) => set({ vertex_budget: Math.round(value) })} />
      )}
    </>
  );
}
