// SPDX-License-Identifier: MIT
import { useEditor } from './context.js';
import { BonePanel } from './panels/bone_panel.js';
import { BonesPanel } from './panels/bones_panel.js';
import { BrushPanel } from './panels/brush_panel.js';
import { ClipsPanel } from './panels/clips_panel.js';
import { ConstraintsPanel } from './panels/constraints_panel.js';
import { LayerKeysPanel } from './panels/layer_keys_panel.js';
import { LayerPanel } from './panels/layer_panel.js';
import { LayersPanel } from './panels/layers_panel.js';
import { MeshPanel } from './panels/mesh_panel.js';
import { OnionPanel } from './panels/onion_panel.js';
import { PosePanel } from './panels/pose_panel.js';
import { SkinField } from './panels/slot_fields.js';
import { VertexPanel } from './panels/vertex_panel.js';
import { WeightToolsPanel } from './panels/weight_tools_panel.js';
import { WeightsPanel } from './panels/weights_panel.js';

/** What the character is made of. */
export function LeftBar() {
  return (
    <aside class="side left" aria-label="Layers and bones">
      <LayersPanel />
      <SkinField />
      <BonesPanel />
    </aside>
  );
}

/** What is chosen, as far as the mode changes it. */
export function RightBar() {
  const { session } = useEditor();
  const Panels = panelsOf[session.mode.value];
  return (
    <aside key={session.mode.value} class="side right" aria-label="Properties">
      <Panels />
    </aside>
  );
}

function RigPanels() {
  return <><BonePanel /><LayerPanel /><MeshPanel /><ConstraintsPanel /></>;
}

function WeightPanels() {
  return <><WeightsPanel /><BrushPanel /><VertexPanel /><WeightToolsPanel /></>;
}

function AnimatePanels() {
  return <><ClipsPanel /><PosePanel /><LayerKeysPanel /><ConstraintsPanel /><OnionPanel /></>;
}

const panelsOf = { rig: RigPanels, weights: WeightPanels, animate: AnimatePanels };
