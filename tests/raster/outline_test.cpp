// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/raster/grid.hpp"
#include "vide/core/math.hpp"
#include "vide/core/transform.hpp"
#include "vide/raster/draw_mesh.hpp"

namespace vide {
namespace {

using test::Grid;
using test::render;
using test::uniform;

using Polygon = std::vector<Vec2>;

// The part of a convex polygon with dot(normal, p) <= limit.
Polygon clipped(const Polygon& polygon, Vec2 normal, double limit) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i];
    const Vec2 b = polygon[(i + 1) % polygon.size()];
    const double da = dot(normal, a) - limit;
    const double db = dot(normal, b) - limit;
    if (da <= 0) out.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.push_back(a + (b - a) * (da / (da - db)));
  }
  return out;
}

double area(const Polygon& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += cross(p[i], p[(i + 1) % p.size()]);
  return std::abs(sum) / 2;
}

// How much of a pixel a convex polygon covers.
double coverage(Polygon polygon, int x, int y) {
  polygon = clipped(polygon, {1, 0}, x + 1);
  polygon = clipped(polygon, {-1, 0}, -x);
  polygon = clipped(polygon, {0, 1}, y + 1);
  return area(clipped(polygon, {0, -1}, -y));
}

TEST_CASE("outlines cover pixels by their share of the area") {
  const Texture texture(uniform(4, 4, {255, 255, 255, 255}));
  double sum = 0;
  double largest = 0;
  int edge_pixels = 0;
  for (int turn = 0; turn < 24; ++turn) {
    const double angle = 0.27 * turn;
    Grid grid(5, 2, 2);
    const Vec2 center{32.4 + 0.03 * turn, 31.7};
    grid.move([&](Vec2 p) {
      return xy(rotate(rotationInPlane(angle), inPlane(p - Vec2{1, 1}))) * 20.3;
    });
    const Camera2D camera{1, center};
    Polygon square;
    for (const Vec2 corner : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{1, 1}, Vec2{-1, 1}}) {
      square.push_back(camera.toPixels(xy(rotate(rotationInPlane(angle), inPlane(corner))) * 20.3));
    }
    const Image image = render(grid.draw(texture), camera, 64, 64);
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const double wanted = coverage(square, x, y);
        const double error = image.pixel(x, y)[3] / 255.0 - wanted;
        largest = std::max(largest, std::abs(error));
        if (wanted > 0 && wanted < 1) {
          sum += error;
          ++edge_pixels;
        }
      }
    }
  }
  CHECK(largest < 0.13);
  CHECK(std::abs(sum / edge_pixels) < 0.002);
}

// A strip folded over itself along a slanted line: the fold is an outline too, though both
// triangles at each of its edges belong to the mesh.
TEST_CASE("folds are anti-aliased like borders") {
  const Texture texture(uniform(4, 4, {255, 255, 255, 255}));
  Grid grid(8, 60, 60);
  // Mirrors at the grid's middle column, which then leans.
  grid.move([](Vec2 p) { return Vec2{30 - std::abs(p.x - 30) + 0.2 * p.y, p.y}; });
  const Image image = render(grid.draw(texture), Camera2D::document(60), 60, 60);
  const Polygon shape = {{0, 60}, {30, 60}, {42, 0}, {12, 0}};
  double largest = 0;
  for (int y = 1; y < 59; ++y) {
    for (int x = 0; x < 60; ++x) {
      largest = std::max(largest, std::abs(image.pixel(x, y)[3] / 255.0 - coverage(shape, x, y)));
    }
  }
  CHECK(largest < 0.13);
}

// Two sheets in one layer, the later drawn over the earlier, both cut into many triangles.
struct TwoSheets {
  Grid lower{6, 40, 40};
  Grid upper{7, 30, 30};
  Grid both{1, 1, 1};

