// SPDX-License-Identifier: MIT
import type { BoneState } from '../../../bindings/wasm/src/protocol.js';
import type { FrameData } from '../session.js';
import { isPin } from '../view/stage.js';

/** a c x / b d y of the plane, as protocol.ts numbers the parts of a matrix. */
type Matrix = readonly [a: number, b: number, c: number, d: number, x: number, y: number];

export interface PoseValues {
  angle: number;  // degrees, within a half turn
  translation: [number, number];  // pixels in the bone's own frame
  scale: [number, number];
}

function product(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

function inverse([a, b, c, d, x, y]: Matrix): Matrix {
  const area = a * d - b * c || 1e-12;
  const [p, q, r, s] = [d / area, -b / area, -c / area, a / area];
  return [p, q, r, s, -(p * x + r * y), -(q * x + s * y)];
}

/** Along a bone, of any length; a pin lies as its parent does. */
function direction(bones: readonly BoneState[], bone: BoneState | undefined): [number, number] {
  if (!bone) return [0, 1];
  if (isPin(bone)) return direction(bones, bones.find(({ id }) => id === bone.parent));
  return [bone.tail[0] - bone.head[0], bone.tail[1] - bone.head[1]];
}

/** A bone's own frame at rest: the origin at its head, y along it. */
function restFrame(bones: readonly BoneState[], bone: BoneState): Matrix {
  const [x, y] = direction(bones, bone);
  const length = Math.hypot(x, y);
  return [y / length, -x / length, x / length, y / length, ...bone.head];
}

/**
 * A_i of a bone in the shown frame: what is left of S_i R_i after its parent's frame and its own
 * rest. Where a bone does not inherit all of its parent's motion it is told as if it did.
 */
export function poseOf(bones: BoneState[], id: number, { matrices }: FrameData): PoseValues | null {
  const index = bones.findIndex((bone) => bone.id === id);
  const bone = bones[index];
  if (!bone || matrices.length < 6 * bones.length) return null;
  const skinning = (i: number): Matrix =>
    Array.from(matrices.subarray(6 * i, 6 * i + 6)) as unknown as Matrix;
  const parent = bones.findIndex((one) => one.id === bone.parent);
  const rest = restFrame(bones, bone);
  const moved = product(skinning(index), rest);
  const carried = parent < 0 ? rest : product(skinning(parent), rest);
  const [a, b, c, d, x, y] = product(inverse(carried), moved);
  const width = Math.hypot(a, b);
  const signed = Math.sign(a * d - b * c) || 1;
  return {
    angle: Math.atan2(b, a) * 180 / Math.PI,
    translation: [x, y],
    scale: [width, signed * Math.hypot(c, d)],
  };
}
