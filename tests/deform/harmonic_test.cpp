// SPDX-License-Identifier: MIT
#include "vide/deform/harmonic.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/dmat.hpp"
#include "tests/support/grid_mesh.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/numeric/laplacian.hpp"

using namespace vide;
using test::failsWith;

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

double largestDifference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

Eigen::MatrixXd rowsOf(const Eigen::MatrixXd& V, const std::vector<int>& held) {
  return V(held, Eigen::all);
}

Eigen::MatrixXd turned(const Eigen::MatrixXd& V) {
  return V * test::someRotation(V.cols()).transpose();
}

double sizeOf(const Eigen::MatrixXd& V) {
  return (V.colwise().maxCoeff() - V.colwise().minCoeff()).maxCoeff();
}

// The vertices within `rings` steps of the sides of a grid of n x n squares or cubes.
std::vector<int> outerRings(const Eigen::MatrixXd& V, int n, int rings) {
  std::vector<int> held;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const bool outside =
        (V.row(v).array() < rings - 0.5).any() || (V.row(v).array() > n - rings + 0.5).any();
    if (outside) held.push_back(int(v));
  }
  return held;
}

// Orders that the mesh is held well enough for: single vertices need two.
constexpr int orders[] = {2, 3, 4};

}  // namespace

TEST_CASE("fields of orders 1 to 3 are those of the reference") {
  for (const std::string name : {"max", "bump"}) {
    const auto read = [&](const std::string& part) {
      return test::sharedMatrix("reference/harmonic/" + name + "_" + part + ".dmat");
    };
    const auto V = read("V"), F = read("F"), b = read("b"), bc = read("bc");
    if (!V) return;
    const TriMesh mesh{*V, F->cast<int>()};
    std::vector<int> held;
    for (double v : b->reshaped()) held.push_back(int(v));
    // The bump is a function on a flat domain: it serves as the third coordinate's displacement.
    const Eigen::Index first = 3 - bc->cols();
    Eigen::MatrixXd targets = mesh.V(held, Eigen::all);
    targets.rightCols(bc->cols()) += *bc;
    for (int order = 1; order <= 3; ++order) {
      CAPTURE(name);
      CAPTURE(order);
      const auto expected = read("k" + std::to_string(order));
      const auto moved = harmonic(mesh, held, targets, {.order = order});
      REQUIRE(moved.has_value());
      const double range = expected->maxCoeff() - expected->minCoeff();
      const Eigen::MatrixXd field = (*moved - mesh.V).rightCols(3 - first);
      CHECK(largestDifference(field, *expected) < (order <= 2 ? 1e-8 : 1e-7) * range);
    }
  }
}

TEST_CASE("an affine map of the boundary and k - 1 rings behind it is continued inside") {
  const auto check = [](const auto& mesh, int n, int order) {
    CAPTURE(order);
    const std::vector<int> held = outerRings(mesh.V, n, order);
    REQUIRE(Eigen::Index(held.size()) < mesh.V.rows());
    const Eigen::Index d = mesh.V.cols();
    Eigen::MatrixXd A = Eigen::MatrixXd::Identity(d, d) * 1.5;
    A(0, 1) = 0.7;
    A(1, 0) = -2;
    const Eigen::MatrixXd expected = ((mesh.V * A).array() + 4).matrix();
    for (HarmonicUnknown unknown : {HarmonicUnknown::displacements, HarmonicUnknown::positions}) {
      const auto moved =
          harmonic(mesh, held, rowsOf(expected, held), {.order = order, .unknown = unknown});
      REQUIRE(moved.has_value());
      CHECK(largestDifference(*moved, expected) < 1e-8);
    }
  };
  for (int order = 1; order <= 4; ++order) {
    check(test::gridMesh(14, 14, 0.3), 14, order);
    if (order <= 3) check(test::tetGrid(7, 7, 7, 0.2), 7, order);
  }
}

TEST_CASE("fields keep the rest shape, and shift it when everything is shifted") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    CAPTURE(name);
    for (int order = 1; order <= 4; ++order) {
      const Eigen::MatrixXd rest = rowsOf(mesh.V, held);
      CHECK(largestDifference(*harmonic(mesh, held, rest, {.order = order}), mesh.V) < 1e-12);
      const Eigen::MatrixXd shifted = (mesh.V.array() + 7.25).matrix();
      CHECK(largestDifference(*harmonic(mesh, held, rowsOf(shifted, held), {.order = order}),
                              shifted) < 1e-12);
    }
  }
}

