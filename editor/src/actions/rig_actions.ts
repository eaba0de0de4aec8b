// SPDX-License-Identifier: MIT
import type { Editor } from '../ui/editor.js';
import { actionsOf, type ActionTable } from './action.js';

function resizeBrush({ session }: Editor, factor: number): void {
  const { brush } = session;
  const radius = Math.min(Math.max(brush.value.radius * factor, 1), 2000);
  brush.value = { ...brush.value, radius };
}

/** About the middle of the canvas. */
export function mirrorBones({ session }: Editor): unknown {
  const { bones } = session.selection.value;
  const x = session.state.value!.canvas[0] / 2;
  return session.edit('mirror_bones', { bones, x }, [], { label: 'Mirroring bones' });
}

export const rigActions: ActionTable = (editor) => {
  const { session } = editor;
  const bone = actionsOf('Bones');
  const weight = actionsOf('Weights');
  const bones = () => session.selection.value.bones;
  const isRigging = () => session.mode.value === 'rig' && bones().length > 0;
  const isWeighing = () => session.mode.value === 'weights';
  return [
    bone('rename_bone', 'Rename the bone', () => { editor.renaming.value = bones()[0]!; },
         { shortcuts: ['F2'], enabled: () => bones().length === 1 }),
    bone('mirror_bones', 'Mirror to the other side', () => mirrorBones(editor),
         { shortcuts: ['Shift+M'], enabled: isRigging }),
    bone('finish', 'Finish the chain of bones', () => editor.view.value?.confirm(),
         { shortcuts: ['Enter'], enabled: () => session.mode.value === 'rig' }),
    weight('brush_smaller', 'Smaller brush', () => resizeBrush(editor, 0.8),
           { shortcuts: ['['], enabled: isWeighing }),
    weight('brush_larger', 'Larger brush', () => resizeBrush(editor, 1.25),
           { shortcuts: [']'], enabled: isWeighing }),
  ];
};
