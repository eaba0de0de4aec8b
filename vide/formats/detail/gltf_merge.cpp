// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_merge.hpp"

#include <algorithm>

namespace vide::detail {
namespace {

// Members that VIDE writes or leaves out on purpose; an older value of them has no say.
constexpr std::string_view written[] = {"name",
                                        "children",
                                        "mesh",
                                        "skin",
                                        "translation",
                                        "rotation",
                                        "scale",
                                        "matrix",
                                        "attributes",
                                        "indices",
                                        "mode",
                                        "material",
                                        "targets",
                                        "targetNames",
                                        "weights",
                                        "alphaMode",
                                        "alphaCutoff",
                                        "doubleSided",
                                        "metallicFactor",
                                        "roughnessFactor",
                                        "baseColorFactor",
                                        "baseColorTexture",
                                        "sampler",
                                        "source",
                                        "magFilter",
                                        "minFilter",
                                        "wrapS",
                                        "wrapT",
                                        "bufferView",
                                        "uri",
                                        "mimeType",
                                        "joints",
                                        "skeleton",
                                        "inverseBindMatrices",
                                        "channels",
                                        "samplers",
                                        "VIDE_rig",
                                        "KHR_materials_unlit",
                                        "EXT_texture_webp"};

bool isWritten(const std::string& name) {
  return std::ranges::find(written, name) != std::end(written);
}

}  // namespace

void keepForeignMembers(Json& fresh, const Json& older) {
  if (fresh.is_array() && older.is_array() && fresh.size() == older.size()) {
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      if (fresh[i].is_object() && older[i].is_object()) keepForeignMembers(fresh[i], older[i]);
    }
  }
  if (!fresh.is_object() || !older.is_object()) return;
  for (const auto& [name, value] : older.items()) {
    if (isWritten(name)) continue;
    if (!fresh.contains(name)) {
      fresh[name] = value;
    } else {
      keepForeignMembers(fresh[name], value);
    }
  }
}

}  // namespace vide::detail
