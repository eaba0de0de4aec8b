// SPDX-License-Identifier: MIT
#include "vide/weights/geodesic.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/shapes.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

Skeleton skeletonOf(const std::vector<std::pair<Vec2, Vec2>>& segments) {
  std::vector<Bone> bones;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    Bone bone;
    bone.id = BoneId(i + 1);
    bone.name = "bone" + std::to_string(i);
    bone.local.translation = inPlane(segments[i].first);
    bone.tail = inPlane(segments[i].second - segments[i].first);
    bones.push_back(bone);
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  REQUIRE(skeleton);
  return *skeleton;
}

}  // namespace

TEST_CASE("a leg pulls nothing across the gap to the other leg") {
  for (int gap : {1, 2, 3}) {
    const Coverage mask = test::uShape(gap);
    const double h = mask.height, left = 4, right = mask.width - 4;
    const Skeleton skeleton =
        skeletonOf({{{left, 2}, {left, h - 12}}, {{right, 2}, {right, h - 12}}});
    Eigen::MatrixXd V(2, 2);
    V << mask.width / 2.0 - gap / 2.0 - 0.25, 0.5, mask.width / 2.0 + gap / 2.0 + 0.25, 0.5;
    const auto result = geodesicWeights(mask, V, {}, skeleton);
    REQUIRE(result);
    CHECK(validate(result->weights));
    for (int v : {0, 1}) {
      CHECK(result->weights.handlesOf(v)[0] == v);
      CHECK(result->weights.weightsOf(v)[0] > 1 - 1e-3);
    }
  }
}
