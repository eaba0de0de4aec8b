// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { NameInput, Segments, Select } from '../controls/fields.js';
import { Modal } from './modal.js';

type Recording = Answer<'inspect_bvh'>;
type Plane = 'frontal' | 'sagittal';

/** Which bone follows which joint of a recorded motion. */
export function MotionDialog({ name, text }: { name: string; text: string }) {
  const editor = useEditor();
  const { session, dialogs } = editor;
  const [recording, setRecording] = useState<Recording | null>(null);
  const [map, setMap] = useState<Record<string, string>>({});
  const [plane, setPlane] = useState<Plane>('frontal');
  const [up, setUp] = useState<Recording['up']>('y');
  const [clipName, setClipName] = useState(name);
  useEffect(() => {
    session.query('inspect_bvh', { text }).then(({ answer }) => {
      setRecording(answer);
      setMap(answer.map);
      setUp(answer.up);
    }, (error: Error) => {
      session.tell(`${name}: ${error.message}`, 'error');
      dialogs.close();
    });
  }, [text]);
  const retarget = async (): Promise<void> => {
    dialogs.close();
    const made = await session.edit('retarget_bvh', { text, name: clipName, map, up, plane }, [],
                                    { label: `Retargeting ${name}` });
    if (made?.id === undefined) return;
    session.clip.value = made.id;
    session.setMode('animate');
  };
  if (!recording) return null;
  return (
    <Modal title={`Motion “${name}”`} onClose={() => dialogs.close()}>
      <p class="figures">{recording.joints.length} joints, {recording.seconds.toFixed(1)} s</p>
      <label class="field"><span class="field-label">Clip</span>
        <NameInput label="Name of the clip" value={clipName} onCommit={setClipName} /></label>
      <Segments label="Seen from" value={plane} onChange={setPlane}
                options={[['frontal', 'From the front'], ['sagittal', 'From the side']]} />
      <Segments label="Upwards in the recording" value={up} onChange={setUp}
                options={[['y', 'Its y axis points up'], ['z', 'Its z axis points up']]} />
      <JointMap joints={recording.joints} map={map} onChange={setMap} />
      <div class="row end">
        <button type="button" class="button" onClick={() => dialogs.close()}>Cancel</button>
        <button type="button" class="button primary" onClick={() => void retarget()}
                disabled={Object.keys(map).length === 0}>Make the clip</button>
      </div>
    </Modal>
  );
}

interface JointMapProps {
  joints: string[];
  map: Record<string, string>;
  onChange: (map: Record<string, string>) => void;
}

function JointMap({ joints, map, onChange }: JointMapProps) {
  const { session } = useEditor();
  const options = [['', 'Stays'] as const, ...joints.map((joint) => [joint, joint] as const)];
  const follow = (bone: string, joint: string): void => {
    const { [bone]: _before, ...rest } = map;
    onChange(joint === '' ? rest : { ...rest, [bone]: joint });
  };
  return (
    <div class="joint-map" role="group" aria-label="Which joint each bone follows">
      {session.state.value!.bones.map(({ id, name }) => (
        <Select key={id} label={name} value={map[name] ?? ''} options={options}
                onChange={(joint) => follow(name, joint)} />
      ))}
    </div>
  );
}
