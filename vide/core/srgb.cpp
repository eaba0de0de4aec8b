// SPDX-License-Identifier: MIT
#include "vide/core/srgb.hpp"

#include <algorithm>

#include "vide/core/math.hpp"

namespace vide {

double toSrgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * math::exp(math::log(x) / 2.4) - 0.055;
}

double toLinear(double srgb) {
  const double x = std::clamp(srgb, 0.0, 1.0);
  return x <= 0.04045 ? x / 12.92 : math::exp(2.4 * math::log((x + 0.055) / 1.055));
}

}  // namespace vide
