// SPDX-License-Identifier: MIT
#include "vide/deform/harmonic.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/dmat.hpp"

using namespace vide;

namespace {

double largestDifference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

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
