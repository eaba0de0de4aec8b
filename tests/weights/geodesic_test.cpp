// SPDX-License-Identifier: MIT
#include "vide/weights/geodesic.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/support/shapes.hpp"
#include "tests/weights/figures.hpp"
#include "vide/core/math.hpp"
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
        CAPTURE(b);
        CAPTURE(points[v].x);
        CAPTURE(points[v].y);
        CAPTURE(head.x);
        CAPTURE(head.y);
        CAPTURE(tail.x);
        CAPTURE(tail.y);
        REQUIRE(d <= bound + 1.5);
        REQUIRE(bound <= 1.0824 * d * 1.5 + 3);
      }
    }
  }
}
