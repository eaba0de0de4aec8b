// SPDX-License-Identifier: MIT
// A drawing is held at three points between its vertices; one of them moves.
#include <cstdio>

#include "examples/cpp/bar.hpp"
#include "vide/deform/arap_points.hpp"

int main() {
  const vide::TriMesh mesh = bar(20);
  const vide::PointHandle handles[] = {{{1.5, 2}}, {{10, 2}}, {{18.5, 2}}};
  const vide::Vec2 targets[] = {{1.5, 2}, {10, 2}, {16, 8}};

  const auto moved = vide::arap(mesh, handles, targets);
  if (!moved) return std::fprintf(stderr, "%s\n", moved.error().message.c_str()), 1;

  const Eigen::Index tip = mesh.V.rows() - 3;  // the middle of the right end
  std::printf("the tip went from (%g, %g) to (%.2f, %.2f)\n", mesh.V(tip, 0), mesh.V(tip, 1),
              (*moved)(tip, 0), (*moved)(tip, 1));
  return (*moved)(tip, 1) > 7 ? 0 : 1;
}
