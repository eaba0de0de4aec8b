// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import type { LayerState, State } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { IconButton } from '../controls/action_button.js';
import { NameInput } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import { Hint, Panel } from '../controls/panel.js';
import { useRowDrag, type Drop } from '../controls/row_drag.js';

const onePicture = '.png,.jpg,.jpeg,.webp';

/** Front first, as they lie on one another. */
function inOrder({ layers, draw_order }: State): LayerState[] {
  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  return draw_order.map((id) => byId.get(id)!).filter(Boolean).reverse();
}

/** Where a layer comes to lie, counted from the back, when it is dropped beside another. */
function placeAfter(order: number[], dragged: number, { row, where }: Drop): number {
  const rest = order.filter((id) => id !== dragged);
  // The list runs from front to back: before a row is in front of it.
  return rest.indexOf(Number(row)) + (where === 'before' ? 1 : 0);
}

export function LayersPanel() {
  const editor = useEditor();
  const { session } = editor;
  const state = session.state.value;
  const drag = useRowDrag({
    places: 'between',
    onDrop: (dragged, drop) => {
      const layer = Number(dragged);
      const place = placeAfter(session.state.value!.draw_order, layer, drop);
      void session.edit('move_layer', { layer, place });
    },
  });
  const layers = state ? inOrder(state) : [];
  return (
    <Panel title="Layers" class="fits"
           actions={<IconButton icon="add" label="Add a picture as a layer"
                                onClick={() => editor.chooseFiles(onePicture, false)} />}>
      <ul class="rows" role="listbox" aria-label="Layers, front first" {...drag.handlers}>
        {layers.map((layer) =>
          <LayerRow key={layer.id} layer={layer} mark={drag.markOf(String(layer.id))} />)}
      </ul>
      {layers.length === 0 && <Hint>Every picture of the character becomes a layer.</Hint>}
    </Panel>
  );
}

function LayerRow({ layer, mark }: { layer: LayerState; mark: string }) {
  const { session } = useEditor();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, visible } = layer;
  const isChosen = session.selection.value.layer === id;
  const toggle = (): void =>
    void session.edit('set_layer', { layer: id, visible: !visible });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.altKey && event.key.startsWith('Arrow')) moveLayer(event);
    else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const moveLayer = (event: KeyboardEvent): void => {
    const { draw_order } = session.state.value!;
    const place = draw_order.indexOf(id) + (event.key === 'ArrowUp' ? 1 : -1);
    if (place < 0 || place >= draw_order.length) return;
    void session.edit('move_layer', { layer: id, place });
  };
  return (
    <li class={`row-item ${mark}`} data-row={String(id)} role="option" aria-selected={isChosen}
        tabIndex={0} onClick={() => session.select({ layer: id, vertex: null })}
        onFocus={() => session.select({ layer: id, vertex: null })}
        onDblClick={() => setRenaming(true)} onKeyDown={onKeyDown}>
      <span class="grip"><Icon name="grip" /></span>
      {isRenaming ?
        <NameInput label="Name of the layer" value={name} focused
                   onCommit={(next) => void session.edit('set_layer', { layer: id, name: next })}
                   onLeave={() => setRenaming(false)} /> :
        <span class="row-name">{name}</span>}
      <LayerMarks layer={layer} />
      <IconButton icon={visible ? 'eye' : 'eye_off'} class={visible ? 'subtle' : ''}
                  label={visible ? `Hide ${name}` : `Show ${name}`} onClick={toggle} />
    </li>
  );
}

function LayerMarks({ layer }: { layer: LayerState }) {
  const { blend, mask, attachment } = layer;
  const marks = [...(mask === null ? [] : ['masked']), ...(blend === 'normal' ? [] : [blend])];
  const text = marks.join(' ') || attachment;
  return <span class="row-note" title={[attachment, ...marks].join(', ')}>{text}</span>;
}

/** Up and down in the list. Whether the key was one of these. */
function moveFocus(event: KeyboardEvent): boolean {
  const row = event.currentTarget as HTMLElement;
  const { nextElementSibling, previousElementSibling } = row;
  const next = { ArrowDown: nextElementSibling, ArrowUp: previousElementSibling }[event.key];
  if (next === undefined) return false;
  (next as HTMLElement | null)?.focus();
  return true;
}
