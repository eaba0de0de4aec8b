// SPDX-License-Identifier: MIT
#include "vide/author/detail/smaller_coverage.hpp"

namespace vide::detail {

Coverage smallerCoverage(const Coverage& mask, int step) {
  Coverage smaller{.width = (mask.width + step - 1) / step,
                   .height = (mask.height + step - 1) / step,
                   .threshold = mask.threshold};
  std::vector<std::uint32_t> sum(std::size_t(smaller.width) * std::size_t(smaller.height));
  const int above =
      smaller.height * step - mask.height;  // rows of the topmost cells that are empty
  for (int row = 0; row < mask.height; ++row) {
    const std::size_t cells = std::size_t((row + above) / step) * std::size_t(smaller.width);
    for (int column = 0; column < mask.width; ++column) {
      sum[cells + std::size_t(column / step)] += mask.at(column, row);
    }
  }
  const auto pixels = std::uint32_t(step) * std::uint32_t(step);
  for (const std::uint32_t all : sum) smaller.value.push_back(std::uint8_t(all / pixels));
  return smaller;
}

}  // namespace vide::detail
