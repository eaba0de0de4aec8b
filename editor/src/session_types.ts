// SPDX-License-Identifier: MIT
// What a session holds besides the document.
import type { Answer, Frame, KeyAddress, State } from '../../bindings/wasm/src/protocol.js';
import type { CallOptions } from '../../bindings/wasm/src/studio_client.js';

export type Mode = 'rig' | 'weights' | 'animate';

/** What the pointer does on the canvas. */
export type Tool = 'select' | 'draw_bones' | 'set_pins' | 'brush' | 'pose' | 'hand';

/** The tools of each mode; the first is taken when it begins. */
export const toolsOf: Record<Mode, readonly Tool[]> = {
  rig: ['select', 'draw_bones', 'set_pins', 'hand'],
  weights: ['brush', 'select', 'hand'],
  animate: ['pose', 'select', 'hand'],
};

export interface Selection {
  bones: number[];  // ids
  layer: number | null;
  vertex: number | null;  // of the layer
  keys: KeyAddress[];
}

/** What is seen at a moment, with its arrays. */
export interface FrameData {
  frame: Frame;
  /** The document of which it is a moment. */
  state: State;
  /** Six numbers per bone, as protocol.ts says. */
  matrices: Float32Array;
  /** What `positions` of layers and masks count. */
  arrays: Float32Array[];
}

export interface Busy {
  label: string;
  fraction: number;
  /** null: it cannot be stopped. */
  cancel: (() => void) | null;
}

export interface Toast {
  id: number;
  kind: 'note' | 'warning' | 'error';
  text: string;
}

export interface Brush {
  radius: number;    // pixels of the canvas
  strength: number;  // 0..1
  hardness: number;  // 0..1
  mode: 'add' | 'subtract' | 'replace' | 'smooth';
}

/** What the canvas shows beside the picture. */
export interface Shown {
  bones: boolean;
  mesh: boolean;
  /** Colours of the selected bone's weights, or of all bones mixed. */
  weights: 'off' | 'selected' | 'all';
  /** Frames of the clip before and after, and seconds between them. */
  onion: { before: number; after: number; step: number };
}

export interface PreviewedMesh {
  layer: number;
  report: Answer<'mesh_preview'>;
  positions: Float32Array;  // x, y
  triangles: Uint32Array;
}

export interface EditOptions extends Omit<CallOptions, 'blobs'> {
  /** Shown while it lasts, should it take long. */
  label?: string;
  /** What a person calls the thing that may fail: the name of a file. */
  subject?: string;
}
