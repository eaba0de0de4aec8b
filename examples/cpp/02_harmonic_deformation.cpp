// SPDX-License-Identifier: MIT
// Both ends of a bar are held; lifting one moves the rest along, smoothly at both sides.
#include <cstdio>
#include <vector>

#include "examples/cpp/bar.hpp"
#include "vide/deform/harmonic.hpp"

int main() {
  const vide::TriMesh mesh = bar(20);
  std::vector<int> held;
  for (int v = 0; v < mesh.V.rows(); ++v) {
    if (mesh.V(v, 0) <= 1 || mesh.V(v, 0) >= 19) held.push_back(v);
  }
  Eigen::MatrixXd targets = mesh.V(held, Eigen::all);
  for (Eigen::Index i = 0; i < targets.rows(); ++i) {
    if (targets(i, 0) >= 19) targets(i, 1) += 5;
  }

  const auto moved = vide::harmonic(mesh, held, targets, {.order = 2});
  if (!moved) return std::fprintf(stderr, "%s\n", moved.error().message.c_str()), 1;

  // In the middle the bar has risen by half.
  const double rise = (*moved)(52, 1) - mesh.V(52, 1);
  std::printf("the middle rose by %.2f\n", rise);
  return rise > 2.4 && rise < 2.6 ? 0 : 1;
}
