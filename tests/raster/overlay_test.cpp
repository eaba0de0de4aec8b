// SPDX-License-Identifier: MIT
#include "vide/raster/overlay.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/raster/grid.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide {
namespace {

// The sum of all alphas, in pixels.
double inkOf(const Canvas& canvas) {
  double sum = 0;
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) sum += canvas.row(y)[4 * x + 3] / 65535.0;
  }
  return sum;
}

TEST_CASE("lines have their width at every angle and camera scale") {
  DrawContext context;
  for (const double width : {0.7, 1.0, 3.5}) {
    for (const double scale : {1.0, 10.0}) {
      for (const Vec2 end : {Vec2{60, 0}, Vec2{0, 60}, Vec2{36, 48}, Vec2{-52.3, 11.7}}) {
        Canvas canvas(160, 160);
        const Vec2 ends[] = {Vec2{0, 0}, end / scale};
        drawLines(canvas, {scale, {80.3, 79.6}}, {ends, {{255, 0, 0, 255}, width}}, context);
        CHECK(inkOf(canvas) == doctest::Approx(width * length(end)).epsilon(0.04));
      }
    }
  }
}

TEST_CASE("points have the area of their circle") {
  DrawContext context;
  for (const double radius : {3.0, 5.0, 30.0}) {
    Canvas canvas(100, 100);
    const Vec2 center[] = {Vec2{0, 0}};
    const PointStyle style{{255, 255, 255, 255}, {0, 0, 0, 255}, radius, 1};
    drawPoints(canvas, {1, {50.2, 49.1}}, {center, style}, context);
    CHECK(inkOf(canvas) == doctest::Approx(3.14159265 * radius * radius).epsilon(0.03));
    const std::uint16_t* middle = canvas.row(49) + 4 * 50;
    CHECK(middle[0] == 65535);  // the filling, not the outline
  }
}

TEST_CASE("a half-transparent wireframe is as strong at its crossings as along its edges") {
  DrawContext context;
  Canvas canvas(80, 80);
  const test::Grid grid(4, 64, 64);
  drawWireframe(canvas, {1, {8, 72}}, {grid.positions, grid.triangles, {{0, 0, 0, 128}, 3}},
                context);
  int strongest = 0;
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 80; ++x) strongest = std::max<int>(strongest, canvas.row(y)[4 * x + 3]);
  }
  CHECK(strongest == doctest::Approx(65535 * 128 / 255.0).epsilon(0.001));
}

TEST_CASE("a bone's kite spans from its joint to its tip") {
  DrawContext context;
  Canvas canvas(120, 120);
  BoneStyle style;
  style.joint_radius = 1;
  const BoneShape bone[] = {{{20, 60}, {100, 60}}};
  drawBones(canvas, Camera2D::document(120), {bone, style}, context);
  const auto alpha = [&](int x, int y) { return canvas.row(y)[4 * x + 3]; };
  CHECK(alpha(21, 60) > 0);
  CHECK(alpha(60, 60) == 65535);
  CHECK(alpha(98, 60) > 0);
  CHECK(alpha(17, 60) == 0);
  CHECK(alpha(103, 60) == 0);
  CHECK(alpha(60, 75) == 0);
  // Light to the left of the bone's direction, dark to the right.
  CHECK(canvas.row(57)[4 * 40] == style.light.r * 257);
  CHECK(canvas.row(62)[4 * 40] == style.dark.r * 257);
}

TEST_CASE("bones without length and numbers that are not finite do no harm") {
  DrawContext context;
  Canvas canvas(40, 40);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const BoneShape bad[] = {{{nan, 0}, {1, 1}}, {{0, 0}, {infinite, infinite}}};
  BoneStyle style;
  style.joint_radius = 0;
  drawBones(canvas, Camera2D::document(40), {bad, style}, context);
  CHECK(inkOf(canvas) == 0);
  const BoneShape point[] = {{{20, 20}, {20, 20}}};
  drawBones(canvas, Camera2D::document(40), {point, {}}, context);
  CHECK(inkOf(canvas) > 10);
}

TEST_CASE("bone shapes follow the pose") {
  Bone root;
  root.name = "root";
  root.local.translation = {3, 4, 0};
  root.tail = {0, 2, 0};
  const auto skeleton = Skeleton::fromBones({root});
  REQUIRE(skeleton.has_value());
  Pose pose = Pose::rest(1);
  pose.local[0].rotation = rotationInPlane(1.5707963267948966);
  std::vector<Affine3> model(1);
  modelTransforms(*skeleton, pose.local, model);
  std::vector<BoneShape> shapes(1);
  boneShapes(*skeleton, model, shapes);
  CHECK(distance(shapes[0].head, {3, 4}) < 1e-12);
  CHECK(distance(shapes[0].tail, {1, 4}) < 1e-12);
}

TEST_CASE("vertex colours are mixed linearly and cover without seams") {
  const test::Grid grid(6, 40, 40);
  std::vector<Color> colors;
  for (const Vec2f uv : grid.uv) {
    colors.push_back({std::uint8_t(240 * uv.x), std::uint8_t(240 * uv.y), 10, 255});
  }
  Canvas canvas(40, 40);
  const ColoredMeshDraw draw{
      .positions = grid.positions, .colors = colors, .triangles = grid.triangles};
  REQUIRE(validate(draw, canvas).has_value());
  DrawContext context;
  drawColoredMesh(canvas, Camera2D::document(40), draw, context);
  const Image image = canvas.toImage();
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) {
      CHECK(std::abs(image.pixel(x, y)[0] - 6 * (x + 0.5)) <= 1);
      CHECK(std::abs(image.pixel(x, y)[1] - 6 * (y + 0.5)) <= 1);
      CHECK(image.pixel(x, y)[3] == 255);
    }
  }
}

}  // namespace
}  // namespace vide
