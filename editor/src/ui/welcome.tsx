// SPDX-License-Identifier: MIT
import { useEditor } from './context.js';
import { ActionButton } from './controls/action_button.js';
import { Icon } from './controls/icon.js';

const steps: [title: string, text: string][] = [
  ['Rig', 'The picture becomes a mesh. Draw bones along the limbs.'],
  ['Weights', 'See which bone pulls where. Paint over what looks wrong.'],
  ['Animate', 'Drag bones into poses; the timeline keeps them.'],
];

/** The page before there is a character. */
export function Welcome() {
  const editor = useEditor();
  const last = editor.recoverable.value[0];
  return (
    <main class="welcome">
      <div class="drop-card">
        <span class="drop-icon"><Icon name="picture" /></span>
        <h1>Drop a picture here</h1>
        <p>PNG, JPEG, WebP, OpenRaster or PSD. Several pictures become layers.<br />
          It stays on this machine.</p>
        <div class="row center">
          <ActionButton action="open" icon="folder" label="Open a file" class="primary large" />
          <ActionButton action="open_example" icon="play" label="Try the example" class="large" />
        </div>
        {last && (
          <button type="button" class="recover" onClick={() => void editor.recover(last)}>
            <Icon name="history" />
            <span>Recover “{last.name || 'Untitled'}”<small>{agoText(last.time)}</small></span>
          </button>
        )}
      </div>
      <ol class="steps">
        {steps.map(([title, text]) => <li key={title}><strong>{title}</strong>{text}</li>)}
      </ol>
    </main>
  );
}

/** 'autosaved 5 minutes ago', in the browser's language of counting. */
export function agoText(time: number): string {
  const seconds = (time - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86400], ['hour', 3600], ['minute', 60],
  ];
  const [unit, length] = units.find(([, span]) => -seconds >= span) ?? ['second', 1];
  return `autosaved ${words.format(Math.round(seconds / length), unit)}`;
}
