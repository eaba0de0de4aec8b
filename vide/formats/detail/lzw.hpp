// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vide::detail {

// Compresses palette indices, all below 2^code_size (2..8), as GIF stores them: variable-width LZW
// codes, least significant bit first, cut into blocks of at most 255 bytes with an empty block at
// the end; the code size itself stands in front. (T. Welch, "A technique for high-performance data
// compression", IEEE Computer 17(6), 1984, with GIF's clear and end codes.)
void appendLzw(std::span<const std::uint8_t> indices, int code_size,
               std::vector<std::uint8_t>& out);

}  // namespace vide::detail
