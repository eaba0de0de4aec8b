// SPDX-License-Identifier: MIT
import type { Interpolation, KeyAddress, KeyState, TrackState } from
  '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import type { Editor } from '../editor.js';
import { ActionButton } from '../controls/action_button.js';
import { Segments } from '../controls/fields.js';
import { NumberInput } from '../controls/number_field.js';
import { CurveEditor } from './curve_editor.js';
import { EventFields } from './event_fields.js';
import { addressOf, keyName } from './key_selection.js';
import { channelLabel } from './rows.js';
import { TangentFields } from './tangent_fields.js';

interface Chosen {
  address: KeyAddress;
  key: KeyState;
  track: TrackState;
}

/** The chosen keys as the clip has them. */
function chosenKeys({ session, timeline }: Editor): Chosen[] {
  const names = new Set(session.selection.value.keys.map(keyName));
  return (timeline.content.value?.tracks ?? []).flatMap((track) => track.keys
    .map((key) => ({ address: addressOf(track, key.time), key, track }))
    .filter(({ address }) => names.has(keyName(address))));
}

/** Numbers and curve of the chosen keys. */
export function KeyPanel() {
  const editor = useEditor();
  const keys = chosenKeys(editor);
  return (
    <aside class="key-panel" aria-label="Chosen keys">
      {keys.length === 0 && <>
        <p class="hint">Choose keys to shape how they move to the next.</p>
        <EventFields />
      </>}
      {keys.length === 1 && <KeyFields chosen={keys[0]!} />}
      {keys.length > 1 && <p class="subject">{keys.length} keys</p>}
      {keys.length > 0 && <ShapeFields keys={keys} />}
      <div class="row">
        <ActionButton action="copy" label="Copy" class="small" />
        <ActionButton action="paste" label="Paste" class="small" />
      </div>
    </aside>
  );
}

/** Keys of these hold things that have no values between them. */
function canBlend({ track }: Chosen): boolean {
  return !['visible', 'shown', 'draw_order'].includes(track.channel);
}

function KeyFields({ chosen: { address, key, track } }: { chosen: Chosen }) {
  const { session, playback } = useEditor();
  const clip = session.clip.value!;
  const set = (value: number[]): void => void session.edit('set_key', {
    clip, key: address, value, interpolation: key.interpolation,
    ...(key.easing ? { easing: key.easing } : {}),
  });
  const moveTo = async (time: number): Promise<void> => {
    const moved = await session.edit('move_keys', { clip, keys: [address], by: time - key.time });
    if (moved) session.select({ keys: [{ ...address, time }] });
  };
  const isNumeric = !['draw_order', 'shown', 'offsets'].includes(track.channel);
  return (
    <>
      <NumberInput label="Frame" value={key.time * playback.fps.value} step={0.1} least={0}
                   onCommit={(frame) => void moveTo(frame / playback.fps.value)} />
      <div class="field">
        <span class="field-label">{channelLabel(track)}</span>
        <span class="pair">
          {isNumeric && key.value.map((value, i) => (
            <NumberInput key={i} bare label={valueLabel(track, i)} value={value} step={0.01}
                         unit={unitOf(track, i)}
                         onCommit={(next) => set(replaced(key.value, i, next))} />
          ))}
        </span>
      </div>
      {isNumeric && key.out_tangent && (
        <TangentFields address={address} state={key} units={key.value.map((_, i) => unitOf(track, i))} />
      )}
    </>
  );
}

function replaced(values: number[], place: number, next: number): number[] {
  return values.map((value, i) => i === place ? next : value);
}

function unitOf({ channel }: TrackState, i: number): string {
  if (channel === 'angle') return '°';
  if (channel === 'tint') return 'rgb'[i] ?? '';
  return channel === 'translation' || channel === 'scale' ? 'xy'[i] ?? '' : '';
}

function valueLabel(track: TrackState, i: number): string {
  return `${channelLabel(track)} ${unitOf(track, i)}`.trim();
}

const shapes: readonly [Interpolation, string][] = [
  ['step', 'Step'], ['linear', 'Linear'], ['cubic', 'Smooth'], ['bezier', 'Curve'],
];

function ShapeFields({ keys }: { keys: Chosen[] }) {
  const { session, timeline } = useEditor();
  const blendable = keys.filter(canBlend);
  const first = blendable[0];
  if (!first) return <p class="hint">These keys hold until the next one.</p>;
  const clip = session.clip.value!;
  const addresses = blendable.map(({ address }) => address);
  const shape = (interpolation: Interpolation): void => void session.edit('shape_keys', {
    clip, keys: addresses, interpolation,
    ...(interpolation === 'bezier' ? { easing: first.key.easing ?? [0.42, 0, 0.58, 1] } : {}),
  });
  return (
    <>
      <Segments label="Way to the next key" value={first.key.interpolation} options={shapes}
                onChange={shape} />
      {first.key.interpolation === 'cubic' && (
        <p class="hint">{timeline.graph.isShown.value ?
          'Drag the handles in the graph; Alt breaks them apart.' :
          'Through the keys without a kink. Handles are in the graph.'}</p>
      )}
      {first.key.interpolation === 'bezier' && (
        <CurveEditor easing={first.key.easing ?? [0.42, 0, 0.58, 1]} keys={addresses} />
      )}
    </>
  );
}
