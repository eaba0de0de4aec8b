// SPDX-License-Identifier: MIT
#include "vide/deform/arap_points.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/dmat.hpp"
#include "tests/support/grid_mesh.hpp"
#include "vide/core/math.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/numeric/laplacian.hpp"

using namespace vide;
using test::besides;
using test::gridMesh;

namespace {

Vec2 rowOf(const Eigen::MatrixXd& V, Eigen::Index v) { return {V(v, 0), V(v, 1)}; }

std::vector<Vec2> rowsOf(const Eigen::MatrixXd& V) {
  std::vector<Vec2> rows;
  for (Eigen::Index v = 0; v < V.rows(); ++v) rows.push_back(rowOf(V, v));
  return rows;
}

Eigen::MatrixXd toMatrix(const std::vector<Vec2>& points) {
  Eigen::MatrixXd V(Eigen::Index(points.size()), 2);
  for (std::size_t v = 0; v < points.size(); ++v)
    V.row(Eigen::Index(v)) << points[v].x, points[v].y;
  return V;
}

std::vector<Vec2> restOf(const std::vector<PointHandle>& handles) {
  std::vector<Vec2> rest;
  for (const PointHandle& handle : handles) rest.push_back(handle.rest);
  return rest;
}

struct Motion {
  double angle;
  Vec2 shift;
  Vec2 operator()(Vec2 p) const {
    const auto [s, c] = math::sinCos(angle);
    return Vec2{c * p.x - s * p.y, s * p.x + c * p.y} + shift;
  }
};

std::vector<Vec2> moved(const Motion& motion, std::vector<Vec2> points) {
  for (Vec2& p : points) p = motion(p);
  return points;
}

double largestDistance(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, distance(a[i], b[i]));
  return largest;
}

// The energy as the definition has it, rotations by singular values: independent of the solver.
double energyByDefinition(const TriMesh& mesh, const Eigen::MatrixXd& moved) {
  const Eigen::MatrixX3d w = halfCotangents(mesh.V, mesh.F).value();
  double energy = 0;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    Eigen::Matrix<double, 2, 3> rest, now;
    for (int k = 0; k < 3; ++k) {
      const int from = mesh.F(f, (k + 1) % 3), to = mesh.F(f, (k + 2) % 3);
      rest.col(k) = mesh.V.row(to) - mesh.V.row(from);
      now.col(k) = moved.row(to) - moved.row(from);
    }
    const Eigen::Matrix2d M = now * w.row(f).transpose().asDiagonal() * rest.transpose();
    const double angle = std::atan2(M(1, 0) - M(0, 1), M(0, 0) + M(1, 1));
    Eigen::Matrix2d R;
    R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    for (int k = 0; k < 3; ++k) {
      energy += w(f, k) * (R * rest.col(k) - now.col(k)).squaredNorm();
    }
  }
  return energy;
}

struct Solved {
  std::vector<Vec2> positions;
  ArapOutcome outcome;
};

Solved solveFrame(const PointArapSolver& solver, const PointArapFrame& frame) {
  PointArapSolver::Workspace workspace(solver);
  Solved solved{std::vector<Vec2>(solver.vertices()), {}};
  const auto outcome = solver.solve(frame, workspace, solved.positions);
  REQUIRE(outcome.has_value());
  solved.outcome = *outcome;
  return solved;
}

PointArapSolver makeSolver(const TriMesh& mesh, const std::vector<PointHandle>& handles,
                           const PointArapOptions& options = {}) {
  auto solver = PointArapSolver::create(mesh, handles, options);
  REQUIRE(solver.has_value());
  return std::move(*solver);
}

struct Bar {
  TriMesh mesh = gridMesh(12, 4, 0.3);
  // Inside triangles, on an edge, on a vertex.
  std::vector<PointHandle> handles{{{0.7, 2.1}}, {{5.5, 2.0}}, {{6, 0}}, {{11.2, 1.7}}};
};

}  // namespace

