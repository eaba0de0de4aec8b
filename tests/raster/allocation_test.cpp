// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>

#include "tests/raster/grid.hpp"
#include "tests/support/allocation_count.hpp"
#include "vide/raster/overlay.hpp"

namespace vide {
namespace {

TEST_CASE("frames allocate nothing once the context has seen them") {
  const Texture texture(test::noise(40, 40));
  const test::Grid grid(9, 60, 60);
  const MeshDraw draw = grid.draw(texture);
  const BoneShape bones[] = {{{10, 10}, {50, 40}}};
  DrawContext context;
  Canvas frame(80, 70);
  Canvas thumbnail(20, 20);
  Image image;
  const auto drawFrame = [&] {
    for (Canvas* canvas : {&frame, &thumbnail}) {
      canvas->clear();
      drawMesh(*canvas, Camera2D::document(70), draw, context);
      drawWireframe(*canvas, Camera2D::document(70), {grid.positions, grid.triangles}, context);
      drawBones(*canvas, Camera2D::document(70), {bones}, context);
    }
    frame.toImage(image);
  };
  drawFrame();
  const std::size_t before = test::allocations;
  drawFrame();
  CHECK(test::allocations == before);
}

}  // namespace
}  // namespace vide
