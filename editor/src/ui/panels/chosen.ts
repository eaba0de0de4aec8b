// SPDX-License-Identifier: MIT
import type { BoneState, LayerState } from '../../../../bindings/wasm/src/protocol.js';
import type { Session } from '../../session.js';

/** The layer that panels are about: the chosen one, or the only one there is. */
export function chosenLayer({ state, selection }: Session): LayerState | null {
  const layers = state.value?.layers ?? [];
  if (layers.length === 1) return layers[0]!;
  return layers.find(({ id }) => id === selection.value.layer) ?? null;
}

/** The bone that panels are about: the one that was chosen last. */
export function chosenBone({ state, selection }: Session): BoneState | null {
  const id = selection.value.bones.at(-1);
  return state.value?.bones.find((bone) => bone.id === id) ?? null;
}

export function boneName({ state }: Session, id: number): string {
  return state.value?.bones.find((bone) => bone.id === id)?.name ?? '';
}

export function cssColor([red, green, blue]: readonly [number, number, number]): string {
  return `rgb(${[red, green, blue].map((part) => Math.round(255 * part)).join(' ')})`;
}
