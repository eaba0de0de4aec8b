// SPDX-License-Identifier: MIT
import type { Action } from '../../actions.js';
import { useEditor, useShared } from '../context.js';
import { shortcutText } from '../keyboard.js';
import { Modal } from './modal.js';

/** What the mouse and the pen do; keys come from the table of actions. */
const gestures: [what: string, how: string][] = [
  ['Zoom at the pointer', 'Wheel or pinch'],
  ['Move the view', 'Space and drag, or middle button'],
  ['Choose several', 'Shift or Ctrl and click'],
  ['Order layers', 'Alt+↑ and Alt+↓ in the list'],
  ['Choose the key at the playhead', 'Shift+Space in the timeline'],
  ['Move the chosen keys', 'Alt+← and Alt+→ in the timeline'],
  ['Raise the chosen keys', 'Alt+↑ and Alt+↓ in the graph'],
  ['Zoom the values', 'Ctrl and wheel in the graph'],
  ['Add a key', 'Double click in the graph'],
];

function grouped(actions: Iterable<Action>): [string, Action[]][] {
  const groups = new Map<string, Action[]>();
  for (const action of actions) {
    if (action.shortcuts.length === 0) continue;
    groups.set(action.group, [...groups.get(action.group) ?? [], action]);
  }
  return [...groups];
}

export function ShortcutsDialog() {
  const { actions } = useShared();
  const { dialogs } = useEditor();
  return (
    <Modal title="Keyboard shortcuts" class="wide" onClose={() => dialogs.close()}>
      <div class="shortcut-groups">
        {grouped(actions.values()).map(([group, list]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>{list.map(({ id, label, shortcuts }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>{shortcuts.map((one) => <kbd key={one}>{shortcutText(one)}</kbd>)}</dd>
              </div>
            ))}</dl>
          </section>
        ))}
        <section>
          <h3>Pointer</h3>
          <dl>{gestures.map(([what, how]) =>
            <div key={what}><dt>{what}</dt><dd>{how}</dd></div>)}</dl>
        </section>
      </div>
      <p class="row end licences"><a href="licences.txt" target="_blank">Licences</a></p>
    </Modal>
  );
}
