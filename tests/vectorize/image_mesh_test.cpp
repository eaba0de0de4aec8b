// SPDX-License-Identifier: MIT
#include "vide/vectorize/image_mesh.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/outline_checks.hpp"
#include "tests/support/shapes.hpp"

using namespace vide;
using namespace vide::test;

namespace {

Vec2 vertex(const TriMesh& mesh, int v) { return {mesh.V(v, 0), mesh.V(v, 1)}; }

double doubleArea(const TriMesh& mesh, Eigen::Index f) {
  const Vec2 a = vertex(mesh, mesh.F(f, 0));
  return cross(vertex(mesh, mesh.F(f, 1)) - a, vertex(mesh, mesh.F(f, 2)) - a);
}

Outlines outlinesOf(const ImageMesh& image_mesh) {
  Outlines outlines;
  for (const RingRange& range : image_mesh.rings) {
    Ring& ring = outlines.rings.emplace_back();
    for (int v = range.first; v < range.first + range.count; ++v) {
      ring.points.push_back(vertex(image_mesh.mesh, v));
    }
    ring.parent = range.parent;
    ring.hole = range.hole;
  }
  return outlines;
}

int eulerCharacteristic(const TriMesh& mesh) {
  std::set<std::pair<int, int>> edges;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int i = 0; i < 3; ++i) {
      edges.insert(std::minmax({mesh.F(f, i), mesh.F(f, (i + 1) % 3)}));
    }
  }
  return int(mesh.V.rows()) - int(edges.size()) + int(mesh.F.rows());
}

// The pixels whose centre lies in a closed triangle, tried one by one.
Coverage drawn(const TriMesh& mesh, int width, int height) {
  Coverage picture{width, height, 128, std::vector<std::uint8_t>(std::size_t(width * height))};
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const std::array<Vec2, 3> t{vertex(mesh, mesh.F(f, 0)), vertex(mesh, mesh.F(f, 1)),
                                vertex(mesh, mesh.F(f, 2))};
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const Vec2 p{column + 0.5, height - row - 0.5};
        const bool in = cross(t[1] - t[0], p - t[0]) >= 0 && cross(t[2] - t[1], p - t[1]) >= 0 &&
                        cross(t[0] - t[2], p - t[2]) >= 0;
        if (in) picture.value[std::size_t(row * width + column)] = 255;
      }
    }
  }
  return picture;
}

int countWhere(const Coverage& a, const Coverage& b, bool in_a, bool in_b) {
  int count = 0;
  for (int row = 0; row < a.height; ++row) {
    for (int column = 0; column < a.width; ++column) {
      count += a.inside(column, row) == in_a && b.inside(column, row) == in_b;
    }
  }
  return count;
}

void checkMesh(const ImageMesh& image_mesh, const Coverage& picture) {
  const TriMesh& mesh = image_mesh.mesh;
  const Outlines outlines = outlinesOf(image_mesh);
  double area = 0;
  int not_positive = 0, outside = 0, across_parts = 0;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    area += doubleArea(mesh, f) / 2;
    not_positive += !(doubleArea(mesh, f) > 0);
    Vec2 centroid;
    for (int i = 0; i < 3; ++i) centroid += vertex(mesh, mesh.F(f, i)) / 3;
    outside += sideOf(outlines, centroid) <= 0;
    for (int i = 1; i < 3; ++i) {
      across_parts += image_mesh.part[mesh.F(f, 0)] != image_mesh.part[mesh.F(f, i)];
    }
  }
  const Topology wanted = topologyOf(picture);
  CHECK(not_positive == 0);
  CHECK(outside == 0);
  CHECK(across_parts == 0);
  CHECK(area == doctest::Approx(areaOf(outlines)).epsilon(1e-9));
  CHECK(eulerCharacteristic(mesh) == wanted.islands - wanted.holes);
  CHECK(simpleAndApart(outlines));
  CHECK(wellNested(outlines));
  CHECK(image_mesh.report.islands == wanted.islands);
  CHECK(image_mesh.report.holes == wanted.holes);
  CHECK(image_mesh.report.coverage == 1);
}

}  // namespace

TEST_CASE("meshes cover every pixel with positive triangles and the mask's topology") {
  for (const auto& [name, picture] : turnedShapeFamily()) {
    CAPTURE(name);
    const auto image_mesh = meshFromCoverage(picture);
    REQUIRE(image_mesh.has_value());
    checkMesh(*image_mesh, picture);
  }
}

TEST_CASE("every kind of density and margin gives valid meshes") {
  for (const auto& [name, picture] : shapeFamily()) {
    for (const Density density : {Density{Detail{0}}, Density{Detail{0.8}}, Density{EdgeLength{0}},
                                  Density{EdgeLength{5}}, Density{VertexBudget{40}}}) {
      for (const double margin : {0.0, 4.0}) {
        CAPTURE(name);
        CAPTURE(margin);
        const auto image_mesh =
            meshFromCoverage(picture, {.trace = {.margin = margin}, .density = density});
        REQUIRE(image_mesh.has_value());
        checkMesh(*image_mesh, picture);
      }
    }
  }
}

TEST_CASE("coverage and overdraw are what trying every pixel finds") {
  for (const auto& [name, picture] : shapeFamily()) {
    CAPTURE(name);
    const auto image_mesh = meshFromCoverage(picture);
    REQUIRE(image_mesh.has_value());
    const Coverage covered = drawn(image_mesh->mesh, picture.width, picture.height);
    const double inside = countWhere(picture, picture, true, true);
    CHECK(image_mesh->report.coverage == countWhere(picture, covered, true, true) / inside);
    CHECK(image_mesh->report.overdraw == countWhere(picture, covered, false, true) / inside);
  }
}

