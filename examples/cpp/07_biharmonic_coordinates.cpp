// SPDX-License-Identifier: MIT
// Four corners as points: moving them by an affine map moves the whole bar by that map exactly.
#include <cstdio>
#include <vector>

#include "examples/cpp/bar.hpp"
#include "vide/weights/biharmonic_coordinates.hpp"

int main() {
  const vide::TriMesh mesh = bar(20);
  const int last = int(mesh.V.rows()) - 1;
  const std::vector<std::vector<int>> handles{{0}, {4}, {last - 4}, {last}};
  const auto found = vide::biharmonicCoordinates(mesh, handles);
  if (!found) return std::fprintf(stderr, "%s\n", found.error().message.c_str()), 1;

  Eigen::Matrix2d shear;
  shear << 1, 0, 0.5, 2;  // rows are vertices, so the map stands on the right
  const Eigen::MatrixXd moved = found->W * (found->rest * shear);
  const double error = (moved - mesh.V * shear).cwiseAbs().maxCoeff();
  std::printf("the bar follows the shear of its corners within %.1e\n", error);
  return error < 1e-9 ? 0 : 1;
}
