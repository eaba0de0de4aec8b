// SPDX-License-Identifier: MIT
#include "vide/volume/solid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/mesh_family.hpp"
#include "tests/support/solid_shapes.hpp"
#include "vide/core/thread_pool.hpp"

using namespace vide;

namespace {

Vec3 randomPoint(std::mt19937& engine, double reach) {
  const auto coordinate = [&] { return reach * (double(engine() % 20001) / 10000 - 1); };
  const double x = coordinate(), y = coordinate();
  return {x, y, coordinate()};
}

TriMesh withoutFaces(TriMesh mesh, unsigned percent) {
  std::mt19937 engine(5);
  std::vector<int> left;
  for (int f = 0; f < mesh.F.rows(); ++f) {
    if (engine() % 100 >= percent) left.push_back(f);
  }
  mesh.F = mesh.F(left, Eigen::all).eval();
  return mesh;
}

// Spheres, rings and boxes, closed and open.
std::vector<TriMesh> surfaces() {
  std::vector<TriMesh> all{test::sphere(4), test::torus(24, 12), test::bentBar(8, 16),
                           test::box({0, 0, 0}, {1, 2, 3})};
  all.push_back(withoutFaces(all.front(), 10));
  return all;
}

}  // namespace

TEST_CASE("a solid fills what the surface encloses, with about the cells asked for") {
  for (const int cells : {500, 5000, 40'000}) {
    const auto solid = Solid::create(test::box({0, 0, 0}, {1, 2, 3}), {.cells = cells});
    REQUIRE(solid);
    CHECK(std::abs(solid->cells() / double(cells) - 1) < 0.15);
    CHECK(solid->parts() == 1);
    CHECK(solid->cellAt({0.5, 1, 1.5}) >= 0);
    CHECK(solid->cellAt({0.5, 1, 3.5}) < 0);
    const double deepest = double(solid->depth(solid->cellAt({0.5, 1, 1.5})));
    CHECK(std::abs(deepest * solid->cellSize() - 0.5) < 1.5 * solid->cellSize());
  }
}

TEST_CASE("a solid gives sheets and rods their cells too") {
  for (const TriMesh& mesh :
       {test::box({0, 0, 0}, {1, 1, 0}), test::box({0, 0, 0}, {1, 1e-4, 1e-4}),
        test::box({0, 0, 0}, {1, 1, 1e-3})}) {
    const auto solid = Solid::create(mesh, {.cells = 2000});
    REQUIRE(solid);
    CHECK(solid->cells() > 1500);
    CHECK(solid->cells() < 4000);
    CHECK(solid->parts() == 1);
  }
}

TEST_CASE("neighbours are mutual, one cell apart and of one part") {
  for (const TriMesh& mesh : surfaces()) {
    const auto solid = Solid::create(mesh, {.cells = 3000});
    REQUIRE(solid);
    int cells = 0;
    for (int part = 0; part < solid->parts(); ++part) cells += solid->partCells(part);
    CHECK(cells == solid->cells());
    for (int cell = 0; cell < solid->cells(); ++cell) {
      bool wall = false;
      for (int k = 0; k < 6; ++k) {
        const int other = solid->neighbors6(cell)[k];
        wall |= other < 0;
        if (other < 0) continue;
        const double apart = distance(solid->center(other), solid->center(cell));
        const bool fits = solid->neighbors6(other)[k ^ 1] == cell &&
                          solid->part(other) == solid->part(cell) &&
                          std::abs(apart - solid->cellSize()) < 1e-9 * solid->cellSize();
        if (!fits) FAIL("cell ", cell, ", neighbour ", k);
      }
      const double depth = double(solid->depth(cell));
      if (wall ? depth != 0.5 : !(depth > 0.5)) FAIL("cell ", cell, ": depth ", depth);
      if (solid->cellAt(solid->center(cell)) != cell) FAIL("cell ", cell, ": not at its centre");
    }
  }
}

TEST_CASE("a surface with holes in it is still full") {
  const TriMesh sphere = test::sphere(5);
  const auto whole = Solid::create(sphere, {.cells = 5000});
  const auto holed = Solid::create(withoutFaces(sphere, 15), {.cells = 5000});
  REQUIRE(whole);
  REQUIRE(holed);
  CHECK(holed->cellAt({0, 0, 0}) >= 0);
  CHECK(std::abs(holed->cellSize() / whole->cellSize() - 1) < 0.02);
  CHECK(double(holed->depth(holed->cellAt({0, 0, 0}))) >
        0.9 * double(whole->depth(whole->cellAt({0, 0, 0}))));
}

TEST_CASE("every vertex stands in the solid, whatever the shape's place and size") {
  for (TriMesh mesh : surfaces()) {
    for (const double scale : {1e-12, 1.0, 0.3, 1e12}) {
      TriMesh moved = mesh;
      moved.V = (mesh.V.array() * scale + 3 * scale).matrix();
      const auto solid = Solid::create(moved, {.cells = 2000});
      REQUIRE(solid);
      for (Eigen::Index f = 0; f < moved.F.rows(); ++f) {
        const auto p = moved.V.row(moved.F(f, 0));
        if (solid->cellAt({p[0], p[1], p[2]}) < 0) FAIL("triangle ", f, " stands outside");
      }
    }
  }
}

TEST_CASE("scaling by a power of two gives the same cells") {
  TriMesh mesh = test::torus(24, 12);
  const auto one = Solid::create(mesh, {.cells = 3000});
  mesh.V *= 1024;
  const auto other = Solid::create(mesh, {.cells = 3000});
  REQUIRE(one);
  REQUIRE(other);
  REQUIRE(one->cells() == other->cells());
  CHECK(distance(one->center(77) * 1024, other->center(77)) < 1e-9);
}

TEST_CASE("parts that are far apart cost no more than near ones") {
  for (const double away : {3.0, 1e3, 1e8}) {
    TriMesh mesh = test::box({0, 0, 0}, {1, 1, 1});
    test::addBox(mesh, {away, 0, away}, {away + 1, 1, away + 1});
    const auto solid = Solid::create(mesh, {.cells = 4000, .max_bytes = 4 << 20});
    REQUIRE(solid);
    CHECK(!solid->coarsened());
    CHECK(solid->parts() == 2);
    CHECK(solid->cells() > 3000);
  }
}

TEST_CASE("a gap of one empty layer of cells keeps two bodies apart") {
  TriMesh mesh = test::box({0, 0, 0}, {4, 1, 1});
  const double gap = 2 * Solid::create(mesh, {.cells = 2000})->cellSize();
  test::addBox(mesh, {0, 1 + gap, 0}, {4, 2 + gap, 1});
  const auto solid = Solid::create(mesh, {.cells = 5000});
  REQUIRE(solid);
  REQUIRE(solid->parts() == 2);
  const Vec3 below{2, 1, 0.5}, above{2, 1 + gap, 0.5};
  for (const Vec3 p : {below, above}) {
    const SolidStencil stencil = solid->stencil(p);
    for (int k = 0; k < stencil.count; ++k) {
      CHECK(solid->part(stencil.cell[k]) == solid->part(solid->cellAt(p)));
    }
  }
  CHECK(!solid->sees(below, above));
  CHECK(solid->sees({0.5, 0.5, 0.5}, {3.5, 0.5, 0.5}));
}

TEST_CASE("stencils reproduce linear functions inside, and sum to one everywhere") {
  const auto solid = Solid::create(test::box({-1, -1, -1}, {1, 1, 1}), {.cells = 5000});
  REQUIRE(solid);
  std::mt19937 engine(9);
  for (int k = 0; k < 200; ++k) {
    const Vec3 p = randomPoint(engine, k < 100 ? 0.9 : 1.5);
    const SolidStencil stencil = solid->stencil(p);
    Vec3 read;
    double sum = 0;
    for (int c = 0; c < stencil.count; ++c) {
      read += solid->center(stencil.cell[c]) * stencil.weight[c];
      sum += stencil.weight[c];
      CHECK(stencil.weight[c] >= 0);
    }
    CHECK(std::abs(sum - 1) < 1e-12);
    if (k < 100) CHECK(distance(read, p) < 1e-12);
  }
}

TEST_CASE("the nearest cell is that of a search through all") {
  const auto solid = Solid::create(test::torus(24, 12), {.cells = 2000});
  REQUIRE(solid);
  std::mt19937 engine(4);
  for (int k = 0; k < 150; ++k) {
    const Vec3 p = randomPoint(engine, k % 3 == 0 ? 0.5 : k % 3 == 1 ? 2 : 100);
    int nearest = 0;
    for (int cell = 0; cell < solid->cells(); ++cell) {
      if (squaredLength(solid->center(cell) - p) < squaredLength(solid->center(nearest) - p)) {
        nearest = cell;
      }
    }
    CHECK(solid->nearestCell(p) == nearest);
  }
}

TEST_CASE("memory bounds a solid: cells get larger, and where nothing fits it says so") {
  const TriMesh mesh = test::bentBar(8, 16);
  const auto coarse = Solid::create(mesh, {.cells = 4000, .max_bytes = 4000 * 128 + 60'000});
  REQUIRE(coarse);
  CHECK(coarse->coarsened());
  CHECK(coarse->cells() < 3500);
  const auto none = Solid::create(mesh, {.cells = 4000, .max_bytes = 1000});
  REQUIRE(!none);
  CHECK(none.error().code == ErrorCode::limit_exceeded);
  CHECK(none.error().message.find("max_bytes") != std::string::npos);
}

TEST_CASE("a shape without extent is a solid of few cells") {
  TriMesh mesh = test::box({0, 0, 0}, {0, 0, 0});
  const auto solid = Solid::create(mesh);
  REQUIRE(solid);
  CHECK(solid->cells() == 1);
  mesh.V.col(0).setLinSpaced(0, 1);
  CHECK(Solid::create(mesh, {.cells = 100}));
}

TEST_CASE("the number of threads changes nothing of a solid") {
  ThreadPool two(2), four(4);
  for (const TriMesh& mesh : {test::torus(96, 64), withoutFaces(test::sphere(5), 10)}) {
    const auto one = Solid::create(mesh, {.cells = 9000}).value();
    for (ThreadPool* pool : {&two, &four}) {
      const auto other = Solid::create(mesh, {.cells = 9000, .pool = pool}).value();
      REQUIRE(other.cells() == one.cells());
      CHECK(other.cellSize() == one.cellSize());
      CHECK(other.parts() == one.parts());
      for (int cell = 0; cell < one.cells(); ++cell) {
        REQUIRE(other.center(cell) == one.center(cell));
        REQUIRE(std::ranges::equal(other.neighbors6(cell), one.neighbors6(cell)));
        REQUIRE(other.depth(cell) == one.depth(cell));
      }
    }
  }
}

TEST_CASE("a solid refuses what has no sense") {
  TriMesh mesh = test::box({0, 0, 0}, {1, 1, 1});
  CHECK(!Solid::create(test::emptyMesh()));
  CHECK(!Solid::create({mesh.V, Eigen::MatrixX3i(0, 3)}));
  CHECK(!Solid::create({mesh.V.leftCols(2), mesh.F}));
  CHECK(!Solid::create(mesh, {.cells = 0}));
  CHECK(!Solid::create(mesh, {.cells = 2'000'000'000}));
  const std::atomic<bool> stop = true;
  const auto stopped = Solid::create(mesh, {}, Progress(nullptr, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
  for (const double bad : {double(NAN), double(INFINITY), 1e76, 1e200}) {
    TriMesh broken = mesh;
    broken.V(3, 1) = bad;
    const auto refused = Solid::create(broken);
    REQUIRE(!refused);
    CHECK(refused.error().message.find("vertex 3") != std::string::npos);
  }
  for (const int bad : {-1, int(mesh.V.rows())}) {
    TriMesh broken = mesh;
    broken.F(2, 0) = bad;
    const auto refused = Solid::create(broken);
    REQUIRE(!refused);
    CHECK(refused.error().message.find("triangle 2") != std::string::npos);
  }
}

TEST_CASE("a point at any distance has a nearest cell") {
  const auto solid = Solid::create(test::box({0, 0, 0}, {1, 2, 3}), {.cells = 500});
  REQUIRE(solid);
  for (const double far : {1e60, 1e160, 1e300}) {
    CHECK(solid->nearestCell({far, -far, far}) >= 0);
    CHECK(solid->stencil({0, far, 0}).cell[0] >= 0);
  }
}

TEST_CASE("a needle, and what is almost one, gets the cells that memory has room for") {
  TriMesh mesh{Eigen::MatrixXd(3, 3), Eigen::MatrixX3i(1, 3)};
  mesh.F << 0, 1, 2;
  for (const double off : {0.0, 1e-17, 1e-12, 1e-6}) {
    mesh.V << 0, 0, 0, 0.1, 0.2, 0.3 + off, 0.3, 0.6, 0.9;
    const auto solid = Solid::create(mesh, {.cells = 4000, .max_bytes = 4 << 20});
    REQUIRE(solid);
    CHECK(solid->coarsened());
    CHECK(solid->cells() > 50);
  }
}

TEST_CASE("two points far apart are a solid of two cells") {
  TriMesh mesh{Eigen::MatrixXd(2, 3), Eigen::MatrixX3i(2, 3)};
  mesh.V << 0, 0, 0, 1, 2, 3;
  mesh.F << 0, 0, 0, 1, 1, 1;
  const auto solid = Solid::create(mesh, {.cells = 5000});
  REQUIRE(solid);
  CHECK(solid->cells() == 2);
}

TEST_CASE("the unit may be as small or large as numbers allow") {
  const TriMesh mesh = test::torus(24, 12);
  const auto one = Solid::create(mesh, {.cells = 3000});
  REQUIRE(one);
  for (const double scale : {1e-70, 1e-60, 1e60, 1e70}) {
    const auto other = Solid::create({mesh.V * scale, mesh.F}, {.cells = 3000});
    REQUIRE(other);
    CHECK(std::abs(other->cells() / double(one->cells()) - 1) < 0.01);
    CHECK(std::abs(other->cellSize() / scale / one->cellSize() - 1) < 1e-3);
  }
}
