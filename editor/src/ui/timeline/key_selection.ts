// SPDX-License-Identifier: MIT
import type { ClipContent, KeyAddress, TrackState } from
  '../../../../bindings/wasm/src/protocol.js';

/** The same key is named by the same text. */
export function keyName({ of, owner, shape, channel, time }: KeyAddress): string {
  return [of, owner, shape ?? '', channel, time.toFixed(6)].join('/');
}

export function trackName({ of, owner, shape, channel }: Omit<TrackState, 'keys'>): string {
  return [of, owner, shape ?? '', channel].join('/');
}

export function addressOf(track: TrackState, time: number): KeyAddress {
  const { of, owner, shape, channel } = track;
  return { of, owner, channel, time, ...(shape === undefined ? {} : { shape }) };
}

export function allKeys(content: ClipContent): KeyAddress[] {
  return content.tracks.flatMap((track) => track.keys.map(({ time }) => addressOf(track, time)));
}

/** All different times of keys, in order. */
export function keyTimes(content: ClipContent): number[] {
  const times = content.tracks.flatMap(({ keys }) => keys.map(({ time }) => time));
  return [...new Set(times)].sort((a, b) => a - b);
}

/** Keys that moved by so many seconds. */
export function moved(keys: KeyAddress[], by: number): KeyAddress[] {
  return keys.map((key) => ({ ...key, time: key.time + by }));
}