TEST_CASE("a vertex budget holds, and a warning says what gave way for it") {
  const Coverage picture = spiral(3, 8, 6);
  for (const std::size_t budget : {40, 80, 200, 1000}) {
    const auto image_mesh = meshFromCoverage(picture, {.density = VertexBudget{budget}});
    REQUIRE(image_mesh.has_value());
    CHECK(image_mesh->report.coverage == 1);
    const bool holds = image_mesh->mesh.V.rows() <= Eigen::Index(budget);
    CHECK((holds || !image_mesh->report.warnings.empty()));
    if (budget >= 80) CHECK(holds);
  }
}

TEST_CASE("more detail means more vertices, and joints make the mesh denser around them") {
  const Coverage picture = disc(120, 50);
  Eigen::Index before = 0;
  for (const double amount : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const auto image_mesh = meshFromCoverage(picture, {.density = Detail{amount}});
    REQUIRE(image_mesh.has_value());
    CHECK(image_mesh->mesh.V.rows() > before);
    before = image_mesh->mesh.V.rows();
  }
  const auto verticesNear = [&](const MeshOptions& options) {
    const auto image_mesh = meshFromCoverage(picture, options);
    REQUIRE(image_mesh.has_value());
    int near = 0;
    for (int v = 0; v < int(image_mesh->mesh.V.rows()); ++v) {
      near += distance(vertex(image_mesh->mesh, v), {60, 60}) < 15;
    }
    CHECK(near > 0);
    return near;
  };
  CHECK(verticesNear({.joints = {{{60, 60}, 15}}}) >= 2 * verticesNear({}));
  CHECK(verticesNear({.joints = {{{60, 60}, 15, 2}}}) >= 10 * verticesNear({}));
}

TEST_CASE("vertices of one island share a part, others have their own") {
  const auto image_mesh = meshFromCoverage(nestedIslands(5));
  REQUIRE(image_mesh.has_value());
  CHECK(image_mesh->report.islands == 3);
  std::set<int> parts(image_mesh->part.begin(), image_mesh->part.end());
  CHECK(parts == std::set<int>{0, 1, 2});
  int first = 0;
  for (const RingRange& ring : image_mesh->rings) {
    CHECK(ring.first == first);
    first += ring.count;
    const int island = ring.hole ? image_mesh->part[image_mesh->rings[ring.parent].first]
                                 : image_mesh->part[ring.first];
    for (int v = ring.first; v < first; ++v) CHECK(image_mesh->part[v] == island);
  }
}

TEST_CASE("islands and holes that the options leave out do not count against coverage") {
  const Coverage picture = fromRows({"#.......", "..#####.", "..#...#.", "..#.#.#.", "..#...#.",
                                     "..#####.", "........", "......##"});
  const auto large = meshFromCoverage(picture, {.trace = {.min_island_area = 3}});
  REQUIRE(large.has_value());
  CHECK(large->report.islands == 1);
  CHECK(large->report.coverage == 1);
  const auto filled = meshFromCoverage(picture, {.trace = {.holes = Holes::fill, .margin = 0}});
  REQUIRE(filled.has_value());
  CHECK(filled->report.holes == 0);
  CHECK(filled->report.coverage == 1);
  CHECK(filled->report.overdraw == 0);
}

TEST_CASE("a vertex's texture coordinate is its place in the picture") {
  CHECK(textureCoordinate({0, 50}, 100, 50) == Vec2{0, 0});
  CHECK(textureCoordinate({100, 0}, 100, 50) == Vec2{1, 1});
  CHECK(textureCoordinate({25, 25}, 100, 50) == Vec2{0.25, 0.5});
}

TEST_CASE("progress never falls, ends at 1, and the work can be stopped") {
  const Coverage picture = noise(40, 40, 4);
  std::vector<double> reported;
  REQUIRE(meshFromCoverage(picture, {}, Progress([&](double x) { reported.push_back(x); })));
  CHECK(std::ranges::is_sorted(reported));
  CHECK(reported.back() == 1);
  std::atomic<bool> stop = false;
  for (const double from : {0.0, 0.2, 0.31}) {
    stop = false;
    const Progress stopping([&](double x) { stop = stop || x >= from; }, &stop);
    const auto image_mesh = meshFromCoverage(picture, {}, stopping);
    REQUIRE(!image_mesh.has_value());
    CHECK(image_mesh.error().code == ErrorCode::cancelled);
  }
}

TEST_CASE("bad options are named") {
  const Coverage picture = solid(8, 8);
  const auto refused = [&](const MeshOptions& options) {
    const auto image_mesh = meshFromCoverage(picture, options);
    return !image_mesh.has_value() && image_mesh.error().code == ErrorCode::invalid_argument &&
           !image_mesh.error().message.empty();
  };
  CHECK(refused({.density = Detail{1.5}}));
  CHECK(refused({.density = Detail{NAN}}));
  CHECK(refused({.density = EdgeLength{-1}}));
  CHECK(refused({.density = VertexBudget{2}}));
  CHECK(refused({.joints = {{{NAN, 0}, 1}}}));
  CHECK(refused({.joints = {{{0, 0}, -1}}}));
  CHECK(refused({.trace = {.margin = -1}}));
  CHECK(refused({.simplify = {.tolerance = -1}}));
}
