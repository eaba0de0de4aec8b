// SPDX-License-Identifier: MIT
#include "vide/weights/mirror_weights.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/weights/random_weights.hpp"
#include "vide/weights/skeleton_aware.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

// A spine with an arm on each side, and something on one side only.
Skeleton body(const char* left, const char* right) {
  return skeletonFromSegments(std::vector<BoneSegment>{{"spine", -1, {0, 0, 0}, {0, 4, 0}},
                                                       {left, 0, {0.5, 4, 0}, {3, 4, 0}},
                                                       {right, 0, {-0.5, 4, 0}, {-3, 4, 0}},
                                                       {"sword", 1, {3, 4, 0}, {3, 4, 2}}})
      .value();
}

// Symmetric in x to the last bit.
TriMesh symmetricMesh() {
  const TriMesh side = test::limb({0.5, 4, 0}, {3.4, 4, 0}, 0.6);
  TriMesh other = side;
  other.V.col(0) *= -1;
  other.F = side.F.rowwise().reverse();
  TriMesh trunk = test::limb({0, -1, 0}, {0, 5, 0}, 1);
  for (Eigen::Index v = 0; v < trunk.V.rows(); ++v) {
    if (std::abs(trunk.V(v, 0)) < 1e-9) trunk.V(v, 0) = 0;
  }
  return test::together(test::together(side, other), trunk);
}

Eigen::MatrixXd mirror(const VertexWeights& weights, const TriMesh& mesh, const Skeleton& skeleton,
                       const MirrorOptions& options) {
  const auto result = mirrorWeights(weights, mesh, skeleton, options);
  REQUIRE(result);
  REQUIRE(checkWeights(result->weights, std::size_t(mesh.V.rows()), WeightSigns::positive));
  return toMatrix(result->weights);
}

}  // namespace

