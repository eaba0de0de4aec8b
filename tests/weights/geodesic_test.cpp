// SPDX-License-Identifier: MIT
#include "vide/weights/geodesic.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "tests/support/shapes.hpp"
#include "tests/weights/figures.hpp"
#include "vide/core/math.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;
using test::matrixOf;
using test::skeletonOf;

namespace {

constexpr int canvas = 160;
const Vec2 middle{80.3, 79.8};

std::vector<Vec2> someOf(const std::vector<Vec2>& points, std::size_t stride) {
  std::vector<Vec2> some;
  for (std::size_t i = 0; i < points.size(); i += stride) some.push_back(points[i]);
  return some;
}

std::size_t pixelIndex(const Coverage& mask, Vec2 p) {
  return std::size_t(mask.height - 1 - int(p.y)) * std::size_t(mask.width) + std::size_t(p.x);
}

// Dijkstra's search over pixels, by repeated relaxation of all: slow and plain.
std::vector<double> pixelSearch(const Coverage& mask, Vec2 start, GeodesicMetric metric) {
  std::vector<double> d(mask.value.size(), std::numeric_limits<double>::infinity());
  d[pixelIndex(mask, start)] = 0;
  const auto inside = [&](int c, int r) {
    return c >= 0 && r >= 0 && c < mask.width && r < mask.height && mask.inside(c, r);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = 0; r < mask.height; ++r) {
      for (int c = 0; c < mask.width; ++c) {
        if (!mask.inside(c, r)) continue;
        for (int i = 0; i < 9; ++i) {
          const int dc = i % 3 - 1, dr = i / 3 - 1;
          const bool diagonal = dc != 0 && dr != 0;
          if (!inside(c + dc, r + dr) || (diagonal && metric == GeodesicMetric::manhattan))
            continue;
          if (diagonal && !inside(c + dc, r) && !inside(c, r + dr)) continue;
          const double through =
              d[std::size_t((r + dr) * mask.width + c + dc)] + std::hypot(double(dc), double(dr));
          double& own = d[std::size_t(r * mask.width + c)];
          if (through < own - 1e-12) {
            own = through;
            changed = true;
          }
        }
      }
    }
  }
  return d;
}

}  // namespace

TEST_CASE("euclidean distances are those of the visibility graph within 1 px + 1 %") {
  for (const test::Figure& upright : test::figureFamily()) {
    for (const double degrees : {0.0, 13.0, 45.0, 71.5, 90.0, 200.0}) {
      CAPTURE(upright.name);
      CAPTURE(degrees);
      const test::Figure figure = turned(upright, math::radians(degrees), middle);
      const Coverage mask = draw(figure, canvas, canvas);
      const std::vector<Vec2> points = someOf(test::insideCentres(mask), 97);
      const auto distances =
          GeodesicDistances::compute(mask, matrixOf(points), {}, skeletonOf(figure.bones));
      REQUIRE(distances);
      double worst = 0;
      for (std::size_t b = 0; b < figure.bones.size(); ++b) {
        const test::CornerGraph graph(figure, b);
        for (std::size_t v = 0; v < points.size(); ++v) {
          if (signedDistance(figure, points[v]) > -0.05) continue;
          const double expected = graph.pathFrom(points[v]);
          const double error = std::abs(distances->distance(v, b) - expected);
          worst = std::max(worst, error / (1 + 0.01 * expected));
        }
      }
      CHECK(worst < 1);
    }
  }
}

TEST_CASE("manhattan and octile distances are those of a search over single pixels") {
  for (const test::NamedShape& shape : test::turnedShapeFamily()) {
    CAPTURE(shape.name);
    const std::vector<Vec2> points = test::insideCentres(shape.coverage);
    if (points.empty()) continue;
    const Vec2 start = points[points.size() / 3];
    GeodesicOptions options;
    for (const GeodesicMetric metric : {GeodesicMetric::manhattan, GeodesicMetric::octile}) {
      options.metric = metric;
      const auto distances = GeodesicDistances::compute(shape.coverage, matrixOf(points), {},
                                                        skeletonOf({{start, start}}), options);
      REQUIRE(distances);
      const auto expected = pixelSearch(shape.coverage, start, metric);
      for (std::size_t v = 0; v < points.size(); ++v) {
        const double e = expected[pixelIndex(shape.coverage, points[v])];
        const double d = distances->distance(v, 0);
        REQUIRE(((d == e) || std::abs(d - e) < 1e-7));
      }
    }
  }
}

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

