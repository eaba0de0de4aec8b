// SPDX-License-Identifier: MIT
import type { Hit } from '../../../../bindings/wasm/src/protocol.js';
import { boneOf, type Pointer, type Stage } from '../stage.js';
import { BoneTool } from './bone_tool.js';
import { BoxSelect } from './box_select.js';
import type { Gesture } from './gesture.js';
import { PlaceBones } from './place_bones.js';

/**
 * Chooses bones and layers, and vertices where the mesh is shown in the weights mode; in the rest pose
 * it moves joints and bones too.
 */
export class SelectTool extends BoneTool {
  readonly cursor = 'default';

  async press(pointer: Pointer): Promise<Gesture | null> {
    const { stage, stage: { session } } = this;
    const mode = session.mode.peek();
    const isMesh = mode === 'weights' && session.shown.peek().mesh;
    const hits = await stage.hits(
      pointer, isMesh ? ['vertex', 'bone', 'layer'] : ['bone', 'layer']);
    const vertex = vertexOf(hits, session.selection.peek().layer);
    const bone = boneOf(hits);
    if (vertex) {
      session.select({ layer: vertex.layer, vertex: vertex.vertex });
      return null;
    }
    if (!bone) return new BoxSelect(stage, pointer, hits);
    const isDragged = mode === 'rig' && !pointer.shift;
    if (!isDragged) {
      selectBone(stage, bone.bone, pointer);
      return null;
    }
    return new PlaceBones(stage, bone, pointer, keepChosen(stage, bone.bone));
  }

  override confirm(): boolean {
    const { session } = this.stage;
    const { bones, vertex } = session.selection.peek();
    session.select({ bones: [], vertex: null });
    return bones.length > 0 || vertex !== null;
  }
}

/** With Shift a bone joins or leaves the others. */
export function selectBone(stage: Stage, bone: number, { shift }: Pointer): void {
  const { session } = stage;
  const { bones } = session.selection.peek();
  if (!shift) return session.select({ bones: [bone] });
  session.select({ bones: bones.includes(bone) ? bones.filter((one) => one !== bone) :
    [...bones, bone] });
}

/**
 * Chooses the bone alone, unless it is one of several, which a drag moves together. Returns what to do
 * should the press turn out to be a click.
 */
export function keepChosen({ session }: Stage, bone: number): () => void {
  const alone = (): void => session.select({ bones: [bone] });
  if (!session.selection.peek().bones.includes(bone)) alone();
  return alone;
}

function vertexOf(hits: Hit[], layer: number | null): Extract<Hit, { what: 'vertex' }> | null {
  return hits.find((hit): hit is Extract<Hit, { what: 'vertex' }> =>
    hit.what === 'vertex' && (layer === null || hit.layer === layer)) ?? null;
}
