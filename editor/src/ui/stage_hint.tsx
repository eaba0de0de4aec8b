// SPDX-License-Identifier: MIT
import type { State } from '../../../bindings/wasm/src/protocol.js';
import type { Editor } from './editor.js';
import { useEditor } from './context.js';
import { ActionButton } from './controls/action_button.js';
import { chosenLayer } from './panels/chosen.js';

interface NextStep {
  text: string;
  action?: string;
}

const bonesFirst: NextStep = { text: 'Draw bones first, in Rig.', action: 'mode_rig' };

function drawingStep({ bones, clips }: State): NextStep {
  switch (bones.length) {
    case 0: return { text: 'Drag along a limb, from its joint outwards.' };
    case 1: return { text: 'A bone that starts at another’s tail hangs on it. Esc ends the chain.' };
    default: return clips.length > 0 ?
      { text: 'Drag along a limb, from its joint outwards. Esc ends the chain.' } :
      { text: 'Draw on, or try a pose: the picture bends already.', action: 'mode_animate' };
  }
}

function pinningStep({ bones }: State): NextStep {
  switch (bones.length) {
    case 0: return { text: 'Click where the picture is to be held and moved.' };
    case 1: return { text: 'One pin moves all. Click to set more, and the picture bends.' };
    default: return { text: 'Set more, or drag the pins about in Animate.', action: 'mode_animate' };
  }
}

function riggingStep({ bones, clips }: State): NextStep | null {
  if (bones.length === 0) {
    return { text: 'Next: give the character bones.', action: 'tool_draw_bones' };
  }
  return clips.length > 0 ? null :
    { text: 'The picture bends with its bones: try a pose.', action: 'mode_animate' };
}

/** What helps most to go on, where that is not plain to see. */
function nextStep({ session }: Editor): NextStep | null {
  const state = session.state.value!;
  const { bones } = session.selection.value;
  const tool = session.tool.value;
  switch (session.mode.value) {
    case 'rig':
      if (tool === 'set_pins') return pinningStep(state);
      return tool === 'draw_bones' ? drawingStep(state) : riggingStep(state);
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
