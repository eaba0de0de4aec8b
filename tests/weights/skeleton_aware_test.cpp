// SPDX-License-Identifier: MIT
#include "vide/weights/skeleton_aware.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

Skeleton skeletonOf(const std::vector<BoneSegment>& bones) {
  return skeletonFromSegments(bones).value();
}

Eigen::MatrixXd aware(const Eigen::MatrixXd& V, const Skeleton& skeleton,
                      const SkeletonAwareOptions& options = {}) {
  const auto result = skeletonAwareWeights(V, skeleton, options);
  REQUIRE(result);
  REQUIRE(checkWeights(result->weights, std::size_t(V.rows()), WeightSigns::positive));
  return toMatrix(result->weights);
}

double toSegment(Vec3 p, Vec3 a, Vec3 b) {
  double least = distance(p, b);
  for (int i = 0; i <= 4000; ++i) least = std::min(least, distance(p, a + (b - a) * (i / 4000.0)));
  return least;
}

// The rule of the specification, word by word, by recursion.
std::vector<double> asSpecified(Vec3 p, const Skeleton& skeleton, double s, double t,
                                std::size_t n) {
  std::vector<double> d, pull(skeleton.size(), 0.0);
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    d.push_back(toSegment(p, skeleton.head(b), skeleton.tail(b)));
  }
  std::size_t nearest = 0;
  for (std::size_t b = 1; b < d.size(); ++b) nearest = d[b] < d[nearest] ? b : nearest;
  std::vector<std::size_t> found;
  const std::function<void(std::size_t)> visit = [&](std::size_t b) {
    if (std::ranges::find(found, b) != found.end()) return;
    if (b != nearest && d[b] > t) return;
    found.push_back(b);
    for (std::size_t other = 0; other < d.size(); ++other) {
      if (skeleton[other].parent == int(b) || skeleton[b].parent == int(other)) visit(other);
    }
  };
  visit(nearest);
  std::ranges::sort(found, {}, [&](std::size_t b) { return d[b]; });
  found.resize(std::min(found.size(), n));
  double sum = 0;
  for (const std::size_t b : found) sum += pull[b] = std::exp(-(d[b] - d[nearest]) / s);
  for (double& w : pull) w /= sum;
  return pull;
}

// Two legs whose feet touch: hip, then thigh, shin and foot on each side.
const std::vector<BoneSegment> legs = test::hung(
    test::hung(test::chain({{0, 11, 0}, {0, 10, 0}}, "hip"), 0,
               test::chain({{-1, 10, 0}, {-1, 5, 0}, {-0.5, 0.3, 0}, {-0.5, 0.3, 2}}, "left")),
    0, test::chain({{1, 10, 0}, {1, 5, 0}, {0.5, 0.3, 0}, {0.5, 0.3, 2}}, "right"));

}  // namespace

TEST_CASE("the weights are those of the rule, step by step") {
  const Skeleton skeleton = skeletonOf(legs);
  std::mt19937 engine(8);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * (double(engine()) / 4294967296.0);
  };
  Eigen::MatrixXd V(60, 3);
  for (Eigen::Index v = 0; v < V.rows(); ++v) V.row(v) << draw(-3, 3), draw(-1, 12), draw(-1, 3);
  for (const double t : {0.5, 2.0, 5.0, 100.0}) {
    for (const int n : {1, 2, 4, 7}) {
      const Eigen::MatrixXd W =
          aware(V, skeleton, {.smoothness = 1.5, .threshold = t, .influences = n});
      for (Eigen::Index v = 0; v < V.rows(); ++v) {
        const auto expected =
            asSpecified({V(v, 0), V(v, 1), V(v, 2)}, skeleton, 1.5, t, std::size_t(n));
        for (std::size_t b = 0; b < skeleton.size(); ++b) {
          CHECK(W(v, Eigen::Index(b)) == doctest::Approx(expected[b]).epsilon(1e-3));
        }
      }
    }
  }
}