TEST_CASE(
    "every pixel of a bone's part is reached, none of another, by paths of a credible length") {
  for (const test::NamedShape& shape : test::turnedShapeFamily()) {
    CAPTURE(shape.name);
    const std::vector<Vec2> points = test::insideCentres(shape.coverage);
    if (points.empty()) continue;
    const Vec2 head = points[points.size() / 3], tail = points[points.size() / 2];
    const Skeleton skeleton = skeletonOf({{head, head}, {head, tail}});
    GeodesicOptions options;
    const auto euclidean =
        GeodesicDistances::compute(shape.coverage, matrixOf(points), {}, skeleton, options);
    options.metric = GeodesicMetric::octile;
    const auto octile =
        GeodesicDistances::compute(shape.coverage, matrixOf(points), {}, skeleton, options);
    REQUIRE(euclidean);
    REQUIRE(octile);
    // An octile path is at most 1 / cos(pi / 8) longer than the straight line it follows. A path of
    // pixels keeps its distance from the outline, which costs at most another pixel at each turn.
    for (std::size_t v = 0; v < points.size(); ++v) {
      for (std::size_t b : {0u, 1u}) {
        const double bound = octile->distance(v, b), d = euclidean->distance(v, b);
        REQUIRE(std::isfinite(bound) == std::isfinite(d));
        if (!std::isfinite(d)) continue;
        REQUIRE(d <= bound + 1.5);
        REQUIRE(bound <= 1.0824 * d * 1.5 + 3);
      }
    }
  }
}

TEST_CASE("turning the picture by any angle moves no weight by more than 0.02") {
  for (const test::Figure& small : test::figureFamily()) {
    // The default smoothness of the small spiral is 3.5 pixels, less than what eight corners of
    // pixels leave uncertain; four times as large it is a drawing like others.
    const double size = small.name == "spiral" ? 4 : 1;
    const test::Figure upright = scaled(small, size);
    const int side = int(size * canvas);
    std::vector<Vec2> points;
    for (double y = -60 * size; y <= 60 * size; y += 3.7 * size) {
      for (double x = -60 * size; x <= 60 * size; x += 3.7 * size) {
        if (signedDistance(upright, {x, y}) < -1) points.push_back({x, y});
      }
    }
    const auto denseWeights = [&](double angle) {
      const test::Figure figure = turned(upright, angle, middle * size);
      std::vector<Vec2> moved;
      for (Vec2 p : points) moved.push_back(test::turned(p, angle, middle * size));
      const auto result =
          geodesicWeights(draw(figure, side, side), matrixOf(moved), {}, skeletonOf(figure.bones));
      REQUIRE(result);
      Eigen::MatrixXd W = Eigen::MatrixXd::Zero(points.size(), figure.bones.size());
      for (std::size_t v = 0; v < points.size(); ++v) {
        for (std::size_t i = 0; i < result->weights.handlesOf(v).size(); ++i) {
          W(v, result->weights.handlesOf(v)[i]) = result->weights.weightsOf(v)[i];
        }
      }
      return W;
    };
    const Eigen::MatrixXd reference = denseWeights(0);
    for (const double degrees : {7.0, 30.0, 45.0, 90.0, 133.0, 270.0}) {
      const double moved = (denseWeights(math::radians(degrees)) - reference).cwiseAbs().maxCoeff();
      CAPTURE(upright.name);
      CAPTURE(degrees);
      CAPTURE(moved);
      CHECK(moved < 0.02);
    }
  }
}

TEST_CASE("rows are valid and the same for any number of threads") {
  ThreadPool pool(3);
  for (const test::NamedShape& shape : test::shapeFamily()) {
    CAPTURE(shape.name);
    const std::vector<Vec2> points = test::insideCentres(shape.coverage);
    if (points.empty()) continue;
    const Skeleton skeleton = skeletonOf({{points.front(), points.back()},
                                          {points[points.size() / 2], points.front()},
                                          {{-50, 3}, {-20, 300}},
                                          {{2, 2}, {2, 2}},
                                          {{0, 1}, {40, 1}}});
    for (const GeodesicMetric metric :
         {GeodesicMetric::manhattan, GeodesicMetric::octile, GeodesicMetric::euclidean}) {
      GeodesicOptions options;
      options.metric = metric;
      options.influences = 3;
      const auto alone = geodesicWeights(shape.coverage, matrixOf(points), {}, skeleton, options);
      options.pool = &pool;
      const auto together =
          geodesicWeights(shape.coverage, matrixOf(points), {}, skeleton, options);
      REQUIRE(alone);
      REQUIRE(together);
      CHECK(validate(alone->weights));
      CHECK(alone->weights.vertices() == points.size());
      CHECK(alone->weights.weight == together->weights.weight);
      CHECK(alone->weights.handle == together->weights.handle);
      CHECK(alone->warnings == together->warnings);
    }
  }
}

