// SPDX-License-Identifier: MIT
import type { Channel, ClipContent, KeyAddress, State, TrackState } from
  '../../../../bindings/wasm/src/protocol.js';
import { addressOf, trackName } from './key_selection.js';

/** A line of the timeline: what moves, or one channel of it. */
export interface TimelineRow {
  id: string;
  label: string;
  kind: 'owner' | 'channel';
  of: TrackState['of'];
  owner: number;
  tracks: TrackState[];
  /** Of bones. */
  color?: readonly [number, number, number];
}

const channelLabels: Record<Channel, string> = {
  translation: 'Move', angle: 'Turn', scale: 'Scale', visible: 'Visible', tint: 'Tint',
  opacity: 'Opacity', shown: 'Shown', mix: 'Mix', draw_order: 'Order', weight: 'Shape',
  offsets: 'Mesh',
};

export function channelLabel({ channel, shape }: Pick<TrackState, 'channel' | 'shape'>): string {
  return shape === undefined ? channelLabels[channel] : `${channelLabels[channel]} ${shape + 1}`;
}

interface Owner {
  of: TrackState['of'];
  owner: number;
  label: string;
  color?: readonly [number, number, number];
}

/** Everything that can move, bones in the order of the tree. */
function ownersOf({ bones, layers, slots, constraints }: State): Owner[] {
  const named = (of: TrackState['of'], list: { id: number; name: string }[]): Owner[] =>
    list.map(({ id, name }) => ({ of, owner: id, label: name }));
  return [
    { of: 'document', owner: 0, label: 'Draw order' },
    ...bones.map(({ id, name, color }) => ({ of: 'bone' as const, owner: id, label: name, color })),
    ...named('layer', layers), ...named('slot', slots), ...named('constraint', constraints),
  ];
}

/** Rows of what the clip moves; channels below those that are unfolded. */
export function rowsOf(state: State, content: ClipContent, unfolded: ReadonlySet<string>):
    TimelineRow[] {
  const byOwner = new Map<string, TrackState[]>();
  for (const track of content.tracks) {
    const key = `${track.of}/${track.owner}`;
    byOwner.set(key, [...byOwner.get(key) ?? [], track]);
  }
  return ownersOf(state).flatMap((owner): TimelineRow[] => {
    const id = `${owner.of}/${owner.owner}`;
    const tracks = byOwner.get(id);
    if (!tracks) return [];
    const row: TimelineRow = { id, kind: 'owner', tracks, ...owner };
    if (!unfolded.has(id)) return [row];
    return [row, ...tracks.map((track): TimelineRow => ({
      id: trackName(track), label: channelLabel(track), kind: 'channel', of: owner.of,
      owner: owner.owner, tracks: [track],
    }))];
  });
}

/** The different times of a row's keys. */
export function timesOf({ tracks }: TimelineRow): number[] {
  if (tracks.length === 1) return tracks[0]!.keys.map(({ time }) => time);
  return [...new Set(tracks.flatMap(({ keys }) => keys.map(({ time }) => time)))];
}

/** All keys of a row within some time of a moment. */
export function keysAt({ tracks }: TimelineRow, time: number, within: number): KeyAddress[] {
  return tracks.flatMap((track) => track.keys
    .filter((key) => Math.abs(key.time - time) <= within)
    .map((key) => addressOf(track, key.time)));
}

export function keysBetween({ tracks }: TimelineRow, from: number, to: number): KeyAddress[] {
  return keysAt({ tracks } as TimelineRow, (from + to) / 2, Math.abs(to - from) / 2);
}
