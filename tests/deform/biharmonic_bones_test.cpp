// SPDX-License-Identifier: MIT
#include "vide/deform/biharmonic_bones.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "vide/core/math.hpp"
#include "vide/deform/harmonic.hpp"

using namespace vide;
using test::gridMesh;

namespace {

constexpr double not_finite = std::numeric_limits<double>::quiet_NaN();

Vec2 rowOf(const Eigen::MatrixXd& V, Eigen::Index v) { return {V(v, 0), V(v, 1)}; }

Affine3 turnAbout(Vec2 center, double angle, Vec2 shift = {}) {
  const Affine3 turn{toMatrix(rotationInPlane(angle)), {}};
  return translationBy(inPlane(center + shift)) * turn * translationBy(inPlane(Vec2{} - center));
}

std::vector<Vec2> solve(const BiharmonicBoneSolver& solver, const std::vector<Affine3>& motions) {
  BiharmonicBoneSolver::Workspace workspace(solver);
  std::vector<Vec2> moved(solver.vertices());
  REQUIRE(solver.solve(motions, workspace, moved));
  return moved;
}

// A grid of 24 x 8 unit squares, turned by an angle and scaled.
TriMesh turnedGrid(double angle, double scale) {
  TriMesh mesh = gridMesh(24, 8);
  const auto [s, c] = math::sinCos(angle);
  const Eigen::Matrix2d turn{{c, -s}, {s, c}};
  mesh.V = (scale * mesh.V.leftCols(2) * turn.transpose()).eval();
  return mesh;
}

Vec2 middleOf(const TriMesh& mesh) { return {mesh.V.col(0).mean(), mesh.V.col(1).mean()}; }

}  // namespace

TEST_CASE("bones and pins at rest, or moved as one body, move the shape rigidly") {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const TriMesh mesh = turnedGrid(0.3, scale);
    const Vec2 middle = middleOf(mesh);
    const std::vector<PlaneBone> bones{{rowOf(mesh.V, 30), middle},
                                       {middle, rowOf(mesh.V, mesh.V.rows() - 30)},
                                       {rowOf(mesh.V, 5), rowOf(mesh.V, 5)}};
    const auto solver = BiharmonicBoneSolver::create(mesh, bones);
    REQUIRE(solver);
    for (const double angle : {0.0, 0.7, 3.0}) {
      const Affine3 body = turnAbout(middle, angle, Vec2{3 * scale * angle, -scale * angle});
      const auto moved = solve(*solver, {body, body, body});
      for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
        const Vec2 expected = xy(body * inPlane(rowOf(mesh.V, v)));
        CHECK(distance(moved[std::size_t(v)], expected) < 1e-9 * 24 * scale);
      }
    }
  }
}

TEST_CASE("a pin takes the corners of its triangle along and turns them") {
  const TriMesh mesh = turnedGrid(0, 1);
  const Vec2 left{2.2, 4.3}, right{20.6, 3.2};
  const std::vector<PlaneBone> pins{{left, left}, {right, right}};
  const auto solver = BiharmonicBoneSolver::create(mesh, pins);
  REQUIRE(solver);
  const Affine3 turn = turnAbout(right, 0.5, {0, 2});
  const auto moved = solve(*solver, {Affine3{}, turn});
  int held = 0;
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    const Vec2 rest = rowOf(mesh.V, v), at = moved[std::size_t(v)];
    if (std::abs(rest.x - 20.5) < 1 && std::abs(rest.y - 3.5) < 1) {
      held += distance(at, xy(turn * inPlane(rest))) < 1e-9;
    }
  }
  CHECK(held >= 3);  // of the four corners around it
  CHECK(held <= 4);
}