TEST_CASE("an island without a bone follows the nearest one and is named") {
  const Coverage mask = test::fromRows({"######....####", "######....####", "######....####"});
  const std::vector<Vec2> points{{1, 1}, {5, 1}, {11, 1}, {13, 2}};
  const Skeleton skeleton = skeletonOf({{{0.5, 1}, {1.5, 1}}, {{4, 1}, {5.5, 1}}});
  for (const GeodesicMetric metric :
       {GeodesicMetric::manhattan, GeodesicMetric::octile, GeodesicMetric::euclidean}) {
    const auto result = geodesicWeights(mask, matrixOf(points), {}, skeleton, {.metric = metric});
    REQUIRE(result);
    for (std::size_t v : {2u, 3u}) {
      CHECK(result->weights.handlesOf(v).size() == 1);
      CHECK(result->weights.handlesOf(v)[0] == 1);
    }
    REQUIRE(result->warnings.size() == 1);
    CHECK(result->warnings[0].find("4 x 3 px around (12, 1.5)") != std::string::npos);
    CHECK(result->warnings[0].find("bone1") != std::string::npos);
  }
}

TEST_CASE("bones outside, in a hole and across the plane act, and are named; pins just act") {
  const Coverage mask = test::ring(80, 38, 20);
  const std::vector<Vec2> points{{10, 40}, {70, 40}};
  const Skeleton flat = skeletonOf(
      {{{-30, 40}, {-20, 40}}, {{45, 40}, {50, 40}}, {{40, 8}, {40, 8}}, {{40, 8}, {40, 8}}});
  std::vector<Bone> bones(flat.bones().begin(), flat.bones().end());
  bones[2].tail = {0, 0, 5};  // towards whoever looks
  const Skeleton skeleton = Skeleton::fromBones(bones).value();
  const auto distances = GeodesicDistances::compute(mask, matrixOf(points), {}, skeleton);
  REQUIRE(distances);
  // From the tail to the rim, and from there straight on.
  CHECK(distances->distance(0, 0) == doctest::Approx(30).epsilon(0.03));
  CHECK(distances->distance(1, 1) == doctest::Approx(20).epsilon(0.1));
  CHECK(distances->distance(0, 2) == distances->distance(0, 3));
  const auto result = distances->weights();
  REQUIRE(result);
  REQUIRE(result->warnings.size() == 3);
  for (int b : {0, 1, 2}) {
    CHECK(result->warnings[b].find("bone" + std::to_string(b)) != std::string::npos);
  }
}

TEST_CASE("a vertex in a gap belongs to the limb that its triangles lead to") {
  const Coverage mask = test::uShape(2, 8, 40);
  // On the gap's middle line but for a hair to the wrong side, as rounding may leave it.
  const double gap = mask.width / 2.0;
  const std::vector<Vec2> points{
      {gap + 1e-6, 10},      {4, 8}, {4, 12}, {gap - 1e-6, 10}, {mask.width - 4.0, 8},
      {mask.width - 4.0, 12}};
  Eigen::MatrixX3i F(2, 3);
  F << 0, 2, 1, 3, 4, 5;
  const Skeleton skeleton =
      skeletonOf({{{4, 2}, {4, 30}}, {{mask.width - 4.0, 2}, {mask.width - 4.0, 30}}});
  GeodesicOptions options;
  options.triangles = &F;
  const auto result = geodesicWeights(mask, matrixOf(points), {}, skeleton, options);
  REQUIRE(result);
  CHECK(result->weights.handlesOf(0)[0] == 0);
  CHECK(result->weights.handlesOf(3)[0] == 1);
}