TEST_CASE("handles at rest give the rest shape") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  const Solved solved = solveFrame(solver, {restOf(bar.handles), {}, {}});
  CHECK(largestDistance(solved.positions, rowsOf(bar.mesh.V)) < 1e-9);
  CHECK(solved.outcome.energy < 1e-18);
  CHECK(solver.warnings().empty());
}

TEST_CASE("a rigid motion of all handles moves the shape rigidly") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  for (const Motion& motion :
       {Motion{0, {40, -3}}, Motion{1.1, {2, 5}}, Motion{math::pi, {0, 0}}}) {
    const Solved solved = solveFrame(solver, {moved(motion, restOf(bar.handles)), {}, {}});
    CHECK(largestDistance(solved.positions, moved(motion, rowsOf(bar.mesh.V))) < 1e-9);
  }
}

TEST_CASE("turning and shifting the targets turns and shifts the result") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  const std::vector<Vec2> bent{{0, 0}, {5, 2.5}, {6, 0.6}, {9, 6}};
  const Motion motion{-2, {30, 10}};
  const Solved plain = solveFrame(solver, {bent, {}, {}});
  const Solved turned = solveFrame(solver, {moved(motion, bent), {}, {}});
  CHECK(largestDistance(turned.positions, moved(motion, plain.positions)) < 1e-8);
}

TEST_CASE("handles reach their targets wherever they lie in a triangle") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  const std::vector<Vec2> targets{{0, 0}, {5, 2.5}, {6, 0.6}, {9, 6}};
  const std::vector<Vec2> shape = solveFrame(solver, {targets, {}, {}}).positions;
  CHECK(distance(shape[6], targets[2]) < 1e-6);  // a handle on a vertex
  const TriMesh& mesh = bar.mesh;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    double nearest = 1e9;
    for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
      const Vec2 a = rowOf(mesh.V, mesh.F(f, 0)), b = rowOf(mesh.V, mesh.F(f, 1)),
                 c = rowOf(mesh.V, mesh.F(f, 2)), p = bar.handles[i].rest;
      const double whole = cross(b - a, c - a), u = cross(c - b, p - b) / whole,
                   v = cross(a - c, p - c) / whole;
      if (std::min({u, v, 1 - u - v}) < -1e-12) continue;
      const Vec2 now =
          u * shape[mesh.F(f, 0)] + v * shape[mesh.F(f, 1)] + (1 - u - v) * shape[mesh.F(f, 2)];
      nearest = std::min(nearest, distance(now, targets[i]));
    }
    CHECK(nearest < 1e-6);
  }
}

TEST_CASE("the energy is that of the definition and never rises") {
  const Bar bar;
  const std::vector<Vec2> targets{{3, 4}, {5, 2.5}, {6, 0.6}, {2, -3}};
  double before = std::numeric_limits<double>::infinity();
  for (int iterations = 1; iterations < 40; ++iterations) {
    const PointArapSolver solver = makeSolver(bar.mesh, bar.handles, {iterations, 0});
    const Solved solved = solveFrame(solver, {targets, {}, {}});
    CHECK(solved.outcome.iterations == iterations);
    CHECK(solved.outcome.energy <= before * (1 + 1e-12));
    CHECK(solved.outcome.energy ==
          doctest::Approx(energyByDefinition(bar.mesh, toMatrix(solved.positions))).epsilon(1e-9));
    before = solved.outcome.energy;
  }
}

