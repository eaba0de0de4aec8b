// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "vide/image/image.hpp"
#include "vide/skeleton/skeleton.hpp"

// A comb with a skeleton, at any size: limbs that stand close together.
namespace vide::test {

// A back along the bottom and teeth that stand on it, with gaps between them: 120 x 80 pixels times
// `scale`.
inline Image comb(int scale) {
  Image image(120 * scale, 80 * scale);
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const int x = column / scale, y = 79 - row / scale;
      const bool is_back = y >= 8 && y < 24 && x >= 8 && x < 112;
      const bool is_tooth = y >= 8 && y < 72 && (x - 8) % 32 < 16 && x >= 8 && x < 112;
      if (is_back || is_tooth) std::fill_n(image.pixel(column, row), 4, std::uint8_t{255});
    }
  }
  return image;
}

// A bone along the back and one in each tooth, of two pieces.
inline Skeleton combSkeleton(double scale) {
  std::vector<Bone> bones(1);
  bones[0] = {.id = 3, .name = "back", .tail = Vec3{96, 0, 0} * scale};
  bones[0].local.translation = Vec3{12, 16, 0} * scale;
  for (int tooth = 0; tooth < 4; ++tooth) {
    Bone lower{.id = BoneId(10 + tooth), .name = "lower " + std::to_string(tooth), .parent = 0};
    lower.local.translation = Vec3{4.0 + 32 * tooth - (tooth == 3 ? 4 : 0), 8, 0} * scale;
    lower.tail = Vec3{0, 20, 0} * scale;
    bones.push_back(lower);
    Bone upper{.id = BoneId(20 + tooth), .name = "upper " + std::to_string(tooth)};
    upper.parent = int(bones.size()) - 1;
    upper.local.translation = lower.tail;
    upper.tail = Vec3{0, 20, 0} * scale;
    bones.push_back(upper);
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  REQUIRE(skeleton.has_value());
  return *skeleton;
}

}  // namespace vide::test
