// SPDX-License-Identifier: MIT
#include "vide/weights/solid_heat.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/solid_shapes.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

constexpr SolidHeatOptions quick{.solid = {.cells = 4000}};

Skeleton skeletonOf(const std::vector<BoneSegment>& segments) {
  return skeletonFromSegments(segments).value();
}

Eigen::MatrixXd weigh(const TriMesh& mesh, const std::vector<BoneSegment>& segments,
                      const SolidHeatOptions& options = quick) {
  const auto result = solidHeatWeights(mesh, skeletonOf(segments), options);
  REQUIRE_MESSAGE(result.has_value(), test::messageOf(result));
  CHECK(checkWeights(result->weights, std::size_t(mesh.V.rows()), WeightSigns::positive));
  return toMatrix(result->weights);
}

const std::vector<BoneSegment> two_bones = test::chain({{-4, 0, 0}, {0, 0, 0}, {4, 0, 0}});

TriMesh bar() { return test::box({-4, -1, -1}, {4, 1, 1}, 8); }

}  // namespace

TEST_CASE("two bones in a bar share it: each owns its end, both the middle") {
  const TriMesh mesh = bar();
  const Eigen::MatrixXd W = weigh(mesh, two_bones);
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    const double x = mesh.V(v, 0);
    if (x < -2.5) CHECK(W(v, 0) > 0.95);
    if (x > 2.5) CHECK(W(v, 1) > 0.95);
    if (x == 0) CHECK(std::abs(W(v, 0) - 0.5) < 0.1);
  }
}

TEST_CASE("the blend between two bones is as wide as the limb is thick") {
  double before = 0;
  for (const double radius : {0.25, 0.5, 1.0}) {
    const TriMesh limb = test::limb({-4, 0, 0}, {4, 0, 0}, radius, 12, 160);
    const Eigen::MatrixXd W = weigh(limb, two_bones, {.solid = {.cells = 10'000}});
    // Where the far bone still has a tenth.
    double width = 0;
    for (Eigen::Index v = 0; v < W.rows(); ++v) {
      if (std::min(W(v, 0), W(v, 1)) > 0.1) width = std::max(width, std::abs(limb.V(v, 0)));
    }
    CHECK(width > 0.3 * radius);
    CHECK(width < 2 * radius);
    CHECK(width > before);
    before = width;
  }
}

TEST_CASE("heat does not cross a gap of one layer of cells") {
  // A U whose arms lie two cells apart, so that one layer at least stays empty.
  const auto arms = [](double gap) {
    TriMesh mesh = test::box({0, 0, 0}, {1, 8, 1});
    test::addBox(mesh, {1 + gap, 0, 0}, {2 + gap, 8, 1});
    test::addBox(mesh, {0, -1, 0}, {2 + gap, 0, 1});
    return mesh;
  };
  const double gap = 2 * Solid::create(arms(0.2), quick.solid)->cellSize();
  const TriMesh mesh = arms(gap);
  const double middle = 1 + gap / 2;
  const Eigen::MatrixXd W = weigh(mesh, {{"base", -1, {middle, -0.5, 0.5}, {middle, -0.1, 0.5}},
                                         {"left", 0, {0.5, 0, 0.5}, {0.5, 8, 0.5}},
                                         {"right", 0, {1.5 + gap, 0, 0.5}, {1.5 + gap, 8, 0.5}}});
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    if (mesh.V(v, 1) < 4) continue;
    CHECK(W(v, mesh.V(v, 0) < middle ? 2 : 1) < 1e-3);
  }
}

TEST_CASE("a bone behind a gap owns nothing across it, though it is nearer") {
  // The arm hangs beside a wide body whose own bone is further from the body's side than the arm's.
  TriMesh mesh = test::box({-2, 0, -1}, {2, 6, 1});
  test::addBox(mesh, {2.4, 0, -0.3}, {3, 5, 0.3});
  test::addBox(mesh, {1.5, 5, -0.3}, {3, 5.6, 0.3});
  const Eigen::MatrixXd W = weigh(mesh, {{"spine", -1, {0, 0, 0}, {0, 5.6, 0}},
                                         {"shoulder", 0, {1.5, 5.3, 0}, {2.7, 5.3, 0}},
                                         {"arm", 1, {2.7, 5.3, 0}, {2.7, 0, 0}}});
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    if (mesh.V(v, 1) > 3) continue;
    CHECK(W(v, mesh.V(v, 0) < 2.2 ? 0 : 2) > 0.9);
  }
}

TEST_CASE("solid heat has the same bytes on any number of threads") {
  const TriMesh mesh = test::together(test::bentBar(12, 40), test::sphere(3));
  const Skeleton skeleton = skeletonOf(
      test::chain({{-1, 0, 0}, {-0.5, 0, 0}, {0, 0, 0}, {0.4, 0, 0}, {0.8, 0, 0}, {1, 0, 0}}));
  const auto one = solidHeatWeights(mesh, skeleton, quick);
  REQUIRE(one);
  for (const int threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    SolidHeatOptions options = quick;
    options.pool = &pool;
    const auto other = solidHeatWeights(mesh, skeleton, options);
    REQUIRE(other);
    CHECK(other->weights.handle == one->weights.handle);
    CHECK(other->weights.weight == one->weights.weight);
    CHECK(other->weights.row_start == one->weights.row_start);
  }
}

TEST_CASE("vertices at one place weigh the same, in whatever order they come") {
  const TriMesh mesh = bar();
  const Eigen::MatrixXd W = weigh(mesh, two_bones);
  const Eigen::MatrixXd apart = weigh(test::splitApart(mesh), two_bones);
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) CHECK(apart.row(3 * f + k) == W.row(mesh.F(f, k)));
  }
  const auto [shuffled, place] = test::shuffled(mesh, 8);
  const Eigen::MatrixXd moved = weigh(shuffled, two_bones);
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) CHECK(moved.row(place[v]) == W.row(v));
}

