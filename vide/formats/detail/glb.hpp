// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_content.hpp"

// The container of glTF 2.0, section 4: a header of three little-endian numbers, then chunks.
namespace vide::detail {

struct GlbParts {
  std::string_view json;
  std::optional<std::span<const std::uint8_t>> binary;
  std::vector<GlbChunk> chunks;
};

bool isGlb(std::span<const std::uint8_t> bytes);
// Views into `bytes`. Errors: version, lengths or order of chunks that do not fit.
Result<GlbParts> splitGlb(std::span<const std::uint8_t> bytes);
// Every chunk padded to four bytes, the JSON with spaces, others with zeros.
std::vector<std::uint8_t> joinGlb(std::string_view json, const std::vector<std::uint8_t>* binary,
                                  const std::vector<GlbChunk>& chunks);

}  // namespace vide::detail
