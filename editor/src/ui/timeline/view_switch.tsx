// SPDX-License-Identifier: MIT
import { useShared } from '../context.js';
import { shortcutText } from '../keyboard.js';

const views: readonly [label: string, isGraph: boolean][] = [['Dope sheet', false], ['Graph', true]];

/** Keys in rows, or values over time. */
export function ViewSwitch() {
  const { actions, editor: { timeline: { graph } } } = useShared();
  const shortcut = actions.get('graph')!.shortcuts[0]!;
  return (
    <div class="view-switch" role="group" aria-label="View of the timeline">
      {views.map(([label, isGraph]) => (
        <button key={label} type="button" aria-pressed={graph.isShown.value === isGraph}
                title={`${label} (${shortcutText(shortcut)})`} aria-keyshortcuts={shortcut}
                onClick={() => { graph.isShown.value = isGraph; }}>{label}</button>
      ))}
    </div>
  );
}
