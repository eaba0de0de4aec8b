// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/solid_frame.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

using namespace vide;
using vide::detail::SolidFrame;
using vide::detail::SolidMesh;

namespace {

constexpr std::array<int, 6> two_triangles{0, 1, 2, 0, 2, 3};
constexpr std::array<Vec2f, 4> whole_picture{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
constexpr double facing = 0.55 + 0.45 * 0.8;  // brightness of what faces the viewer

// An upright rectangle whose left and right side may differ in depth.
struct Card {
  std::array<float, 12> positions;

  Card(float x0, float y0, float x1, float y1, float left_depth, float right_depth)
      : positions{x0, y0, left_depth,  x1, y0, right_depth,
                  x1, y1, right_depth, x0, y1, left_depth} {}
  Card(float x0, float y0, float x1, float y1, float depth) : Card(x0, y0, x1, y1, depth, depth) {}

  SolidMesh mesh(const Texture& texture) const {
    return {.positions = positions,
            .uv = whole_picture,
            .colors = {},
            .triangles = two_triangles,
            .texture = &texture};
  }
};

Texture plain(Color color) {
  Image image(1, 1);
  const std::array<std::uint8_t, 4> rgba{color.r, color.g, color.b, color.a};
  std::copy(rgba.begin(), rgba.end(), image.rgba.begin());
  return Texture(image);
}

const Texture red = plain({255, 0, 0, 255}), green = plain({0, 255, 0, 255});
const Texture white = plain({255, 255, 255, 255});

Canvas drawn(std::vector<SolidMesh> meshes, int width = 16, int height = 16) {
  Canvas canvas(width, height);
  SolidFrame().draw(meshes, Camera2D::document(height), canvas);
  return canvas;
}

// Of 0..1.
double channel(const Canvas& canvas, int x, int y, int index) {
  return canvas.row(y)[4 * x + index] / 65535.0;
}

bool isRed(const Canvas& canvas, int x, int y) {
  return channel(canvas, x, y, 0) > 0.5 && channel(canvas, x, y, 1) == 0;
}

}  // namespace

TEST_CASE("the nearest surface shows, in whatever order meshes come") {
  const Card near(2, 2, 14, 14, 3), far(0, 0, 16, 16, -3);
  for (const bool near_first : {true, false}) {
    std::vector<SolidMesh> meshes{near.mesh(red), far.mesh(green)};
    if (!near_first) std::swap(meshes[0], meshes[1]);
    const Canvas canvas = drawn(meshes);
    CHECK(isRed(canvas, 8, 8));
    CHECK(isRed(canvas, 2, 2));
    CHECK_FALSE(isRed(canvas, 1, 8));
    CHECK(channel(canvas, 1, 8, 1) > 0.5);
  }
}

TEST_CASE("surfaces that pass through each other meet where their depths do") {
  const Card slope(0, 0, 16, 16, -4, 4), flat(0, 0, 16, 16, 1);
  const Canvas canvas = drawn({slope.mesh(red), flat.mesh(green)});
  for (int y = 0; y < 16; ++y) {
    CHECK_FALSE(isRed(canvas, 8, y));  // depth 0 there
    CHECK(isRed(canvas, 11, y));       // depth 1.5
  }
}

TEST_CASE("a pixel is covered as much as the surface covers it, and no seam shows inside") {
  const float left = 3.25f, right = 12.5f, low = 4.75f, high = 10;
  const Canvas canvas = drawn({Card(left, low, right, high, 0).mesh(white)});
  double area = 0;
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      const auto part = [](double from, double to, int at) {
        return std::max(0.0, std::min(to, at + 1.0) - std::max(from, double(at)));
      };
      const double covered =
          part(double(left), double(right), x) * part(16 - double(high), 16 - double(low), y);
      CHECK(channel(canvas, x, y, 3) == doctest::Approx(covered).epsilon(1e-4));
      area += channel(canvas, x, y, 3);
    }
  }
  CHECK(area == doctest::Approx(9.25 * 5.25).epsilon(1e-4));
}

