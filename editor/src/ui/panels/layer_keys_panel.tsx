// SPDX-License-Identifier: MIT
import type { Channel, FrameLayer, KeyAddress, LayerState } from
  '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import type { Editor } from '../editor.js';
import { Check, Select } from '../controls/fields.js';
import { SliderField } from '../controls/number_field.js';
import { Hint, Panel } from '../controls/panel.js';
import { chosenLayer } from './chosen.js';
import { TintField } from './tint_field.js';
import { useGesture } from './use_gesture.js';

/** How the chosen layer looks at the playhead; every change is a key. */
export function LayerKeysPanel() {
  const { session } = useEditor();
  const layer = chosenLayer(session);
  const hasClip = session.clip.value !== null;
  return (
    <Panel title="Layer at the playhead">
      {layer && hasClip ? <LayerKeys key={layer.id} layer={layer} /> :
        <Hint>Choose a {hasClip ? 'layer' : 'clip'} to change how it looks over time.</Hint>}
    </Panel>
  );
}

/** How the shown moment paints a layer; null where it does not. */
function shownLayer({ session }: Editor, layer: LayerState): FrameLayer | null {
  const frame = session.frame.value;
  if (!frame) return null;
  const index = frame.state.layers.findIndex(({ id }) => id === layer.id);
  return frame.frame.layers.find((one) => one.layer === index) ?? null;
}

/** The draw order at the playhead: of the last key before it, else of the document. */
function orderNow({ session, timeline }: Editor): number[] {
  const track = timeline.content.value?.tracks.find(({ channel }) => channel === 'draw_order');
  const before = track?.keys.filter(({ time }) => time <= session.time.value + 1e-6) ?? [];
  return before.at(-1)?.value ?? session.state.value!.draw_order;
}

function LayerKeys({ layer }: { layer: LayerState }) {
  const editor = useEditor();
  const { session } = editor;
  const gesture = useGesture(session, 'layer key');
  const shown = shownLayer(editor, layer);
  const setKey = (key: Omit<KeyAddress, 'time'>, value: number[]) => session.edit('set_key', {
    clip: session.clip.value!, key: { ...key, time: session.time.value }, value,
    merge: gesture.merge,
  }, [], { latest: `${gesture.merge} ${key.channel}` });
  const draft = (channel: Channel, value: number[]) =>
    void setKey({ of: 'layer', owner: layer.id, channel }, value);
  const commit = (channel: Channel, value: number[]) =>
    void setKey({ of: 'layer', owner: layer.id, channel }, value).then(() => gesture.end());
  const order = orderNow(editor);
  const place = order.indexOf(layer.id);
  const moveTo = (next: number): void => {
    const rest = order.filter((id) => id !== layer.id);
    rest.splice(next, 0, layer.id);
    void setKey({ of: 'document', owner: 0, channel: 'draw_order' }, rest)
      .then(() => gesture.end());
  };
  const opacity = shown?.opacity ?? layer.opacity;
  return (
    <>
      <p class="subject">{layer.name}</p>
      <Check label="Visible" checked={shown !== null}
             onChange={(to) => commit('visible', [to ? 1 : 0])} />
      <SliderField label="Opacity" value={100 * opacity} least={0} most={100} unit="%"
                   onDraft={(value) => draft('opacity', [value / 100])}
                   onCommit={(value) => commit('opacity', [value / 100])} />
      <TintField tint={shown?.tint ?? layer.tint} onDraft={(value) => draft('tint', value)}
                 onCommit={(value) => commit('tint', value)} />
      {order.length > 1 && (
        <div class="row">
          <button type="button" class="button" disabled={place === order.length - 1}
                  onClick={() => moveTo(place + 1)}>Forward</button>
          <button type="button" class="button" disabled={place <= 0}
                  onClick={() => moveTo(place - 1)}>Backward</button>
        </div>
      )}
      <SlotKey layer={layer} onCommit={(slot, value) => void setKey(
        { of: 'slot', owner: slot, channel: 'shown' }, value).then(() => gesture.end())} />
    </>
  );
}

interface SlotKeyProps {
  layer: LayerState;
  onCommit: (slot: number, value: number[]) => void;
}

/** Which layer of the slot is shown from the playhead on. */
function SlotKey({ layer, onCommit }: SlotKeyProps) {
  const editor = useEditor();
  const { slots, layers } = editor.session.state.value!;
  const slot = slots.find(({ id }) => id === layer.slot);
  if (!slot) return null;
  const nameOf = (id: number): string => layers.find((one) => one.id === id)?.name ?? '';
  const now = slot.layers.find((id) => shownLayer(editor, layers.find((one) => one.id === id)!));
  return (
    <Select label={slot.name} value={String(now ?? '')}
            options={[['', 'Nothing'],
                      ...slot.layers.map((id) => [String(id), nameOf(id)] as const)]}
            onChange={(to) => onCommit(slot.id, to === '' ? [] : [Number(to)])} />
  );
}
