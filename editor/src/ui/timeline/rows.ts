// SPDX-License-Identifier: MIT
import type { Channel, ClipContent, Interpolation, KeyAddress, State, TrackState } from
  '../../../../bindings/wasm/src/protocol.js';
import { addressOf, keyName, trackName } from './key_selection.js';

/** The keys of a row at one time. */
export interface KeyColumn {
  time: number;
  keys: { address: KeyAddress; name: string; interpolation: Interpolation }[];
}

/** A line of the timeline: what moves, or one channel of it. */
export interface TimelineRow {
  id: string;
  label: string;
  kind: 'owner' | 'channel';
  of: TrackState['of'];
  owner: number;
  columns: KeyColumn[];  // by time
  /** Of bones. */
  color?: readonly [number, number, number];
}

const channelLabels: Record<Channel, string> = {
  translation: 'Move', angle: 'Turn', scale: 'Scale', shear: 'Shear', visible: 'Visible',
  tint: 'Tint', opacity: 'Opacity', shown: 'Shown', mix: 'Mix', draw_order: 'Order',
  weight: 'Shape', offsets: 'Mesh',
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

function columnsOf(tracks: TrackState[]): KeyColumn[] {
  const byTime = new Map<number, KeyColumn>();
  for (const track of tracks) {
    for (const { time, interpolation } of track.keys) {
      const column = byTime.get(time) ?? { time, keys: [] };
      const address = addressOf(track, time);
      column.keys.push({ address, name: keyName(address), interpolation });
      byTime.set(time, column);
    }
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
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
    const row: TimelineRow = { id, kind: 'owner', columns: columnsOf(tracks), ...owner };
    if (!unfolded.has(id)) return [row];
    return [row, ...tracks.map((track): TimelineRow => ({
      id: trackName(track), label: channelLabel(track), kind: 'channel', of: owner.of,
      owner: owner.owner, columns: columnsOf([track]),
    }))];
  });
}

/** All keys of a row from one time to another, in either order. */
export function keysBetween({ columns }: TimelineRow, from: number, to: number): KeyAddress[] {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return columns.filter(({ time }) => time >= first && time <= last)
    .flatMap(({ keys }) => keys.map(({ address }) => address));
}

/** All keys of a row within some time of a moment. */
export function keysAt(row: TimelineRow, time: number, within: number): KeyAddress[] {
  return keysBetween(row, time - within, time + within);
}
