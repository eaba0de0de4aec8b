// SPDX-License-Identifier: MIT
#include "vide/vectorize/triangulate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

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

bool mentions(const std::vector<std::string>& texts, const std::string& part) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return contains(text, part); });
}

// Without the shapes that need very many triangles.
std::vector<test::NamedOutlines> smallFamily() {
  auto family = test::polygonFamily();
  std::erase_if(family, [](const auto& shape) {
    return shape.name == "needle" || shape.name == "sliver" || shape.name == "disc of 400" ||
           shape.name == "star of 1 degrees";
  });
  return family;
}

}  // namespace

TEST_CASE("every shape in every orientation gives a valid constrained Delaunay mesh") {
  for (const auto& [name, outlines] : test::polygonFamily())
    for (int orientation = 0; orientation < 8; ++orientation) {
      CAPTURE(name);
      CAPTURE(orientation);
      const Outlines shape = test::turned(outlines, orientation);
      const auto mesh = meshOf(shape);
      test::checkTriangulation(mesh, shape);
      test::checkAngles(mesh, shape, 20);
      CHECK(mesh.warnings.empty());
    }
}

TEST_CASE("an edge length is kept everywhere and nearly reached inside") {
  for (const auto& [name, outlines] : smallFamily()) {
    CAPTURE(name);
    const auto mesh = meshOf(outlines, {.max_edge_length = 6});
    test::checkTriangulation(mesh, outlines);
    test::checkAngles(mesh, outlines, 20);
    CHECK(test::longestEdge(mesh.mesh) <= 6);
    CHECK(mesh.warnings.empty());
  }
  for (const double length : {3.0, 7.0, 11.0}) {
    const auto mesh = meshOf({{test::disc({}, 60, 40)}}, {.max_edge_length = length});
    const test::Evenness evenness = test::evennessOf(mesh);
    CHECK(evenness.mean_edge > 0.75 * length);
    CHECK(evenness.mean_least_angle > 50);
  }
}

TEST_CASE("larger minimum angles are reached too, and none is asked for with zero") {
  for (const auto& [name, outlines] : smallFamily()) {
    CAPTURE(name);
    for (const double angle : {28.0, 30.0}) {
      const auto mesh = meshOf(outlines, {.max_edge_length = 12, .min_angle_deg = angle});
      test::checkTriangulation(mesh, outlines);
      test::checkAngles(mesh, outlines, angle);
    }
    const auto plain = meshOf(outlines, {.min_angle_deg = 0});
    test::checkTriangulation(plain, outlines);
    CHECK(plain.mesh.V.rows() == plain.ring_start.back());
  }
}

TEST_CASE("the reported minimum angle is the smallest of all triangles") {
  CHECK(meshOf({{test::rectangle({0, 0}, {8, 8})}}).min_angle_deg == doctest::Approx(45));
  CHECK(meshOf({{test::star(5, 80, 5)}}).min_angle_deg == doctest::Approx(5));
}

TEST_CASE("a budget alone is nearly used and never exceeded") {
  for (const auto& [name, outlines] : smallFamily())
    for (const std::size_t budget : {80u, 300u, 1000u}) {
      CAPTURE(name);
      CAPTURE(budget);
      const auto mesh = meshOf(outlines, {.vertex_budget = budget});
      test::checkTriangulation(mesh, outlines);
      const auto used = static_cast<std::size_t>(mesh.mesh.V.rows());
      if (test::cornersOf(outlines) > budget) {
        CHECK(used == test::cornersOf(outlines));
        CHECK(mentions(mesh.warnings, "outline alone"));
      } else {
        CHECK(used <= budget);
        // Shapes with many equal edges, such as combs, grow in leaps.
        CHECK(used >= budget / 4 * 3);
      }
      if (!mentions(mesh.warnings, "minimum angle")) test::checkAngles(mesh, outlines, 20);
    }
}

TEST_CASE("a budget too small for the edge length lets edges grow, and says so") {
  const Outlines disc{{test::disc({}, 60, 40)}};
  const auto mesh = meshOf(disc, {.max_edge_length = 2, .vertex_budget = 400});
  test::checkTriangulation(mesh, disc);
  test::checkAngles(mesh, disc, 20);
  CHECK(mesh.mesh.V.rows() <= 400);
  CHECK(mesh.mesh.V.rows() >= 360);
  CHECK(mentions(mesh.warnings, "edge length gave way"));
  const auto roomy = meshOf(disc, {.max_edge_length = 12, .vertex_budget = 4000});
  CHECK(roomy.warnings.empty());
  CHECK(roomy.mesh.V.rows() < 400);
}

TEST_CASE("triangles are smaller near denser spots and grow away from them") {
  const Outlines disc{{test::disc({}, 60, 40)}};
  const Vec2 spot{25, -10};
  const auto mesh = meshOf(
      disc, {.max_edge_length = 12, .denser = {{.center = spot, .radius = 12, .edge_length = 2}}});
  test::checkTriangulation(mesh, disc);
  test::checkAngles(mesh, disc, 20);
  double near = 0, far = 0;
  for (const auto& [edge, apex] : test::edgesOf(mesh.mesh)) {
    const Vec2 a = test::vertex(mesh.mesh, edge.first), b = test::vertex(mesh.mesh, edge.second);
    const double from_spot = distance((a + b) / 2, spot);
    if (from_spot < 10) near = std::max(near, distance(a, b));
    if (from_spot > 50) far = std::max(far, distance(a, b));
    CHECK(distance(a, b) <= 2 + 0.3 * std::max(0.0, from_spot - 12) + 1.5);
  }
  CHECK(near <= 2);
  CHECK(far > 8);
}

