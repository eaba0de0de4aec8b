// SPDX-License-Identifier: MIT
#include "tests/support/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace vide::test {
namespace {

Coverage blank(int width, int height) {
  return {width, height, 128, std::vector<std::uint8_t>(std::size_t(width) * std::size_t(height))};
}

void fillRect(Coverage& picture, int left, int top, int width, int height) {
  for (int row = top; row < top + height; ++row) {
    std::fill_n(picture.value.begin() + row * picture.width + left, width, std::uint8_t(255));
  }
}

// The distance to the middle line of an Archimedean spiral r = pitch * angle / 2 pi, per winding.
double distanceToSpiral(Vec2 p, double pitch, int turns) {
  const double angle = std::atan2(p.y, p.x) / (2 * std::numbers::pi);
  double best = 1e9;
  for (int winding = 0; winding <= turns + 1; ++winding) {
    const double turn = angle + winding;
    if (turn < 0.6 || turn > turns + 0.6) continue;
    best = std::min(best, std::abs(length(p) - pitch * turn));
  }
  return best;
}

}  // namespace

Coverage drawShape(int width, int height, const std::function<double(Vec2)>& signed_distance) {
  Coverage picture = blank(width, height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const double inside = 0.5 - signed_distance({column + 0.5, height - row - 0.5});
      picture.value[std::size_t(row * width + column)] =
          std::uint8_t(std::lround(255 * std::clamp(inside, 0.0, 1.0)));
    }
  }
  return picture;
}

Coverage fromRows(std::initializer_list<std::string_view> rows) {
  Coverage picture = blank(int(rows.begin()->size()), int(rows.size()));
  auto pixel = picture.value.begin();
  for (const std::string_view row : rows) {
    for (const char c : row) *pixel++ = c == '#' ? 255 : 0;
  }
  return picture;
}

Coverage solid(int width, int height) {
  Coverage picture = blank(width, height);
  std::ranges::fill(picture.value, std::uint8_t(255));
  return picture;
}

Coverage disc(int size, double radius) {
  const Vec2 middle{size / 2.0, size / 2.0};
  return drawShape(size, size, [=](Vec2 p) { return distance(p, middle) - radius; });
}

Coverage ring(int size, double outer_radius, double inner_radius) {
  const Vec2 middle{size / 2.0, size / 2.0};
  return drawShape(size, size, [=](Vec2 p) {
    const double r = distance(p, middle);
    return std::max(r - outer_radius, inner_radius - r);
  });
}

Coverage comb(int teeth, int tooth_width, int gap, int tooth_length) {
  const int bar = tooth_width;
  const int width = teeth * tooth_width + (teeth - 1) * gap;
  Coverage picture = blank(width + 2, bar + tooth_length + 2);
  fillRect(picture, 1, 1, width, bar);
  for (int tooth = 0; tooth < teeth; ++tooth) {
    fillRect(picture, 1 + tooth * (tooth_width + gap), 1 + bar, tooth_width, tooth_length);
  }
  return picture;
}

Coverage uShape(int gap, int leg_width, int leg_length) {
  return comb(2, leg_width, gap, leg_length);
}

Coverage spiral(int turns, double band, double gap) {
  const double pitch = band + gap;
  const int size = int(std::ceil(2 * pitch * (turns + 1.5))) + 4;
  const Vec2 middle{size / 2.0, size / 2.0};
  return drawShape(size, size,
                   [=](Vec2 p) { return distanceToSpiral(p - middle, pitch, turns) - band / 2; });
}

Coverage nestedIslands(int levels, double step) {
  const int size = int(std::ceil(2 * step * levels)) + 4;
  const Vec2 middle{size / 2.0, size / 2.0};
  return drawShape(size, size, [=](Vec2 p) {
    const double r = distance(p, middle) / step;
    const double outermost = r - levels;
    const double band = std::floor(std::min(r, levels - 0.001));
    const double to_edge = std::min(r - band + (band == 0 ? 1e9 : 0), band + 1 - r) * step;
    if (outermost > 0) return outermost * step;
    return (levels - 1 - int(band)) % 2 == 0 ? -to_edge : to_edge;
  });
}

Coverage checkerboard(int width, int height) {
  Coverage picture = blank(width, height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      picture.value[std::size_t(row * width + column)] = (row + column) % 2 == 0 ? 255 : 0;
    }
  }
  return picture;
}

Coverage noise(int width, int height, std::uint32_t seed, int density) {
  Coverage picture = softNoise(width, height, seed);
  for (std::uint8_t& value : picture.value) value = value < density ? 255 : 0;
  return picture;
}

Coverage softNoise(int width, int height, std::uint32_t seed) {
  Coverage picture = blank(width, height);
  std::mt19937 random(seed);
  for (std::uint8_t& value : picture.value) value = std::uint8_t(random() >> 24);
  return picture;
}

Coverage rotate90(const Coverage& shape) {
  Coverage turned = shape;
  std::swap(turned.width, turned.height);
  for (int row = 0; row < turned.height; ++row) {
    for (int column = 0; column < turned.width; ++column) {
      turned.value[std::size_t(row * turned.width + column)] =
          shape.at(shape.width - 1 - row, column);
    }
  }
  return turned;
}

Coverage mirror(const Coverage& shape) {
  Coverage mirrored = shape;
  for (auto row = mirrored.value.begin(); row != mirrored.value.end(); row += shape.width) {
    std::reverse(row, row + shape.width);
  }
  return mirrored;
}

std::vector<NamedShape> shapeFamily() {
  std::vector<NamedShape> family{
      {"one pixel", solid(1, 1)},
      {"row", solid(7, 1)},
      {"column", solid(1, 7)},
      {"solid", solid(9, 6)},
      {"diagonal pair", fromRows({"#.", ".#"})},
      {"joined corner", fromRows({"##", ".#"})},
      {"pixel ring", fromRows({"###", "#.#", "###"})},
      {"diagonal hole", fromRows({"####", "#.##", "##.#", "####"})},
      {"small disc", disc(12, 3.3)},
      {"disc", disc(64, 25)},
      {"ring", ring(60, 26, 14)},
      {"ring with a 2 px hole", ring(40, 12, 1)},
      {"spiral", spiral(3, 4, 3)},
      {"tight spiral", spiral(3, 5, 1.7)},
      {"nested islands", nestedIslands(5)},
      {"checkerboard", checkerboard(8, 7)},
      {"noise", noise(24, 24, 1)},
      {"thick noise", noise(40, 32, 2, 190)},
      {"soft noise", softNoise(32, 32, 3)},
  };
  for (int gap = 1; gap <= 3; ++gap) {
    family.push_back({"u-shape, gap " + std::to_string(gap), uShape(gap)});
    family.push_back({"comb, gap " + std::to_string(gap), comb(5, 4, gap, 20)});
  }
  return family;
}

std::vector<NamedShape> turnedShapeFamily() {
  std::vector<NamedShape> turned;
  for (const NamedShape& shape : shapeFamily()) {
    Coverage picture = shape.coverage;
    for (int quarter = 0; quarter < 4; ++quarter, picture = rotate90(picture)) {
      const std::string name = shape.name + ", turned " + std::to_string(90 * quarter);
      turned.push_back({name, picture});
      turned.push_back({name + ", mirrored", mirror(picture)});
    }
  }
  return turned;
}

}  // namespace vide::test
