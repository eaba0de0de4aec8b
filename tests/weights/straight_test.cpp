// SPDX-License-Identifier: MIT
#include "vide/weights/straight.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/weights/figures.hpp"
#include "vide/weights/geodesic.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

TEST_CASE("straight weights bleed across the gap that geodesic ones respect") {
  const test::Figure u = turned(test::figureFamily().front(), 0, {60, 60});
  const Coverage mask = draw(u, 120, 120);
  const std::vector<Vec2> facing{{58.5, 12}, {61.5, 12}};
  const Eigen::MatrixXd V = test::matrixOf(facing);
  const Skeleton skeleton = test::skeletonOf(u.bones);
  const auto straight = straightWeights(V, skeleton, {.smoothness = 10});
  const auto geodesic = geodesicWeights(mask, V, {}, skeleton, {.smoothness = 10});
  REQUIRE(straight);
  REQUIRE(geodesic);
  CHECK(validate(straight->weights));
  for (std::size_t v : {0u, 1u}) {
    CHECK(straight->weights.weightsOf(v)[1] > 0.2);
    CHECK(geodesic->weights.weightsOf(v)[1] < 1e-3);
  }
}

TEST_CASE("straight weights are exp(-d/s) of the distance to the segments, normalised") {
  const Skeleton skeleton = test::skeletonOf({{{0, 0}, {10, 0}}, {{20, 5}, {20, 9}}});
  Eigen::MatrixXd V(2, 3);
  V << 5, 4, 3, 1e6, 0, 0;
  const auto result = straightWeights(V, skeleton, {.smoothness = 7, .bone_smoothness = {0, 14}});
  REQUIRE(result);
  const double near = std::exp(-5.0 / 7), far = std::exp(-std::sqrt(15.0 * 15 + 1 + 9) / 14);
  CHECK(result->weights.handlesOf(0)[0] == 0);
  CHECK(result->weights.weightsOf(0)[0] == doctest::Approx(near / (near + far)));
  CHECK(result->weights.handlesOf(1)[0] == 1);  // far away the softer bone wins
  CHECK(validate(result->weights));
}

TEST_CASE("straight weights refuse what makes no sense") {
  const Eigen::MatrixXd V = Eigen::MatrixXd::Zero(1, 2);
  const Skeleton skeleton = test::skeletonOf({{{0, 0}, {10, 0}}});
  CHECK(!straightWeights(V, Skeleton()));
  CHECK(!straightWeights(V, skeleton, {.smoothness = -1}));
  CHECK(!straightWeights(V, skeleton, {.bone_smoothness = {1, 2}}));
  CHECK(!straightWeights(V, skeleton, {.influences = 0}));
  CHECK(!straightWeights(Eigen::MatrixXd::Zero(1, 4), skeleton));
  CHECK(!straightWeights(Eigen::MatrixXd::Constant(1, 2, NAN), skeleton));
}

TEST_CASE("a smoothness near nothing leaves finite straight weights") {
  const Skeleton skeleton = test::skeletonOf({{{0, 0}, {10, 0}}, {{20, 5}, {20, 9}}});
  const Eigen::MatrixXd V = Eigen::MatrixXd::Constant(2, 3, 1e20);
  const auto result = straightWeights(V, skeleton, {.smoothness = 1e-300});
  REQUIRE(result);
  CHECK(checkWeights(result->weights, 2, WeightSigns::positive));
}
