// SPDX-License-Identifier: MIT
import type { Editor } from './editor.js';
import { useEditor } from './context.js';
import { ActionButton } from './controls/action_button.js';
import { chosenLayer } from './panels/chosen.js';

interface NextStep {
  text: string;
  action?: string;
}

const bonesFirst: NextStep = { text: 'Draw bones first, in Rig.', action: 'mode_rig' };

/** What helps most to go on, where that is not plain to see. */
function nextStep({ session }: Editor): NextStep | null {
  const state = session.state.value!;
  const { bones } = session.selection.value;
  const tool = session.tool.value;
  switch (session.mode.value) {
    case 'rig':
      if (tool === 'draw_bones') {
        return { text: 'Drag along a limb, from its joint outwards. Esc ends the chain.' };
      }
      return state.bones.length === 0 ?
        { text: 'Next: give the character bones.', action: 'tool_draw_bones' } : null;
    case 'weights':
      if (state.bones.length === 0) return bonesFirst;
      if (!chosenLayer(session)) return { text: 'Choose a layer on the left to see its weights.' };
      return bones.length === 0 ? { text: 'Choose a bone to see what it pulls.' } : null;
    case 'animate':
      if (state.bones.length === 0) return bonesFirst;
      return session.clip.value === null ?
        { text: 'Add or choose a clip on the right to keep poses as keys.' } : null;
  }
}

export function StageHint() {
  const step = nextStep(useEditor());
  if (!step) return null;
  return (
    <div class="stage-hint" role="status">
      <p>{step.text}</p>
      {step.action && <ActionButton action={step.action} class="small primary" />}
    </div>
  );
}
