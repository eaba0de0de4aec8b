// SPDX-License-Identifier: MIT
#include "vide/deform/arap.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/armadillo.hpp"
#include "tests/support/dmat.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/deform/rotation_clusters.hpp"
#include "vide/numeric/laplacian.hpp"

using namespace vide;
using test::failsWith;

namespace {

std::vector<double> byRows(const Eigen::MatrixXd& V) {
  std::vector<double> numbers;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    for (double x : V.row(v)) numbers.push_back(x);
  }
  return numbers;
}

struct Solved {
  Eigen::MatrixXd V;
  ArapOutcome outcome;
};

Solved solveFrame(const ArapSolver& solver, const Eigen::MatrixXd& targets,
                  const Eigen::MatrixXd& guess = {}) {
  const Eigen::Index n = Eigen::Index(solver.vertices()), d = Eigen::Index(solver.dimension());
  ArapSolver::Workspace workspace(solver);
  std::vector<double> out(std::size_t(n * d));
  const auto outcome = solver.solve({byRows(targets), byRows(guess)}, workspace, out);
  REQUIRE(outcome.has_value());
  return {Eigen::MatrixXd(Eigen::Map<Eigen::MatrixXd>(out.data(), d, n).transpose()), *outcome};
}

template <class Mesh>
ArapSolver makeSolver(const Mesh& mesh, const std::vector<int>& held,
                      const ArapOptions& options = {}) {
  auto solver = ArapSolver::create(mesh, held, options);
  REQUIRE_MESSAGE(solver.has_value(), solver.error().message);
  return std::move(*solver);
}

// A mesh with the constraints of its reference values.
struct Reference {
  TriMesh mesh;
  std::vector<int> held;
  Eigen::MatrixXd targets;
};

std::optional<Reference> readReference(const std::string& name, int dimension) {
  const auto read = [&](const std::string& part) {
    return test::sharedMatrix("reference/arap/" + name + "_" + part + ".dmat");
  };
  const auto V = read("V"), F = read("F"), b = read("b"), bc = read("bc");
  if (!V || !F || !b || !bc) return std::nullopt;
  Reference reference{{V->leftCols(dimension), F->cast<int>()}, {}, bc->leftCols(dimension)};
  for (double v : b->reshaped()) reference.held.push_back(int(v));
  return reference;
}

// Plain iterations from the rest shape, as the reference values were made.
Solved plainRun(const Reference& reference, ArapEnergy energy, int iterations) {
  const ArapSolver solver = makeSolver(reference.mesh, reference.held,
                                       {.energy = energy,
                                        .acceleration = ArapAcceleration::none,
                                        .max_iterations = iterations,
                                        .tolerance = 0});
  return solveFrame(solver, reference.targets, reference.mesh.V);
}

double largestDifference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

constexpr ArapEnergy all_energies[] = {ArapEnergy::spokes, ArapEnergy::spokes_and_rims,
                                       ArapEnergy::elements};

Eigen::MatrixXd rowsOf(const Eigen::MatrixXd& V, const std::vector<int>& held) {
  return V(held, Eigen::all);
}

// x -> R x + shift, for rows.
Eigen::MatrixXd movedRigidly(const Eigen::MatrixXd& V, double shift = 3) {
  return ((V * test::someRotation(V.cols()).transpose()).array() + shift).matrix();
}

// The first held vertex pulled away, the last turned about the origin.
Eigen::MatrixXd bentTargets(const Eigen::MatrixXd& V, const std::vector<int>& held) {
  Eigen::MatrixXd targets = rowsOf(V, held);
  targets.row(0).array() += 0.4;
  targets.bottomRows(1) = targets.bottomRows(1) * test::someRotation(V.cols(), 0.7).transpose();
  return targets;
}

double sizeOf(const Eigen::MatrixXd& V) {
  return (V.colwise().maxCoeff() - V.colwise().minCoeff()).maxCoeff();
}

// The best part of one edge set, as the definition has it: sum of w |R e - e'|^2 with R from the
// singular vectors of the covariance.
class EdgeSet {
 public:
  void add(double w, const Eigen::VectorXd& rest, const Eigen::VectorXd& now) {
    if (S_.size() == 0) S_ = Eigen::MatrixXd::Zero(rest.size(), rest.size());
    S_ += w * now * rest.transpose();
    squares_ += w * (rest.squaredNorm() + now.squaredNorm());
  }

