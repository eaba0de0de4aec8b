// SPDX-License-Identifier: MIT
#include "vide/weights/solid_geodesic.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/weights/solid_methods.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

Skeleton pairOfBones(Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1) {
  return skeletonFromSegments(std::vector<BoneSegment>{{"a", -1, a0, a1}, {"b", -1, b0, b1}})
      .value();
}

// d_b - d_a as the two weights of a vertex tell it: exp(-d / s) of each, normalised.
double differenceOfDistances(const Solid& solid, Vec3 p, const Skeleton& skeleton, double s) {
  const Eigen::MatrixXd V = Eigen::RowVector3d(p.x, p.y, p.z);
  const auto result = solidGeodesicWeights(solid, V, skeleton, {.smoothness = s});
  REQUIRE(result);
  const Eigen::MatrixXd W = toMatrix(result->weights);
  return s * std::log(W(0, 0) / W(0, 1));
}

}  // namespace

TEST_CASE("where bones are in sight distances are straight") {
  const Solid solid = Solid::create(test::box({0, 0, 0}, {10, 10, 4}), {.cells = 3000}).value();
  const Vec3 a0{1, 1, 2}, a1{1, 9, 2}, b0{8, 1, 2}, b1{8, 4, 2};
  const Skeleton skeleton = pairOfBones(a0, a1, b0, b1);
  // Leaf bones reach on to just inside the surface, so below b's head and beyond its tail p.x alone
  // counts; what lies across is told by z.
  for (const Vec3 p : {Vec3{3, 2, 2}, Vec3{5, 3, 1}, Vec3{6.5, 2.2, 3.1}, Vec3{9, 3, 2}}) {
    const double to_a = std::hypot(p.x - 1, p.z - 2), to_b = std::hypot(p.x - 8, p.z - 2);
    CHECK(differenceOfDistances(solid, p, skeleton, 3) ==
          doctest::Approx(to_b - to_a).epsilon(0.02));
  }
}

TEST_CASE("behind a corner distances go around it") {
  // An L in the plane z = 0 .. 3: a foot along x and a leg along y, the inner corner at (4, 4).
  const TriMesh mesh =
      test::together(test::box({0, 0, 0}, {20, 4, 3}), test::box({0, 0, 0}, {4, 20, 3}));
  const Solid solid = Solid::create(mesh, {.cells = 5000}).value();
  const double h = solid.cellSize();
  const Skeleton skeleton = pairOfBones({2, 17, 1.5}, {2, 18, 1.5}, {19, 1, 1.5}, {19, 3, 1.5});
  for (const Vec3 p : {Vec3{9, 2, 1.5}, Vec3{13, 1, 1}, Vec3{16, 3, 2}}) {
    const auto around = std::hypot(p.x - 4, p.y - 4) + std::hypot(2.0, 17.0 - 4);
    const double to_b = std::hypot(19 - p.x, 1.5 - p.z);
    const double found = differenceOfDistances(solid, p, skeleton, 8);
    CHECK(std::abs(found - (to_b - around)) < 0.05 * around + 2 * h);
  }
}

TEST_CASE("smoothness widens the blend, and one bone's own its reach") {
  const Solid solid = Solid::create(test::box({0, 0, 0}, {20, 4, 4}), {.cells = 1500}).value();
  const Skeleton skeleton = pairOfBones({2, 2, 2}, {6, 2, 2}, {14, 2, 2}, {18, 2, 2});
  const Eigen::MatrixXd V = Eigen::RowVector3d(8, 2, 2);
  double last = 1;
  for (const double s : {0.5, 1.0, 3.0, 10.0}) {
    const auto W = toMatrix(solidGeodesicWeights(solid, V, skeleton, {.smoothness = s})->weights);
    CHECK(W(0, 0) < last);
    last = W(0, 0);
  }
  const auto even = toMatrix(solidGeodesicWeights(solid, V, skeleton, {.smoothness = 3})->weights);
  const auto soft = toMatrix(
      solidGeodesicWeights(solid, V, skeleton, {.smoothness = 3, .bone_smoothness = {0, 9}})
          ->weights);
  CHECK(soft(0, 1) > even(0, 1));
  CHECK(!solidGeodesicWeights(solid, V, skeleton, {.smoothness = -1}));
  CHECK(!solidGeodesicWeights(solid, V, skeleton, {.bone_smoothness = {1}}));
}

TEST_CASE("the default smoothness follows the size of the solid alone") {
  const TriMesh mesh = test::uShape(3);
  const double s = defaultSmoothness(Solid::create(mesh, {.cells = 5000}).value());
  CHECK(s > 0.1);
  CHECK(s < 1);
  const double scaled =
      defaultSmoothness(Solid::create({mesh.V * 100, mesh.F}, {.cells = 5000}).value());
  CHECK(scaled == doctest::Approx(100 * s).epsilon(0.01));
}
