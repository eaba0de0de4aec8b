// SPDX-License-Identifier: MIT
// A bar is bent into a quarter turn, frame by frame, by one solver.
#include <cmath>
#include <cstdio>
#include <vector>

#include "examples/cpp/bar.hpp"
#include "vide/deform/arap.hpp"
#include "vide/deform/handles.hpp"

int main() {
  const vide::TriMesh mesh = bar(20);
  const std::vector<vide::Handle> handles{{"left", vide::VertexBox{{0, 0, 0}, {1, 4, 0}}, {}},
                                          {"right",
                                           vide::VertexBox{{19, 0, 0}, {20, 4, 0}},
                                           {{.degrees = 90, .center = vide::Vec3{10, 8, 0}}}}};
  const auto selected = vide::selectVertices(mesh.V, handles);
  if (!selected) return std::fprintf(stderr, "%s\n", selected.error().message.c_str()), 1;
  const auto held = vide::heldVertices(mesh.V, handles, *selected, 0).vertices;

  const auto solver = vide::ArapSolver::create(mesh, held);
  if (!solver) return std::fprintf(stderr, "%s\n", solver.error().message.c_str()), 1;
  vide::ArapSolver::Workspace workspace(*solver);
  std::vector<double> positions(solver->vertices() * solver->dimension());
  double last = 0;
  for (int frame = 0; frame <= 4; ++frame) {
    const Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor> targets =
        vide::heldVertices(mesh.V, handles, *selected, frame / 4.0).targets;
    const auto outcome =
        solver->solve({.targets = {targets.data(), std::size_t(targets.size())}, .guess = {}},
                      workspace, positions);
    if (!outcome) return std::fprintf(stderr, "%s\n", outcome.error().message.c_str()), 1;
    std::printf("frame %d: energy %.4f after %d iterations\n", frame, outcome->energy,
                outcome->iterations);
    if (outcome->energy < last - 1e-9) return 1;  // bending further costs more
    last = outcome->energy;
  }
  return last > 0 ? 0 : 1;
}
