// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include "tests/support/allocation_count.hpp"
#include "tests/support/mesh_family.hpp"
#include "vide/deform/arap.hpp"
#include "vide/deform/arap_points.hpp"
#include "vide/deform/fast.hpp"
#include "vide/deform/harmonic.hpp"

using namespace vide;

namespace {

std::size_t allocationsOf(auto frame) {
  frame();
  const std::size_t before = test::allocations;
  frame();
  return test::allocations - before;
}

// Half the weight to a region's own handle, by which side a vertex is on, and half to a common one.
VertexWeights twoSides(const Eigen::MatrixXd& V) {
  VertexWeights weights{3};
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    weights.handle.insert(weights.handle.end(), {V(v, 0) < 4 ? 0 : 1, 2});
    weights.weight.insert(weights.weight.end(), {0.5, 0.5});
    weights.row_start.push_back(weights.handle.size());
  }
  return weights;
}

}  // namespace

TEST_CASE("frames allocate nothing once the workspace has seen them") {
  const TriMesh mesh = test::gridMesh(8, 5, 0.3);
  const std::vector<int> held{0, 8, 53};
  const std::vector<double> targets{0, 0, 9, 2, 8, 7};
  std::vector<double> out(std::size_t(mesh.V.size()));

  const ArapSolver arap_solver = ArapSolver::create(mesh, held).value();
  ArapSolver::Workspace arap_workspace(arap_solver);
  CHECK(allocationsOf([&] {
          CHECK(arap_solver.solve({targets, {}}, arap_workspace, out).has_value());
        }) == 0);

  const HarmonicSolver harmonic_solver = HarmonicSolver::create(mesh, held).value();
  HarmonicSolver::Workspace harmonic_workspace(harmonic_solver);
  CHECK(allocationsOf([&] {
          CHECK(harmonic_solver.solve(targets, harmonic_workspace, out).has_value());
        }) == 0);

  const std::vector<PointHandle> points{{{0.5, 0.5}}, {{7, 4}}};
  const PointArapSolver point_solver = PointArapSolver::create(mesh, points).value();
  PointArapSolver::Workspace point_workspace(point_solver);
  const std::vector<Vec2> point_targets{{1, 1}, {5, 5}};
  std::vector<Vec2> moved(point_solver.vertices());
  CHECK(allocationsOf([&] {
          CHECK(point_solver.solve({point_targets, {}, {}}, point_workspace, moved).has_value());
        }) == 0);

  const FastSolver fast_solver = FastSolver::create(mesh, twoSides(mesh.V)).value();
  FastSolver::Workspace fast_workspace(fast_solver);
  std::vector<FastHandle> handles(3);
  handles[0].hold = FastHold::transform;
  handles[1] = {FastHold::transform, translationBy({1, 2, 0})};
  std::vector<Affine3> transforms(3);
  std::vector<float> positions(out.size());
  CHECK(allocationsOf([&] {
          CHECK(fast_solver.solve({handles, {}}, fast_workspace, transforms).has_value());
          fast_solver.positions(transforms, fast_workspace, positions);
        }) == 0);
}
