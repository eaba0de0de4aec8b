// SPDX-License-Identifier: MIT
#include "vide/pipeline/mesh_picture.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace vide;

namespace {

constexpr Color red{200, 0, 0, 255}, blue{0, 0, 200, 255};

// A unit square from (0, 0) at depth z.
void addSquare(Eigen::MatrixXd& V, Eigen::MatrixX3i& F, double z) {
  const int first = int(V.rows());
  V.conservativeResize(first + 4, 3);
  V.bottomRows(4) << 0, 0, z, 1, 0, z, 1, 1, z, 0, 1, z;
  F.conservativeResize(F.rows() + 2, 3);
  F.bottomRows(2) << first, first + 1, first + 2, first, first + 2, first + 3;
}

Color at(const Image& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return {p[0], p[1], p[2], p[3]};
}

}  // namespace

TEST_CASE("a flat mesh shows its plain colour, fitted into the picture") {
  Eigen::MatrixXd V(0, 3);
  Eigen::MatrixX3i F(0, 3);
  addSquare(V, F, 0);
  MeshPictureOptions options{.width = 60, .height = 40, .padding = 5, .surface = red};
  const auto image = pictureOf(V, F, options);
  REQUIRE(image);
  CHECK(at(*image, 30, 20) == red);
  CHECK(at(*image, 30, 6) == red);
  CHECK(at(*image, 30, 3) == Color{0, 0, 0, 0});
  CHECK(at(*image, 12, 20) == Color{0, 0, 0, 0});
}

TEST_CASE("what is nearer hides what is farther, from in front and from behind") {
  Eigen::MatrixXd V(0, 3);
  Eigen::MatrixX3i F(0, 3);
  addSquare(V, F, 2);
  addSquare(V, F, 0);
  std::vector<Color> colors(8, red);
  for (int v = 4; v < 8; ++v) colors[std::size_t(v)] = blue;
  MeshPictureOptions options{.width = 50, .height = 50, .colors = colors};
  const Image front = *pictureOf(V, F, options);
  CHECK(at(front, 25, 25).r > 100);
  CHECK(at(front, 25, 25).b == 0);
  options.yaw = 180;
  const Image back = *pictureOf(V, F, options);
  CHECK(at(back, 25, 25).b > 100);
  CHECK(at(back, 25, 25).r == 0);
}

TEST_CASE("pitch tips the top towards the viewer") {
  Eigen::MatrixXd V(3, 3);
  V << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  const Box2 upright = viewOf(V, {}), tipped = viewOf(V, {.pitch = 60});
  CHECK(upright.max.y == doctest::Approx(1));
  CHECK(tipped.max.y == doctest::Approx(0.5));
}

TEST_CASE("what cannot be pictured is refused") {
  Eigen::MatrixXd V(0, 3);
  Eigen::MatrixX3i F(0, 3);
  addSquare(V, F, 0);
  const std::vector<Color> colors(3);
  CHECK(!pictureOf(V, F, {.width = 0}));
  CHECK(!pictureOf(V, F, {.height = 40000}));
  CHECK(!pictureOf(V, F, {.colors = colors}));
  F(0, 0) = 9;
  CHECK(!pictureOf(V, F, {}));
}