TEST_CASE("handles let go do not pull, and one solver serves every set of them") {
  const Bar bar;
  const PointArapSolver all = makeSolver(bar.mesh, bar.handles, {200, 0});
  std::vector<Vec2> targets{{0, 1}, {5, 2.5}, {6, 0.6}, {9, 6}};
  for (unsigned set = 1; set < 16; ++set) {
    std::vector<std::uint8_t> active;
    std::vector<PointHandle> kept;
    std::vector<Vec2> kept_targets, with_holes = targets;
    for (unsigned i = 0; i < 4; ++i) {
      active.push_back(set >> i & 1);
      if (!active[i]) with_holes[i] = {NAN, NAN};
      if (!active[i]) continue;
      kept.push_back(bar.handles[i]);
      kept_targets.push_back(targets[i]);
    }
    const Solved by_flags = solveFrame(all, {with_holes, active, rowsOf(bar.mesh.V)});
    const PointArapSolver few = makeSolver(bar.mesh, kept, {200, 0});
    const Solved by_few = solveFrame(few, {kept_targets, {}, rowsOf(bar.mesh.V)});
    CHECK(largestDistance(by_flags.positions, by_few.positions) < 1e-7);
  }
}

TEST_CASE("one handle alone carries the shape; none leaves it at rest") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  std::vector<Vec2> targets = restOf(bar.handles);
  targets[1] += {7, 8};
  const std::vector<std::uint8_t> one{0, 1, 0, 0}, none{0, 0, 0, 0};
  CHECK(largestDistance(solveFrame(solver, {targets, one, {}}).positions,
                        moved({0, {7, 8}}, rowsOf(bar.mesh.V))) < 1e-9);
  CHECK(largestDistance(solveFrame(solver, {targets, none, {}}).positions, rowsOf(bar.mesh.V)) <
        1e-9);
}

TEST_CASE("handles that coincide meet in the middle of what they are told") {
  const Bar bar;
  std::vector<PointHandle> twice = bar.handles;
  twice.push_back(bar.handles[1]);
  std::vector<Vec2> targets{{0, 0}, {5, 2.5}, {6, 0.6}, {9, 6}};
  const std::vector<Vec2> guess = rowsOf(bar.mesh.V);
  const Solved single = solveFrame(makeSolver(bar.mesh, bar.handles), {targets, {}, guess});
  targets[1] += {0.5, 1};
  targets.push_back(targets[1] - Vec2{1, 2});
  const Solved pair = solveFrame(makeSolver(bar.mesh, twice), {targets, {}, guess});
  CHECK(largestDistance(single.positions, pair.positions) < 1e-6);
}

TEST_CASE("more handles in a triangle than it has corners are met by least squares") {
  const TriMesh mesh = gridMesh(6, 6);
  std::vector<PointHandle> handles;
  for (int i = 0; i < 6; ++i) handles.push_back({{3.5 + 0.05 * i, 3.1 + 0.03 * i * (i % 3)}});
  const Motion motion{0.7, {3, 1}};
  const Solved solved =
      solveFrame(makeSolver(mesh, handles), {moved(motion, restOf(handles)), {}, {}});
  CHECK(largestDistance(solved.positions, moved(motion, rowsOf(mesh.V))) < 1e-6);
}

TEST_CASE("a part without a handle follows the nearest handle rigidly and is named") {
  const TriMesh mesh = besides(gridMesh(12, 4), gridMesh(2, 2), 13, 1);
  const std::vector<PointHandle> handles{{{1, 2}}, {{6, 2}}, {{11.3, 2.2}}};
  const PointArapSolver solver = makeSolver(mesh, handles);
  REQUIRE(solver.warnings().size() == 1);
  CHECK(solver.warnings()[0].find("vertex 65") != std::string::npos);
  CHECK(solver.warnings()[0].find("handle 2") != std::string::npos);
  const std::vector<Vec2> shape =
      solveFrame(solver, {{{{1, 2}, {6, 2}, {8, 6}}}, {}, {}}).positions;
  const std::vector<Vec2> rest = rowsOf(mesh.V);
  for (std::size_t v = 66; v < 74; ++v) {
    CHECK(distance(shape[v], shape[65]) == doctest::Approx(distance(rest[v], rest[65])));
  }
  CHECK(distance(shape[65], {8, 6}) == doctest::Approx(distance(rest[65], handles[2].rest)));
  CHECK(cross(shape[66] - shape[65], shape[68] - shape[65]) > 0);
}

