// SPDX-License-Identifier: MIT
#include "vide/volume/solid.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/solid_shapes.hpp"

using namespace vide;

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

TEST_CASE("a stencil reproduces linear functions inside the solid") {
  const auto solid = Solid::create(test::box({0, 0, 0}, {1, 2, 3}), {.cells = 5000});
  REQUIRE(solid);
  for (const Vec3 p : {Vec3{0.5, 1, 1.5}, Vec3{0.31, 1.7, 2.2}, Vec3{0.77, 0.4, 0.9}}) {
    const SolidStencil stencil = solid->stencil(p);
    Vec3 read;
    for (int k = 0; k < stencil.count; ++k) {
      read += solid->center(stencil.cell[k]) * stencil.weight[k];
    }
    CHECK(distance(read, p) < 1e-12);
  }
}

TEST_CASE("a solid refuses what has no sense") {
  TriMesh mesh = test::box({0, 0, 0}, {1, 1, 1});
  CHECK(!Solid::create(test::emptyMesh()));
  CHECK(!Solid::create(mesh, {.cells = 0}));
  CHECK(Solid::create(mesh, {.max_bytes = 100}).error().code == ErrorCode::limit_exceeded);
  mesh.V(3, 1) = NAN;
  CHECK(!Solid::create(mesh));
}
