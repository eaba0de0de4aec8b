// SPDX-License-Identifier: MIT
import type { Mode, Shown } from '../session.js';
import { isDark, theme } from '../ui/theme.js';
import { actionsOf, type ActionTable } from './action.js';

const modes: [Mode, string][] = [['rig', 'Rig'], ['weights', 'Weights'], ['animate', 'Animate']];

export const viewActions: ActionTable = (editor) => {
  const action = actionsOf('View');
  const { session } = editor;
  const hasDocument = () => editor.hasDocument;
  const show = (change: Partial<Shown>) => {
    session.shown.value = { ...session.shown.value, ...change };
  };
  const shown = () => session.shown.value;
  const hasOnion = () => shown().onion.before + shown().onion.after > 0;
  const nextWeights = { off: 'selected', selected: 'all', all: 'off' } as const;
  return [
    ...modes.map(([mode, label], i) => action(`mode_${mode}`, label, () => session.setMode(mode), {
      shortcuts: [String(i + 1)], enabled: hasDocument, checked: () => session.mode.value === mode,
    })),
    action('show_bones', 'Show bones', () => show({ bones: !shown().bones }),
           { shortcuts: ['N'], checked: () => shown().bones }),
    action('show_mesh', 'Show the mesh', () => show({ mesh: !shown().mesh }),
           { shortcuts: ['M'], checked: () => shown().mesh }),
    action('show_weights', 'Show weights as colours',
           () => show({ weights: nextWeights[shown().weights] }),
           { shortcuts: ['C'], checked: () => shown().weights !== 'off' }),
    action('onion', 'Onion skin',
           () => show({ onion: { ...shown().onion, ...(hasOnion() ? { before: 0, after: 0 } :
                                                                    { before: 2, after: 2 }) } }),
           { shortcuts: ['O'], checked: hasOnion,
             enabled: () => session.mode.value === 'animate' }),
    action('fit', 'Fit into the view', () => editor.view.value?.fit(), { shortcuts: ['0'] }),
    action('zoom_in', 'Zoom in', () => editor.view.value?.zoomBy(1.25), { shortcuts: ['+', '='] }),
    action('zoom_out', 'Zoom out', () => editor.view.value?.zoomBy(0.8), { shortcuts: ['-'] }),
    action('theme', 'Light or dark', () => { theme.value = isDark.value ? 'light' : 'dark'; }),
    action('shortcuts', 'Keyboard shortcuts', () => editor.dialogs.show({ kind: 'shortcuts' }),
           { shortcuts: ['?', 'F1'] }),
  ];
};