TEST_CASE("a part whose handles are all let go follows the rigid motion of the others") {
  const TriMesh mesh = besides(gridMesh(4, 4), gridMesh(4, 4), 6, 0);
  const std::vector<PointHandle> handles{{{1, 1}}, {{3, 3}}, {{7, 1}}, {{9, 3}}};
  const Motion motion{0.5, {1, 2}};
  std::vector<Vec2> targets = moved(motion, restOf(handles));
  targets[2] = targets[3] = {100, 100};
  const std::vector<std::uint8_t> active{1, 1, 0, 0};
  const Solved solved = solveFrame(makeSolver(mesh, handles), {targets, active, {}});
  CHECK(largestDistance(solved.positions, moved(motion, rowsOf(mesh.V))) < 1e-9);
}

TEST_CASE("a handle off the shape acts on the nearest triangle and is named") {
  const Bar bar;
  std::vector<PointHandle> handles = bar.handles;
  handles.push_back({{13.5, 2}});
  const PointArapSolver solver = makeSolver(bar.mesh, handles);
  REQUIRE(solver.warnings().size() == 1);
  CHECK(solver.warnings()[0].find("handle 4 lies 1.5") != std::string::npos);
  const Motion motion{0.4, {3, 1}};
  const Solved solved = solveFrame(solver, {moved(motion, restOf(handles)), {}, {}});
  CHECK(largestDistance(solved.positions, moved(motion, rowsOf(bar.mesh.V))) < 1e-9);
}

TEST_CASE("frames solved by several threads are the frames solved by one") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  const auto solveAll = [&](int threads) {
    ThreadPool pool(threads);
    std::vector<std::vector<Vec2>> frames(24, std::vector<Vec2>(solver.vertices()));
    parallelFor(&pool, frames.size(), [&](std::size_t i) {
      PointArapSolver::Workspace workspace(solver);
      const std::vector<Vec2> targets =
          moved({0.2 * double(i), {0, 0}}, {{0, 0}, {5, 2}, {6, 0}, {9, 6}});
      const std::vector<std::uint8_t> active{1, 1, std::uint8_t(i % 3 != 0), 1};
      CHECK(solver.solve({targets, active, {}}, workspace, frames[i]).has_value());
    });
    return frames;
  };
  const auto alone = solveAll(1);
  CHECK(solveAll(3) == alone);
}

TEST_CASE("a workspace remembers nothing that shows") {
  const Bar bar;
  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  PointArapSolver::Workspace used(solver);
  const std::vector<Vec2> first{{0, 0}, {5, 2.5}, {6, 0.6}, {9, 6}},
      second{{3, 0}, {5, 3}, {6, 1}, {7, 6}};
  const std::vector<std::uint8_t> some{1, 0, 1, 1};
  std::vector<Vec2> out(solver.vertices());
  REQUIRE(solver.solve({first, some, {}}, used, out).has_value());
  REQUIRE(solver.solve({second, {}, {}}, used, out).has_value());
  CHECK(out == solveFrame(solver, {second, {}, {}}).positions);
}

TEST_CASE("slivers and triangles of either winding are solved like any other") {
  TriMesh mesh = gridMesh(6, 2);
  for (Eigen::Index f = 0; f < mesh.F.rows(); f += 3) std::swap(mesh.F(f, 0), mesh.F(f, 1));
  mesh.V.row(8) << 1, 1e-3;  // flat triangles below, long ones above
  const std::vector<PointHandle> handles{{{0.5, 1}}, {{5.5, 1}}};
  const Motion motion{0.4, {3, 1}};
  const PointArapSolver solver = makeSolver(mesh, handles);
  const Solved solved = solveFrame(solver, {moved(motion, restOf(handles)), {}, {}});
  CHECK(largestDistance(solved.positions, moved(motion, rowsOf(mesh.V))) < 1e-8);
}

