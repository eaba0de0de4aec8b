// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import type { Arguments, BoneState, ConstraintState } from
  '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { IconButton } from '../controls/action_button.js';
import { NameInput, Select } from '../controls/fields.js';
import { NumberInput, SliderField } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { boneName, chosenBone } from './chosen.js';
import { useGesture } from './use_gesture.js';

type Kind = ConstraintState['kind'];
const kinds: readonly [Kind, string][] = [
  ['reach', 'Reach (IK)'], ['aim', 'Aim'], ['copy', 'Copy'],
];
const verbs: Record<Kind, string> = { reach: 'reaches for', aim: 'aims at', copy: 'copies' };
const bends: readonly [NonNullable<ConstraintState['bend']>, string][] = [
  ['nearest', 'As it is'], ['counter_clockwise', 'To the left'], ['clockwise', 'To the right'],
];

/** What makes bones follow other bones by rule. */
export function ConstraintsPanel() {
  const { session } = useEditor();
  const constraints = session.state.value?.constraints ?? [];
  const bone = chosenBone(session);
  return (
    <Panel title="Constraints" folded>
      {constraints.map((one) => <ConstraintFields key={one.id} constraint={one} />)}
      {bone ? <NewConstraint key={bone.id} bone={bone} /> :
        <Hint>Choose a bone to let it reach for, aim at or copy another one.</Hint>}
    </Panel>
  );
}

function ConstraintFields({ constraint }: { constraint: ConstraintState }) {
  const { session } = useEditor();
  const gesture = useGesture(session, 'constraint mix');
  const { id, name, kind, mix, bone, target, bend, offset } = constraint;
  const set = (change: Omit<Arguments<'set_constraint'>, 'constraint'>) =>
    void session.edit('set_constraint', { constraint: id, ...change });
  const mixTo = (value: number) => session.edit(
    'set_constraint', { constraint: id, mix: value / 100, merge: gesture.merge }, [],
    { latest: gesture.merge });
  return (
    <div class="card">
      <div class="card-head">
        <NameInput label="Name of the constraint" value={name}
                   onCommit={(next) => set({ name: next })} />
        <IconButton icon="remove" label={`Delete ${name}`} class="subtle"
                    onClick={() => void session.edit('remove_constraint', { constraint: id })} />
      </div>
      <p class="figures">
        “{boneName(session, bone)}” {verbs[kind]} “{boneName(session, target)}”
      </p>
      <SliderField label="Mix" value={100 * mix} least={0} most={100} unit="%"
                   onDraft={(value) => void mixTo(value)}
                   onCommit={(value) => void mixTo(value).then(() => gesture.end())} />
      {session.mode.value === 'animate' && session.clip.value !== null && (
        <button type="button" class="button" onClick={() => void session.edit('set_key', {
          clip: session.clip.value!, value: [mix],
          key: { of: 'constraint', owner: id, channel: 'mix', time: session.time.value },
        })}>
          Key the mix
        </button>
      )}
      {kind === 'reach' && (
        <Select label="Bends" value={bend ?? 'nearest'} options={bends}
                onChange={(to) => set({ bend: to })} />
      )}
      {kind === 'aim' && (
        <NumberInput label="Offset" value={offset ?? 0} unit="°" step={0.1}
                     onCommit={(to) => set({ offset: to })} />
      )}
    </div>
  );
}

function NewConstraint({ bone }: { bone: BoneState }) {
  const { session } = useEditor();
  const [kind, setKind] = useState<Kind>('reach');
  const [target, setTarget] = useState('');
  const [length, setLength] = useState(2);
  const others = session.state.value!.bones.filter(({ id }) => id !== bone.id);
  const add = (): void => void session.edit('add_constraint', {
    kind, name: `${bone.name} ${kind}`, bone: bone.id, target: Number(target),
    ...(kind === 'reach' ? { length } : {}),
  });
  return (
    <div class="card">
      <p class="subject">Let “{bone.name}”</p>
      <Select label="Do" value={kind} options={kinds} onChange={setKind} />
      <Select label="Towards" value={target} onChange={setTarget}
              options={[['', 'Choose a bone'],
                        ...others.map(({ id, name }) => [String(id), name] as const)]} />
      {kind === 'reach' && (
        <NumberInput label="With" value={length} least={1} most={32} unit="bones"
                     onCommit={(to) => setLength(Math.round(to))} />
      )}
      <button type="button" class="button wide" disabled={target === ''} onClick={add}>
        Add
      </button>
    </div>
  );
}
