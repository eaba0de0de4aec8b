// SPDX-License-Identifier: MIT
#include "vide/weights/solid_diffusion.hpp"

#include <doctest/doctest.h>

#include "tests/weights/solid_methods.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

TEST_CASE("heat is steady: away from bones every cell is the mean of its neighbours") {
  const Solid solid = Solid::create(test::uShape(3), {.cells = 2500}).value();
  const Skeleton skeleton =
      skeletonFromSegments(test::chain({{-3, 18, 1.5}, {-3, -2, 1.5}, {3, -2, 1.5}, {3, 18, 1.5}}))
          .value();
  // Read at the cells' own centres, weights are those of the cells.
  Eigen::MatrixXd V(solid.cells(), 3);
  for (int cell = 0; cell < solid.cells(); ++cell) {
    const Vec3 p = solid.center(cell);
    V.row(cell) << p.x, p.y, p.z;
  }
  const auto result = solidDiffusionWeights(solid, V, skeleton);
  REQUIRE(result);
  const Eigen::MatrixXd W = toMatrix(result->weights);
  int steady = 0, held = 0;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(W.cols());
    int count = 0;
    for (const int next : solid.neighbors6(cell)) {
      if (next < 0) continue;
      mean += W.row(next);
      ++count;
    }
    const double off = (W.row(cell) - mean / count).cwiseAbs().maxCoeff();
    steady += off < 1e-5;  // weights below 1e-6 are left out
    held += off >= 1e-5;
  }
  CHECK(held > 60);  // the bones are about 58 long, in cells of 0.7
  CHECK(held < 130);
  CHECK(steady + held == solid.cells());
}

TEST_CASE("a cell that bones share belongs to them in equal parts") {
  const Solid solid = Solid::create(test::box({-4, -4, -4}, {4, 4, 4}), {.cells = 1331}).value();
  std::vector<BoneSegment> star;
  for (const Vec3 tip : {Vec3{3, 0, 0}, Vec3{-3, 0, 0}, Vec3{0, 3, 0}}) {
    star.push_back({"bone" + std::to_string(star.size()), -1, {0, 0, 0}, tip});
  }
  const auto result =
      solidDiffusionWeights(solid, Eigen::RowVector3d(0, 0, 0), skeletonFromSegments(star).value());
  REQUIRE(result);
  const Eigen::MatrixXd W = toMatrix(result->weights);
  for (int b = 0; b < 3; ++b) CHECK(W(0, b) == doctest::Approx(1 / 3.0));
}

TEST_CASE("between two bones in a line weights fall linearly") {
  const Solid solid = Solid::create(test::box({0, 0, 0}, {30, 1, 1}), {.cells = 1000}).value();
  const Skeleton skeleton =
      skeletonFromSegments(std::vector<BoneSegment>{{"a", -1, {5, 0.5, 0.5}, {1, 0.5, 0.5}},
                                                    {"b", -1, {25, 0.5, 0.5}, {29, 0.5, 0.5}}})
          .value();
  for (const double x : {7.0, 12.0, 15.0, 21.0}) {
    const auto result = solidDiffusionWeights(solid, Eigen::RowVector3d(x, 0.5, 0.5), skeleton);
    REQUIRE(result);
    CHECK(toMatrix(result->weights)(0, 0) == doctest::Approx((25 - x) / 20).epsilon(0.05));
  }
}

TEST_CASE("the number of threads changes no bit of diffusion") {
  const TriMesh mesh = test::limb({0, 0, 0}, {0, 6, 0}, 0.5, 12, 20);
  std::vector<Vec3> joints;
  for (int i = 0; i <= 20; ++i) joints.push_back({0, 0.3 * i, 0});
  const Skeleton skeleton = skeletonFromSegments(test::chain(joints)).value();
  ThreadPool pool(3);
  const auto one = solidDiffusionWeights(mesh, skeleton, {.solid = {.cells = 1500}});
  const auto many =
      solidDiffusionWeights(mesh, skeleton, {.solid = {.cells = 1500}, .pool = &pool});
  REQUIRE(one);
  REQUIRE(many);
  CHECK(one->weights.weight == many->weights.weight);
  CHECK(one->weights.handle == many->weights.handle);
}