TEST_CASE("a bone that does not deform gets nothing, and its children are linked through it") {
  // Without the link, all of the hips' side would be nearer to the leg.
  const TriMesh mesh = bar();
  const Eigen::MatrixXd W = weigh(mesh, {{"hips", -1, {-3.5, 0, 0}, {-3.4, 0, 0}},
                                         {"helper", 0, {-1, 0, 0}, {0, 0, 0}, false},
                                         {"leg", 1, {2, 0, 0}, {4, 0, 0}}});
  CHECK(W.col(1).maxCoeff() == 0);
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    if (mesh.V(v, 0) < 0) CHECK(W(v, 0) > 0.9);
  }
}

TEST_CASE("a loose piece follows the body under it as one, and a warning says so") {
  TriMesh mesh = bar();
  const Eigen::Index body = mesh.V.rows();
  test::addBox(mesh, {3, 1.6, -0.1}, {3.2, 1.8, 0.1}, 2);
  const auto result = solidHeatWeights(mesh, skeletonOf(two_bones), quick);
  REQUIRE(result);
  const Eigen::MatrixXd W = toMatrix(result->weights);
  for (Eigen::Index v = body; v < W.rows(); ++v) CHECK(W.row(v) == W.row(body));
  CHECK(W(body, 1) > 0.95);
  REQUIRE(result->warnings.size() == 1);
  CHECK(result->warnings[0].find("1 part") != std::string::npos);
}

TEST_CASE("a hand that floats beside the body keeps the bones in it") {
  TriMesh mesh = test::box({-2, -2, -2}, {2, 2, 2});
  test::addBox(mesh, {3, 0, -0.3}, {3.8, 0.4, 0.3});
  const Eigen::MatrixXd W =
      weigh(mesh, {{"body", -1, {0, -1, 0}, {0, 1, 0}}, {"hand", 0, {3.1, 0.2, 0}, {3.7, 0.2, 0}}});
  for (Eigen::Index v = 0; v < W.rows(); ++v) CHECK(W(v, mesh.V(v, 0) > 2.5) > 0.99);
}

TEST_CASE("an arm through the body leaves no vertex without weights") {
  const TriMesh mesh = test::together(test::limb({0, 0, 0}, {0, 4, 0}, 1, 16, 16),
                                      test::limb({-3, 2, 0}, {3, 2.4, 0}, 0.3, 8, 24));
  const Eigen::MatrixXd W = weigh(mesh, {{"spine", -1, {0, 0, 0}, {0, 4, 0}},
                                         {"upper", -1, {-3, 2, 0}, {0, 2.2, 0}},
                                         {"lower", 1, {0, 2.2, 0}, {3, 2.4, 0}}});
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    if (mesh.V(v, 0) < -1.8) CHECK(W(v, 1) > 0.9);
    if (mesh.V(v, 0) > 1.8) CHECK(W(v, 2) > 0.9);
  }
}

TEST_CASE("bones outside the body act on it or are named") {
  const TriMesh mesh = bar();
  const Eigen::MatrixXd above = weigh(mesh, test::chain({{-4, 1.5, 0}, {0, 1.5, 0}, {4, 1.5, 0}}));
  for (Eigen::Index v = 0; v < above.rows(); ++v) {
    if (std::abs(mesh.V(v, 0)) > 3) CHECK(above(v, mesh.V(v, 0) > 0) > 0.9);
  }
  std::vector<BoneSegment> bones = two_bones;
  bones.push_back({"tail", 1, {400, 0, 0}, {500, 0, 0}});
  const auto result = solidHeatWeights(mesh, skeletonOf(bones), quick);
  REQUIRE(result);
  REQUIRE(result->warnings.size() == 1);
  CHECK(result->warnings[0].find("\"tail\"") != std::string::npos);
}

