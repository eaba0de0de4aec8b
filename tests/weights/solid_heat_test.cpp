// SPDX-License-Identifier: MIT
#include "vide/weights/solid_heat.hpp"

#include <doctest/doctest.h>

#include "tests/support/solid_shapes.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

TEST_CASE("two bones in a bar share it: each owns its end, both the middle") {
  const TriMesh bar = test::box({-4, -1, -1}, {4, 1, 1}, 8);
  const auto skeleton = skeletonFromSegments(std::vector<BoneSegment>{
      {"left", -1, {-4, 0, 0}, {0, 0, 0}, true}, {"right", 0, {0, 0, 0}, {4, 0, 0}, true}});
  REQUIRE(skeleton);
  const auto result = solidHeatWeights(bar, *skeleton, {.solid = {.cells = 4000}});
  REQUIRE(result);
  CHECK(validate(result->weights));
  const Eigen::MatrixXd W = toMatrix(result->weights);
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    const double x = bar.V(v, 0);
    if (x < -2.5) CHECK(W(v, 0) > 0.95);
    if (x > 2.5) CHECK(W(v, 1) > 0.95);
    if (x == 0) CHECK(std::abs(W(v, 0) - 0.5) < 0.1);
  }
}
