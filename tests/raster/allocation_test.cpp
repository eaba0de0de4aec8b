// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "tests/raster/grid.hpp"
#include "vide/raster/overlay.hpp"

namespace {
// Worker threads of other tests allocate too.
std::atomic<std::size_t> allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (!memory) std::abort();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

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
  const std::size_t before = allocations;
  drawFrame();
  CHECK(allocations == before);
}

}  // namespace
}  // namespace vide
