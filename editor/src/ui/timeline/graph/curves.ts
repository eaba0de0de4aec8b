// SPDX-License-Identifier: MIT
import type { Channel, ClipContent, TrackState } from '../../../../../bindings/wasm/src/protocol.js';
import { trackName } from '../key_selection.js';

/** Names of the style sheet's colours, without `--curve-`. */
export type CurveColor = 'turn' | 'x' | 'y' | 'wide' | 'high' | 'other';

/** What one number of a channel is to a person. */
interface Part {
  label: string;
  unit: '°' | 'px' | '%';
  /** Of `unit` in 1 of the document: all that is drawn has numbers of like size. */
  per: number;
  color: CurveColor;
}

const percent = (label: string, color: CurveColor): Part => ({ label, unit: '%', per: 100, color });

const parts: Partial<Record<Channel, Part[]>> = {
  angle: [{ label: 'Rotation', unit: '°', per: 1, color: 'turn' }],
  translation: [{ label: 'X', unit: 'px', per: 1, color: 'x' },
                { label: 'Y', unit: 'px', per: 1, color: 'y' }],
  scale: [percent('Scale X', 'wide'), percent('Scale Y', 'high')],
  shear: [percent('Shear', 'other')],
  tint: [percent('Red', 'x'), percent('Green', 'y'), percent('Blue', 'turn')],
  opacity: [percent('Opacity', 'other')],
  weight: [percent('Shape', 'wide')],
  mix: [percent('Mix', 'other')],
};

/** One number of a track over time. */
export interface Curve extends Part {
  /** The same while the document is open. */
  name: string;
  /** What it has in common with those of other bones: what is hidden of one is hidden of all. */
  kind: string;
  owner: string;  // 'bone/3'
  track: TrackState;
  component: number;
}

export function ownerName({ of, owner }: Pick<TrackState, 'of' | 'owner'>): string {
  return `${of}/${owner}`;
}

function curvesOfTrack(track: TrackState): Curve[] {
  const { channel, shape } = track;
  return (parts[channel] ?? []).map((part, component) => ({
    ...part, track, component, owner: ownerName(track),
    label: shape === undefined ? part.label : `${part.label} ${shape + 1}`,
    name: `${trackName(track)}#${component}`, kind: `${channel}/${shape ?? ''}#${component}`,
  }));
}

/** The curves of some owners; what only jumps from key to key has none. */
export function curvesOf(content: ClipContent, owners: ReadonlySet<string>): Curve[] {
  return content.tracks.filter((track) => owners.has(ownerName(track))).flatMap(curvesOfTrack);
}

/** Owners with curves, in the order of the clip. */
export function curveOwners(content: ClipContent): string[] {
  const owners = content.tracks.filter(({ channel }) => parts[channel]).map(ownerName);
  return [...new Set(owners)];
}
