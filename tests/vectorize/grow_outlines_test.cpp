// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/outline_checks.hpp"
#include "tests/support/shapes.hpp"
#include "vide/vectorize/trace_outlines.hpp"

using namespace vide;
using namespace vide::test;

// The margin of traceOutlines.

namespace {

Outlines grownBy(const Coverage& picture, double margin) {
  auto grown = traceOutlines(picture, {.margin = margin});
  REQUIRE(grown.has_value());
  return *std::move(grown);
}

std::vector<Vec2> firstRingGrownBy(const Coverage& picture, double margin) {
  return grownBy(picture, margin).rings[0].points;
}

void checkGrown(const NamedShape& shape, double margin) {
  CAPTURE(shape.name);
  CAPTURE(margin);
  const Outlines grown = grownBy(shape.coverage, margin);
  CHECK(topologyOf(grown) == topologyOf(shape.coverage));
  CHECK(simpleAndApart(grown));
  CHECK(wellNested(grown));
  CHECK(lostPixels(grown, shape.coverage) == 0);
  CHECK(distanceFrom(grown, grownBy(shape.coverage, 0)) <= margin + 0.001);
}

// The picture with room for a margin all round.
Coverage padded(const Coverage& picture, int room) {
  Coverage wide{picture.width + 2 * room, picture.height + 2 * room, picture.threshold, {}};
  wide.value.resize(std::size_t(wide.width * wide.height));
  for (int row = 0; row < picture.height; ++row) {
    for (int column = 0; column < picture.width; ++column) {
      wide.value[std::size_t((row + room) * wide.width + column + room)] = picture.at(column, row);
    }
  }
  return wide;
}

}  // namespace

TEST_CASE("a margin keeps islands, holes and pixels, and rings simple and apart") {
  for (const NamedShape& shape : turnedShapeFamily()) checkGrown(shape, 1.5);
  for (const NamedShape& shape : shapeFamily()) {
    const NamedShape roomy{shape.name + ", with room", padded(shape.coverage, 8)};
    for (const double margin : {0.3, 2.5, 7.0}) checkGrown(roomy, margin);
  }
}

TEST_CASE("where there is room a margin is as wide as asked for") {
  for (const double margin : {0.5, 1.5, 4.0, 10.0}) {
    CAPTURE(margin);
    for (const Vec2 p : firstRingGrownBy(disc(80, 25), margin)) {
      CHECK(std::abs(distance(p, {40, 40}) - 25 - margin) < 0.15);
    }
    const Outlines ring_outlines = grownBy(ring(120, 45, 30), margin);
    for (const Vec2 p : ring_outlines.rings[1].points) {
      CHECK(std::abs(distance(p, {60, 60}) - 30 + margin) < 0.15);
    }
  }
}

TEST_CASE("soft edges lie inside the default margin") {
  const Coverage picture = disc(80, 25.3);
  Coverage visible = picture;
  visible.threshold = 1;
  const auto grown = traceOutlines(picture);
  REQUIRE(grown.has_value());
  CHECK(lostPixels(*grown, visible) == 0);
}

TEST_CASE("legs stay on their side of the middle between them") {
  for (int gap = 1; gap <= 4; ++gap) {
    for (const double margin : {1.0, 3.0, 20.0}) {
      CAPTURE(gap);
      CAPTURE(margin);
      const Coverage picture = padded(uShape(gap, 8, 40), 25);
      const double middle = picture.width / 2.0, crotch = picture.height - 25 - 9;
      int left = 0, right = 0;
      for (const Vec2 p : firstRingGrownBy(picture, margin)) {
        if (p.y > crotch - 3 || p.y < crotch - 37 || std::abs(p.x - middle) > gap / 2.0) continue;
        ++(p.x < middle ? left : right);
        CHECK(std::abs(p.x - middle) >= 0.05 * gap);
      }
      CHECK(left > 30);
      CHECK(right > 30);
    }
  }
}

TEST_CASE("an island stays nearer to itself than to its neighbour") {
  const Coverage picture = drawShape(90, 60, [](Vec2 p) {
    return std::min(distance(p, {30, 30}) - 12, distance(p, {58, 30}) - 13);
  });
  const Outlines grown = grownBy(picture, 9);
  REQUIRE(grown.rings.size() == 2);
  for (const Ring& ring : grown.rings) {
    const bool left = ring.points[0].x < 43;
    for (const Vec2 p : ring.points) {
      const double to_left = distance(p, {30, 30}) - 12, to_right = distance(p, {58, 30}) - 13;
      CHECK((to_left < to_right) == left);
    }
  }
}

TEST_CASE("a turned or mirrored picture grows by the same area") {
  for (const NamedShape& shape : shapeFamily()) {
    if (shape.name.find("noise") != std::string::npos) continue;  // points meet by coincidence
    CAPTURE(shape.name);
    const double area = areaOf(grownBy(shape.coverage, 1.5));
    for (const Coverage& other : {rotate90(shape.coverage), mirror(shape.coverage)}) {
      CHECK(areaOf(grownBy(other, 1.5)) == doctest::Approx(area).epsilon(0.002));
    }
  }
}

TEST_CASE("a margin does not leave the picture") {
  for (const Vec2 p : firstRingGrownBy(solid(20, 10), 5)) {
    CHECK((p.x >= 0 && p.x <= 20 && p.y >= 0 && p.y <= 10));
  }
}

TEST_CASE("a margin out of range is named") {
  for (const double margin : {-1.0, 1e9, double(NAN)}) {
    const auto grown = traceOutlines(solid(4, 4), {.margin = margin});
    REQUIRE(!grown.has_value());
    CHECK(grown.error().code == ErrorCode::invalid_argument);
  }
}
