// SPDX-License-Identifier: MIT
import type { LayerState } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { Select } from '../controls/fields.js';

/** The slot of a layer: a place that shows one of several layers at a time, as for mouths. */
export function SlotFields({ layer }: { layer: LayerState }) {
  const { session } = useEditor();
  const { slots, layers } = session.state.value!;
  const slot = slots.find(({ id }) => id === layer.slot);
  if (layers.length < 2) return null;
  const nameOf = (id: number): string => layers.find((one) => one.id === id)?.name ?? '';
  const join = (to: string): void => {
    if (to === 'new') {
      void session.edit('add_slot', { name: layer.name, layers: [layer.id], shown: layer.id });
    } else if (to !== '') {
      const other = slots.find(({ id }) => id === Number(to))!;
      void session.edit('set_slot', { slot: other.id, layers: [...other.layers, layer.id] });
    } else if (slot) leave(slot);
  };
  const leave = ({ id, layers: members, shown }: typeof slots[number]): void => {
    const left = members.filter((one) => one !== layer.id);
    if (left.length === 0) return void session.edit('remove_slot', { slot: id });
    void session.edit('set_slot', {
      slot: id, layers: left, ...(shown === layer.id ? { shown: left[0]! } : {}),
    });
  };
  return (
    <>
      <Select label="Slot" value={String(layer.slot ?? '')} onChange={join}
              options={[['', 'None'], ...slots.map(({ id, name }) => [String(id), name] as const),
                        ['new', 'A new slot']]} />
      {slot && (
        <Select label="Slot shows" value={String(slot.shown ?? '')}
                options={[['', 'Nothing'],
                          ...slot.layers.map((id) => [String(id), nameOf(id)] as const)]}
                onChange={(to) => void session.edit('set_slot', {
                  slot: slot.id, shown: to === '' ? null : Number(to),
                })} />
      )}
    </>
  );
}

/** Which skin is worn, where there are skins. */
export function SkinField() {
  const { session } = useEditor();
  const state = session.state.value;
  if (!state || state.skins.length === 0) return null;
  return (
    <Select label="Skin" value={String(state.skin ?? '')}
            options={[['', 'Default'],
                      ...state.skins.map(({ id, name }) => [String(id), name] as const)]}
            onChange={(to) => void session.edit(
              'wear_skin', { skin: to === '' ? null : Number(to) })} />
  );
}
