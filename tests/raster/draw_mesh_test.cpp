// SPDX-License-Identifier: MIT
#include "vide/raster/draw_mesh.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "tests/raster/grid.hpp"
#include "vide/core/math.hpp"
#include "vide/core/transform.hpp"

namespace vide {
namespace {

using test::Grid;
using test::noise;
using test::render;
using test::uniform;

TEST_CASE("a mesh at rest gives its picture back") {
  for (const int cells : {1, 3, 7, 32}) {
    const Image image = noise(64, 96);
    const Texture texture(image);
    const Grid grid(cells, 64, 96);
    const Image again = render(grid.draw(texture), Camera2D::document(96), 64, 96);
    CHECK(test::largestDifference(image, again) <= 1);
  }
}

TEST_CASE("a wide picture comes back to its last pixel") {
  const Image image = noise(8192, 3);
  const Texture texture(image);
  for (const int cells : {1, 5}) {
    const Grid grid(cells, 8192, 3);
    const Image again = render(grid.draw(texture), Camera2D::document(3), 8192, 3);
    CHECK(test::largestDifference(image, again) <= 1);
  }
}

// Distance in pixels of a pixel's centre from a turned square; negative inside.
double outsideSquare(Vec2 center, double angle, double half, int x, int y) {
  const Vec2 d = Vec2{x + 0.5, y + 0.5} - center;
  const auto [s, c] = math::sinCos(angle);
  return std::max(std::abs(c * d.x - s * d.y), std::abs(s * d.x + c * d.y)) - half;
}

TEST_CASE("neighbouring triangles leave no seam, whatever the turn and scale") {
  for (const std::uint8_t alpha : {std::uint8_t{255}, std::uint8_t{128}}) {
    const Texture texture(uniform(16, 16, {200, 100, 50, alpha}));
    for (int i = 0; i < 12; ++i) {
      const double angle = 0.37 * i + 0.001;
      const double half = 20 + 3.37 * i;
      const Vec2 center{80.3 + 0.11 * i, 75.9 - 0.17 * i};
      Grid grid(9, 2, 2);
      grid.move([&](Vec2 p) {
        return xy(rotate(rotationInPlane(angle), inPlane(p - Vec2{1, 1}))) * half;
      });
      const Image image = render(grid.draw(texture), {1, center}, 160, 160);
      int wrong = 0;
      for (int y = 0; y < 160; ++y) {
        for (int x = 0; x < 160; ++x) {
          const double outside = outsideSquare(center, angle, half, x, y);
          const std::uint8_t* p = image.pixel(x, y);
          if (outside < -1 && (p[3] != alpha || p[0] != 200 || p[1] != 100 || p[2] != 50)) ++wrong;
          if (outside > 1 && p[3] != 0) ++wrong;
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("triangles of either winding are drawn") {
  const Texture texture(uniform(4, 4, {10, 20, 30, 255}));
  Grid grid(2, 40, 40);
  const Image front = render(grid.draw(texture), Camera2D::document(40), 40, 40);
  for (std::size_t t = 0; t < grid.triangles.size(); t += 3) {
    std::swap(grid.triangles[t], grid.triangles[t + 1]);
  }
  CHECK(render(grid.draw(texture), Camera2D::document(40), 40, 40) == front);
  CHECK(front == uniform(40, 40, {10, 20, 30, 255}));
}

TEST_CASE("any number of threads paints the same bytes") {
  const Texture texture(noise(100, 100));
  Grid grid(20, 200, 200);
  grid.move([](Vec2 p) {
    return Vec2{p.x + 40 * math::sin(p.y * 0.05), p.y + 30 * math::cos(p.x * 0.07)};
  });
  const Camera2D camera{1.7, {60.2, 420.9}};
  const Image one = render(grid.draw(texture), camera, 500, 480);
  for (const int threads : {2, 3, 5}) {
    ThreadPool pool(threads);
    CHECK(render(grid.draw(texture), camera, 500, 480, &pool) == one);
  }
}

TEST_CASE("a triangle with a vertex that is not finite is left out") {
  const Texture texture(uniform(4, 4, {255, 255, 255, 255}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, infinite, -infinite}) {
    Grid grid(1, 10, 10);
    grid.positions[4] = bad;  // a corner that one of the two triangles uses
    const Image image = render(grid.draw(texture), Camera2D::document(10), 10, 10);
    int painted = 0;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) painted += image.rgba[i] > 0;
    CHECK(painted >= 45);
    CHECK(painted <= 65);
  }
}

TEST_CASE("a triangle of immense size covers the canvas exactly up to its edge") {
  const Texture texture(uniform(4, 4, {255, 255, 255, 255}));
  const std::vector<Vec2f> uv = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<int> triangles = {0, 1, 2, 0, 2, 3};
  for (const float far : {1e5F, 1e7F, 1e9F}) {
    // All above the diagonal x = y, in two triangles.
    const std::vector<float> positions = {-far, -far, far, far, 0, far, -far, far};
    MeshDraw draw{.positions = positions, .uv = uv, .triangles = triangles, .texture = &texture};
    const Image image = render(draw, Camera2D::document(64), 64, 64);
    int wrong = 0;
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const int above = (63 - y) - x;
        if (above > 1 && image.pixel(x, y)[3] != 255) ++wrong;
        if (above < -1 && image.pixel(x, y)[3] != 0) ++wrong;
      }
    }
    CHECK(wrong == 0);
  }
}

}  // namespace
}  // namespace vide
