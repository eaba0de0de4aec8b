// SPDX-License-Identifier: MIT
#include "vide/raster/draw_solid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

using namespace vide;

namespace {

constexpr std::array<int, 6> two_triangles{0, 1, 2, 0, 2, 3};
constexpr std::array<Vec2f, 4> whole_picture{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};

// An upright rectangle whose left and right side may differ in depth.
struct Card {
  std::array<float, 12> positions;

  Card(float x0, float y0, float x1, float y1, float left_depth, float right_depth)
      : positions{x0, y0, left_depth,  x1, y0, right_depth,
                  x1, y1, right_depth, x0, y1, left_depth} {}
  Card(float x0, float y0, float x1, float y1, float depth) : Card(x0, y0, x1, y1, depth, depth) {}

  SolidDraw mesh(const Texture& texture) const {
    return {.positions = positions,
            .uv = whole_picture,
            .triangles = two_triangles,
            .texture = &texture,
            .is_lit = false};
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

Canvas drawn(std::vector<SolidDraw> meshes, int width = 16, int height = 16) {
  Canvas canvas(width, height);
  SolidContext context;
  for (const SolidDraw& mesh : meshes) CHECK(validate(mesh));
  drawSolids(canvas, Camera2D::document(height), meshes, context);
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
    std::vector<SolidDraw> meshes{near.mesh(red), far.mesh(green)};
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

TEST_CASE("texture, colours, tint and opacity multiply") {
  Card card(0, 0, 16, 16, 0);
  Image halves(2, 1);
  for (int x = 0; x < 2; ++x) {
    std::uint8_t* pixel = halves.pixel(x, 0);
    pixel[x] = pixel[3] = 255;
  }
  const Texture texture(halves);
  const std::array<Color, 4> gray{
      {{51, 51, 51, 255}, {51, 51, 51, 255}, {51, 51, 51, 255}, {51, 51, 51, 255}}};
  SolidDraw mesh = card.mesh(texture);
  mesh.tint = {0.5f, 0.25f, 1};
  mesh.opacity = 0.5f;
  const Canvas plain_colors = drawn({mesh});
  CHECK(channel(plain_colors, 0, 8, 0) == doctest::Approx(0.5 * 0.5).epsilon(1e-3));
  CHECK(channel(plain_colors, 0, 8, 1) == doctest::Approx(0));
  CHECK(channel(plain_colors, 15, 8, 1) == doctest::Approx(0.25 * 0.5).epsilon(1e-3));
  CHECK(channel(plain_colors, 15, 8, 3) == doctest::Approx(0.5).epsilon(1e-3));
  mesh.colors = gray;
  CHECK(channel(drawn({mesh}), 0, 8, 0) == doctest::Approx(0.2 * 0.5 * 0.5).epsilon(1e-3));
}

TEST_CASE("colours of vertices mix along the surface") {
  const Card card(0, 0, 16, 16, 0);
  const std::array<Color, 4> colors{
      {{255, 0, 0, 255}, {0, 0, 255, 255}, {0, 0, 255, 255}, {255, 0, 0, 255}}};
  SolidDraw mesh = card.mesh(white);
  mesh.texture = nullptr;
  mesh.colors = colors;
  const Canvas canvas = drawn({mesh});
  CHECK(channel(canvas, 4, 8, 0) == doctest::Approx(1 - 4.5 / 16).epsilon(1e-3));
  CHECK(channel(canvas, 4, 8, 2) == doctest::Approx(4.5 / 16).epsilon(1e-3));
  CHECK(channel(canvas, 4, 8, 1) == 0);
}

TEST_CASE("a mask has holes where alpha is under its cutoff, what is opaque has none") {
  const Texture thin = plain({255, 0, 0, 120}), thick = plain({255, 0, 0, 140});
  const Card front(0, 0, 16, 16, 1), back(0, 0, 16, 16, 0);
  const auto shows = [&](const Texture& texture, SolidAlpha alpha, float cutoff) {
    SolidDraw mesh = front.mesh(texture);
    mesh.alpha = alpha;
    mesh.alpha_cutoff = cutoff;
    return isRed(drawn({mesh, back.mesh(green)}), 8, 8);
  };
  CHECK_FALSE(shows(thin, SolidAlpha::mask, 0.5f));
  CHECK(shows(thin, SolidAlpha::mask, 0.4f));
  CHECK(shows(thick, SolidAlpha::mask, 0.5f));
  CHECK(shows(thin, SolidAlpha::opaque, 0.5f));
}

TEST_CASE("see-through surfaces cover what lies behind by their alpha, in any order of drawing") {
  const Texture half = plain({255, 0, 0, 51}), quarter = plain({0, 0, 255, 102});
  const Card near(0, 0, 16, 16, 2), middle(0, 0, 16, 16, 1), far(0, 0, 16, 16, 0);
  std::vector<SolidDraw> meshes{near.mesh(half), middle.mesh(quarter), far.mesh(green)};
  for (int turn = 0; turn < 3; ++turn) {
    const Canvas canvas = drawn(meshes);
    CHECK(channel(canvas, 8, 8, 0) == doctest::Approx(0.2).epsilon(1e-3));
    CHECK(channel(canvas, 8, 8, 2) == doctest::Approx(0.8 * 0.4).epsilon(1e-3));
    CHECK(channel(canvas, 8, 8, 1) == doctest::Approx(0.8 * 0.6).epsilon(1e-3));
    CHECK(channel(canvas, 8, 8, 3) == doctest::Approx(1));
    std::ranges::rotate(meshes, meshes.begin() + 1);
  }
  const Canvas hidden = drawn({far.mesh(half), near.mesh(green)});
  CHECK(channel(hidden, 8, 8, 0) == 0);
}

TEST_CASE("light follows the normals and is the same on both sides and for either winding") {
  const auto brightness = [](std::array<float, 3> normal, bool is_reversed) {
    const Card card(0, 0, 16, 16, 0);
    std::array<float, 12> normals{};
    for (std::size_t i = 0; i < 12; ++i) normals[i] = normal[i % 3];
    constexpr std::array<int, 6> reversed{0, 2, 1, 0, 3, 2};
    SolidDraw mesh = card.mesh(white);
    mesh.is_lit = true;
    mesh.normals = normals;
    if (is_reversed) mesh.triangles = reversed;
    return channel(drawn({mesh}), 8, 8, 0);
  };
  const std::array<float, 3> front{0, 0, 1}, lamp{-0.48f, 0.6f, 0.64f}, low{0.6f, -0.8f, 0};
  CHECK(brightness(lamp, false) > brightness(front, false) + 0.05);
  CHECK(brightness(front, false) > brightness(low, false) + 0.2);
  CHECK(brightness(low, false) > 0.3);
  for (const auto& normal : {front, lamp}) {
    CHECK(brightness(normal, true) == brightness(normal, false));
    const std::array<float, 3> inward{-normal[0], -normal[1], -normal[2]};
    CHECK(brightness(inward, false) == doctest::Approx(brightness(normal, false)));
  }
  SolidDraw even = Card(0, 0, 16, 16, 0).mesh(white);
  even.is_lit = true;
  const Card kept(0, 0, 16, 16, 0);
  even.positions = kept.positions;
  CHECK(channel(drawn({even}), 8, 8, 0) == doctest::Approx(brightness(front, false)));
}

TEST_CASE("a wire runs along the edges, and is hidden with its surface") {
  const Card card(2, 2, 62, 62, 0), cover(30, 0, 64, 64, 1);
  SolidDraw mesh = card.mesh(white);
  mesh.wire = Color{0, 0, 0, 255};
  const Canvas canvas = drawn({mesh}, 64, 64);
  CHECK(channel(canvas, 20, 61, 0) < 0.6);                  // the lower edge
  CHECK(channel(canvas, 32, 31, 0) < 0.7);                  // the diagonal
  CHECK(channel(canvas, 20, 20, 0) == doctest::Approx(1));  // inside
  const Canvas covered = drawn({mesh, cover.mesh(white)}, 64, 64);
  CHECK(channel(covered, 40, 61, 0) == doctest::Approx(1));
  CHECK(channel(covered, 20, 61, 0) < 0.6);
}

TEST_CASE("neighbours leave no crack, wherever their common edge lies") {
  // Fans of thin triangles around points that are no pixel's: every pixel inside is wholly covered.
  for (const float x : {31.3f, 32.0f, 32.51f}) {
    std::vector<float> positions{x, 31.7f, 0};
    std::vector<int> triangles;
    constexpr int spokes = 97;
    for (int i = 0; i < spokes; ++i) {
      const double angle = 2 * 3.14159265358979 * i / spokes;
      positions.insert(positions.end(),
                       {float(32 + 60 * std::cos(angle)), float(32 + 60 * std::sin(angle)), 0});
      triangles.insert(triangles.end(), {0, 1 + i, 1 + (i + 1) % spokes});
    }
    const SolidDraw mesh{.positions = positions, .triangles = triangles, .is_lit = false};
    const Canvas canvas = drawn({mesh}, 64, 64);
    int holes = 0;
    for (int y = 0; y < 64; ++y) {
      for (int i = 0; i < 64; ++i) holes += canvas.row(y)[4 * i + 3] != 65535;
    }
    CHECK(holes == 0);
  }
}

TEST_CASE("the bytes do not depend on the number of threads") {
  std::vector<SolidDraw> meshes;
  const Card near(2.3f, 2.7f, 99.1f, 88.8f, 3, -3), far(0.4f, 20.2f, 120.5f, 60.6f, 0);
  meshes = {near.mesh(red), far.mesh(green)};
  meshes[1].opacity = 0.4f;
  Canvas one(128, 96), many(128, 96);
  SolidContext context;
  ThreadPool pool(5);
  drawSolids(one, Camera2D::document(96), meshes, context);
  drawSolids(many, Camera2D::document(96), meshes, context, &pool);
  for (int y = 0; y < 96; ++y) {
    CHECK(std::equal(one.row(y), one.row(y) + 4 * 128, many.row(y)));
  }
}

TEST_CASE("drawings that do not fit together are named errors") {
  const Card card(0, 0, 16, 16, 0);
  SolidDraw mesh = card.mesh(white);
  mesh.uv = std::span(whole_picture).first(3);
  CHECK_FALSE(validate(mesh));
  mesh = card.mesh(white);
  mesh.positions = std::span(card.positions).first(9);
  CHECK_FALSE(validate(mesh));
  mesh = card.mesh(white);
  mesh.opacity = std::nanf("");
  CHECK_FALSE(validate(mesh));
  for (const float cutoff : {-0.1f, 1.1f, std::nanf("")}) {
    mesh = card.mesh(white);
    mesh.alpha_cutoff = cutoff;
    CHECK_FALSE(validate(mesh));
  }
  for (const float width : {0.0f, -1.0f, std::nanf("")}) {
    mesh = card.mesh(white);
    mesh.wire_width = width;
    CHECK_FALSE(validate(mesh));
  }
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
  SolidDraw mesh = card.mesh(texture);
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

TEST_CASE("a drawing that is cancelled stops between its bands") {
  const Card card(0, 0, 64, 1024, 0);
  const SolidDraw mesh = card.mesh(red);
  Canvas canvas(64, 1024);
  SolidContext context;
  int asked = 0;
  context.stopWhen(Progress({}, [&] { return ++asked > 2; }));
  drawSolids(canvas, Camera2D::document(1024), {&mesh, 1}, context);
  CHECK(channel(canvas, 10, 10, 0) == 1);
  CHECK(channel(canvas, 10, 1000, 3) == 0);
  context.stopWhen({});
  drawSolids(canvas, Camera2D::document(1024), {&mesh, 1}, context);
  CHECK(channel(canvas, 10, 1000, 0) == 1);
}

TEST_CASE("a canvas knows whether it shows one colour alone") {
  Canvas canvas(5, 3);
  CHECK(canvas.isAll({0, 0, 0, 0}));
  canvas.clear({10, 200, 30, 120});
  CHECK(canvas.isAll({10, 200, 30, 120}));
  CHECK_FALSE(canvas.isAll({10, 200, 30, 121}));
  const Canvas before = canvas;
  canvas.row(2)[4 * 4 + 3] ^= 1;
  CHECK_FALSE(canvas.isAll({10, 200, 30, 120}));
  CHECK(canvas != before);
}
