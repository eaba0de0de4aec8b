// SPDX-License-Identifier: MIT
import { useEditor } from '../context.js';
import { ActionButton, IconButton } from '../controls/action_button.js';
import { NumberInput } from '../controls/number_field.js';
import type { TimeCanvas } from './time_canvas.js';

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

/** Playing, the playhead, and how the timeline is seen. */
export function TransportBar({ view }: { view: TimeCanvas | null }) {
  const { session, playback, timeline } = useEditor();
  const clip = playback.clip;
  const toggleLoop = (): void =>
    void session.edit('set_clip', { clip: clip!.id, loop: !clip!.loop });
  return (
    <div class="transport" role="toolbar" aria-label="Playing">
      <div class="group">
        <ActionButton action="to_start" icon="to_start" />
        <ActionButton action="step_back" icon="step_back" />
        <ActionButton action="play" icon={session.playing.value ? 'pause' : 'play'} class="play" />
        <ActionButton action="step_on" icon="step_on" />
        <ActionButton action="to_end" icon="to_end" />
        <IconButton icon="loop" label="Loop" pressed={clip?.loop ?? false} disabled={!clip}
                    onClick={toggleLoop} />
      </div>
      <Playhead />
      <label class="compact"><span>Speed</span>
        <select value={String(playback.speed.value)}
                onChange={(event) => { playback.speed.value = Number(event.currentTarget.value); }}>
          {speeds.map((speed) => (
            <option key={speed} value={String(speed)} selected={speed === playback.speed.value}>
              {speed} ×
            </option>
          ))}
        </select>
      </label>
      <label class="compact"><span>Grid</span>
        <NumberInput bare label="Frames a second" unit="fps" value={playback.fps.value} least={1}
                     most={240} onCommit={(fps) => { playback.fps.value = fps; }} />
      </label>
      <button type="button" class="button small quiet" aria-pressed={timeline.snaps.value}
              title="Keys and the playhead stay on frames"
              onClick={() => { timeline.snaps.value = !timeline.snaps.value; }}>Snap</button>
      <span class="spring" />
      <ActionButton action="auto_key" icon="record" class="record" />
      <ActionButton action="key_pose" icon="key" label="Key pose" class="small" />
      <div class="group">
        <ActionButton action="remove" icon="remove" />
        <button type="button" class="icon-button" aria-label="Zoom the timeline out"
                title="Zoom out (Ctrl and wheel)" onClick={() => view?.zoomBy(0.7)}>−</button>
        <button type="button" class="icon-button" aria-label="Zoom the timeline in"
                title="Zoom in (Ctrl and wheel)" onClick={() => view?.zoomBy(1.4)}>+</button>
        <IconButton icon="fit" label="The whole clip"
                    onClick={() => { timeline.zoom.value = null; }} />
      </div>
    </div>
  );
}

/** The playhead's time as a number to type, in frames or seconds. */
function Playhead() {
  const { session, playback, timeline } = useEditor();
  const inSeconds = timeline.inSeconds.value;
  const fps = playback.fps.value;
  const unit = inSeconds ? 1 : fps;
  return (
    <div class="playhead">
      <NumberInput bare label="Playhead" value={session.time.value * unit}
                   step={inSeconds ? 0.01 : 0.1} least={0} disabled={!playback.clip}
                   onCommit={(value) => playback.seek(value / unit)} />
      <button type="button" class="button small quiet" title="Frames or seconds"
              aria-label={`Show ${inSeconds ? 'frames' : 'seconds'}`}
              onClick={() => { timeline.inSeconds.value = !inSeconds; }}>
        {inSeconds ? 'seconds' : 'frames'}
      </button>
    </div>
  );
}
