// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import type { ClipState } from '../../../../bindings/wasm/src/protocol.js';
import type { Session } from '../../session.js';
import { useEditor } from '../context.js';
import { IconButton } from '../controls/action_button.js';
import { Check, NameInput } from '../controls/fields.js';
import { NumberInput } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { poseOf, type PoseValues } from '../pose_values.js';

/** A name that no clip has yet: 'walk', 'walk 2', 'walk 3'. */
function freeName(session: Session, wanted: string): string {
  const taken = new Set(session.state.value!.clips.map(({ name }) => name));
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}

async function addClip(session: Session): Promise<void> {
  const name = freeName(session, 'clip');
  // Poses that were waiting for a clip become its first keys.
  const posed = session.clip.value === null ? unkeyedPoses(session) : [];
  const added = await session.edit('add_clip', { name, duration: 1, loop: true });
  if (added?.id === undefined) return;
  choose(session, added.id);
  const merge = `first keys of ${added.id}`;
  for (const pose of posed) await session.edit('pose_bone', { ...pose, key: true, merge });
  if (posed.length > 0) await session.query('end_merge', {});
}

function unkeyedPoses(session: Session): ({ bone: number } & PoseValues)[] {
  const frame = session.frame.value;
  const { bones } = session.state.value!;
  return (frame?.frame.unkeyed ?? []).flatMap((bone) => {
    const pose = poseOf(bones, bone, frame!);
    return pose ? [{ bone, ...pose }] : [];
  });
}

function choose(session: Session, clip: number | null): void {
  session.playing.value = false;
  session.clip.value = clip;
  session.time.value = 0;
  session.select({ keys: [] });
}

export function ClipsPanel() {
  const { session } = useEditor();
  const clips = session.state.value?.clips ?? [];
  const chosen = clips.find(({ id }) => id === session.clip.value);
  return (
    <Panel title="Clips" actions={
      <IconButton icon="add" label="Add a clip" onClick={() => void addClip(session)} />}>
      <ul class="rows short" role="listbox" aria-label="Clips">
        {clips.map((clip) => <ClipRow key={clip.id} clip={clip} />)}
      </ul>
      {clips.length === 0 && <>
        <Hint>A clip is one movement: a walk, a wave, a blink.</Hint>
        <button type="button" class="button primary wide" onClick={() => void addClip(session)}>
          Add the first clip
        </button>
      </>}
      {chosen && <ClipFields clip={chosen} />}
    </Panel>
  );
}

function ClipRow({ clip }: { clip: ClipState }) {
  const { session } = useEditor();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, duration } = clip;
  const isChosen = session.clip.value === id;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Enter' || event.key === ' ') choose(session, id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li class="row-item" role="option" aria-selected={isChosen} tabIndex={0}
        onClick={() => { if (!isChosen) choose(session, id); }} onDblClick={() => setRenaming(true)}
        onKeyDown={onKeyDown}>
      {isRenaming ?
        <NameInput label="Name of the clip" value={name} focused
                   onCommit={(next) => void session.edit('set_clip', { clip: id, name: next })}
                   onLeave={() => setRenaming(false)} /> :
        <span class="row-name">{name}</span>}
      <span class="row-note">{Number(duration.toFixed(2))} s</span>
    </li>
  );
}

function ClipFields({ clip }: { clip: ClipState }) {
  const { session } = useEditor();
  const { id, name, duration, loop } = clip;
  const duplicate = async (): Promise<void> => {
    const made = await session.edit('duplicate_clip', { clip: id, name: freeName(session, name) });
    if (made?.id !== undefined) choose(session, made.id);
  };
  const remove = async (): Promise<void> => {
    const { clips } = session.state.value!;
    const place = clips.findIndex((one) => one.id === id);
    const next = clips[place + 1] ?? clips[place - 1];
    if (await session.edit('remove_clip', { clip: id })) choose(session, next?.id ?? null);
  };
  return (
    <>
      <NumberInput label="Length" value={duration} unit="s" least={0.01} most={3600} step={0.01}
                   onCommit={(to) => void session.edit('set_clip', { clip: id, duration: to })} />
      <Check label="Loops" checked={loop}
             onChange={(to) => void session.edit('set_clip', { clip: id, loop: to })} />
      <div class="row">
        <button type="button" class="button" onClick={() => void duplicate()}>Duplicate</button>
        <button type="button" class="button danger"
                onClick={() => void remove()}>Delete</button>
      </div>
    </>
  );
}
