// SPDX-License-Identifier: MIT
#pragma once

#include "vide/deform/detail/lanes.hpp"
#include "vide/deform/detail/rotation_fit.hpp"

// Four rotations at once: what fitRotation does, in closed form and much faster.
namespace vide::detail {

// Below this gap between the best rotation and the next best, relative to |S|^3, the closed form
// has lost too many digits.
inline constexpr double least_gap = 1e-4;

VIDE_INLINE Four squaredNorm(const Four (&S)[9]) {
  Four sum = S[0] * S[0];
#pragma GCC unroll 8
  for (int i = 1; i < 9; ++i) sum += S[i] * S[i];
  return sum;
}

// Rows are the cross products of the other two rows.
VIDE_INLINE void cofactors(const Four (&S)[9], Four (&cof)[9]) {
#pragma GCC unroll 3
  for (int r = 0; r < 3; ++r) {
    const int a = 3 * ((r + 1) % 3), b = 3 * ((r + 2) % 3);
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c) {
      const int u = (c + 1) % 3, v = (c + 2) % 3;
      cof[3 * r + c] = S[a + u] * S[b + v] - S[a + v] * S[b + u];
    }
  }
}

// The largest root of (t^2 - 1)^2 = 8 det t + 4 |cof|^2, by Newton's method from above.
VIDE_INLINE Four largestTrace(Four det, Four squared_cof) {
  constexpr double at_most = 1.7320508075688773;  // what t can be
  const Four positive = det > splat(0) ? det : splat(0);
  Four t =
      squareRoot(splat(1) + splat(2) * squareRoot(squared_cof + splat(2 * at_most) * positive));
  for (int step = 0; step < 20; ++step) {
    const Four rest = t * t - splat(1);
    const Four value = rest * rest - splat(8) * det * t - splat(4) * squared_cof;
    const Four change = value / (splat(4) * t * rest - splat(8) * det);
    t -= change;
    const Four squared = change * change;
    bool settled = true;
#pragma GCC unroll 4
    for (int lane = 0; lane < 4; ++lane) settled &= !(squared[lane] > 1e-30);
    if (settled) break;
  }
  return t;
}

// R = (factor_cof cof S + factor_S S - S S^T S) inverse.
VIDE_INLINE void combine(const Four (&S)[9], const Four (&cof)[9], Four factor_cof, Four factor_S,
                         Four inverse, Four (&R)[9]) {
  Four G[3][3];  // S^T S
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
    for (int j = i; j < 3; ++j) {
      G[i][j] = G[j][i] = S[i] * S[j] + S[3 + i] * S[3 + j] + S[6 + i] * S[6 + j];
    }
  }
#pragma GCC unroll 3
  for (int r = 0; r < 3; ++r) {
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c) {
      const Four cube = S[3 * r] * G[0][c] + S[3 * r + 1] * G[1][c] + S[3 * r + 2] * G[2][c];
      R[3 * r + c] = (factor_cof * cof[3 * r + c] + factor_S * S[3 * r + c] - cube) * inverse;
    }
  }
}

// Four matrices at once. With S = R U, U symmetric, and t = tr U, u = (t^2 - |S|^2) / 2, det the
// invariants of U:
//     cof S = R (U^2 - t U + u),   S S^T S = R U^3 = R (t U^2 - u U + det)
// whence (t u - det) R = t cof S + (t^2 - u) S - S S^T S. The trace t is the largest root of the
// polynomial that the invariants of S give; S is scaled to |S| = 1 before.
VIDE_INLINE Four fitRotations(const Four (&S)[9], Four (&R)[9]) {
  const Four size = squareRoot(squaredNorm(S));
  const Four scale = splat(1) / size;
  Four unit[9], cof[9];
#pragma GCC unroll 9
  for (int i = 0; i < 9; ++i) unit[i] = S[i] * scale;
  cofactors(unit, cof);
  const Four det = unit[0] * cof[0] + unit[1] * cof[1] + unit[2] * cof[2];
  const Four t = largestTrace(det, squaredNorm(cof));
  const Four u = (t * t - splat(1)) * splat(0.5);
  const Four gap = t * u - det;
  combine(unit, cof, t, t * t - u, splat(1) / gap, R);
  Four trace = t * size;
  const Four off = squaredNorm(R) - splat(3);
  bool sound = true;
#pragma GCC unroll 4
  for (int lane = 0; lane < 4; ++lane) {
    sound &= gap[lane] > least_gap && off[lane] * off[lane] < 1e-18;
  }
  if (sound) [[likely]]
    return trace;
  double all[9][4], rotations[9][4], traces[4];
  for (int i = 0; i < 9; ++i) {
    store(all[i], S[i]);
    store(rotations[i], R[i]);
  }
  store(traces, trace);
  for (int lane = 0; lane < 4; ++lane) {
    if (gap[lane] > least_gap && off[lane] * off[lane] < 1e-18) continue;
    fitLane(all, lane, rotations, traces);
  }
  for (int i = 0; i < 9; ++i) R[i] = load(rotations[i]);
  return load(traces);
}

// In the plane: S and R are 2 x 2. Without any preference, no rotation.
VIDE_INLINE Four fitRotations(const Four (&S)[4], Four (&R)[4]) {
  const Four along = S[0] + S[3], across = S[2] - S[1];
  const Four size = squareRoot(along * along + across * across);
  const Four some = size > splat(0) ? size : splat(1);
  R[0] = R[3] = size > splat(0) ? along / some : splat(1);
  R[2] = across / some;
  R[1] = -R[2];
  return size;
}

}  // namespace vide::detail