  double energy() const {
    if (S_.size() == 0) return 0;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(S_, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::VectorXd values = svd.singularValues();
    if ((svd.matrixU() * svd.matrixV().transpose()).determinant() < 0) values.tail(1) *= -1;
    return squares_ - 2 * values.sum();
  }

 private:
  Eigen::MatrixXd S_;
  double squares_ = 0;
};

template <class Elements, class Weights>
double energyByDefinition(const Eigen::MatrixXd& V, const Elements& elements,
                          const Weights& weights, const Eigen::MatrixXd& moved, ArapEnergy energy) {
  const bool triangles = elements.cols() == 3;
  const bool by_element = energy == ArapEnergy::elements;
  std::vector<EdgeSet> sets(std::size_t(by_element ? elements.rows() : V.rows()));
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    for (Eigen::Index k = 0; k < weights.cols(); ++k) {
      const auto ends = triangles ? std::array{int(k + 1) % 3, int(k + 2) % 3}
                                  : tetrahedron_edges[std::size_t(k) % 6];
      const int i = elements(e, ends[0]), j = elements(e, ends[1]);
      const Eigen::VectorXd rest = (V.row(j) - V.row(i)).transpose();
      const Eigen::VectorXd now = (moved.row(j) - moved.row(i)).transpose();
      const auto add = [&](Eigen::Index set) {
        sets[std::size_t(set)].add(weights(e, k), rest, now);
      };
      if (by_element) add(e);
      if (energy == ArapEnergy::spokes) {
        add(i);
        add(j);
      }
      if (energy == ArapEnergy::spokes_and_rims) {
        for (int v : elements.row(e)) add(v);
      }
    }
  }
  double sum = 0;
  for (const EdgeSet& set : sets) sum += set.energy();
  return by_element ? sum : sum / (energy == ArapEnergy::spokes ? 2.0 : double(elements.cols()));
}

}  // namespace

TEST_CASE("a drawing meets the reference's energies and shapes, whatever shares a rotation") {
  const auto woody = readReference("woody", 2);
  if (!woody) return;
  struct Case {
    ArapEnergy energy;
    std::string name;
    double after10, after100;
  };
  for (const Case& expected :
       {Case{ArapEnergy::spokes, "SPOKES", 2450.3267, 2413.0368},
        Case{ArapEnergy::spokes_and_rims, "SPOKES_AND_RIMS", 2548.5089, 2521.3791},
        Case{ArapEnergy::elements, "ELEMENTS", 2371.0079, 2250.4989}}) {
    CAPTURE(expected.name);
    const Solved ten = plainRun(*woody, expected.energy, 10);
    CHECK(ten.outcome.energy == doctest::Approx(expected.after10).epsilon(1e-7));
    CHECK(plainRun(*woody, expected.energy, 100).outcome.energy ==
          doctest::Approx(expected.after100).epsilon(1e-7));
    const auto shape = test::sharedMatrix("reference/arap/woody_" + expected.name + "_it10.dmat");
    REQUIRE(shape.has_value());
    CHECK(largestDifference(ten.V, shape->leftCols(2)) < 1e-9);
  }
}

TEST_CASE("a surface meets the reference's energies and shapes") {
  const auto knight = readReference("knight", 3);
  if (!knight) return;
  const Solved ten = plainRun(*knight, ArapEnergy::spokes_and_rims, 10);
  CHECK(ten.outcome.energy == doctest::Approx(0.0345893).epsilon(1e-5));
  CHECK(plainRun(*knight, ArapEnergy::spokes_and_rims, 100).outcome.energy ==
        doctest::Approx(0.0322904).epsilon(1e-5));
  const auto shape = test::sharedMatrix("reference/arap/knight_SPOKES_AND_RIMS_it10.dmat");
  CHECK(largestDifference(ten.V, *shape) < 1e-4);
}

