// SPDX-License-Identifier: MIT
#include "vide/deform/arap.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/dmat.hpp"

using namespace vide;

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

ArapSolver makeSolver(const TriMesh& mesh, const std::vector<int>& held,
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
