// SPDX-License-Identifier: MIT
#include "vide/vectorize/triangulate.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "polygon_families.hpp"
#include "triangulation_checks.hpp"

using namespace vide;

namespace {

Triangulation meshOf(const Outlines& outlines, const TriangulateOptions& options = {}) {
  const auto result = triangulate(outlines, options);
  REQUIRE_MESSAGE(result, result.error().message);
  return *result;
}

std::string errorOf(const Outlines& outlines, const TriangulateOptions& options = {}) {
  const auto result = triangulate(outlines, options);
  REQUIRE(!result);
  CHECK(result.error().code == ErrorCode::invalid_argument);
  return result.error().message;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every shape in every orientation gives a valid constrained Delaunay mesh") {
  for (const auto& [name, outlines] : test::polygonFamily())
    for (int orientation = 0; orientation < 8; ++orientation) {
      CAPTURE(name);
      CAPTURE(orientation);
      const Outlines shape = test::turned(outlines, orientation);
      test::checkTriangulation(meshOf(shape), shape);
    }
}

TEST_CASE("neighbours that fall on one grid point become one vertex") {
  const auto mesh =
      meshOf({{test::ringOf({{0, 0}, {1e-13, 0}, {40, 0}, {40, 40}, {0, 40}, {0, 1e-13}})}});
  CHECK(test::vertex(mesh.mesh, 0) == Vec2{0, 0});
  CHECK(test::vertex(mesh.mesh, 1).x > 1);
}

TEST_CASE("a ring without area is dropped and leaves an empty range") {
  const auto mesh = meshOf(
      {{test::ringOf({{50, 50}, {60, 60}, {55, 55 + 1e-12}}), test::rectangle({0, 0}, {40, 40})}});
  CHECK(mesh.ring_start[1] == 0);
  CHECK(mesh.ring_start[2] >= 4);
  CHECK(contains(mesh.warnings.at(0), "ring 0"));
}

TEST_CASE("bad outlines are errors that say where") {
  const Ring square = test::rectangle({0, 0}, {40, 40});
  CHECK(contains(errorOf({}), "no ring"));
  CHECK(contains(errorOf({{square, test::ringOf({{0, 0}, {1, 1}})}}), "ring 1"));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
    Ring broken = square;
    broken.points[2].y = bad;
    CHECK(contains(errorOf({{square, broken}}), "ring 1, point 2"));
  }
  CHECK(contains(errorOf({{square, test::rectangle({20, 20}, {60, 60})}}), "cross"));
  CHECK(contains(errorOf({{test::ringOf({{0, 0}, {40, 40}, {40, 0}, {0, 40}})}}), "cross"));
  CHECK(contains(errorOf({{square, test::rectangle({40, 10}, {60, 30})}}), "touch"));
  CHECK(contains(errorOf({{square, test::rectangle({40, 40}, {60, 60})}}), "touch"));
  CHECK(contains(errorOf({{square, square}}), "touch"));
  CHECK(contains(errorOf({{test::ringOf({{1, 1}, {1, 1}, {1, 1}})}}), "area"));
}

TEST_CASE("rings may run either way") {
  const Ring square = test::rectangle({0, 0}, {40, 40});
  const auto mesh = meshOf({{test::holeOf(square, -1)}});
  CHECK(mesh.mesh.F.rows() >= 2);
}