TEST_CASE("a large surface meets the reference's energies, and soon where accelerated") {
  const auto mesh = test::armadillo();
  if (!mesh) return;
  const auto b = test::sharedMatrix("reference/arap/armadillo_b.dmat");
  const auto bc = test::sharedMatrix("reference/arap/armadillo_bc.dmat");
  Reference armadillo{*mesh, {}, *bc};
  for (double v : b->reshaped()) armadillo.held.push_back(int(v));
  CHECK(plainRun(armadillo, ArapEnergy::spokes_and_rims, 10).outcome.energy ==
        doctest::Approx(8.24123e-3).epsilon(1e-5));
  CHECK(plainRun(armadillo, ArapEnergy::elements, 10).outcome.energy ==
        doctest::Approx(5.83646e-3).epsilon(1e-5));
  const ArapSolver solver =
      makeSolver(armadillo.mesh, armadillo.held, {.max_iterations = 26, .tolerance = 0});
  // What 100 plain iterations reach.
  CHECK(solveFrame(solver, armadillo.targets, armadillo.mesh.V).outcome.energy < 2.72805e-3);
}

TEST_CASE("the energy is that of the definition, for triangles and tetrahedra") {
  for (ArapEnergy energy : all_energies) {
    CAPTURE(int(energy));
    for (const auto& [name, mesh, held] : test::meshFamily()) {
      CAPTURE(name);
      const ArapSolver solver = makeSolver(mesh, held, {.energy = energy});
      const Solved solved = solveFrame(solver, bentTargets(mesh.V, held));
      const auto weights = halfCotangents(mesh.V, mesh.F).value();
      const double expected = energyByDefinition(mesh.V, mesh.F, weights, solved.V, energy);
      CHECK(solved.outcome.energy == doctest::Approx(expected).epsilon(1e-8));
      ArapSolver::Workspace workspace(solver);
      CHECK(solver.energy(byRows(solved.V), workspace) == doctest::Approx(expected).epsilon(1e-8));
    }
    const TetMesh solid = test::tetGrid(4, 2, 2, 0.2);
    const std::vector<int> held{0, 1, 43, 44};
    const Solved solved =
        solveFrame(makeSolver(solid, held, {.energy = energy}), bentTargets(solid.V, held));
    const auto weights = halfCotangents(solid.V, solid.T).value();
    CHECK(solved.outcome.energy ==
          doctest::Approx(energyByDefinition(solid.V, solid.T, weights, solved.V, energy))
              .epsilon(1e-8));
  }
}

TEST_CASE("held vertices meet their targets; at rest and in rigid motion nothing is deformed") {
  const auto check = [](const auto& mesh, const std::vector<int>& held, ArapEnergy energy) {
    const ArapSolver solver = makeSolver(mesh, held, {.energy = energy});
    const double size = sizeOf(mesh.V);
    const Solved rest = solveFrame(solver, rowsOf(mesh.V, held));
    CHECK(largestDifference(rest.V, mesh.V) < 1e-9 * size);
    CHECK(std::abs(rest.outcome.energy) < 1e-12 * size * size * double(mesh.V.rows()));
    const Eigen::MatrixXd moved = movedRigidly(mesh.V);
    CHECK(largestDifference(solveFrame(solver, rowsOf(moved, held)).V, moved) < 1e-9 * size);
    const Eigen::MatrixXd targets = bentTargets(mesh.V, held);
    CHECK(largestDifference(rowsOf(solveFrame(solver, targets).V, held), targets) < 1e-12 * size);
  };
  for (ArapEnergy energy : all_energies) {
    for (const auto& [name, mesh, held] : test::meshFamily()) {
      CAPTURE(name);
      check(mesh, held, energy);
    }
    check(test::tetGrid(3, 2, 2, 0.2), {0, 3, 30}, energy);
  }
}

TEST_CASE("the energy never rises, plain or accelerated") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    for (ArapEnergy energy : all_energies) {
      for (ArapAcceleration acceleration : {ArapAcceleration::none, ArapAcceleration::anderson}) {
        CAPTURE(name);
        CAPTURE(int(energy));
        CAPTURE(int(acceleration));
        double before = std::numeric_limits<double>::infinity();
        for (int iterations : {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 60}) {
          const ArapSolver solver = makeSolver(mesh, held,
                                               {.energy = energy,
                                                .acceleration = acceleration,
                                                .max_iterations = iterations,
                                                .tolerance = 0});
          const double now = solveFrame(solver, bentTargets(mesh.V, held), mesh.V).outcome.energy;
          CHECK(now <= before);
          before = now;
        }
      }
    }
  }
}

