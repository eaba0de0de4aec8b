// SPDX-License-Identifier: MIT
import type { Editor } from '../ui/editor.js';
import { allKeys } from '../ui/timeline/key_selection.js';
import { actionsOf, type ActionTable } from './action.js';

/** Keys in Animate, else bones, else the layer. */
function removeSelected({ session }: Editor): unknown {
  const { keys, bones, layer } = session.selection.value;
  const clip = session.clip.value;
  if (session.mode.value === 'animate') {
    if (keys.length === 0 || clip === null) return;
    session.select({ keys: [] });
    return session.edit('remove_keys', { clip, keys });
  }
  if (bones.length > 0) return session.edit('remove_bones', { bones });
  return layer === null ? undefined : session.edit('remove_layer', { layer });
}

function selectAll({ session, timeline }: Editor): void {
  const content = timeline.content.value;
  if (session.mode.value === 'animate' && content) session.select({ keys: allKeys(content) });
  else session.select({ bones: session.state.value?.bones.map(({ id }) => id) ?? [] });
}

function copyKeys({ session, timeline }: Editor): void {
  const clip = session.clip.value;
  if (clip !== null) timeline.copied.value = { clip, keys: session.selection.value.keys };
}

function pasteKeys({ session, timeline }: Editor): unknown {
  const copied = timeline.copied.value;
  const to_clip = session.clip.value;
  if (!copied || to_clip === null) return;
  return session.edit('copy_keys', { ...copied, to_clip, to: session.time.value });
}

/** The gesture that goes on, else what plays, else what is chosen. */
function turnAway({ session, view }: Editor): void {
  if (view.value?.cancel() || view.value?.confirm()) return;
  if (session.playing.value) session.playing.value = false;
  else if (session.selection.value.keys.length > 0) session.select({ keys: [] });
  else session.select({ bones: [], vertex: null });
}

export const editActions: ActionTable = (editor) => {
  const action = actionsOf('Edit');
  const { session, timeline } = editor;
  const state = () => session.state.value;
  const isAnimating = () => session.mode.value === 'animate' && session.clip.value !== null;
  const hasKeys = () => isAnimating() && session.selection.value.keys.length > 0;
  return [
    action('undo', 'Undo', () => session.undo(),
           { shortcuts: ['Mod+Z'], enabled: () => Boolean(state()?.undo),
             describe: () => `Undo: ${state()?.undo ?? ''}` }),
    action('redo', 'Redo', () => session.redo(),
           { shortcuts: ['Mod+Shift+Z', 'Mod+Y'], enabled: () => Boolean(state()?.redo),
             describe: () => `Redo: ${state()?.redo ?? ''}` }),
    action('copy', 'Copy keys', () => copyKeys(editor), { shortcuts: ['Mod+C'], enabled: hasKeys }),
    action('paste', 'Paste keys at the playhead', () => pasteKeys(editor), {
      shortcuts: ['Mod+V'], enabled: () => isAnimating() && timeline.copied.value !== null,
    }),
    action('remove', 'Delete', () => removeSelected(editor), {
      shortcuts: ['Delete', 'Backspace'],
      enabled: () => {
        const { keys, bones, layer } = session.selection.value;
        if (session.mode.value === 'animate') return keys.length > 0;
        return session.mode.value === 'rig' && (bones.length > 0 || layer !== null);
      },
    }),
    action('select_all', 'Select all', () => selectAll(editor),
           { shortcuts: ['Mod+A'], enabled: () => state() !== null }),
    action('cancel', 'Cancel or deselect', () => turnAway(editor), { shortcuts: ['Escape'] }),
  ];
};
