// SPDX-License-Identifier: MIT
// A tube is twisted by 170 degrees: linear blending collapses its middle, dual quaternions keep it.
#include <cmath>
#include <cstdio>

#include "vide/core/math.hpp"
#include "vide/deform/dual_quaternion.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/weights/weight_tools.hpp"

int main() {
  constexpr int rings = 21, around = 16;
  Eigen::MatrixXd V(rings * around, 3), W(rings * around, 2);
  for (int v = 0; v < V.rows(); ++v) {
    const double along = double(v / around) / (rings - 1);
    const double angle = 2 * vide::math::pi * (v % around) / around;
    V.row(v) << 10 * along, std::cos(angle), std::sin(angle);
    W.row(v) << 1 - along, along;
  }
  const vide::VertexWeights weights = vide::weightsFromMatrix(W);
  const vide::Affine3 twist{
      vide::toMatrix(vide::rotationAbout({1, 0, 0}, vide::math::radians(170))), {}};
  const vide::Affine3 transforms[] = {{}, twist};

  const int middle = rings / 2 * around;
  const auto radius = [&](const Eigen::MatrixXd& moved) {
    return std::hypot(moved(middle, 1), moved(middle, 2));
  };
  const double linear = radius(vide::skin(V, weights, transforms));
  const double dual = radius(vide::skinByDualQuaternions(V, weights, transforms));
  std::printf("of a radius of 1, linear blending keeps %.3f and dual quaternions %.3f\n", linear,
              dual);
  return linear < 0.1 && dual > 0.99 ? 0 : 1;
}
