// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "vide/core/vec.hpp"
#include "vide/deform/detail/rigid_fit.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide::detail {

// A triangle of the plane, prepared for the local step of as-rigid-as-possible deformation.
//
// Half cotangents make sum_e w_e e e^T = area * identity. With complex numbers for vectors and the
// deformed triangle written as e' = a e + b conj(e), the two sums
//     sum_k conj(pull_k) z'_k = 2 area a     and     sum_k pull_k z'_k = 2 area b
// therefore say everything: the best rotation is a / |a|, the energy 2 area ((|a| - 1)^2 + |b|^2),
// and the right-hand side of the global step gets rotation * pull_k at corner k.
struct TriangleElement {
  std::array<int, 3> vertex;
  std::array<Vec2, 2> pull;  // of corners 0 and 1; the three sum to zero
  double doubled_area, inverse_doubled_area;
};

TriangleElement makeElement(const TriMesh& mesh, const Eigen::MatrixX3d& half_cotangents, int f);

// 2 area a and 2 area b of the triangle deformed to the positions x.
struct Stretch {
  Vec2 similar, mirrored;
};

inline Stretch stretchOf(const TriangleElement& element, std::span<const Vec2> x) {
  const Vec2 last = x[element.vertex[2]];
  const Vec2 u = x[element.vertex[0]] - last, v = x[element.vertex[1]] - last;
  return {times(conjugate(element.pull[0]), u) + times(conjugate(element.pull[1]), v),
          times(element.pull[0], u) + times(element.pull[1], v)};
}

// The local step: fits every rotation, writes the right-hand side of the global step and returns
// the energy of x with those rotations.
double fitRotations(std::span<const TriangleElement> elements, std::span<const Vec2> x,
                    std::span<Vec2> right);

}  // namespace vide::detail
