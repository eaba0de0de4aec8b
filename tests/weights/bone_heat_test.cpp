// SPDX-License-Identifier: MIT
#include "vide/weights/bone_heat.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"
#include "vide/core/text.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

Skeleton skeletonOf(const std::vector<BoneSegment>& bones) {
  return skeletonFromSegments(bones).value();
}

// A limb along y with two bones that meet in the middle.
const std::vector<BoneSegment> arm = test::chain({{0, 0.2, 0}, {0, 3, 0}, {0, 5.8, 0}});
TriMesh armMesh() { return test::limb({0, 0, 0}, {0, 6, 0}, 0.5, 10, 24); }

Eigen::MatrixXd heat(const TriMesh& mesh, const Skeleton& skeleton,
                     const BoneHeatOptions& options = {}) {
  const auto result = boneHeatWeights(mesh, skeleton, options);
  REQUIRE(result);
  REQUIRE(checkWeights(result->weights, std::size_t(mesh.V.rows()), WeightSigns::positive));
  return toMatrix(result->weights);
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

bool warns(const WeightsResult& result, const char* part) {
  return std::ranges::any_of(result.warnings, [&](const std::string& warning) {
    return warning.find(part) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("heat falls from bone to bone along a limb, half and half at the joint") {
  const TriMesh mesh = armMesh();
  const Eigen::MatrixXd W = heat(mesh, skeletonOf(arm));
  for (int ring = 0; ring < 24; ++ring) {
    for (int s = 0; s < 10; ++s) {
      const Eigen::Index v = ring * 10 + s;
      CHECK(W(v + 10, 0) <= W(v, 0) + 1e-9);
      if (ring == 12) CHECK(W(v, 0) == doctest::Approx(0.5).epsilon(1e-3));
      if (ring < 4) CHECK(W(v, 0) > 0.97);
    }
  }
}

TEST_CASE("more heat gives narrower blends") {
  const TriMesh mesh = armMesh();
  double last = 1;
  for (const double c : {0.22, 1.0, 5.0, 50.0}) {
    const double far = heat(mesh, skeletonOf(arm), {.heat = c})(9 * 10, 1);  // 0.75 off the joint
    CHECK(far < last);
    last = far;
  }
}

TEST_CASE("sharpness raises the solution to a power, and winding does not matter") {
  const TriMesh mesh = armMesh();
  const Eigen::MatrixXd plain = heat(mesh, skeletonOf(arm), {.sharpness = 1});
  const Eigen::MatrixXd cubed = heat(mesh, skeletonOf(arm), {.sharpness = 3});
  const Eigen::MatrixXd power = plain.array().cube();
  CHECK(difference(cubed, (power.array().colwise() / power.array().rowwise().sum()).matrix()) <
        1e-9);
  const TriMesh inside_out{mesh.V, mesh.F.rowwise().reverse()};
  CHECK(difference(heat(inside_out, skeletonOf(arm), {.sharpness = 1}), plain) < 1e-9);
}

TEST_CASE("on a mesh of two triangles the weights solve the equation of the paper") {
  // A unit square; both bones lie straight below opposite sides and are seen from below.
  TriMesh mesh{Eigen::MatrixXd(4, 3), Eigen::MatrixX3i(2, 3)};
  mesh.V << 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1;
  mesh.F << 0, 1, 2, 0, 2, 3;
  const Skeleton skeleton = skeletonOf(
      {{"a", -1, {-0.2, -0.5, -1}, {-0.2, -0.5, 2}}, {"b", -1, {1.1, -0.5, -1}, {1.1, -0.5, 2}}});
  const double c = 0.7, diagonal_edge = 0, side = 0.5;
  const double d_a = std::hypot(0.2, 0.5), d_b = std::hypot(0.1, 0.5);
  Eigen::Matrix4d A;
  A << 2 * side + diagonal_edge, -side, -diagonal_edge, -side,  //
      -side, 2 * side, -side, 0,                                //
      -diagonal_edge, -side, 2 * side + diagonal_edge, -side,   //
      -side, 0, -side, 2 * side;
  const Eigen::Vector4d mass(1 / 3.0, 1 / 6.0, 1 / 3.0, 1 / 6.0);
  const Eigen::Vector4d H(c / (d_a * d_a), c / (d_b * d_b), c / (d_b * d_b), c / (d_a * d_a));
  const Eigen::Vector4d of_a(1, 0, 0, 1);
  A += Eigen::Matrix4d((mass.array() * H.array()).matrix().asDiagonal());
  const Eigen::Vector4d expected = A.inverse() * (mass.array() * H.array() * of_a.array()).matrix();
  const Eigen::MatrixXd W = heat(mesh, skeleton, {.heat = c, .sharpness = 1});
  for (int v = 0; v < 4; ++v) CHECK(W(v, 0) == doctest::Approx(expected(v)).epsilon(0.01));
}

TEST_CASE("scaling, turning and renumbering change nothing") {
  const TriMesh mesh = armMesh();
  const Eigen::MatrixXd W = heat(mesh, skeletonOf(arm));
  for (const double scale : {1e-6, 1e6}) {
    auto bones = arm;
    for (BoneSegment& bone : bones)
      bone = {bone.name, bone.parent, bone.head * scale, bone.tail * scale};
    CHECK(difference(heat({mesh.V * scale, mesh.F}, skeletonOf(bones)), W) < 1e-6);
  }
  const Eigen::Matrix3d R = test::someRotation(3);
  auto bones = arm;
  for (BoneSegment& bone : bones) {
    for (Vec3* end : {&bone.head, &bone.tail}) {
      const Eigen::Vector3d p = R * Eigen::Vector3d(end->x, end->y, end->z);
      *end = {p.x(), p.y(), p.z()};
    }
  }
  CHECK(difference(heat({mesh.V * R.transpose(), mesh.F}, skeletonOf(bones)), W) < 1e-6);
  const test::Shuffled other = test::shuffled(mesh, 4);
  const Eigen::MatrixXd shuffled = heat(other.mesh, skeletonOf(arm));
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    CHECK((shuffled.row(other.place[std::size_t(v)]) - W.row(v)).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("split seams stay closed") {
  const TriMesh mesh = armMesh();
  const Eigen::MatrixXd W = heat(mesh, skeletonOf(arm));
  const Eigen::MatrixXd split = heat(test::splitApart(mesh), skeletonOf(arm));
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) {
      CHECK((split.row(3 * f + k) - W.row(mesh.F(f, k))).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}

TEST_CASE("a bone behind a wall heats nothing") {
  // Two limbs side by side; the bone of each is nearer to some of the other's vertices when the
  // limbs are thick and one bone lies close to the gap.
  const TriMesh both = test::together(test::limb({0, 0, 0}, {0, 6, 0}, 1, 12, 12),
                                      test::limb({2.2, 0, 0}, {2.2, 6, 0}, 1, 12, 12));
  const Skeleton skeleton = skeletonOf(
      {{"left", -1, {-0.6, 0.2, 0}, {-0.6, 5.8, 0}}, {"right", -1, {1.5, 0.2, 0}, {1.5, 5.8, 0}}});
  const Eigen::MatrixXd W = heat(both, skeleton);
  const Eigen::Index half = W.rows() / 2;
  CHECK(W.topRows(half).col(0).minCoeff() == 1);
  CHECK(W.bottomRows(half).col(1).minCoeff() == 1);
}

TEST_CASE("what sees no bone takes the nearest weights and is named") {
  // A coat around the arm, and a vertex in no triangle.
  const TriMesh coat = test::limb({0, -0.2, 0}, {0, 6.2, 0}, 0.7, 10, 24);
  TriMesh dressed = test::together(armMesh(), coat);
  dressed.V.conservativeResize(dressed.V.rows() + 1, 3);
  dressed.V.row(dressed.V.rows() - 1) << 0, 9, 0;
  const auto result = boneHeatWeights(dressed, skeletonOf(arm));
  REQUIRE(result);
  REQUIRE(validate(result->weights));
  CHECK(warns(*result, text("the piece of ", coat.V.rows(), " vertices").c_str()));
  CHECK(warns(*result, "the piece of 1 vertices around (0, 9, 0)"));
  const Eigen::MatrixXd W = toMatrix(result->weights);
  const Eigen::Index n = armMesh().V.rows();
  for (Eigen::Index v = 0; v < n - 2; ++v) {
    CHECK((W.row(v) - W.row(n + v)).cwiseAbs().maxCoeff() < 0.1);
  }
  CHECK(W(W.rows() - 1, 1) > 0.99);
}

TEST_CASE("a model whose bones are all hidden is still weighted") {
  const TriMesh armour = test::limb({0, -1, 0}, {0, 7, 0}, 0.1, 10, 24);
  auto outside = arm;
  for (BoneSegment& bone : outside) {
    bone.head.x = bone.tail.x = 3;
  }
  const TriMesh cage = test::together(armour, test::limb({3, 0, 0}, {3, 6, 0}, 0.5));
  // Only the cage sees the bones; the armour follows it.
  const auto result = boneHeatWeights(cage, skeletonOf(outside));
  REQUIRE(result);
  CHECK(validate(result->weights));
  CHECK(result->warnings.size() == 1);

  const TriMesh ball = test::sphere(2);
  const Skeleton far =
      skeletonOf({{"a", -1, {-3, 0, 0}, {-2, 0, 0}}, {"b", -1, {2, 0, 0}, {3, 0, 0}}});
  TriMesh hidden = test::together({ball.V * 1.5, ball.F}, {ball.V * 4, ball.F});
  hidden = {hidden.V.bottomRows(ball.V.rows()), ball.F};
  CHECK(toMatrix(boneHeatWeights(hidden, far)->weights)(0, 1) > 0.5);
}

TEST_CASE("broken triangles do no harm") {
  const TriMesh good = armMesh();
  const Eigen::MatrixXd W = heat(good, skeletonOf(arm));
  TriMesh bad = good;
  const Eigen::Index m = good.F.rows();
  bad.F.conservativeResize(m + 5, Eigen::NoChange);
  bad.F.row(m) << 3, 3, 3;
  bad.F.row(m + 1) << 5, 6, 5;
  bad.F.row(m + 2) = good.F.row(7);                              // twice
  bad.F.row(m + 3) << good.F(9, 1), good.F(9, 0), good.F(9, 2);  // turned over
  bad.F.row(m + 4) << 0, 10, 20;                                 // on a line
  CHECK(difference(heat(bad, skeletonOf(arm)), W) < 0.1);

  TriMesh needles = good;  // every ring of one half squeezed to a hair's breadth
  for (int v = 0; v < 120; ++v) needles.V(v, 1) *= 1e-9;
  heat(needles, skeletonOf(arm));
  heat({good.V, Eigen::MatrixX3i(0, 3)}, skeletonOf(arm));
  heat({Eigen::MatrixXd::Zero(4, 3), good.F.topRows(0)}, skeletonOf(arm));
}

TEST_CASE("bones that do not deform get nothing, and equally near ones share") {
  auto bones = test::hung(arm, -1, test::chain({{0, 0.2, 0}, {0, 3, 0}}, "twin"));
  const Eigen::MatrixXd shared = heat(armMesh(), skeletonOf(bones));
  CHECK((shared.col(0) - shared.col(2)).cwiseAbs().maxCoeff() < 1e-9);
  bones[2].deform = false;
  const Eigen::MatrixXd W = heat(armMesh(), skeletonOf(bones));
  CHECK(W.col(2).maxCoeff() == 0);
  CHECK(difference(W.leftCols(2), heat(armMesh(), skeletonOf(arm))) == 0);
}

TEST_CASE("the number of threads changes no bit, and the work can be stopped") {
  const TriMesh mesh = test::limb({0, 0, 0}, {0, 6, 0}, 0.5, 20, 60);
  std::vector<Vec3> joints;
  for (int i = 0; i <= 40; ++i) joints.push_back({0, 0.15 * i, 0});
  const Skeleton skeleton = skeletonOf(test::chain(joints));
  ThreadPool pool(3);
  const auto one = boneHeatWeights(mesh, skeleton).value();
  const auto many = boneHeatWeights(mesh, skeleton, {.pool = &pool}).value();
  CHECK(one.weights.weight == many.weights.weight);
  CHECK(one.weights.handle == many.weights.handle);
  CHECK(mostInfluences(one.weights) == 4);
  CHECK(mostInfluences(boneHeatWeights(mesh, skeleton, {.influences = 2})->weights) == 2);
  const std::atomic<bool> stop = true;
  const auto stopped = boneHeatWeights(mesh, skeleton, {}, Progress({}, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("bone heat refuses what makes no sense") {
  const TriMesh mesh = armMesh();
  CHECK(!boneHeatWeights(mesh, Skeleton()));
  CHECK(!boneHeatWeights(mesh, skeletonOf(arm), {.heat = 0}));
  CHECK(!boneHeatWeights(mesh, skeletonOf(arm), {.heat = INFINITY}));
  CHECK(!boneHeatWeights(mesh, skeletonOf(arm), {.sharpness = 0.5}));
  CHECK(!boneHeatWeights(mesh, skeletonOf(arm), {.sharpness = NAN}));
  CHECK(!boneHeatWeights(mesh, skeletonOf(arm), {.influences = 0}));
  CHECK(!boneHeatWeights({Eigen::MatrixXd(0, 3), mesh.F.topRows(0)}, skeletonOf(arm)));
  TriMesh bad = mesh;
  bad.V(4, 0) = NAN;
  CHECK(!boneHeatWeights(bad, skeletonOf(arm)));
  bad = mesh;
  bad.F(0, 0) = 100'000;
  CHECK(!boneHeatWeights(bad, skeletonOf(arm)));
}
