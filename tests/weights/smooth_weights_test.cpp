// SPDX-License-Identifier: MIT
#include "vide/weights/smooth_weights.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/weights/random_weights.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

Eigen::MatrixXd smoothed(const VertexWeights& weights, const TriMesh& mesh,
                         const SmoothWeightsOptions& options) {
  const auto result = smoothWeights(weights, mesh, options);
  REQUIRE(result);
  REQUIRE(checkWeights(*result, std::size_t(mesh.V.rows()), WeightSigns::positive));
  return toMatrix(*result);
}

}  // namespace

TEST_CASE("a round takes the asked share from the mean of the neighbours") {
  const TriMesh mesh = test::gridMesh(2, 1);  // 0 1 2 / 3 4 5, diagonals 0-4 and 1-5
  Eigen::MatrixXd W(6, 2);
  W << 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1;
  const Eigen::MatrixXd S = smoothed(weightsFromMatrix(W), mesh, {.strength = 0.4});
  CHECK(S(0, 0) == doctest::Approx(0.6));
  CHECK(S(1, 0) == doctest::Approx(0.4 / 4));  // of 0, 2, 4, 5
  CHECK(S(4, 0) == doctest::Approx(0.4 / 4));  // of 0, 1, 3, 5
  CHECK(S(3, 0) == doctest::Approx(0.4 / 2));
  CHECK(S(5, 0) == 0);
}

TEST_CASE("smoothing keeps sums and bounds, and evens out what is uneven") {
  for (const test::NamedMesh& shape : test::meshFamily()) {
    CAPTURE(shape.name);
    const auto weights = test::randomWeights(std::size_t(shape.mesh.V.rows()), 6, 4, 7);
    double last = 1e300;
    for (const int rounds : {0, 1, 3, 10, 100}) {
      const Eigen::MatrixXd S =
          smoothed(weights, shape.mesh, {.strength = 0.5, .rounds = rounds, .influences = 6});
      const double uneven = (S.rowwise() - S.colwise().mean()).squaredNorm();
      CHECK(uneven < last);
      last = uneven;
      if (rounds == 0) CHECK(S == toMatrix(weights));
    }
    const Eigen::MatrixXd S = smoothed(weights, shape.mesh, {.rounds = 3, .influences = 2});
    CHECK((S.array() > 0).rowwise().count().maxCoeff() <= 2);
  }
}

TEST_CASE("equal weights stay equal") {
  const TriMesh mesh = test::sphere(1);
  const Eigen::MatrixXd W = Eigen::RowVector3d(0.5, 0.25, 0.25).replicate(mesh.V.rows(), 1);
  CHECK((smoothed(weightsFromMatrix(W), mesh, {.rounds = 5}) - W).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("seams do not show: a mesh split apart is smoothed as if it were whole") {
  for (const test::NamedMesh& shape : test::meshFamily()) {
    const auto whole = test::randomWeights(std::size_t(shape.mesh.V.rows()), 5, 3, 11);
    const TriMesh split = test::splitApart(shape.mesh);
    const Eigen::MatrixXd rows = toMatrix(whole);
    Eigen::MatrixXd W(split.V.rows(), rows.cols());
    for (Eigen::Index i = 0; i < split.V.rows(); ++i)
      W.row(i) = rows.row(shape.mesh.F(i / 3, i % 3));
    const SmoothWeightsOptions options{.rounds = 4, .influences = 5};
    const Eigen::MatrixXd S = smoothed(whole, shape.mesh, options);
    const Eigen::MatrixXd apart = smoothed(weightsFromMatrix(W), split, options);
    for (Eigen::Index i = 0; i < split.V.rows(); ++i) {
      CHECK((apart.row(i) - S.row(shape.mesh.F(i / 3, i % 3))).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}

TEST_CASE("a mask holds vertices, and loose ones stay") {
  TriMesh mesh = test::gridMesh(6, 4);
  mesh.V.conservativeResize(mesh.V.rows() + 1, 2);
  mesh.V.row(mesh.V.rows() - 1) << 50, 50;
  const auto n = std::size_t(mesh.V.rows());
  const auto weights = test::randomWeights(n, 5, 3, 5);
  std::vector<double> mask(n, 1.0);
  for (std::size_t v = 0; v < n; v += 2) mask[v] = 0;
  const Eigen::MatrixXd W = toMatrix(weights);
  const Eigen::MatrixXd S = smoothed(weights, mesh, {.rounds = 7, .mask = mask});
  for (std::size_t v = 0; v + 1 < n; ++v) {
    CHECK((S.row(Eigen::Index(v)) == W.row(Eigen::Index(v))) == (mask[v] == 0));
  }
  CHECK(S.row(Eigen::Index(n) - 1) == W.row(Eigen::Index(n) - 1));
}

TEST_CASE("smoothing refuses what makes no sense") {
  const TriMesh mesh = test::gridMesh(2, 2);
  const auto weights = test::randomWeights(9, 3, 2, 1);
  const std::vector<double> few(3, 1.0), wild(9, 1.5);
  CHECK(!smoothWeights(test::randomWeights(8, 3, 2, 1), mesh));
  CHECK(!smoothWeights(weights, mesh, {.strength = 1.1}));
  CHECK(!smoothWeights(weights, mesh, {.strength = NAN}));
  CHECK(!smoothWeights(weights, mesh, {.rounds = -1}));
  CHECK(!smoothWeights(weights, mesh, {.influences = 0}));
  CHECK(!smoothWeights(weights, mesh, {.mask = few}));
  CHECK(!smoothWeights(weights, mesh, {.mask = wild}));
  TriMesh bad = mesh;
  bad.F(0, 0) = 9;
  CHECK(!smoothWeights(weights, bad));
}
