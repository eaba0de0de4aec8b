// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { useEditor } from '../context.js';
import { IconButton } from '../controls/action_button.js';

/** What the clip tells the game, and when. */
export function EventFields() {
  const { session, timeline, playback } = useEditor();
  const [name, setName] = useState('');
  const clip = session.clip.value!;
  const events = timeline.content.value?.events ?? [];
  const add = (): void => {
    setName('');
    void session.edit('add_event', { clip, time: session.time.value, name: name.trim(), text: '',
                                     number: 0 });
  };
  return (
    <details class="events" open={events.length > 0}>
      <summary>Events{events.length > 0 ? ` (${events.length})` : ''}</summary>
      <ul>
        {events.map((event, index) => (
          <li key={index}>
            <button type="button" class="link" onClick={() => playback.seek(event.time)}>
              {event.name}
            </button>
            <span class="row-note">{Number(event.time.toFixed(2))} s</span>
            <IconButton icon="close" label={`Delete the event ${event.name}`} class="subtle"
                        onClick={() => void session.edit('remove_event', { clip, index })} />
          </li>
        ))}
      </ul>
      <form class="pair" onSubmit={(event) => {
        event.preventDefault();
        add();
      }}>
        <input type="text" aria-label="Name of a new event" placeholder="step, bark…" value={name}
               onInput={(event) => setName(event.currentTarget.value)} />
        <button type="submit" class="button" disabled={name.trim() === ''}>Add</button>
      </form>
    </details>
  );
}
