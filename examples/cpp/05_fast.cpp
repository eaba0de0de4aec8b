// SPDX-License-Identifier: MIT
// Three handles: the ends say where they are, and the middle finds its own place.
#include <cstdio>
#include <vector>

#include "examples/cpp/bar.hpp"
#include "vide/deform/fast.hpp"
#include "vide/weights/bounded_biharmonic.hpp"

int main() {
  const vide::TriMesh mesh = bar(20);
  Eigen::MatrixXd points(3, 2);
  points << 0, 2, 10, 2, 20, 2;
  const auto constraints = vide::pointConstraints(mesh, points);
  if (!constraints) return std::fprintf(stderr, "%s\n", constraints.error().message.c_str()), 1;
  const auto weights = vide::boundedBiharmonicWeights(mesh, *constraints);
  if (!weights) return std::fprintf(stderr, "%s\n", weights.error().message.c_str()), 1;

  const auto solver = vide::FastSolver::create(mesh, weights->weights);
  if (!solver) return std::fprintf(stderr, "%s\n", solver.error().message.c_str()), 1;
  vide::FastSolver::Workspace workspace(*solver);
  std::vector<vide::FastHandle> handles(3);
  handles[0] = {vide::FastHold::position, vide::translationBy({0, 2, 0})};
  handles[2] = {vide::FastHold::position, vide::translationBy({20, 8, 0})};  // lifted by 6
  std::vector<vide::Affine3> transforms(3);
  const auto outcome = solver->solve({.handles = handles, .guess = {}}, workspace, transforms);
  if (!outcome) return std::fprintf(stderr, "%s\n", outcome.error().message.c_str()), 1;

  const vide::Vec3 middle = transforms[1] * vide::Vec3{10, 2, 0};
  std::printf("the middle went to (%.2f, %.2f)\n", middle.x, middle.y);
  return middle.y > 4 && middle.y < 6 ? 0 : 1;
}
