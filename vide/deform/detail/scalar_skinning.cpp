// SPDX-License-Identifier: MIT
#include "vide/deform/detail/scalar_skinning.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "vide/core/float4.hpp"

namespace vide::detail {
namespace {

using Vector = std::array<float, 3>;

Vector vectorAt(const float* from) { return {from[0], from[1], from[2]}; }
void put(float* to, const Vector& v) {
  for (int d = 0; d < 3; ++d) to[d] = v[d];
}

SkinMatrix blendedMatrix(const SkinMatrix* transforms, const std::uint16_t* handle,
                         const float* weight, int influences) {
  SkinMatrix sum;
  for (int k = 0; k < influences; ++k) {
    for (int c = 0; c < 4; ++c) {
      for (int d = 0; d < 3; ++d) {
        const float share = weight[k] * transforms[handle[k]].column[c][d];
        sum.column[c][d] = k == 0 ? share : sum.column[c][d] + share;
      }
    }
  }
  return sum;
}

// `last` is 1 for a point, 0 for a direction.
Vector transformed(const SkinMatrix& m, const Vector& v, float last) {
  Vector moved;
  for (int d = 0; d < 3; ++d) {
    moved[d] = (m.column[0][d] * v[0] + m.column[2][d] * v[2]) +
               (m.column[1][d] * v[1] + m.column[3][d] * last);
  }
  return moved;
}

Vector unitLength(Vector v) {
  const float squared = (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2];
  const float scale = inverseRoot(squared, std::bit_cast<std::int32_t>(squared));
  for (float& d : v) d = d * scale;
  return v;
}

using Quaternion = std::array<float, 4>;  // x y z w

SkinDualQuaternion blendedDualQuaternion(const SkinDualQuaternion* transforms,
                                         const std::uint16_t* handle, const float* weight,
                                         int influences) {
  const Quaternion& strongest = transforms[handle[0]].real;
  SkinDualQuaternion sum;
  for (int k = 0; k < influences; ++k) {
    const auto& [real, dual] = transforms[handle[k]];
    const float cosine = (strongest[0] * real[0] + strongest[2] * real[2]) +
                         (strongest[1] * real[1] + strongest[3] * real[3]);
    const float share = std::signbit(cosine) ? -weight[k] : weight[k];
    for (int i = 0; i < 4; ++i) {
      sum.real[i] = k == 0 ? share * real[i] : sum.real[i] + share * real[i];
      sum.dual[i] = k == 0 ? share * dual[i] : sum.dual[i] + share * dual[i];
    }
  }
  return sum;
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Ladislav Kavan and others, Geometric skinning with approximate dual quaternion blending, ACM
// Transactions on Graphics 27(4), 2008: the rotation u, w and the translation 2 d conj(q), both
// divided by the squared length instead of making the blend a unit first.
struct RigidBlend {
  Vector u, shift;  // of the blend: the real part's vector, and w d - d_w u
  Vector d;
  float w, scale;

  explicit RigidBlend(const SkinDualQuaternion& q)
      : u{q.real[0], q.real[1], q.real[2]},
        d{q.dual[0], q.dual[1], q.dual[2]},
        w(q.real[3]),
        scale(2 / ((q.real[0] * q.real[0] + q.real[1] * q.real[1]) +
                   (q.real[2] * q.real[2] + q.real[3] * q.real[3]))) {
    for (int i = 0; i < 3; ++i) shift[i] = w * d[i] - q.dual[3] * u[i];
  }

  Vector turned(const Vector& v) const {
    Vector t = cross(u, v);
    for (int i = 0; i < 3; ++i) t[i] = t[i] + w * v[i];
    const Vector turn = cross(u, t);
    Vector moved;
    for (int i = 0; i < 3; ++i) moved[i] = v[i] + scale * turn[i];
    return moved;
  }
  Vector moved(const Vector& v) const {
    Vector t = cross(u, v);
    for (int i = 0; i < 3; ++i) t[i] = (t[i] + w * v[i]) + d[i];
    const Vector turn = cross(u, t);
    Vector moved;
    for (int i = 0; i < 3; ++i) moved[i] = v[i] + scale * (turn[i] + shift[i]);
    return moved;
  }
};

}  // namespace

void blendMatricesFrom(std::size_t first, const SkinMatrix* transforms,
                       const SkinningBuffers& b) noexcept {
  for (std::size_t v = first; v < b.vertices; ++v) {
    const std::size_t entry = v * std::size_t(b.influences);
    const SkinMatrix m =
        blendedMatrix(transforms, b.handles + entry, b.weights + entry, b.influences);
    put(b.out_positions + 3 * v, transformed(m, vectorAt(b.positions + 3 * v), 1));
    if (!b.normals) continue;
    put(b.out_normals + 3 * v, unitLength(transformed(m, vectorAt(b.normals + 3 * v), 0)));
  }
}

void blendDualQuaternionsFrom(std::size_t first, const SkinDualQuaternion* transforms,
                              const SkinningBuffers& b) noexcept {
  for (std::size_t v = first; v < b.vertices; ++v) {
    const std::size_t entry = v * std::size_t(b.influences);
    const RigidBlend blend(
        blendedDualQuaternion(transforms, b.handles + entry, b.weights + entry, b.influences));
    put(b.out_positions + 3 * v, blend.moved(vectorAt(b.positions + 3 * v)));
    if (!b.normals) continue;
    put(b.out_normals + 3 * v, blend.turned(vectorAt(b.normals + 3 * v)));
  }
}

}  // namespace vide::detail
