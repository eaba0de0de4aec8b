// SPDX-License-Identifier: MIT
#include "vide/weights/weight_colors.hpp"

#include <algorithm>
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

Rgba8 handleColor(int handle) {
  constexpr double golden_turn = 0.6180339887498949;
  constexpr std::array<double, 3> lightness{1.0, 0.78, 0.9}, paleness{0.1, 0.0, 0.4};
  const double hue = 0.58 + handle * golden_turn;
  const int shade = handle % 3;
  Rgba8 color{0, 0, 0, 255};
  for (int channel = 0; channel < 3; ++channel) {
    const double pure = primary(hue, (3 - channel) % 3 / 3.0);
    color[channel] = toByte(255 * lightness[shade] * (pure + (1 - pure) * paleness[shade]));
  }
  return color;
}

std::vector<Rgba8> weightColors(const VertexWeights& weights) {
  std::vector<Rgba8> colors(weights.vertices(), Rgba8{0, 0, 0, 255});
  for (std::size_t v = 0; v < colors.size(); ++v) {
    std::array<double, 3> mixed{};
    double sum = 0;
    for (std::size_t e = weights.row_start[v]; e < weights.row_start[v + 1]; ++e) {
      const double weight = std::max(weights.weight[e], 0.0);
      const Rgba8 color = handleColor(weights.handle[e]);
      for (int channel = 0; channel < 3; ++channel) mixed[channel] += weight * color[channel];
      sum += weight;
    }
    if (!(sum > 0)) continue;
    for (int channel = 0; channel < 3; ++channel) colors[v][channel] = toByte(mixed[channel] / sum);
  }
  return colors;
}

}  // namespace vide
