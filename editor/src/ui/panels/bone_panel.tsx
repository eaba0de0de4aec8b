// SPDX-License-Identifier: MIT
import type { BoneState, Point } from '../../../../bindings/wasm/src/protocol.js';
import { gestureName } from '../../gesture_name.js';
import type { Session } from '../../session.js';
import { isPin } from '../../view/stage.js';
import { useEditor } from '../context.js';
import { ActionButton } from '../controls/action_button.js';
import { Check } from '../controls/fields.js';
import { NumberInput } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { chosenBone } from './chosen.js';

/** What the chosen bone is at rest. */
export function BonePanel() {
  const { session } = useEditor();
  const bone = chosenBone(session);
  const count = session.selection.value.bones.length;
  return (
    <Panel title="Bone">
      {bone ? <BoneFields bone={bone} count={count} /> :
        <Hint>Choose a bone on the canvas or in the list to change it.</Hint>}
    </Panel>
  );
}

function BoneFields({ bone, count }: { bone: BoneState; count: number }) {
  const { session } = useEditor();
  const { id, name, head, tail, deform, inherit_rotation, inherit_scale } = bone;
  const set = (change: Change) => void setAll(session, change);
  const place = (change: { head?: Point; tail?: Point }) =>
    void session.edit('place_bone', { bone: id, children: 'stay', weights: 'exact', ...change },
                      [], { label: 'Weighing' });
  return (
    <>
      <p class="subject">{name}{count > 1 ? ` and ${count - 1} more` : ''}</p>
      <PointFields label={isPin(bone) ? 'Place' : 'Head'} point={head}
                   onCommit={(point) => place({ head: point })} />
      {!isPin(bone) &&
        <PointFields label="Tail" point={tail} onCommit={(point) => place({ tail: point })} />}
      <Check label="Moves the picture" checked={deform} onChange={(to) => set({ deform: to })}
             title="Bones that do not only carry other bones" />
      <Check label="Turns with its parent" checked={inherit_rotation}
             onChange={(to) => set({ inherit_rotation: to })} />
      <Check label="Scales with its parent" checked={inherit_scale}
             onChange={(to) => set({ inherit_scale: to })} />
      <div class="row">
        <ActionButton action="mirror_bones" icon="mirror" label="Mirror" />
        <ActionButton action="remove" icon="remove" label="Delete" class="danger" />
      </div>
    </>
  );
}

type Change = { deform?: boolean; inherit_rotation?: boolean; inherit_scale?: boolean };

/** Changes every chosen bone, in one step. */
async function setAll(session: Session, change: Change): Promise<void> {
  const merge = gestureName('bone settings');
  for (const bone of session.selection.peek().bones) {
    if (await session.edit('set_bone', { bone, ...change, merge }) === null) break;
  }
  await session.query('end_merge', {});
}

interface PointProps {
  label: string;
  point: Point;
  unit?: string;
  step?: number;
  onCommit: (point: Point) => void;
}

export function PointFields({ label, point: [x, y], unit = '', step = 0.1, onCommit }: PointProps) {
  return (
    <div class="field">
      <span class="field-label">{label}</span>
      <span class="pair">
        <NumberInput bare label={`${label} x`} value={x} step={step} unit={unit || 'x'}
                     onCommit={(next) => onCommit([next, y])} />
        <NumberInput bare label={`${label} y`} value={y} step={step} unit={unit || 'y'}
                     onCommit={(next) => onCommit([x, next])} />
      </span>
    </div>
  );
}
