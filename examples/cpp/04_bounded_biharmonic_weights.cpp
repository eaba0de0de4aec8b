// SPDX-License-Identifier: MIT
// Weights of three point handles, and a pose by linear blend skinning.
#include <cstdio>

#include "examples/cpp/bar.hpp"
#include "vide/core/math.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/weights/bounded_biharmonic.hpp"

int main() {
  const vide::TriMesh mesh = bar(20);
  Eigen::MatrixXd points(3, 2);
  points << 0, 2, 10, 2, 20, 2;
  const auto constraints = vide::pointConstraints(mesh, points);
  if (!constraints) return std::fprintf(stderr, "%s\n", constraints.error().message.c_str()), 1;
  const auto found = vide::boundedBiharmonicWeights(mesh, *constraints);
  if (!found) return std::fprintf(stderr, "%s\n", found.error().message.c_str()), 1;
  std::printf("certified to %.1e\n", found->residual);

  const vide::Affine3 lifted{vide::toMatrix(vide::rotationInPlane(vide::math::radians(30))),
                             {5, -6, 0}};
  const vide::Affine3 transforms[] = {{}, {}, lifted};
  const Eigen::MatrixXd moved = vide::skin(mesh.V, found->weights, transforms);
  const double stayed = (moved.row(2) - mesh.V.row(2)).norm();
  std::printf("the left end stayed within %.1e\n", stayed);
  return found->residual <= 1e-6 && stayed < 1e-6 ? 0 : 1;
}