TEST_CASE("a vertex outside the mask reads its own part, though another is nearer") {
  const Coverage mask = test::fromRows({"####..####", "####..####"});
  const std::vector<Vec2> points{{1, 1}, {5.2, 1}, {9, 1}};
  const std::vector<int> part{0, 0, 1};
  const Skeleton skeleton = skeletonOf({{{1, 1}, {2, 1}}, {{8, 1}, {9, 1}}});
  const auto result = geodesicWeights(mask, matrixOf(points), part, skeleton);
  REQUIRE(result);
  CHECK(result->weights.handlesOf(1)[0] == 0);
}

TEST_CASE("smoothness sets the width of the blend, per bone where asked, without new distances") {
  const Coverage mask = test::solid(101, 11);
  const std::vector<Vec2> points{{60.5, 5.5}, {99.5, 5.5}};
  const Skeleton skeleton = skeletonOf({{{0.5, 5.5}, {50.5, 5.5}}, {{50.5, 5.5}, {70.5, 5.5}}});
  const auto distances = GeodesicDistances::compute(mask, matrixOf(points), {}, skeleton);
  REQUIRE(distances);
  for (const double s : {1.0, 10.0, 100.0}) {
    const auto result = distances->weights({.smoothness = s});
    REQUIRE(result);
    CHECK(result->weights.weightsOf(0)[1] == doctest::Approx(1 / (1 + std::exp(10 / s))));
  }
  const auto soft = distances->weights({.smoothness = 10, .bone_smoothness = {50, 0}});
  REQUIRE(soft);
  const double a = std::exp(-49.0 / 50), b = std::exp(-29.0 / 10);
  CHECK(soft->weights.handlesOf(1)[0] == 0);
  CHECK(soft->weights.weightsOf(1)[0] == doctest::Approx(a / (a + b)));
  CHECK(!distances->weights({.smoothness = -1}));
  CHECK(!distances->weights({.bone_smoothness = {1}}));
  CHECK(!distances->weights({.influences = 0}));
}

TEST_CASE("bones that do not deform get nothing") {
  const Skeleton both = skeletonOf({{{1, 1}, {2, 1}}, {{3, 1}, {4, 1}}});
  std::vector<Bone> bones(both.bones().begin(), both.bones().end());
  bones[1].deform = false;
  const auto skeleton = Skeleton::fromBones(bones);
  REQUIRE(skeleton);
  const std::vector<Vec2> points{{4, 1}};
  const auto result = geodesicWeights(test::solid(6, 2), matrixOf(points), {}, *skeleton);
  REQUIRE(result);
  CHECK(result->weights.handles == 2);
  CHECK(std::vector<int>(result->weights.handle) == std::vector<int>{0});
}

TEST_CASE("input that does not fit is refused with a reason") {
  const Coverage mask = test::solid(4, 4);
  const Skeleton skeleton = skeletonOf({{{1, 1}, {2, 1}}});
  const Eigen::MatrixXd V = Eigen::MatrixXd::Ones(2, 2);
  const std::vector<int> one_part{0};
  Coverage empty = mask, short_of_pixels = mask;
  std::ranges::fill(empty.value, std::uint8_t(0));
  short_of_pixels.value.pop_back();
  Eigen::MatrixX3i F(1, 3);
  F << 0, 1, 2;
  GeodesicOptions options;
  options.triangles = &F;
  std::atomic<bool> stop = true;
  const auto refusal = [](const auto& result) {
    return result ? std::string() : result.error().message;
  };
  CHECK(refusal(geodesicWeights(empty, V, {}, skeleton)).starts_with("mask"));
  CHECK(refusal(geodesicWeights(short_of_pixels, V, {}, skeleton)).starts_with("mask"));
  CHECK(refusal(geodesicWeights(mask, V, one_part, skeleton)).starts_with("parts"));
  CHECK(refusal(geodesicWeights(mask, Eigen::MatrixXd::Ones(2, 3), {}, skeleton)) != "");
  CHECK(refusal(geodesicWeights(mask, V * NAN, {}, skeleton)).starts_with("vertex 0"));
  CHECK(refusal(geodesicWeights(mask, V, {}, Skeleton())).starts_with("skeleton"));
  CHECK(refusal(geodesicWeights(mask, V, {}, skeleton, options)).starts_with("triangles"));
  CHECK(refusal(geodesicWeights(mask, V, {}, skeleton, {}, Progress({}, &stop))) != "");
  CHECK(geodesicWeights(mask, Eigen::MatrixXd(0, 2), {}, skeleton));
}
