// SPDX-License-Identifier: MIT
import type { Arguments } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { ActionButton } from '../controls/action_button.js';
import { Check } from '../controls/fields.js';
import { NumberInput } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { poseOf } from '../pose_values.js';
import { PointFields } from './bone_panel.js';
import { chosenBone } from './chosen.js';

/** How the chosen bone stands at the shown moment. */
export function PosePanel() {
  const { session } = useEditor();
  const bone = chosenBone(session);
  const frame = session.frame.value;
  const values = bone && frame ? poseOf(session.state.value!.bones, bone.id, frame) : null;
  const unkeyed = frame?.frame.unkeyed.length ?? 0;
  const canKey = session.mode.value === 'animate' && session.clip.value !== null;
  const pose = (change: Omit<Arguments<'pose_bone'>, 'bone' | 'key' | 'merge'>) =>
    void session.edit(
      'pose_bone', { bone: bone!.id, ...change, key: canKey && session.autoKey.value });
  return (
    <Panel title="Pose">
      {bone && values ? <>
        <p class="subject">{bone.name}</p>
        <NumberInput label="Turn" value={values.angle} step={0.1} unit="°"
                     onCommit={(angle) => pose({ angle })} />
        <PointFields label="Move" point={values.translation}
                     onCommit={(translation) => pose({ translation })} />
        <PointFields label="Scale" point={values.scale} step={0.01}
                     onCommit={(scale) => pose({ scale })} />
      </> : <Hint>Drag a bone to pose it, or choose one to type numbers.</Hint>}
      <ReachFields />
      {canKey && (
        <Check label="Key at once" checked={session.autoKey.value}
               title="Every pose becomes a key at the playhead"
               onChange={(to) => { session.autoKey.value = to; }} />
      )}
      {unkeyed > 0 && (
        <p class="inline-warning">
          {unkeyed === 1 ? 'One bone is' : `${unkeyed} bones are`} posed and not keyed yet.
        </p>
      )}
      <div class="row">
        <ActionButton action="key_pose" icon="key" label="Key pose" />
        <ActionButton action="reset_pose" label="Reset" />
      </div>
    </Panel>
  );
}

/** Whether a drag moves one bone or the chain that ends in it. */
function ReachFields() {
  const { session } = useEditor();
  return (
    <>
      <Check label="Reach with a chain" checked={session.reach.value}
             title="Inverse kinematics: the bones above follow the one that is dragged"
             onChange={(to) => { session.reach.value = to; }} />
      {session.reach.value && (
        <NumberInput label="Bones in it" value={session.chain.value} least={1} most={32}
                     onCommit={(to) => { session.chain.value = Math.round(to); }} />
      )}
    </>
  );
}
