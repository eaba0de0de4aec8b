// SPDX-License-Identifier: MIT
#include "vide/author/model_fit.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/limbs.hpp"
#include "vide/author/bone_weights.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

MeshContent limbMesh() {
  const TriMesh limb = test::limb({0, 0, 0}, {0, 6, 0}, 0.6, 8, 12);
  MeshContent mesh;
  mesh.V = limb.V;
  mesh.F = limb.F;
  return mesh;
}

Skeleton bonesAt(Vec3 offset, double scale = 1) {
  auto bones = test::chain({{0, 0.5, 0}, {0, 3, 0}, {0, 5.5, 0}});
  for (BoneSegment& bone : bones) {
    bone.head = bone.head * scale + offset;
    bone.tail = bone.tail * scale + offset;
  }
  return skeletonFromSegments(bones).value();
}

bool warns(const std::vector<std::string>& warnings, const char* part) {
  return std::ranges::any_of(
      warnings, [&](const std::string& w) { return w.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("a skeleton that does not meet the mesh is told so, whatever the method") {
  for (const BoneWeightMethod& method : boneWeightMethods()) {
    CAPTURE(method.name);
    const BoneWeightsOptions options{.method = std::string(method.name), .cells = 300};
    const auto far = boneWeights(limbMesh(), bonesAt({200, 0, 0}), options);
    REQUIRE(far);
    CHECK(warns(far->warnings, "does not meet the mesh"));
    const auto fits = boneWeights(limbMesh(), bonesAt({}), options);
    REQUIRE(fits);
    CHECK(!warns(fits->warnings, "does not meet the mesh"));
  }
}

TEST_CASE("fit is a matter of diagonals, not of units") {
  for (const double unit : {1e-30, 1.0, 1e30}) {
    MeshContent mesh = limbMesh();
    mesh.V *= unit;
    CHECK(fitWarnings(mesh, bonesAt({}, unit)).empty());
    CHECK(fitWarnings(mesh, bonesAt({3 * unit, 0, 0}, unit)).empty());
    CHECK(warns(fitWarnings(mesh, bonesAt({20 * unit, 0, 0}, unit)), "3 diagonals"));
    CHECK(warns(fitWarnings(mesh, bonesAt({0, -300 * unit, 0}, 100 * unit)), "skeleton is about"));
    CHECK(warns(fitWarnings(mesh, bonesAt({}, unit / 100)), "mesh is about"));
  }
}

TEST_CASE("triangles that single precision would collapse are counted") {
  MeshContent mesh = limbMesh();
  CHECK(fitWarnings(mesh, bonesAt({})).empty());
  mesh.V.col(0).array() += 1e4;
  CHECK(fitWarnings(mesh, bonesAt({1e4, 0, 0})).empty());
  mesh.V.col(0).array() += 1e9;
  mesh.V.col(1).array() += 1e9;
  mesh.V.col(2).array() += 1e9;
  CHECK(warns(fitWarnings(mesh, bonesAt({1e9 + 1e4, 1e9, 1e9})), "single precision"));
  // One that has no extent to lose does not count.
  mesh.F.rowwise() = Eigen::RowVector3i(0, 0, 1);
  CHECK(fitWarnings(mesh, bonesAt({1e9 + 1e4, 1e9, 1e9})).empty());
}

TEST_CASE("auto takes the next method where a limit is exceeded, and says why") {
  const BoneWeightsOptions tight{.cells = 40'000, .max_bytes = 200};
  const auto chosen = boneWeights(limbMesh(), bonesAt({}), tight);
  REQUIRE(chosen);
  CHECK(chosen->method == "skeleton-aware");
  CHECK(chosen->reason.find("limits") != std::string::npos);
  CHECK(warns(chosen->warnings, "max_bytes"));
  CHECK(validate(chosen->weights));
  const BoneWeightsOptions named{.method = "solid-heat", .max_bytes = 200};
  const auto refused = boneWeights(limbMesh(), bonesAt({}), named);
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::limit_exceeded);
  // With a megabyte the solid is coarse, and heat goes on.
  const auto coarse = boneWeights(limbMesh(), bonesAt({}), {.max_bytes = 1 << 20});
  REQUIRE(coarse);
  CHECK(coarse->method == "solid-heat");
  CHECK(warns(coarse->warnings, "max_bytes"));
}