TEST_CASE("acceleration needs a tenth of the iterations where plain ones crawl") {
  const auto knight = readReference("knight", 3);
  if (!knight) return;
  const ArapSolver solver =
      makeSolver(knight->mesh, knight->held, {.max_iterations = 220, .tolerance = 0});
  const Solved solved = solveFrame(solver, knight->targets, knight->mesh.V);
  // What 1585 plain iterations reach.
  CHECK(solved.outcome.energy < 0.0304348);
  CHECK(solved.outcome.iterations <= 220);
}

TEST_CASE("scale, vertex order and turning of everything change nothing") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    CAPTURE(name);
    const ArapOptions options{.max_iterations = 15, .tolerance = 0};
    const Eigen::MatrixXd targets = bentTargets(mesh.V, held);
    const Eigen::MatrixXd plain = solveFrame(makeSolver(mesh, held, options), targets).V;
    for (double scale : {1e-6, 1e6}) {
      const TriMesh scaled{mesh.V * scale, mesh.F};
      const Solved solved = solveFrame(makeSolver(scaled, held, options), (targets * scale).eval());
      CHECK(largestDifference(solved.V / scale, plain) < 1e-7);
    }
    const TriMesh turned{movedRigidly(mesh.V), mesh.F};
    CHECK(largestDifference(solveFrame(makeSolver(turned, held, options), targets).V, plain) <
          1e-7);
    CHECK(largestDifference(solveFrame(makeSolver(mesh, held, options), movedRigidly(targets)).V,
                            movedRigidly(plain)) < 1e-7);
    const test::Shuffled other = test::shuffled(mesh, 3);
    std::vector<int> other_held;
    for (int v : held) other_held.push_back(other.place[std::size_t(v)]);
    const Eigen::MatrixXd same =
        solveFrame(makeSolver(other.mesh, other_held, options), targets).V(other.place, Eigen::all);
    CHECK(largestDifference(same, plain) < 1e-7);
  }
}

TEST_CASE("spokes fall below zero where corners are obtuse; clamped weights do not") {
  // Flat, and stretched until all corners but one are obtuse or sharp.
  TriMesh mesh = test::gridMesh(12, 12, 0.3);
  mesh.V.col(0) *= 6;
  const std::vector<int> held{0, 12, 156, 168};
  const Eigen::MatrixXd targets = rowsOf(mesh.V, held);
  const auto lowest = [&](ArapEnergy energy, ArapWeights weights) {
    // From a shape that is not at rest: rest itself is balanced.
    Eigen::MatrixXd guess = mesh.V;
    for (Eigen::Index v = 0; v < guess.rows(); ++v) guess(v, 1) += 0.4 * double(v % 3) - 0.4;
    const ArapSolver solver =
        makeSolver(mesh, held, {.energy = energy, .weights = weights, .max_iterations = 400});
    return solveFrame(solver, targets, guess).outcome.energy;
  };
  CHECK(lowest(ArapEnergy::spokes, ArapWeights::cotangent) < -1e-3);
  CHECK(lowest(ArapEnergy::spokes, ArapWeights::clamped) > -1e-9);
  CHECK(lowest(ArapEnergy::spokes_and_rims, ArapWeights::cotangent) > -1e-9);
  CHECK(lowest(ArapEnergy::elements, ArapWeights::cotangent) > -1e-9);
}