TEST_CASE("between bones the field is the biharmonic one of what they hold") {
  const TriMesh mesh = turnedGrid(0, 1);
  const std::vector<PlaneBone> bones{{{0.5, 4}, {4.5, 4}}, {{19.5, 4.5}, {23.5, 4.5}}};
  const auto solver = BiharmonicBoneSolver::create(mesh, bones);
  REQUIRE(solver);
  const Affine3 one = turnAbout({2.5, 4}, 0.4, {-1, 0}), other = turnAbout({21.5, 4}, -0.9, {1, 3});
  const auto moved = solve(*solver, {one, other});
  std::vector<int> held;
  std::vector<Vec2> targets;
  for (int v = 0; v < mesh.V.rows(); ++v) {
    const Vec2 rest = rowOf(mesh.V, v);
    for (const Affine3& motion : {one, other}) {
      const Vec2 target = xy(motion * inPlane(rest));
      if (distance(moved[std::size_t(v)], target) > 1e-9) continue;
      held.push_back(v);
      targets.push_back(target);
    }
  }
  REQUIRE(held.size() >= 2 * 5);
  // The best rigid motion, with points as complex numbers.
  using Complex = std::complex<double>;
  std::vector<Complex> from, to;
  for (std::size_t i = 0; i < held.size(); ++i) {
    from.push_back({mesh.V(held[i], 0), mesh.V(held[i], 1)});
    to.push_back({targets[i].x, targets[i].y});
  }
  const double count = double(held.size());
  const Complex from_mean = std::accumulate(from.begin(), from.end(), Complex{}) / count;
  const Complex to_mean = std::accumulate(to.begin(), to.end(), Complex{}) / count;
  Complex turn;
  for (std::size_t i = 0; i < held.size(); ++i) {
    turn += std::conj(from[i] - from_mean) * (to[i] - to_mean);
  }
  turn /= std::abs(turn);
  Eigen::MatrixXd still(Eigen::Index(held.size()), 2);
  for (std::size_t i = 0; i < held.size(); ++i) {
    const Complex back = (to[i] - to_mean) / turn + from_mean;
    still.row(Eigen::Index(i)) << back.real(), back.imag();
  }
  const auto field = harmonic(mesh, held, still);
  REQUIRE(field);
  for (int v = 0; v < mesh.V.rows(); ++v) {
    const Complex expected = turn * (Complex{(*field)(v, 0), (*field)(v, 1)} - from_mean) + to_mean;
    CHECK(distance(moved[std::size_t(v)], {expected.real(), expected.imag()}) < 1e-8);
  }
}

TEST_CASE("bones outside of the shape hold what is nearest, loose parts go along") {
  TriMesh mesh = turnedGrid(0, 1);
  TriMesh two;
  two.V.resize(2 * mesh.V.rows(), 2);
  two.V << mesh.V.leftCols(2), mesh.V.leftCols(2).rowwise() + Eigen::RowVector2d(0, 20);
  two.F.resize(2 * mesh.F.rows(), 3);
  two.F << mesh.F, mesh.F.array() + int(mesh.V.rows());
  const std::vector<PlaneBone> bones{{{-3, 4}, {-1, 4}}};
  const auto solver = BiharmonicBoneSolver::create(two, bones);
  REQUIRE(solver);
  CHECK(solver->warnings().size() == 1);
  const auto moved = solve(*solver, {translationBy({7, -2, 0})});
  for (Eigen::Index v = 0; v < two.V.rows(); ++v) {
    CHECK(distance(moved[std::size_t(v)], rowOf(two.V, v) + Vec2{7, -2}) < 1e-9);
  }
}

TEST_CASE("what cannot be solved is told") {
  const TriMesh mesh = turnedGrid(0, 1);
  const std::vector<PlaneBone> one{{{1, 1}, {5, 5}}};
  const auto refused = [](const TriMesh& shape, const std::vector<PlaneBone>& bones) {
    const auto solver = BiharmonicBoneSolver::create(shape, bones);
    REQUIRE_FALSE(solver);
    return solver.error().code == ErrorCode::invalid_argument;
  };
  CHECK(refused(mesh, {}));
  CHECK(refused(mesh, {{{not_finite, 1}, {5, 5}}}));
  CHECK(refused({mesh.V, {}}, one));
  TriMesh wrong = mesh;
  wrong.F(0, 0) = 100000;
  CHECK(refused(wrong, one));
  const auto solver = BiharmonicBoneSolver::create(mesh, one);
  REQUIRE(solver);
  BiharmonicBoneSolver::Workspace workspace(*solver);
  std::vector<Vec2> moved(solver->vertices());
  const std::vector<Affine3> nowhere{translationBy({not_finite, 0, 0})};
  CHECK_FALSE(solver->solve(nowhere, workspace, moved));
}
