// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_plain.hpp"

#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/gltf_character.hpp"

namespace vide {

using namespace detail;

namespace {

void dropRig(Json& object) {
  for (const char* holder : {"extensions", "extras"}) {
    if (!object.contains(holder)) continue;
    object[holder].erase(rig_extension);
    if (object[holder].empty()) object.erase(holder);
  }
}

}  // namespace

Result<std::vector<std::uint8_t>> writePlainGlb(const Document& document) {
  GltfContent content;
  content.root = {{"asset", {{"version", "2.0"}, {"generator", "VIDE"}}}};
  const auto written = withDocument(GltfDocument(std::move(content)), document);
  if (!written) return std::unexpected(written.error());
  content = written->content();
  dropRig(content.root);
  for (auto& [list, objects] : content.root.items()) {
    if (!objects.is_array()) continue;
    for (Json& object : objects) {
      if (object.is_object()) dropRig(object);
    }
  }
  Json used = Json::array();
  for (const Json& name : content.root["extensionsUsed"]) {
    if (name != rig_extension) used.push_back(name);
  }
  content.root["extensionsUsed"] = used;
  if (used.empty()) content.root.erase("extensionsUsed");
  return GltfDocument(std::move(content)).writeGlb();
}

}  // namespace vide