TEST_CASE("mirroring can be stopped") {
  const std::atomic<bool> stop = true;
  const TriMesh mesh = test::limb({0, 0, 0}, {0, 6, 0}, 1);
  const auto skeleton =
      skeletonFromSegments(test::chain({{0, 0, 0}, {0, 3, 0}, {0, 6, 0}})).value();
  const auto weights = test::randomWeights(std::size_t(mesh.V.rows()), 2, 2, 3);
  const auto stopped = mirrorWeights(weights, mesh, skeleton, {}, Progress({}, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("of many bones without a counterpart the first are named in one line") {
  std::vector<BoneSegment> bones;
  for (int b = 0; b < 40; ++b) {
    bones.push_back({"tip" + std::to_string(b), -1, {1, double(b), 0}, {2, double(b), 0}});
  }
  const auto pairs = pairBones(skeletonFromSegments(bones).value());
  REQUIRE(pairs.warnings.size() == 1);
  CHECK(pairs.warnings[0].find("40 bones") != std::string::npos);
  CHECK(pairs.warnings[0].find("\"tip0\"") != std::string::npos);
  CHECK(pairs.warnings[0].find("tip39") == std::string::npos);
}

TEST_CASE("bones are paired by the side in their name") {
  const std::vector<std::array<const char*, 2>> names{{"arm.L", "arm.R"},
                                                      {"arm_l", "arm_r"},
                                                      {"L_arm", "R_arm"},
                                                      {"LeftArm", "RightArm"},
                                                      {"leftArm", "rightArm"},
                                                      {"arm_left", "arm_right"},
                                                      {"lThumb", "rThumb"},
                                                      {"LHipJoint", "RHipJoint"},
                                                      {"handL", "handR"},
                                                      {"arm.L.001", "arm.R.001"},
                                                      {"rig:LeftHand", "rig:RightHand"},
                                                      {"ARM LEFT", "ARM RIGHT"},
                                                      {"leg-l-2", "leg-r-2"},
                                                      {"upperleft3", "upperright3"}};
  for (const auto& [left, right] : names) {
    CAPTURE(left);
    const bool by_name = std::string(left) != "upperleft3";  // "left" is no word there: by place
    auto bones = body(left, right);
    const auto pairs = pairBones(bones);
    CHECK(pairs.partner == std::vector<int>{0, 2, 1, 3});
    REQUIRE(pairs.warnings.size() == 1);
    CHECK(pairs.warnings[0].find("\"sword\"") != std::string::npos);
    // A plane that no place agrees with leaves names alone to decide.
    const auto far = pairBones(bones, {MirrorAxis::x, 100});
    CHECK((far.partner[1] == 2) == by_name);
  }
  CHECK(pairBones(body("roll", "lorry")).partner == std::vector<int>{0, 2, 1, 3});
  CHECK(pairBones(body("roll", "lorry"), {MirrorAxis::x, 100}).partner ==
        std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("exchanging the sides twice changes nothing on a symmetric mesh") {
  const TriMesh mesh = symmetricMesh();
  const Skeleton skeleton = body("arm.L", "arm.R");
  const auto weights = test::randomWeights(std::size_t(mesh.V.rows()), 4, 3, 6);
  const MirrorOptions options{.direction = MirrorDirection::exchange};
  const auto once = mirrorWeights(weights, mesh, skeleton, options).value();
  const Eigen::MatrixXd twice = mirror(once.weights, mesh, skeleton, options);
  CHECK((toMatrix(once.weights) - toMatrix(weights)).cwiseAbs().maxCoeff() > 0.1);
  CHECK((twice - toMatrix(weights)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("a copied side makes weights symmetric, and a second time changes nothing") {
  const TriMesh mesh = symmetricMesh();
  const Skeleton skeleton = body("arm.L", "arm.R");
  const auto weights = test::randomWeights(std::size_t(mesh.V.rows()), 4, 3, 6);
  const auto copied = mirrorWeights(weights, mesh, skeleton, {}).value();
  const Eigen::MatrixXd W = toMatrix(copied.weights);
  const Eigen::MatrixXd back =
      mirror(copied.weights, mesh, skeleton, {.direction = MirrorDirection::exchange});
  CHECK((back - W).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((mirror(copied.weights, mesh, skeleton, {}) - W).cwiseAbs().maxCoeff() < 1e-12);
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (mesh.V(v, 0) > 1e-3) CHECK(W.row(v) == toMatrix(weights).row(v));
  }
  const Eigen::MatrixXd other =
      mirror(weights, mesh, skeleton, {.direction = MirrorDirection::negative_to_positive});
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (mesh.V(v, 0) < -1e-3) CHECK(other.row(v) == toMatrix(weights).row(v));
  }
}

TEST_CASE("weights that are symmetric already stay as they are, on any plane") {
  auto segments = segmentsOf(body("arm.L", "arm.R"));
  segments.pop_back();
  const TriMesh mesh = symmetricMesh();
  for (const int axis : {0, 1, 2}) {
    const auto moved = [&](Vec3 p) {
      const double x[3] = {p.x, p.y, p.z};
      Vec3 q{x[(3 - axis) % 3], x[(4 - axis) % 3], x[(5 - axis) % 3]};
      (axis == 0 ? q.x : axis == 1 ? q.y : q.z) += 0.5;
      return q;
    };
    auto bones = segments;
    for (BoneSegment& bone : bones) {
      bone.head = moved(bone.head);
      bone.tail = moved(bone.tail);
    }
    TriMesh turned = mesh;
    for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
      const Vec3 p = moved({mesh.V(v, 0), mesh.V(v, 1), mesh.V(v, 2)});
      turned.V.row(v) << p.x, p.y, p.z;
    }
    const Skeleton skeleton = skeletonFromSegments(bones).value();
    const auto weights =
        skeletonAwareWeights(turned.V, skeleton, {.smoothness = 1, .threshold = 100})->weights;
    const MirrorOptions options{.plane = {MirrorAxis(axis), 0.5},
                                .direction = MirrorDirection::exchange};
    CHECK((mirror(weights, turned, skeleton, options) - toMatrix(weights)).cwiseAbs().maxCoeff() <
          1e-9);
  }
}

TEST_CASE("mirroring refuses what makes no sense") {
  const TriMesh mesh = symmetricMesh();
  const Skeleton skeleton = body("arm.L", "arm.R");
  const auto n = std::size_t(mesh.V.rows());
  const auto weights = test::randomWeights(n, 4, 3, 6);
  CHECK(!mirrorWeights(test::randomWeights(n, 5, 3, 6), mesh, skeleton));
  CHECK(!mirrorWeights(test::randomWeights(n - 1, 4, 3, 6), mesh, skeleton));
  CHECK(!mirrorWeights(weights, mesh, skeleton, {.plane = {MirrorAxis::x, NAN}}));
  CHECK(!mirrorWeights(weights, mesh, skeleton, {.influences = 0}));
  CHECK(!mirrorWeights(weights, {mesh.V.leftCols(2), mesh.F}, skeleton,
                       {.plane = {MirrorAxis::z, 0}}));
}
