// SPDX-License-Identifier: MIT
#include "vide/vectorize/simplify_outlines.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/outline_checks.hpp"
#include "tests/support/shapes.hpp"
#include "vide/core/math.hpp"
#include "vide/vectorize/trace_outlines.hpp"

using namespace vide;
using namespace vide::test;

namespace {

std::size_t pointCount(const Outlines& outlines) {
  std::size_t count = 0;
  for (const Ring& ring : outlines.rings) count += ring.points.size();
  return count;
}

}  // namespace

TEST_CASE("simplified outlines stay simple, apart and nested, and keep every pixel") {
  for (const auto& [name, picture] : turnedShapeFamily()) {
    const auto traced = traceOutlines(picture);
    REQUIRE(traced.has_value());
    for (const double tolerance : {0.3, 1.0, 50.0}) {
      CAPTURE(name);
      CAPTURE(tolerance);
      const auto simple = simplifyOutlines(*traced, picture, {.tolerance = tolerance});
      REQUIRE(simple.has_value());
      CHECK(simpleAndApart(*simple));
      CHECK(wellNested(*simple));
      CHECK(topologyOf(*simple) == topologyOf(picture));
      CHECK(lostPixels(*simple, picture) == 0);
      CHECK(distanceFrom(*traced, *simple) <= tolerance + 1e-9);
    }
  }
}

TEST_CASE("straight lines keep their corners only") {
  const Coverage picture = solid(30, 20);
  const auto simple = simplifyOutlines(*traceOutlines(picture), picture, {.tolerance = 0});
  REQUIRE(simple.has_value());
  CHECK(pointCount(*simple) == 8);  // each corner pixel is cut at half a pixel
}

TEST_CASE("a disc needs about as many points as its sagitta asks for") {
  for (const double radius : {20.0, 60.0, 120.0}) {
    const Coverage picture = disc(int(2 * radius) + 8, radius);
    const auto simple = simplifyOutlines(*traceOutlines(picture), picture, {.tolerance = 1});
    REQUIRE(simple.has_value());
    const double fewest = math::pi / std::sqrt(2 / radius);
    CHECK(pointCount(*simple) >= fewest);
    CHECK(pointCount(*simple) <= 4 * fewest);
  }
}

TEST_CASE("a larger tolerance never needs more points") {
  const Coverage picture = spiral(3, 6, 4);
  const auto traced = traceOutlines(picture);
  std::size_t before = pointCount(*traced);
  for (const double tolerance : {0.0, 0.1, 0.3, 1.0, 3.0}) {
    const std::size_t now =
        pointCount(*simplifyOutlines(*traced, picture, {.tolerance = tolerance}));
    CHECK(now <= before);
    before = now;
  }
}

TEST_CASE("bad options and rings are named") {
  const Coverage picture = solid(4, 4);
  const Outlines traced = *traceOutlines(picture);
  CHECK(!simplifyOutlines(traced, picture, {.tolerance = -1}).has_value());
  CHECK(!simplifyOutlines(traced, picture, {.tolerance = NAN}).has_value());
  Outlines two_points = traced;
  two_points.rings[0].points.resize(2);
  CHECK(!simplifyOutlines(two_points, picture).has_value());
  Outlines infinite = traced;
  infinite.rings[0].points[1].x = INFINITY;
  CHECK(!simplifyOutlines(infinite, picture).has_value());
  Outlines far = traced;
  far.rings[0].points[1].x = 1e300;
  CHECK(!simplifyOutlines(far, picture).has_value());
  Coverage torn = picture;
  torn.value.pop_back();
  CHECK(!simplifyOutlines(traced, torn).has_value());
  CHECK(simplifyOutlines({}, picture)->rings.empty());
}
