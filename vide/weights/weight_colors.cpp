// SPDX-License-Identifier: MIT
#include "vide/weights/weight_colors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace vide {
namespace {

// How much of a primary a hue holds, both 0..1 around the colour circle.
double primary(double hue, double offset) {
  const double turn = hue + offset - std::floor(hue + offset);
  return std::clamp(std::abs(6 * turn - 3) - 1, 0.0, 1.0);
}

std::uint8_t toByte(double value) {
  return std::uint8_t(std::lround(std::clamp(value, 0.0, 255.0)));
}

}  // namespace

Color handleColor(int handle) {
  constexpr double golden_turn = 0.6180339887498949;
  constexpr std::array<double, 3> lightness{1.0, 0.78, 0.9}, paleness{0.1, 0.0, 0.4};
  const double hue = 0.58 + handle * golden_turn;
  const int shade = handle % 3;
  const auto channel = [&](double offset) {
    const double pure = primary(hue, offset);
    return toByte(255 * lightness[shade] * (pure + (1 - pure) * paleness[shade]));
  };
  return {channel(0), channel(2.0 / 3), channel(1.0 / 3)};
}

std::vector<Color> weightColors(const VertexWeights& weights) {
  std::vector<Color> colors(weights.vertices());
  for (std::size_t v = 0; v < colors.size(); ++v) {
    std::array<double, 3> mixed{};
    double sum = 0;
    for (std::size_t e = weights.row_start[v]; e < weights.row_start[v + 1]; ++e) {
      const double weight = std::max(weights.weight[e], 0.0);
      const Color color = handleColor(weights.handle[e]);
      mixed[0] += weight * color.r;
      mixed[1] += weight * color.g;
      mixed[2] += weight * color.b;
      sum += weight;
    }
    if (!(sum > 0)) continue;
    colors[v] = {toByte(mixed[0] / sum), toByte(mixed[1] / sum), toByte(mixed[2] / sum)};
  }
  return colors;
}

}  // namespace vide