TEST_CASE("texture, tint, light and opacity multiply") {
  Card card(0, 0, 16, 16, 0);
  Image halves(2, 1);
  for (int x = 0; x < 2; ++x) {
    std::uint8_t* pixel = halves.pixel(x, 0);
    pixel[x] = pixel[3] = 255;
  }
  const Texture texture(halves);
  SolidMesh mesh = card.mesh(texture);
  mesh.tint = {0.5, 0.25, 1};
  mesh.opacity = 0.5f;
  const Canvas canvas = drawn({mesh});
  CHECK(channel(canvas, 0, 8, 0) == doctest::Approx(0.5 * facing * 0.5).epsilon(1e-3));
  CHECK(channel(canvas, 0, 8, 1) == doctest::Approx(0));
  CHECK(channel(canvas, 15, 8, 1) == doctest::Approx(0.25 * facing * 0.5).epsilon(1e-3));
  CHECK(channel(canvas, 15, 8, 3) == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("colours of vertices stand in the picture's place") {
  const Card card(0, 0, 16, 16, 0);
  const std::array<Color, 4> colors{
      {{255, 0, 0, 255}, {0, 0, 255, 255}, {0, 0, 255, 255}, {255, 0, 0, 255}}};
  SolidMesh mesh = card.mesh(green);
  mesh.colors = colors;
  const Canvas canvas = drawn({mesh});
  CHECK(channel(canvas, 4, 8, 0) == doctest::Approx((1 - 4.5 / 16) * facing).epsilon(1e-3));
  CHECK(channel(canvas, 4, 8, 2) == doctest::Approx(4.5 / 16 * facing).epsilon(1e-3));
  CHECK(channel(canvas, 4, 8, 1) == 0);
}

TEST_CASE("texels under half opacity are holes") {
  const Texture thin = plain({255, 0, 0, 120}), thick = plain({255, 0, 0, 140});
  const Card front(0, 0, 16, 16, 1), back(0, 0, 16, 16, 0);
  CHECK_FALSE(isRed(drawn({front.mesh(thin), back.mesh(green)}), 8, 8));
  CHECK(isRed(drawn({front.mesh(thick), back.mesh(green)}), 8, 8));
}

TEST_CASE("both sides of a surface show, and one seen from its edge does not") {
  Card turned(14, 2, 2, 14, 0);
  CHECK(isRed(drawn({turned.mesh(red)}), 8, 8));
  const Card edge(8, 2, 8, 14, -4, 4);
  const Canvas canvas = drawn({edge.mesh(red)});
  for (int x = 0; x < 16; ++x) CHECK(channel(canvas, x, 8, 3) == 0);
}

TEST_CASE(
    "what reaches beyond the frame is cut off, what lies outside or nowhere leaves it alone") {
  const float big = 1e6f, infinite = std::numeric_limits<float>::infinity();
  const Canvas full = drawn({Card(-big, -big, big, big, 0).mesh(white)});
  for (int i = 0; i < 16; ++i) CHECK(channel(full, i, 15 - i, 3) == doctest::Approx(1));
  for (const Card& card :
       {Card(-9, 2, -1, 14, 0), Card(17, 2, 30, 14, 0), Card(2, 17, 14, 30, 0),
        Card(2, -9, 14, -1, 0), Card(2, 2, 14, std::nanf(""), 0), Card(2, 2, infinite, 14, 0)}) {
    const Canvas canvas = drawn({card.mesh(white)});
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 16; ++x) CHECK(channel(canvas, x, y, 3) == 0);
    }
  }
}

TEST_CASE("texture coordinates repeat the picture, and lost ones still show some of it") {
  const Card card(0, 0, 16, 16, 0);
  Image halves(2, 1);
  for (int x = 0; x < 2; ++x) {
    std::uint8_t* pixel = halves.pixel(x, 0);
    pixel[x] = pixel[3] = 255;
  }
  const Texture texture(halves);
  SolidMesh mesh = card.mesh(texture);
  const Canvas once = drawn({mesh});
  std::array<Vec2f, 4> far = whole_picture;
  for (Vec2f& at : far) at.x -= 3;
  mesh.uv = far;
  const Canvas again = drawn({mesh});
  for (const int x : {1, 6, 9, 14}) {
    for (int i = 0; i < 4; ++i) {
      CHECK(channel(again, x, 8, i) == doctest::Approx(channel(once, x, 8, i)).epsilon(1e-3));
    }
  }
  for (Vec2f& at : far) at = {std::numeric_limits<float>::infinity(), std::nanf("")};
  const Canvas lost = drawn({mesh});
  CHECK(channel(lost, 8, 8, 3) == doctest::Approx(1));
}
