// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoneState } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { ActionButton, IconButton } from '../controls/action_button.js';
import { NameInput } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import { Hint, Panel } from '../controls/panel.js';
import { useRowDrag } from '../controls/row_drag.js';
import { cssColor } from './chosen.js';

interface Row {
  bone: BoneState;
  level: number;
  hasChildren: boolean;
}

/** The tree as rows, children below their parents, without what is folded away. */
function rowsOf(bones: BoneState[], folded: ReadonlySet<number>): Row[] {
  const children = new Map<number | null, BoneState[]>();
  for (const bone of bones) {
    children.set(bone.parent, [...children.get(bone.parent) ?? [], bone]);
  }
  const rows: Row[] = [];
  const visit = (bone: BoneState, level: number): void => {
    const below = children.get(bone.id) ?? [];
    rows.push({ bone, level, hasChildren: below.length > 0 });
    if (!folded.has(bone.id)) below.forEach((child) => visit(child, level + 1));
  };
  (children.get(null) ?? []).forEach((root) => visit(root, 1));
  return rows;
}

export function BonesPanel() {
  const editor = useEditor();
  const { session } = editor;
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const rows = rowsOf(session.state.value?.bones ?? [], folded);
  const drag = useRowDrag({
    places: 'inside',
    onDrop: (bone, { row }) => void session.edit('reparent_bone', {
      bone: Number(bone), parent: row === 'root' ? null : Number(row),
    }),
  });
  const fold = (bone: number, isFolded: boolean): void => {
    const next = new Set(folded);
    if (isFolded) next.add(bone);
    else next.delete(bone);
    setFolded(next);
  };
  return (
    <Panel title="Bones" class="fills" actions={<>
      <ActionButton action="mirror_bones" icon="mirror" />
      <ActionButton action="rename_bone" label="Rename" class="small" />
    </>}>
      {rows.length > 0 && (
        <ul class="rows tree" role="tree" aria-label="Bones" aria-multiselectable="true"
            {...drag.handlers}>
          {rows.map((row) => (
            <BoneRow key={row.bone.id} row={row} order={rows.map(({ bone }) => bone.id)}
                     isFolded={folded.has(row.bone.id)} fold={fold}
                     mark={drag.markOf(String(row.bone.id))} />
          ))}
          <li class={`row-item root-row ${drag.markOf('root')}`} data-row="root" role="none">
            Drop here for no parent
          </li>
        </ul>
      )}
      {rows.length === 0 &&
        <Hint>Take the bone tool (B) and drag along a limb, from its joint outwards.</Hint>}
    </Panel>
  );
}

interface BoneRowProps {
  row: Row;
  order: number[];
  isFolded: boolean;
  fold: (bone: number, isFolded: boolean) => void;
  mark: string;
}

function BoneRow({ row: { bone, level, hasChildren }, order, isFolded, fold, mark }: BoneRowProps) {
  const editor = useEditor();
  const { session } = editor;
  const { id, name, deform, color } = bone;
  const chosen = session.selection.value.bones;
  const isChosen = chosen.includes(id);
  const isLast = chosen.at(-1) === id;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLast) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isLast]);
  const choose = (event: MouseEvent): void =>
    session.select({ bones: chosenWith(chosen, id, order, event), vertex: null });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!moveInTree(event, { hasChildren, isFolded, fold: (to) => fold(id, to) }) &&
        !chooseByKey(event, () => session.select({ bones: [id] }))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li ref={item} class={`row-item ${mark}`} data-row={String(id)} role="treeitem"
        aria-level={level} aria-selected={isChosen} tabIndex={isLast || order[0] === id ? 0 : -1}
        {...(hasChildren ? { 'aria-expanded': !isFolded } : {})}
        style={{ paddingLeft: `${4 + 12 * Math.min(level - 1, 12)}px` }}
        onClick={choose} onDblClick={() => { editor.renaming.value = id; }} onKeyDown={onKeyDown}>
      {hasChildren ?
        <IconButton icon={isFolded ? 'right' : 'down'} label={isFolded ? 'Unfold' : 'Fold'}
                    class="fold" byPointer onClick={() => fold(id, !isFolded)} /> :
        <span class="fold" />}
      <span class="swatch" style={{ background: cssColor(color) }} />
      {editor.renaming.value === id ?
        <NameInput label="Name of the bone" value={name} focused
                   onCommit={(next) => void session.edit('rename_bone', { bone: id, name: next })}
                   onLeave={() => { editor.renaming.value = null; }} /> :
        <span class="row-name">{name}</span>}
      {!deform && <span class="row-note">no deform</span>}
      <span class="grip"><Icon name="grip" /></span>
    </li>
  );
}

/** As lists are chosen from everywhere: Ctrl adds or takes away, Shift takes what lies between. */
function chosenWith(chosen: number[], id: number, order: number[], event: MouseEvent): number[] {
  if (event.ctrlKey || event.metaKey) {
    return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  }
  const last = chosen.at(-1);
  if (!event.shiftKey || last === undefined) return [id];
  const [from, to] = [order.indexOf(last), order.indexOf(id)].sort((a, b) => a - b);
  const between = order.slice(from, to! + 1).filter((one) => one !== id);
  return [...between, id];
}

function chooseByKey(event: KeyboardEvent, choose: () => void): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false;
  choose();
  return true;
}

interface TreeItem {
  hasChildren: boolean;
  isFolded: boolean;
  fold: (isFolded: boolean) => void;
}

/** The keys of a tree. Whether the key was one of these. */
function moveInTree(event: KeyboardEvent, { hasChildren, isFolded, fold }: TreeItem): boolean {
  const item = event.currentTarget as HTMLElement;
  const focus = (next: Element | null): true => {
    if (next?.getAttribute('role') === 'treeitem') {
      (next as HTMLElement).focus();
      (next as HTMLElement).click();
    }
    return true;
  };
  switch (event.key) {
    case 'ArrowDown': return focus(item.nextElementSibling);
    case 'ArrowUp': return focus(item.previousElementSibling);
    case 'ArrowRight':
      if (!hasChildren || !isFolded) return focus(item.nextElementSibling);
      fold(false);
      return true;
    case 'ArrowLeft':
      if (!hasChildren || isFolded) return focus(parentOf(item));
      fold(true);
      return true;
    default: return false;
  }
}

function parentOf(item: HTMLElement): Element | null {
  const levelOf = (one: Element): number => Number(one.getAttribute('aria-level'));
  let above = item.previousElementSibling;
  while (above && levelOf(above) >= levelOf(item)) above = above.previousElementSibling;
  return above;
}
