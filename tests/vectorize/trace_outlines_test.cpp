// SPDX-License-Identifier: MIT
#include "vide/vectorize/trace_outlines.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>

#include "tests/support/outline_checks.hpp"
#include "tests/support/shapes.hpp"
#include "vide/core/math.hpp"

using namespace vide;
using namespace vide::test;

namespace {

const TraceOptions bare{.margin = 0};

}  // namespace

TEST_CASE("outlines are simple, apart, nested, and as many as a flood fill counts") {
  for (const auto& [name, picture] : turnedShapeFamily()) {
    CAPTURE(name);
    const auto traced = traceOutlines(picture, bare);
    REQUIRE(traced.has_value());
    CHECK(topologyOf(*traced) == topologyOf(picture));
    CHECK(simpleAndApart(*traced));
    CHECK(wellNested(*traced));
  }
}

TEST_CASE("inside pixel centres lie strictly inside, outside ones strictly outside") {
  for (const auto& [name, picture] : shapeFamily()) {
    CAPTURE(name);
    const auto traced = traceOutlines(picture, bare);
    REQUIRE(traced.has_value());
    int wrong = 0;
    for (int row = 0; row < picture.height; ++row) {
      for (int column = 0; column < picture.width; ++column) {
        const int side = sideOf(*traced, {column + 0.5, picture.height - row - 0.5});
        if (side != (picture.inside(column, row) ? 1 : -1)) ++wrong;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("turning and mirroring a picture keeps area and number of points") {
  for (const auto& [name, picture] : shapeFamily()) {
    CAPTURE(name);
    const auto one = traceOutlines(picture, bare),
               other = traceOutlines(mirror(rotate90(picture)), bare);
    REQUIRE(one.has_value());
    REQUIRE(other.has_value());
    CHECK(areaOf(*one) == doctest::Approx(areaOf(*other)).epsilon(1e-12));
    std::size_t points = 0;
    for (const Ring& ring : one->rings) points += ring.points.size();
    for (const Ring& ring : other->rings) points -= ring.points.size();
    CHECK(points == 0);
  }
}

TEST_CASE("a soft edge keeps its place below the pixel") {
  for (const double radius : {7.0, 7.3, 7.5, 7.8}) {
    const auto traced = traceOutlines(disc(24, radius), bare);
    REQUIRE(traced.has_value());
    for (const Vec2 p : traced->rings[0].points) {
      CHECK(std::abs(distance(p, {12, 12}) - radius) < 0.12);
    }
    CHECK(areaOf(*traced) == doctest::Approx(math::pi * radius * radius).epsilon(0.01));
  }
}

TEST_CASE("values next to the threshold put the outline next to the pixel, never on it") {
  Coverage picture = solid(3, 3);
  picture.threshold = 255;
  const auto traced = traceOutlines(picture, bare);
  REQUIRE(traced.has_value());
  CHECK(simpleAndApart(*traced));
  CHECK(lostPixels(*traced, picture) == 0);
  picture.threshold = 1;
  const auto wide = traceOutlines(picture, bare);
  REQUIRE(wide.has_value());
  CHECK(areaOf(*wide) == 8.5);
}

TEST_CASE("every threshold splits soft noise as its own flood fill does") {
  Coverage picture = softNoise(20, 20, 9);
  for (const int threshold : {1, 2, 64, 127, 128, 129, 200, 240}) {
    picture.threshold = std::uint8_t(threshold);
    const auto traced = traceOutlines(picture, bare);
    REQUIRE(traced.has_value());
    CHECK(topologyOf(*traced) == topologyOf(picture));
    CHECK(simpleAndApart(*traced));
    CHECK(lostPixels(*traced, picture) == 0);
  }
}

TEST_CASE("pixels that touch at a corner are apart; holes that do are one") {
  CHECK(traceOutlines(fromRows({"#.", ".#"}))->rings.size() == 2);
  CHECK(traceOutlines(fromRows({"####", "#.##", "##.#", "####"}))->rings.size() == 2);
}

TEST_CASE("small islands and holes are left out on demand") {
  const Coverage picture = fromRows({"#.......", "..#####.", "..#...#.", "..#.#.#.", "..#...#.",
                                     "..#####.", "........", "......##"});
  CHECK(topologyOf(*traceOutlines(picture, bare)) == Topology{4, 1});
  CHECK(topologyOf(*traceOutlines(picture, {.min_island_area = 1})) == Topology{2, 1});
  CHECK(topologyOf(*traceOutlines(picture, {.min_island_area = 3})) == Topology{1, 1});
  CHECK(topologyOf(*traceOutlines(picture, {.holes = Holes::fill})) == Topology{3, 0});
  const auto none = traceOutlines(picture, {.min_island_area = 100});
  REQUIRE(!none.has_value());
  CHECK(none.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("an island stays when the one around it is too small") {
  // A thin ring of little area around a solid block.
  const Coverage thin = drawShape(40, 40, [](Vec2 p) {
    const double r = distance(p, {20, 20});
    return std::min(std::abs(r - 15) - 0.6, r - 10);
  });
  const auto traced = traceOutlines(thin, {.min_island_area = 200});
  REQUIRE(traced.has_value());
  CHECK(topologyOf(*traced) == Topology{1, 0});
  CHECK(traced->rings[0].parent == -1);
}

TEST_CASE("bad pictures and options are named") {
  const auto codeOf = [](const Coverage& picture, const TraceOptions& options = {}) {
    const auto traced = traceOutlines(picture, options);
    REQUIRE(!traced.has_value());
    CHECK(!traced.error().message.empty());
    return traced.error().code;
  };
  Coverage empty = solid(4, 4);
  empty.threshold = 200;
  for (auto& value : empty.value) value = 199;
  CHECK(codeOf(empty) == ErrorCode::malformed_data);
  CHECK(codeOf({}) == ErrorCode::invalid_argument);
  Coverage torn = solid(4, 4);
  torn.value.pop_back();
  CHECK(codeOf(torn) == ErrorCode::invalid_argument);
  Coverage zero = solid(4, 4);
  zero.threshold = 0;
  CHECK(codeOf(zero) == ErrorCode::invalid_argument);
  CHECK(codeOf(solid(4, 4), {.min_island_area = -1}) == ErrorCode::invalid_argument);
  CHECK(codeOf(solid(4, 4), {.min_island_area = NAN}) == ErrorCode::invalid_argument);
  CHECK(codeOf({40000, 1, 128, std::vector<std::uint8_t>(40000, 255)}) ==
        ErrorCode::limit_exceeded);
}

TEST_CASE("tracing stops when asked to") {
  const std::atomic<bool> stop = true;
  const auto traced = traceOutlines(solid(4, 4), {}, Progress({}, &stop));
  REQUIRE(!traced.has_value());
  CHECK(traced.error().code == ErrorCode::cancelled);
}