TEST_CASE("edge sets of one cluster share a rotation") {
  for (ArapEnergy energy : all_energies) {
    const TriMesh mesh = test::bentBar(7, 12);
    const std::vector<int> held{0, 3, 88, 85};
    const Eigen::MatrixXd targets = bentTargets(mesh.V, held);
    Eigen::MatrixXd features = *distanceFeatures(mesh, 6);
    if (energy == ArapEnergy::elements) features = averagedOver(mesh.F, features);
    const auto run = [&](int clusters) {
      const std::vector<int> of_sets = *clusterPoints(features, clusters);
      const ArapSolver solver = makeSolver(
          mesh, held,
          {.energy = energy, .max_iterations = 300, .tolerance = 0, .clusters = of_sets});
      const Eigen::MatrixXd rigid = movedRigidly(mesh.V);
      CHECK(largestDifference(solveFrame(solver, rowsOf(rigid, held)).V, rigid) < 1e-8);
      return solveFrame(solver, targets).outcome.energy;
    };
    const Solved free = solveFrame(
        makeSolver(mesh, held, {.energy = energy, .max_iterations = 300, .tolerance = 0}), targets);
    const double coarse = run(3), fine = run(20), each = run(int(features.rows()));
    CHECK(coarse > fine);
    CHECK(fine > each * (1 - 1e-9));
    CHECK(each == doctest::Approx(free.outcome.energy).epsilon(1e-6));
  }
}

TEST_CASE("a guess near the answer needs fewer iterations") {
  const TriMesh mesh = test::bentBar(7, 12);
  const std::vector<int> held{0, 3, 88, 85};
  const ArapSolver solver = makeSolver(mesh, held, {.max_iterations = 500, .tolerance = 1e-5});
  const Eigen::MatrixXd targets = bentTargets(mesh.V, held);
  const Solved first = solveFrame(solver, targets);
  const Solved again = solveFrame(solver, (targets.array() + 1e-3).matrix(), first.V);
  CHECK(again.outcome.iterations < first.outcome.iterations / 2);
}

TEST_CASE("a part without a held vertex moves rigidly with the nearest one and is named") {
  const TriMesh mesh = test::besides(test::gridMesh(6, 4), test::gridMesh(2, 2), 8, 1);
  const std::vector<int> held{0, 34, 13};
  const ArapSolver solver = makeSolver(mesh, held);
  REQUIRE(solver.warnings().size() == 1);
  CHECK(solver.warnings()[0].find("vertex 35") != std::string::npos);
  const Eigen::MatrixXd shape = solveFrame(solver, bentTargets(mesh.V, held)).V;
  for (int v = 36; v < 44; ++v) {
    CHECK((shape.row(v) - shape.row(35)).norm() ==
          doctest::Approx((mesh.V.row(v) - mesh.V.row(35)).norm()));
  }
  CHECK((shape.row(35) - shape.row(13)).norm() ==
        doctest::Approx((mesh.V.row(35) - mesh.V.row(13)).norm()));
}

TEST_CASE("a vertex in no triangle is carried, or held by itself") {
  TriMesh mesh = test::sphere(1);
  const int loose = int(mesh.V.rows());
  mesh.V.conservativeResize(loose + 1, 3);
  mesh.V.row(loose) << 2, 0, 0;
  const Eigen::MatrixXd moved = movedRigidly(mesh.V);
  for (const std::vector<int>& held :
       {std::vector<int>{0, 1, 2}, std::vector<int>{0, 1, 2, loose}}) {
    const ArapSolver solver = makeSolver(mesh, held);
    CHECK(largestDifference(solveFrame(solver, rowsOf(moved, held)).V, moved) < 1e-9);
  }
}

TEST_CASE("the smallest cases: one triangle, everything held, one vertex held, doubled faces") {
  TriMesh triangle{Eigen::MatrixXd(3, 3), Eigen::MatrixX3i(1, 3)};
  triangle.V << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  triangle.F << 0, 1, 2;
  const Eigen::MatrixXd moved = movedRigidly(triangle.V);
  for (const std::vector<int>& held : {std::vector<int>{0, 1, 2}, std::vector<int>{2, 0, 1}}) {
    CHECK(largestDifference(solveFrame(makeSolver(triangle, held), rowsOf(moved, held)).V, moved) <
          1e-12);
  }
  const Eigen::MatrixXd one = solveFrame(makeSolver(triangle, {1}), triangle.V.row(2)).V;
  CHECK(largestDifference(one, triangle.V.rowwise() + (triangle.V.row(2) - triangle.V.row(1))) <
        1e-12);
  TriMesh doubled = test::gridMesh(5, 5, 0.2);
  doubled.F.conservativeResize(doubled.F.rows() + 2, Eigen::NoChange);
  doubled.F.bottomRows(2) = doubled.F.topRows(2);
  const std::vector<int> held{0, 5, 30};
  CHECK(largestDifference(solveFrame(makeSolver(doubled, held), rowsOf(doubled.V, held)).V,
                          doubled.V) < 1e-9);
}

