// SPDX-License-Identifier: MIT
#pragma once

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
};

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
