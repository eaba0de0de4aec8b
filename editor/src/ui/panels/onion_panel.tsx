// SPDX-License-Identifier: MIT
import type { Shown } from '../../session.js';
import { useEditor } from '../context.js';
import { NumberInput } from '../controls/number_field.js';
import { Panel } from '../controls/panel.js';

/** How many moments before and after the playhead shine through. */
export function OnionPanel() {
  const { session, playback } = useEditor();
  const { shown } = session;
  const { before, after, step } = shown.value.onion;
  const set = (change: Partial<Shown['onion']>): void => {
    shown.value = { ...shown.value, onion: { ...shown.value.onion, ...change } };
  };
  const fps = playback.fps.value;
  return (
    <Panel title="Onion skin" folded>
      <NumberInput label="Before" value={before} least={0} most={8}
                   onCommit={(count) => set({ before: Math.round(count) })} />
      <NumberInput label="After" value={after} least={0} most={8}
                   onCommit={(count) => set({ after: Math.round(count) })} />
      <NumberInput label="Every" value={step * fps} least={0.1} most={1000} step={0.1} unit="fr."
                   onCommit={(frames) => set({ step: frames / fps })} />
    </Panel>
  );
}
