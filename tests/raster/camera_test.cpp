// SPDX-License-Identifier: MIT
#include "vide/raster/camera.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace vide {
namespace {

TEST_CASE("a document's pixel centres land on the canvas's") {
  const Camera2D camera = Camera2D::document(20);
  for (int row = 0; row < 20; ++row) {
    CHECK(camera.toPixels({3.5, 20 - row - 0.5}) == Vec2{3.5, row + 0.5});
  }
}

TEST_CASE("fitted bounds are centred, inside the padding, and as large as they can be") {
  for (const Vec2 size : {Vec2{10, 10}, Vec2{300, 2}, Vec2{0.01, 4}, Vec2{0, 5}, Vec2{7, 0}}) {
    Box2 bounds;
    bounds.include({-3, 8});
    bounds.include(Vec2{-3, 8} + size);
    const Camera2D camera = Camera2D::fitTo(bounds, 320, 200, 12);
    const Vec2 low = camera.toPixels(bounds.min);
    const Vec2 high = camera.toPixels(bounds.max);
    CHECK((low.x + high.x) / 2 == doctest::Approx(160));
    CHECK((low.y + high.y) / 2 == doctest::Approx(100));
    CHECK(high.x - low.x <= 296 + 1e-9);
    CHECK(low.y - high.y <= 176 + 1e-9);
    CHECK(std::max((high.x - low.x) / 296, (low.y - high.y) / 176) == doctest::Approx(1));
    const Vec2 back = camera.toDocument(camera.toPixels({1.25, -7.5}));
    CHECK(distance(back, {1.25, -7.5}) < 1e-9);
  }
}

TEST_CASE("bounds without extent still give a usable view") {
  Box2 point;
  point.include({5, 6});
  CHECK(Camera2D::fitTo(point, 100, 100, 10).scale == 1);
  CHECK(Camera2D::fitTo(point, 100, 100, 10).toPixels({5, 6}) == Vec2{50, 50});
  CHECK(Camera2D::fitTo(Box2{}, 100, 80, 10).offset == Vec2{0, 80});
  CHECK(Camera2D::fitTo(point, 4, 4, 100).scale > 0);
}

}  // namespace
}  // namespace vide
