// SPDX-License-Identifier: MIT
import { openable } from '../files/open_files.js';
import { actionsOf, type ActionTable } from './action.js';

export const fileActions: ActionTable = (editor) => {
  const action = actionsOf('File');
  const { session, dialogs } = editor;
  const hasDocument = () => editor.hasDocument;
  const hasBones = () => (session.state.value?.bones.length ?? 0) > 0;
  return [
    action('open', 'Open…', () => editor.chooseFiles(openable), { shortcuts: ['Mod+O'] }),
    action('open_example', 'Open the example', () => editor.openExample()),
    action('recover', 'Recover…', () => editor.showRecovery(), { enabled: () =>
      editor.recoverable.value.length > 0 || editor.autosave.isKept.value }),
    action('save', 'Save', () => editor.save(), { shortcuts: ['Mod+S'], enabled: hasDocument }),
    action('save_copy', 'Save a copy…', () => editor.saveCopy(),
           { shortcuts: ['Mod+Shift+S'], enabled: hasDocument }),
    action('import_skeleton', 'Import a skeleton…',
           () => editor.chooseFiles('.json,.bvh,.tgf', false), { enabled: hasDocument }),
    action('import_clips', 'Import clips…', () => editor.chooseFiles('.json', false),
           { enabled: hasBones }),
    action('import_motion', 'Import a motion…', () => editor.chooseFiles('.bvh', false),
           { enabled: hasBones }),
    action('export', 'Export…', () => dialogs.show({ kind: 'export' }),
           { shortcuts: ['Mod+E'], enabled: hasDocument }),
  ];
};
