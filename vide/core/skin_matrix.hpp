// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "vide/core/transform.hpp"

namespace vide {

// A transform in single precision as runtime buffers hold it: four columns (the images of the axes,
// then the translation), each padded to four floats for wide loads: one cache line. What reads it
// ignores the padding.
struct alignas(64) SkinMatrix {
  std::array<std::array<float, 4>, 4> column{};
};

inline SkinMatrix toSkinMatrix(const Affine3& transform) {
  const auto column = [](Vec3 v) { return std::array{float(v.x), float(v.y), float(v.z), 0.0f}; };
  return {{column(transform.linear.x), column(transform.linear.y), column(transform.linear.z),
           column(transform.translation)}};
}

}  // namespace vide