TEST_CASE("no row has more bones than asked for") {
  const TriMesh mesh = test::box({-1, -1, -1}, {1, 1, 1});
  std::vector<BoneSegment> bones;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      for (const double z : {-0.5, 0.5}) {
        bones.push_back({"b" + std::to_string(bones.size()), -1, {0, 0, 0}, {x, y, z}});
      }
    }
  }
  for (const int influences : {1, 2, 4, 100}) {
    const auto result = solidHeatWeights(mesh, skeletonOf(bones),
                                         {.influences = influences, .solid = {.cells = 3000}});
    REQUIRE(result);
    CHECK(validate(result->weights));
    CHECK(mostInfluences(result->weights) <= std::min(influences, 8));
  }
}

TEST_CASE("odd surfaces get weights: flat, a single triangle, vertices in no triangle") {
  TriMesh flat = test::box({-4, -1, 0}, {4, 1, 0});
  weigh(flat, two_bones);
  TriMesh one{Eigen::MatrixXd(5, 3), Eigen::MatrixX3i(1, 3)};
  one.V << -4, 0, 0, 4, 0, 0, 0, 1, 0, 3, 9, 2, -1e6, 0, 0;
  one.F << 0, 1, 2;
  const Eigen::MatrixXd W = weigh(one, two_bones);
  CHECK(W(3, 1) > 0.5);
  CHECK(W(4, 0) > 0.5);
}

TEST_CASE("bones at any distance give finite weights") {
  const TriMesh mesh = bar();
  for (const double far : {1e4, 1e9, 1e30}) {
    CAPTURE(far);
    std::vector<BoneSegment> bones = two_bones;
    bones.push_back({"far", -1, {0, far, 0}, {0, 2 * far, 0}});
    CHECK(weigh(mesh, bones).col(2).maxCoeff() < 1e-3);
    // Nothing but bones far away.
    CHECK(weigh(mesh, {bones[2]}).minCoeff() == 1);
    bones.pop_back();
    for (BoneSegment& bone : bones) bone.head.y = bone.tail.y = far;
    weigh(mesh, bones);
  }
}

TEST_CASE("the unit may be as small or large as numbers allow") {
  const TriMesh mesh = bar();
  const Eigen::MatrixXd W = weigh(mesh, two_bones);
  for (const double scale : {1e-60, 1e60}) {
    std::vector<BoneSegment> bones = two_bones;
    for (BoneSegment& bone : bones) {
      bone.head = bone.head * scale;
      bone.tail = bone.tail * scale;
    }
    CHECK((weigh({mesh.V * scale, mesh.F}, bones) - W).cwiseAbs().maxCoeff() < 0.02);
  }
}

TEST_CASE("memory bounds the cells where there are many bones") {
  std::vector<Vec3> joints;
  for (int k = 0; k <= 300; ++k) joints.push_back({-4 + 8 * k / 300.0, 0, 0});
  const Skeleton skeleton = skeletonOf(test::chain(joints));
  const SolidHeatOptions tight{.solid = {.cells = 40'000, .max_bytes = 4 << 20}};
  const auto result = solidHeatWeights(bar(), skeleton, tight);
  REQUIRE(result);
  CHECK(validate(result->weights));
  CHECK(result->warnings.back().find("max_bytes") != std::string::npos);
  const auto solid = Solid::create(bar(), {.cells = 20'000});
  REQUIRE(solid);
  CHECK(test::failsWith(solidHeatWeights(*solid, bar().V, skeleton, tight), "max_bytes"));
}

TEST_CASE("solid heat refuses what makes no sense") {
  const TriMesh mesh = bar();
  const Skeleton skeleton = skeletonOf(two_bones);
  CHECK(test::failsWith(solidHeatWeights(test::emptyMesh(), skeleton), "no triangles"));
  CHECK(test::failsWith(solidHeatWeights(mesh, Skeleton()), "no bone deforms"));
  std::vector<BoneSegment> idle = two_bones;
  for (BoneSegment& bone : idle) bone.deform = false;
  CHECK(test::failsWith(solidHeatWeights(mesh, skeletonOf(idle)), "no bone deforms"));
  CHECK(test::failsWith(solidHeatWeights(mesh, skeleton, {.influences = 0}), "influences"));
  CHECK(test::failsWith(solidHeatWeights(mesh, skeleton, {.solid = {.cells = -5}}), "cells"));
  TriMesh broken = mesh;
  for (const double bad : {double(NAN), 1e100}) {
    broken.V(7, 2) = bad;
    CHECK(test::failsWith(solidHeatWeights(broken, skeleton), "vertex 7"));
  }
  std::vector<BoneSegment> away = two_bones;
  away[1].tail.x = 1e80;
  CHECK(test::failsWith(solidHeatWeights(mesh, skeletonOf(away)), "bone \"bone1\""));
  broken = mesh;
  broken.F(3, 1) = 1'000'000;
  CHECK(test::failsWith(solidHeatWeights(broken, skeleton), "triangle 3"));
  CHECK(!solidHeatWeights({mesh.V.leftCols(2), mesh.F}, skeleton));
  const std::atomic<bool> stop = true;
  const auto stopped = solidHeatWeights(mesh, skeleton, quick, Progress(nullptr, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}