TEST_CASE("feet and fingers that touch never share a vertex") {
  const Skeleton skeleton = skeletonOf(legs);
  const TriMesh left = test::limb({-0.5, 0.3, -0.3}, {-0.5, 0.3, 2.3}, 0.499, 10, 10);
  TriMesh model =
      test::together(left, test::limb({0.5, 0.3, -0.3}, {0.5, 0.3, 2.3}, 0.499, 10, 10));
  model = test::together(model, test::limb({0, 9, 0}, {0, 12, 0}, 2));
  const Eigen::MatrixXd W = aware(model.V, skeleton);
  CHECK(W.topRows(left.V.rows()).rightCols(3).maxCoeff() == 0);
  CHECK(W.middleRows(left.V.rows(), left.V.rows()).middleCols(1, 3).maxCoeff() == 0);

  // Fingers of three bones, 0.02 apart, on a hand; their first joints may share, their tips may
  // not.
  auto hand = test::chain({{0, -8, 0}, {0, 0, 0}}, "palm");
  TriMesh skin = test::limb({0, -8, 0}, {0, 0, 0}, 2);
  std::vector<Eigen::Index> first{skin.V.rows()};
  for (int finger = 0; finger < 3; ++finger) {
    const double x = finger - 1.0;
    hand = test::hung(hand, 0,
                      test::chain({{x, 0, 0}, {x, 3, 0}, {x, 5, 0}, {x, 7, 0}},
                                  "finger" + std::to_string(finger) + "_"));
    skin = test::together(skin, test::limb({x, 4, 0}, {x, 7, 0}, 0.49, 10, 10));
    first.push_back(skin.V.rows());
  }
  const Eigen::MatrixXd H = aware(skin.V, skeletonOf(hand));
  for (int finger = 0; finger < 3; ++finger) {
    const auto rows = H.middleRows(first[std::size_t(finger)],
                                   first[std::size_t(finger) + 1] - first[std::size_t(finger)]);
    for (int other = 0; other < 3; ++other) {
      if (other != finger) CHECK(rows.middleCols(1 + 3 * other, 3).maxCoeff() == 0);
    }
  }
}

TEST_CASE("bones that do not deform are walked over and get nothing") {
  auto bones = test::chain({{0, 0, 0}, {2, 0, 0}, {3, 0, 0}, {5, 0, 0}});
  bones[1].deform = false;
  Eigen::MatrixXd V(2, 3);
  V << 1.9, 0.5, 0, 2.6, 0.1, 0;
  const Eigen::MatrixXd W = aware(V, skeletonOf(bones), {.smoothness = 1, .threshold = 3});
  CHECK(W.col(1).maxCoeff() == 0);
  CHECK(W(0, 2) > 0.1);
  CHECK(W(1, 2) > W(1, 0));
  // The walk ends where the bone between is beyond the threshold.
  CHECK(aware(V, skeletonOf(bones), {.smoothness = 1, .threshold = 0.4})(0, 2) == 0);
}

TEST_CASE("far from every bone the nearest still pulls, and scale changes nothing") {
  const Skeleton skeleton = skeletonOf(legs);
  Eigen::MatrixXd V(3, 3);
  V << -1e6, 0, 0, -0.6, 0.4, 1, 0.3, 7, 0.2;
  CHECK(aware(V, skeleton, {.smoothness = 0.1}).row(0).segment(1, 3).sum() > 0.99);
  const Eigen::MatrixXd near = V.bottomRows(2), W = aware(near, skeleton);
  for (const double scale : {1e-6, 1e6}) {
    auto scaled = legs;
    for (BoneSegment& bone : scaled) {
      bone.head = bone.head * scale;
      bone.tail = bone.tail * scale;
    }
    CHECK((aware(near * scale, skeletonOf(scaled)) - W).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("skeleton-aware weights refuse what makes no sense") {
  const Eigen::MatrixXd V = Eigen::MatrixXd::Zero(1, 3);
  const Skeleton skeleton = skeletonOf(legs);
  CHECK(!skeletonAwareWeights(V, Skeleton()));
  const std::atomic<bool> stop = true;
  const auto stopped = skeletonAwareWeights(V, skeleton, {}, Progress({}, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
  CHECK(!skeletonAwareWeights(V, skeleton, {.smoothness = -1}));
  CHECK(!skeletonAwareWeights(V, skeleton, {.threshold = NAN}));
  CHECK(!skeletonAwareWeights(V, skeleton, {.influences = 0}));
  CHECK(!skeletonAwareWeights(Eigen::MatrixXd::Zero(1, 4), skeleton));
  CHECK(!skeletonAwareWeights(Eigen::MatrixXd::Constant(1, 3, INFINITY), skeleton));
}

TEST_CASE("a smoothness near nothing leaves finite rows") {
  const Eigen::MatrixXd W = aware(Eigen::MatrixXd::Constant(3, 3, 1e20), skeletonOf(legs),
                                  {.smoothness = 1e-300, .threshold = 1e30});
  CHECK(W.allFinite());
  CHECK((W.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
}