TEST_CASE("denser spots work without an edge length and give way to a budget") {
  const Outlines square{{test::rectangle({0, 0}, {100, 100})}};
  const std::vector<DenserSpot> denser{{.center = {50, 50}, .radius = 10, .edge_length = 1}};
  const auto free = meshOf(square, {.denser = denser});
  test::checkTriangulation(free, square);
  CHECK(free.mesh.V.rows() > 400);
  const auto tight = meshOf(square, {.vertex_budget = 150, .denser = denser});
  test::checkTriangulation(tight, square);
  CHECK(tight.mesh.V.rows() <= 150);
  CHECK(mentions(tight.warnings, "edge length gave way"));
}

TEST_CASE("a spike that eats the budget keeps its thin triangles, and a warning counts them") {
  const Outlines star{{test::star(5, 80, 1)}};
  const auto mesh = meshOf(star, {.vertex_budget = 70});
  test::checkTriangulation(mesh, star);
  CHECK(mesh.mesh.V.rows() <= 70);
  CHECK(mesh.mesh.V.rows() > 60);
  CHECK(mentions(mesh.warnings, "minimum angle gave way to the budget"));
}

TEST_CASE("points inserted on slanted edges leave the area as it was") {
  // Corners on whole pixels lie on the grid, so the areas may differ by inserted points only.
  const Outlines shape{{test::ringOf({{0, 0}, {997, 131}, {641, 883}, {13, 471}}),
                        test::holeOf(test::ringOf({{301, 203}, {599, 307}, {401, 503}}), 0)}};
  const auto mesh = meshOf(shape, {.max_edge_length = 10});
  double area = 0;
  for (int f = 0; f < mesh.mesh.F.rows(); ++f) {
    const Vec2 a = test::vertex(mesh.mesh, mesh.mesh.F(f, 0));
    area += cross(test::vertex(mesh.mesh, mesh.mesh.F(f, 1)) - a,
                  test::vertex(mesh.mesh, mesh.mesh.F(f, 2)) - a);
  }
  double expected = 0;
  for (const Ring& ring : shape.rings) expected += test::doubledArea(ring.points);
  CHECK(std::abs(area - expected) <= 1e-12 * expected);
}

TEST_CASE("a triangle whose area vanishes in doubles falls to a coarser grid") {
  // The smallest area on the finest grid: twice it is one cell.
  const double k = (1 << 29) - 8, cell = 0x1p-20;
  const Ring sliver =
      test::ringOf({{0, 0}, {k * cell, (k - 1) * cell}, {(2 * k - 1) * cell, (2 * k - 3) * cell}});
  const Outlines shape{{sliver, test::rectangle({0, 600}, {300, 900})}};
  const auto mesh = meshOf(shape, {.min_angle_deg = 0});
  CHECK(mesh.ring_start[1] == 0);
  CHECK(mentions(mesh.warnings, "ring 0"));
  CHECK(mesh.mesh.F.rows() == 2);
}

TEST_CASE("far from the origin and at any scale the mesh is as good") {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    Ring ring = test::randomPolygon(30, 5);
    for (Vec2& p : ring.points) p = (p + Vec2{4e5, -7e5}) * scale;
    const Outlines shape{{ring}};
    const auto mesh = meshOf(shape, {.max_edge_length = 15 * scale});
    test::checkTriangles(mesh, test::WholeCoordinates(mesh.mesh));
    test::checkAngles(mesh, shape, 20);
    CHECK(test::longestEdge(mesh.mesh) <= 15 * scale);
  }
}

TEST_CASE("the result depends on the arguments alone") {
  for (const auto& [name, outlines] : smallFamily()) {
    const TriangulateOptions options{.vertex_budget = 300};
    const auto a = meshOf(outlines, options), b = meshOf(outlines, options);
    CHECK(a.mesh.V == b.mesh.V);
    CHECK(a.mesh.F == b.mesh.F);
  }
}

TEST_CASE("progress never falls and ends at one; a cancelled job says so") {
  double last = 0;
  const Progress progress([&](double fraction) {
    CHECK(fraction >= last);
    last = fraction;
  });
  const Outlines star{{test::star(5, 80, 1)}};
  CHECK(triangulate(star, {.vertex_budget = 150}, progress));
  CHECK(last == 1);
  const std::atomic<bool> cancel = true;
  const auto stopped = triangulate(star, {}, Progress({}, &cancel));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("options out of range are errors that name the option") {
  const Outlines square{{test::rectangle({0, 0}, {40, 40})}};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, nan}) {
    CHECK(contains(errorOf(square, {.max_edge_length = bad}), "max_edge_length"));
    CHECK(contains(errorOf(square, {.min_angle_deg = bad}), "min_angle_deg"));
    CHECK(contains(errorOf(square, {.denser = {{{bad, nan}, 1, 1}}}), "denser spot 0"));
    CHECK(contains(errorOf(square, {.denser = {{{}, bad, 1}}}), "denser spot 0"));
    CHECK(contains(errorOf(square, {.denser = {{{}, 1, bad}}}), "denser spot 0"));
  }
  CHECK(contains(errorOf(square, {.min_angle_deg = 31}), "0..30"));
  CHECK(contains(errorOf(square, {.denser = {{}}}), "denser spot 0"));
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
