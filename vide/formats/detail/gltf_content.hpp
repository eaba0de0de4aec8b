// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "vide/formats/detail/json.hpp"
#include "vide/formats/gltf_document.hpp"

namespace vide::detail {

// A chunk of a GLB that glTF does not define.
struct GlbChunk {
  std::uint32_t type = 0;
  std::vector<std::uint8_t> bytes;
};

// What a GltfDocument holds. `buffers[i]` are the bytes of the JSON's buffers[i]; the first one is
// the GLB's binary chunk when `has_binary` is set, with whatever padding its file gave it.
struct GltfContent {
  Json root;
  std::vector<std::vector<std::uint8_t>> buffers;
  bool has_binary = false;
  std::vector<GlbChunk> chunks;
  std::size_t max_accessor_values = GltfOptions{}.max_accessor_values;
  std::size_t max_repeats = GltfOptions{}.max_repeats;
};

// How many numbers the document's bytes justify, however its JSON refers to them; small documents
// have some to spare.
inline std::size_t numbersAllowed(const GltfContent& content) {
  constexpr std::size_t least = 65536;
  std::size_t bytes = 0;
  for (const auto& buffer : content.buffers) bytes += buffer.size();
  const std::size_t repeats = std::max<std::size_t>(content.max_repeats, 1);
  if (bytes > content.max_accessor_values / repeats) return content.max_accessor_values;
  return std::min(content.max_accessor_values, std::max(least, bytes * repeats));
}

// The object at `index` of a top-level list, or null.
inline const Json* listed(const GltfContent& content, std::string_view list, std::size_t index) {
  const Json* object = element(member(content.root, list), index);
  return object && object->is_object() ? object : nullptr;
}

// Bytes of one component.
int sizeOf(GltfComponent component);
// 1, 2, 3, 4, 9 or 16 for "SCALAR" .. "MAT4", or 0.
int componentsOf(std::string_view type);

}  // namespace vide::detail