TEST_CASE("bad input is a named error") {
  const Bar bar;
  const auto message = [&](const TriMesh& mesh, const std::vector<PointHandle>& handles,
                           const PointArapOptions& options = {}) {
    const auto solver = PointArapSolver::create(mesh, handles, options);
    return solver ? std::string("no error") : solver.error().message;
  };
  const auto mentions = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(mentions(message(bar.mesh, {}), "no handles"));
  CHECK(mentions(message({}, bar.handles), "0 coordinates"));
  CHECK(mentions(message({Eigen::MatrixXd(0, 2), {}}, bar.handles), "no triangles"));
  CHECK(mentions(message(bar.mesh, {{{0, NAN}}}), "handle 0"));
  CHECK(mentions(message(bar.mesh, bar.handles, {-1, 0}), "max_iterations"));
  CHECK(mentions(message(bar.mesh, bar.handles, {1, NAN}), "tolerance"));
  TriMesh broken = bar.mesh;
  broken.V(17, 1) = NAN;
  CHECK(mentions(message(broken, bar.handles), "vertex 17"));
  broken = bar.mesh;
  broken.F(5, 2) = int(broken.V.rows());
  CHECK(mentions(message(broken, bar.handles), "triangle 5"));
  broken = bar.mesh;
  broken.F(5, 2) = broken.F(5, 1);
  CHECK(mentions(message(broken, bar.handles), "triangle 5"));

  const PointArapSolver solver = makeSolver(bar.mesh, bar.handles);
  PointArapSolver::Workspace workspace(solver);
  std::vector<Vec2> out(solver.vertices()), targets = restOf(bar.handles);
  targets[2].x = INFINITY;
  const auto outcome = solver.solve({targets, {}, {}}, workspace, out);
  REQUIRE(!outcome.has_value());
  CHECK(mentions(outcome.error().message, "handle 2"));
  CHECK(!arap(bar.mesh, bar.handles, std::vector<Vec2>(3)).has_value());
}

TEST_CASE("the reference shape is met at the reference's energies") {
  const auto V = test::sharedMatrix("reference/arap/woody_V.dmat");
  if (!V) return;
  const auto F = test::sharedMatrix("reference/arap/woody_F.dmat");
  const auto b = test::sharedMatrix("reference/arap/woody_b.dmat");
  const auto bc = test::sharedMatrix("reference/arap/woody_bc.dmat");
  const auto after10 = test::sharedMatrix("reference/arap/woody_ELEMENTS_it10.dmat");
  const auto converged = test::sharedMatrix("reference/arap/woody_ELEMENTS_conv1e-6.dmat");
  const TriMesh mesh{V->leftCols(2), F->cast<int>()};
  std::vector<PointHandle> handles;
  // The reference starts from the rest pose with the held vertices already in place.
  std::vector<Vec2> guess = rowsOf(mesh.V);
  for (Eigen::Index i = 0; i < b->rows(); ++i) {
    const int v = int((*b)(i, 0));
    handles.push_back({rowOf(mesh.V, v)});
    guess[v] = rowOf(*bc, i);
  }
  const auto run = [&](const PointArapOptions& options) {
    return solveFrame(makeSolver(mesh, handles, options), {rowsOf(*bc), {}, guess});
  };
  const Solved ten = run({10, 0});
  CHECK(ten.outcome.energy == doctest::Approx(2371.0079).epsilon(1e-6));
  CHECK(largestDistance(ten.positions, rowsOf(*after10)) < 1e-4);
  CHECK(run({100, 0}).outcome.energy == doctest::Approx(2250.4989).epsilon(1e-6));
  const Solved until = run({1000, 1e-6});
  CHECK(largestDistance(until.positions, rowsOf(*converged)) < 1);
}
