// SPDX-License-Identifier: MIT
import { useEditor, useShared } from './context.js';
import { ActionButton } from './controls/action_button.js';
import { Icon } from './controls/icon.js';
import { Menu } from './controls/menu.js';
import { isDark } from './theme.js';

const fileMenu = ['open', 'open_example', 'recover', '-', 'save', 'save_copy', 'export', '-',
                  'import_skeleton', 'import_clips', 'import_motion'];

export function TopBar() {
  const { session, autosave } = useEditor();
  const state = session.state.value;
  const hasDocument = (state?.layers.length ?? 0) > 0;
  return (
    <header class="top-bar">
      <div class="top-part">
        <Menu label="File" actions={fileMenu}><Icon name="menu" /> File</Menu>
        <ActionButton action="undo" icon="undo" />
        <ActionButton action="redo" icon="redo" />
        {hasDocument && (
          <p class="document-name" title={state!.name}>
            {state!.name || 'Untitled'}
            {session.isUnsaved && <span class="modified" role="img" aria-label="not saved" />}
            {session.isUnsaved && autosave.isKept.value && <small>autosaved</small>}
          </p>
        )}
      </div>
      {hasDocument && <ModeSwitch />}
      <div class="top-part end">
        {hasDocument && (
          <div class="group" role="group" aria-label="What the canvas shows">
            <ActionButton action="show_bones" icon="bones" />
            <ActionButton action="show_mesh" icon="mesh" />
            <ActionButton action="show_weights" icon="weights" />
            {session.mode.value === 'animate' && <ActionButton action="onion" icon="onion" />}
            <ActionButton action="fit" icon="fit" />
          </div>
        )}
        <div class="group">
          <ActionButton action="theme" icon={isDark.value ? 'sun' : 'moon'} />
          <ActionButton action="shortcuts" icon="help" />
        </div>
        <ActionButton action="export" class="primary" />
      </div>
    </header>
  );
}

function ModeSwitch() {
  const { actions } = useShared();
  return (
    <nav class="modes" aria-label="Mode">
      {['mode_rig', 'mode_weights', 'mode_animate'].map((id) => {
        const action = actions.get(id)!;
        return (
          <button key={id} type="button" aria-pressed={action.checked!()}
                  onClick={() => action.run()} title={`${action.label} (${action.shortcuts[0]})`}>
            {action.label}
          </button>
        );
      })}
    </nav>
  );
}