TEST_CASE("slivers are deformed like any other triangle") {
  TriMesh mesh = test::gridMesh(6, 4);
  mesh.V.row(8) << 1, 1e-4;
  for (ArapEnergy energy : {ArapEnergy::spokes_and_rims, ArapEnergy::elements}) {
    const std::vector<int> held{0, 6, 28};
    const ArapSolver solver = makeSolver(mesh, held, {.energy = energy});
    const Eigen::MatrixXd moved = movedRigidly(mesh.V);
    CHECK(largestDifference(solveFrame(solver, rowsOf(moved, held)).V, moved) < 1e-8);
    CHECK(solveFrame(solver, bentTargets(mesh.V, held)).V.allFinite());
  }
}

TEST_CASE("a workspace remembers nothing that shows") {
  const TriMesh mesh = test::torus(13, 7);
  const std::vector<int> held{0, 6, 50};
  const ArapSolver solver = makeSolver(mesh, held);
  ArapSolver::Workspace used(solver);
  const std::vector<double> first = byRows(bentTargets(mesh.V, held));
  const Eigen::MatrixXd second = movedRigidly(bentTargets(mesh.V, held));
  std::vector<double> out(std::size_t(mesh.V.size()));
  REQUIRE(solver.solve({first, {}}, used, out).has_value());
  REQUIRE(solver.solve({byRows(second), {}}, used, out).has_value());
  CHECK(out == byRows(solveFrame(solver, second).V));
}

TEST_CASE("meshes and constraints that have no answer are named errors") {
  const TriMesh good = test::gridMesh(4, 3);
  const auto create = [](const TriMesh& mesh, const std::vector<int>& held,
                         const ArapOptions& options = {}) {
    return ArapSolver::create(mesh, held, options);
  };
  const auto broken = [&](auto change) {
    TriMesh mesh = good;
    change(mesh);
    return mesh;
  };
  CHECK(failsWith(create({}, {0}), "no triangles"));
  CHECK(failsWith(create({Eigen::MatrixXd::Zero(1, 3), {}}, {0}), "no triangles"));
  CHECK(failsWith(create(good, {}), "none"));
  CHECK(failsWith(create(good, {0, 20}), "vertex 20 of 20"));
  CHECK(failsWith(create(good, {0, -1}), "vertex -1"));
  CHECK(failsWith(create(good, {3, 7, 3}), "both name vertex 3"));
  CHECK(failsWith(create(good, {0}, {.max_iterations = -1}), "max_iterations"));
  CHECK(failsWith(create(good, {0}, {.tolerance = NAN}), "tolerance"));
  const std::vector<int> few{0, 1}, wild(20, 25);
  CHECK(failsWith(create(good, {0}, {.clusters = few}), "2 cluster numbers for 20"));
  CHECK(failsWith(create(good, {0}, {.clusters = wild}), "cluster 25"));
  CHECK(failsWith(create(broken([](TriMesh& m) { m.V(7, 1) = NAN; }), {0}), "vertex 7"));
  CHECK(failsWith(create(broken([](TriMesh& m) { m.F(5, 2) = 20; }), {0}), "triangle 5"));
  CHECK(failsWith(create(broken([](TriMesh& m) { m.F(5, 2) = m.F(5, 1); }), {0}), "triangle 5"));
  TetMesh flat = test::tetGrid(1, 1, 1);
  flat.V.col(2).setZero();
  CHECK(failsWith(ArapSolver::create(flat, std::vector<int>{0}), "no volume"));

  const std::vector<int> held{0, 19};
  const ArapSolver solver = makeSolver(good, held);
  ArapSolver::Workspace workspace(solver);
  std::vector<double> out(40), targets{0, 0, 3, INFINITY}, guess(40, NAN);
  CHECK(failsWith(solver.solve({targets, {}}, workspace, out), "vertex 19"));
  targets[3] = 4;
  CHECK(failsWith(solver.solve({targets, guess}, workspace, out), "guess"));
  CHECK(failsWith(arap(good, held, Eigen::MatrixXd::Zero(3, 2)), "3 x 2"));
}