  TwoSheets() {
    upper.move([](Vec2 p) {
      return xy(rotate(rotationInPlane(0.6), inPlane(p - Vec2{15, 15}))) + Vec2{27.3, 22.1};
    });
    both = lower;
    // The picture's left half is for the lower, its right half for the upper sheet.
    for (Vec2f& uv : both.uv) uv.x = 0.25F;
    both.positions.insert(both.positions.end(), upper.positions.begin(), upper.positions.end());
    both.uv.resize(both.uv.size() + upper.uv.size(), Vec2f{0.75F, 0.5F});
    for (const int v : upper.triangles) both.triangles.push_back(v + int(lower.uv.size()));
  }
};

Image twoColors(Color left, Color right) {
  Image image = uniform(8, 8, left);
  for (int y = 0; y < 8; ++y) {
    for (int x = 4; x < 8; ++x) std::copy_n(uniform(1, 1, right).pixel(0, 0), 4, image.pixel(x, y));
  }
  return image;
}

TEST_CASE("a later part of a layer covers an earlier one without a trace of its triangles") {
  const Texture texture(twoColors({255, 0, 0, 255}, {0, 0, 255, 255}));
  const Texture white(uniform(2, 2, {255, 255, 255, 255}));
  const TwoSheets sheets;
  const Camera2D camera{1, {3, 50}};
  const Image both = render(sheets.both.draw(texture), camera, 56, 56);
  const Image lower = render(sheets.lower.draw(white), camera, 56, 56);
  const Image upper = render(sheets.upper.draw(white), camera, 56, 56);
  int wrong = 0;
  for (std::size_t i = 0; i < both.rgba.size(); i += 4) {
    const bool on_upper = upper.rgba[i + 3] == 255;
    const bool on_lower = lower.rgba[i + 3] == 255 && upper.rgba[i + 3] == 0;
    if (on_upper) wrong += both.rgba[i + 2] != 255 || both.rgba[i] != 0;
    if (on_lower) wrong += both.rgba[i] != 255 || both.rgba[i + 2] != 0;
    if (on_upper || on_lower) wrong += both.rgba[i + 3] != 255;
    // Where the upper sheet's border crosses the lower sheet the colours mix and stay opaque.
    if (lower.rgba[i + 3] == 255) {
      wrong += both.rgba[i + 3] != 255;
      wrong += std::abs(both.rgba[i + 2] - upper.rgba[i + 3]) > 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a layer's opacity fades it as a whole, overlaps included") {
  const Texture texture(uniform(8, 8, {40, 80, 160, 255}));
  const TwoSheets sheets;
  const Camera2D camera{1, {3, 50}};
  MeshDraw draw = sheets.both.draw(texture);
  const Image opaque = render(draw, camera, 56, 56);
  draw.opacity = 0.5F;
  const Image faded = render(draw, camera, 56, 56);
  int largest = 0;
  for (std::size_t i = 3; i < opaque.rgba.size(); i += 4) {
    largest = std::max(largest, std::abs(2 * faded.rgba[i] - opaque.rgba[i]));
  }
  CHECK(largest <= 1);
}

// Half-transparent sheets in one layer: 'over' by the formula, everywhere.
TEST_CASE("overlapping half-transparent parts blend once each") {
  const Texture texture(twoColors({255, 0, 0, 128}, {0, 0, 255, 128}));
  const TwoSheets sheets;
  const Image image = render(sheets.both.draw(texture), {1, {3, 50}}, 56, 56);
  const Texture white(uniform(2, 2, {255, 255, 255, 255}));
  const Image lower = render(sheets.lower.draw(white), {1, {3, 50}}, 56, 56);
  const Image upper = render(sheets.upper.draw(white), {1, {3, 50}}, 56, 56);
  const double a = 128 / 255.0;
  int wrong = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    if (lower.rgba[i + 3] != 255 || upper.rgba[i + 3] != 255) continue;
    const double alpha = a + a * (1 - a);
    wrong += std::abs(image.rgba[i + 3] - 255 * alpha) > 0.6;
    wrong += std::abs(image.rgba[i] - 255 * a * (1 - a) / alpha) > 0.6;
    wrong += std::abs(image.rgba[i + 2] - 255 * a / alpha) > 0.6;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a canvas can be drawn on again and again with one context") {
  const Texture texture(test::noise(30, 30));
  Grid grid(10, 50, 50);
  const Image fresh = render(grid.draw(texture), Camera2D::document(50), 50, 50);
  DrawContext context;
  for (const int side : {10, 200, 50, 3, 50}) {
    Canvas canvas(side, side);
    Grid other(6, 90, 90);
    other.move([](Vec2 p) { return Vec2{p.x * math::cos(p.y * 0.1), p.y}; });
    drawMesh(canvas, {1.3, {-7, 70}}, other.draw(texture), context);
    canvas.clear();
    drawMesh(canvas, Camera2D::document(50), grid.draw(texture), context);
    if (side == 50) CHECK(canvas.toImage() == fresh);
  }
}

TEST_CASE("random triangles, degenerate and immense ones among them, never leave their bounds") {
  const Texture texture(test::noise(9, 9));
  std::uint32_t state = 7;
  const auto random = [&] { return (state = state * 1664525U + 1013904223U) >> 8; };
  const std::array sizes{1.0F, 40.0F, 1e4F, 1e7F, 1e9F, 1e20F, 3e38F};
  DrawContext context;
  Canvas canvas(33, 27);
  for (int round = 0; round < 300; ++round) {
    std::vector<float> positions;
    std::vector<Vec2f> uv;
    for (int i = 0; i < 12; ++i) {
      const float size = sizes[random() % sizes.size()];
      positions.push_back((float(random() % 2001) / 1000 - 1) * size);
      if (random() % 50 == 0) positions.back() = std::numeric_limits<float>::quiet_NaN();
      if (i % 2 == 1) uv.push_back({float(random() % 2048) - 1024, float(random() % 3) / 2});
    }
    std::vector<int> triangles;
    for (int i = 0; i < 18; ++i) triangles.push_back(int(random() % 6));
    const MeshDraw draw{
        .positions = positions, .uv = uv, .triangles = triangles, .texture = &texture};
    REQUIRE(validate(draw, canvas).has_value());
    drawMesh(canvas, {1.5, {16, 13}}, draw, context);
  }
  // Premultiplied colour never exceeds its alpha, whatever was painted.
  int wrong = 0;
  for (int y = 0; y < 27; ++y) {
    for (int x = 0; x < 33; ++x) {
      const std::uint16_t* p = canvas.row(y) + 4 * x;
      for (int i = 0; i < 3; ++i) wrong += p[i] > p[3] + 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("what does not fit together is named") {
  const Texture texture(uniform(2, 2, {1, 2, 3, 4}));
  const Texture none;
  const Grid grid(1, 4, 4);
  const Canvas canvas(8, 8);
  const Canvas other(9, 8);
  const auto says = [&](const MeshDraw& draw, const char* word) {
    const auto result = validate(draw, canvas);
    return !result && result.error().message.find(word) != std::string::npos;
  };
  MeshDraw draw = grid.draw(texture);
  CHECK(validate(draw, canvas).has_value());
  draw.texture = &none;
  CHECK(says(draw, "texture"));
  draw = grid.draw(texture);
  draw.opacity = 1.5F;
  CHECK(says(draw, "opacity"));
  draw.opacity = std::numeric_limits<float>::quiet_NaN();
  CHECK(says(draw, "opacity"));
  draw = grid.draw(texture);
  draw.tint.g = -1;
  CHECK(says(draw, "tint"));
  draw = grid.draw(texture);
  draw.clip = &other;
  CHECK(says(draw, "clip"));
  draw = grid.draw(texture);
  draw.uv = draw.uv.first(3);
  CHECK(says(draw, "uv"));
  draw = grid.draw(texture);
  draw.positions = draw.positions.first(7);
  CHECK(says(draw, "positions"));
  draw = grid.draw(texture);
  draw.triangles = draw.triangles.first(5);
  CHECK(says(draw, "triangles"));
  for (const int bad : {-1, 4, 1 << 30}) {
    const int triangles[] = {0, 1, bad};
    draw = grid.draw(texture);
    draw.triangles = triangles;
    CHECK(says(draw, "triangle 0"));
  }
}

}  // namespace
}  // namespace vide
