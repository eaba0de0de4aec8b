// SPDX-License-Identifier: MIT
#include "vide/weights/transfer_weights.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/weights/random_weights.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

TEST_CASE("a mesh transfers its weights to itself unchanged, in any order of its vertices") {
  for (const test::NamedMesh& shape : test::meshFamily()) {
    CAPTURE(shape.name);
    const auto weights = test::randomWeights(std::size_t(shape.mesh.V.rows()), 6, 4, 3);
    const auto same = transferWeights(weights, shape.mesh, shape.mesh.V);
    REQUIRE(same);
    CHECK((toMatrix(same->weights) - toMatrix(weights)).cwiseAbs().maxCoeff() < 1e-12);
    const test::Shuffled other = test::shuffled(shape.mesh, 9);
    const Eigen::MatrixXd moved =
        toMatrix(transferWeights(weights, shape.mesh, other.mesh.V)->weights);
    for (Eigen::Index v = 0; v < shape.mesh.V.rows(); ++v) {
      CHECK((moved.row(other.place[std::size_t(v)]) - toMatrix(weights).row(v))
                .cwiseAbs()
                .maxCoeff() < 1e-12);
    }
  }
}

TEST_CASE("weights that are linear in space stay so on any other mesh of the shape") {
  const TriMesh coarse = test::gridMesh(4, 4), fine = test::gridMesh(9, 7);
  const auto linear = [](const Eigen::MatrixXd& V) {
    Eigen::MatrixXd W(V.rows(), 3);
    W.col(0) = (V.col(0) + 2 * V.col(1)) / 20;
    W.col(1) = V.col(0) / 10;
    W.col(2) = 1 - W.col(0).array() - W.col(1).array();
    return W;
  };
  Eigen::MatrixXd V = fine.V;
  V.col(0) *= 4.0 / 9;
  V.col(1) *= 4.0 / 7;
  const auto moved = transferWeights(weightsFromMatrix(linear(coarse.V)), coarse, V);
  REQUIRE(moved);
  CHECK(validate(moved->weights));
  CHECK((toMatrix(moved->weights) - linear(V)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("of many influences the largest stay, and what is off the surface reads the nearest") {
  const TriMesh limb = test::limb({0, 0, 0}, {0, 6, 0}, 1);
  const auto weights = test::randomWeights(std::size_t(limb.V.rows()), 9, 4, 3);
  Eigen::MatrixXd V(3, 3);
  V << 0.9, 2.7, 0.3, 5, 2.7, 1, 0, 400, 0;
  for (const int k : {1, 2, 4}) {
    const auto moved = transferWeights(weights, limb, V, {.influences = k});
    REQUIRE(moved);
    CHECK(validate(moved->weights));
    CHECK(mostInfluences(moved->weights) <= k);
  }
  // Far beyond the end the middle of the lid is the nearest.
  const Eigen::MatrixXd far = toMatrix(transferWeights(weights, limb, V)->weights);
  CHECK((far.row(2) - toMatrix(weights).row(limb.V.rows() - 1)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("a mesh that does not stand where the other does is told so") {
  const TriMesh limb = test::limb({0, 0, 0}, {0, 6, 0}, 1);
  const auto weights = test::randomWeights(std::size_t(limb.V.rows()), 9, 4, 3);
  const auto warned = [&](const Eigen::MatrixXd& V) {
    const auto moved = transferWeights(weights, limb, V);
    REQUIRE(moved);
    return !moved->warnings.empty();
  };
  CHECK(!warned(limb.V));
  CHECK(!warned(test::limb({0, 0, 0}, {0, 6, 0}, 1.05, 5, 4).V));
  CHECK(warned(limb.V * 100));
  CHECK(warned(limb.V.rowwise() + Eigen::RowVector3d(9, 0, 0)));
  // A hat that the first mesh did not have is no reason to warn.
  Eigen::MatrixXd V = limb.V;
  V.row(0) << 0, 12, 0;
  CHECK(!warned(V));
}

TEST_CASE("transfer can be stopped") {
  const std::atomic<bool> stop = true;
  const TriMesh mesh = test::sphere(1);
  const auto weights = test::randomWeights(std::size_t(mesh.V.rows()), 4, 2, 3);
  const auto stopped = transferWeights(weights, mesh, mesh.V, {}, Progress({}, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("transfer refuses what makes no sense") {
  const TriMesh mesh = test::sphere(1);
  const auto weights = test::randomWeights(std::size_t(mesh.V.rows()), 4, 2, 3);
  CHECK(!transferWeights(test::randomWeights(3, 4, 2, 3), mesh, mesh.V));
  CHECK(!transferWeights(weights, mesh, mesh.V, {.influences = 0}));
  CHECK(!transferWeights(weights, mesh, Eigen::MatrixXd::Constant(1, 3, NAN)));
  CHECK(!transferWeights(weights, mesh, Eigen::MatrixXd::Zero(1, 5)));
}
