// SPDX-License-Identifier: MIT
import type { Editor } from '../ui/editor.js';
import { keyTimes } from '../ui/timeline/key_selection.js';
import { actionsOf, type ActionTable } from './action.js';

/** The bones that are chosen, else those that wait for keys, else all. */
export function bonesToKey({ session }: Editor): number[] {
  const chosen = session.selection.value.bones;
  if (chosen.length > 0) return chosen;
  const unkeyed = session.frame.value?.frame.unkeyed ?? [];
  if (unkeyed.length > 0) return unkeyed;
  return session.state.value?.bones.map(({ id }) => id) ?? [];
}

export function keyPose(editor: Editor): unknown {
  const channels: ('translation' | 'angle' | 'scale')[] = ['translation', 'angle', 'scale'];
  return editor.session.edit('key_pose', { bones: bonesToKey(editor), channels });
}

function toKey({ playback, session, timeline }: Editor, direction: 1 | -1): void {
  const content = timeline.content.value;
  if (!content) return;
  const beyond = keyTimes(content).filter((t) => (t - session.time.value) * direction > 1e-5);
  const next = direction > 0 ? beyond[0] : beyond.at(-1);
  if (next !== undefined) playback.seek(next);
}

export const animationActions: ActionTable = (editor) => {
  const action = actionsOf('Animation');
  const { session, playback, timeline } = editor;
  const { autoKey } = session;
  const hasClip = () => session.mode.value === 'animate' && session.clip.value !== null;
  const inClip = (id: string, label: string, shortcuts: string[], run: () => unknown) =>
    action(id, label, run, { shortcuts, enabled: hasClip });
  return [
    action('play', 'Play or pause', () => playback.toggle(),
           { shortcuts: ['Enter'], enabled: hasClip, checked: () => session.playing.value }),
    inClip('step_back', 'One frame back', [',', 'ArrowLeft'], () => playback.step(-1)),
    inClip('step_on', 'One frame on', ['.', 'ArrowRight'], () => playback.step(1)),
    inClip('step_back_10', 'Ten frames back', ['Shift+ArrowLeft'], () => playback.step(-10)),
    inClip('step_on_10', 'Ten frames on', ['Shift+ArrowRight'], () => playback.step(10)),
    inClip('to_start', 'To the start', ['Home'], () => playback.seek(0)),
    inClip('to_end', 'To the end', ['End'], () => playback.seek(Infinity)),
    inClip('key_before', 'To the key before', ['Shift+,', '<'], () => toKey(editor, -1)),
    inClip('key_after', 'To the next key', ['Shift+.', '>'], () => toKey(editor, 1)),
    action('graph', 'Graph instead of dope sheet', () => {
      timeline.graph.isShown.value = !timeline.graph.isShown.value;
    }, { shortcuts: ['G'], enabled: hasClip, checked: () => timeline.graph.isShown.value }),
    action('fit_curves', 'Fit the curves', () => { timeline.graph.range.value = null; },
           { shortcuts: ['F'], enabled: () => hasClip() && timeline.graph.isShown.value }),
    inClip('key_pose', 'Key the pose', ['K'], () => keyPose(editor)),
    action('reset_pose', 'Reset the pose', () => session.edit('reset_pose', {
      bones: session.selection.value.bones, key: hasClip() && autoKey.value,
    }), { shortcuts: ['R'], enabled: () => session.mode.value !== 'rig' }),
    action('auto_key', 'Key poses at once', () => { autoKey.value = !autoKey.value; },
           { checked: () => autoKey.value, enabled: () => session.mode.value === 'animate' }),
  ];
};