TEST_CASE("held vertices meet their targets and the others are smooth minimisers") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    CAPTURE(name);
    for (int order : orders) {
      Eigen::MatrixXd targets = rowsOf(mesh.V, held);
      targets.row(0).array() += 0.5;
      const Eigen::MatrixXd moved = *harmonic(mesh, held, targets, {.order = order});
      CHECK(largestDifference(rowsOf(moved, held), targets) == 0);
      CHECK(largestDifference(moved, mesh.V) < 5);
    }
  }
}

TEST_CASE("the energy is trace(D^T Q D) of the field or surface, of the parts that hold a vertex") {
  const TriMesh one = test::gridMesh(9, 8, 0.3);
  const TriMesh both = test::besides(one, one, 20, 3);
  const std::vector<int> held = {0, 5, 44, 89};
  const auto n = one.V.rows();
  for (const int order : orders) {
    for (const double size : {1.0, 0.01}) {
      for (const HarmonicUnknown unknown :
           {HarmonicUnknown::displacements, HarmonicUnknown::positions}) {
        const TriMesh mesh{size * both.V, both.F};
        const auto solver = HarmonicSolver::create(mesh, held, {order, unknown}).value();
        HarmonicSolver::Workspace workspace(solver);
        RowMajor targets = turned(rowsOf(mesh.V, held)), out(mesh.V.rows(), 2);
        REQUIRE(
            solver.solve({targets.data(), 8}, workspace, {out.data(), std::size_t(out.size())}));
        Eigen::MatrixXd D = out.topRows(n);
        if (unknown == HarmonicUnknown::displacements) D -= mesh.V.topRows(n);
        const Eigen::MatrixXd V = mesh.V.topRows(n);
        const SparseMatrix Q =
            polyharmonicMatrix(*cotangentStiffness(V, one.F), *voronoiMass(V, one.F), order)
                .value();
        double expected = 0;
        std::vector<double> slope(static_cast<std::size_t>(n));
        for (Eigen::Index k = 0; k < 2; ++k) {
          const Eigen::VectorXd u = D.col(k);
          multiply(Q, {u.data(), slope.size()}, slope);
          for (Eigen::Index v = 0; v < n; ++v) expected += u[v] * slope[std::size_t(v)];
        }
        const double told = solver.energy({out.data(), std::size_t(out.size())}, workspace);
        CHECK(told > 0);
        CHECK(told == doctest::Approx(expected).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("surfaces turn with their targets") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    CAPTURE(name);
    for (int order : orders) {
      const HarmonicOptions options{.order = order, .unknown = HarmonicUnknown::positions};
      const Eigen::MatrixXd targets = rowsOf(mesh.V, held);
      const Eigen::MatrixXd plain = *harmonic(mesh, held, targets, options);
      const Eigen::MatrixXd other = *harmonic(mesh, held, turned(targets), options);
      CHECK(largestDifference(other, turned(plain)) < 1e-7 * sizeOf(mesh.V));
    }
  }
}

TEST_CASE("scale and vertex order change nothing") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    CAPTURE(name);
    for (int order : orders) {
      Eigen::MatrixXd targets = rowsOf(mesh.V, held);
      targets.row(1).array() -= 0.5;
      const Eigen::MatrixXd plain = *harmonic(mesh, held, targets, {.order = order});
      for (double scale : {1e-6, 1e6}) {
        const TriMesh scaled{mesh.V * scale, mesh.F};
        const auto moved = harmonic(scaled, held, targets * scale, {.order = order});
        REQUIRE(moved.has_value());
        CHECK(largestDifference(*moved / scale, plain) < 1e-6);
      }
      const test::Shuffled other = test::shuffled(mesh, 5);
      std::vector<int> other_held;
      for (int v : held) other_held.push_back(other.place[std::size_t(v)]);
      const Eigen::MatrixXd same = *harmonic(other.mesh, other_held, targets, {.order = order});
      CHECK(largestDifference(same(other.place, Eigen::all), plain) < 1e-6);
    }
  }
}

TEST_CASE("one solver serves every frame, and a part without a held vertex follows the nearest") {
  TriMesh mesh = test::besides(test::gridMesh(6, 4), test::gridMesh(2, 2), 8, 1);
  const std::vector<int> held{0, 34, 13};
  const auto solver = HarmonicSolver::create(mesh, held, {.order = 2});
  REQUIRE(solver.has_value());
  REQUIRE(solver->warnings().size() == 1);
  CHECK(solver->warnings()[0].find("vertex 35") != std::string::npos);
  HarmonicSolver::Workspace workspace(*solver);
  std::vector<double> out(solver->vertices() * solver->dimension());
  for (double shift : {0.0, 2.0, -1.0}) {
    Eigen::MatrixXd targets = rowsOf(mesh.V, held);
    targets.row(2).array() += shift;
    std::vector<double> numbers;
    for (Eigen::Index i = 0; i < 3; ++i)
      numbers.insert(numbers.end(), {targets(i, 0), targets(i, 1)});
    REQUIRE(solver->solve(numbers, workspace, out).has_value());
    for (std::size_t v = 35; v < solver->vertices(); ++v) {
      CHECK(out[2 * v] == doctest::Approx(mesh.V(Eigen::Index(v), 0) + shift));
      CHECK(out[2 * v + 1] == doctest::Approx(mesh.V(Eigen::Index(v), 1) + shift));
    }
  }
}

TEST_CASE("everything held, one triangle and doubled faces have answers") {
  TriMesh triangle{Eigen::MatrixXd(3, 2), Eigen::MatrixX3i(1, 3)};
  triangle.V << 0, 0, 1, 0, 0, 1;
  triangle.F << 0, 1, 2;
  const Eigen::MatrixXd targets = Eigen::MatrixXd::Random(3, 2);
  const std::vector<int> all{2, 0, 1}, one{1};
  CHECK(rowsOf(*harmonic(triangle, all, targets), all) == targets);
  const Eigen::MatrixXd moved = *harmonic(triangle, one, triangle.V.row(2));
  CHECK(largestDifference(moved, triangle.V.rowwise() + (triangle.V.row(2) - triangle.V.row(1))) <
        1e-12);
  TriMesh doubled = test::gridMesh(5, 5, 0.2);
  doubled.F.conservativeResize(doubled.F.rows() + 2, Eigen::NoChange);
  doubled.F.bottomRows(2) = doubled.F.topRows(2);
  const std::vector<int> held{0, 5, 30};
  CHECK(largestDifference(*harmonic(doubled, held, rowsOf(doubled.V, held)), doubled.V) < 1e-12);
}

TEST_CASE("meshes and constraints that no field has are named errors") {
  const TriMesh good = test::gridMesh(4, 3);
  const auto create = [](const TriMesh& mesh, const std::vector<int>& held,
                         const HarmonicOptions& options = {}) {
    return HarmonicSolver::create(mesh, held, options);
  };
  const auto broken = [&](auto change) {
    TriMesh mesh = good;
    change(mesh);
    return mesh;
  };
  CHECK(failsWith(create({}, {0}), "no triangles"));
  CHECK(failsWith(create(good, {}), "none"));
  CHECK(failsWith(create(good, {20}), "vertex 20 of 20"));
  CHECK(failsWith(create(good, {3, 3}), "both name vertex 3"));
  CHECK(failsWith(create(good, {0}, {.order = 0}), "order"));
  CHECK(failsWith(create(good, {0}, {.order = 5}), "order"));
  CHECK(failsWith(create(broken([](TriMesh& m) { m.V(7, 1) = NAN; }), {0}), "vertex 7"));
  CHECK(failsWith(create(broken([](TriMesh& m) { m.F(5, 2) = 20; }), {0}), "triangle 5"));
  CHECK(failsWith(create(broken([](TriMesh& m) { m.F(5, 2) = m.F(5, 1); }), {0}), "triangle 5"));
  const std::vector<int> held{0, 19};
  CHECK(failsWith(harmonic(good, held, Eigen::MatrixXd::Zero(3, 2)), "3 x 2"));
  CHECK(failsWith(harmonic(good, held, Eigen::MatrixXd::Constant(2, 2, NAN)), "vertex 0"));
}
