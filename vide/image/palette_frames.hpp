// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vide {

// Which frames of an animation stand for all of it when a palette is chosen: at most 8, spread
// evenly, fewer where they are large.
inline std::vector<std::size_t> paletteFrames(std::size_t frames, int width, int height) {
  constexpr std::size_t most = 8, most_bytes = std::size_t(64) << 20;
  const std::size_t bytes = 4 * std::size_t(std::max(width, 1)) * std::size_t(std::max(height, 1));
  const std::size_t count = std::min({frames, most, std::max<std::size_t>(most_bytes / bytes, 1)});
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(i * frames / count);
  return chosen;
}

}  // namespace vide
