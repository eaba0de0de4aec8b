// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_extensions.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"

namespace vide::detail {
namespace {

constexpr std::string_view understood[] = {"EXT_texture_webp", "KHR_lights_punctual",
                                           "KHR_mesh_quantization", "KHR_texture_transform",
                                           rig_extension};
constexpr std::string_view material_family = "KHR_materials_";
constexpr std::size_t most_named = 8;

}  // namespace

bool isUnderstood(std::string_view extension) {
  return extension.starts_with(material_family) ||
         std::ranges::find(understood, extension) != std::end(understood);
}

Result<void> checkRequired(const GltfContent& content) {
  const Json* required = member(content.root, "extensionsRequired");
  std::vector<std::string> missing;
  for (std::size_t i = 0; const Json* item = element(required, i); ++i) {
    const std::string* name = asText(item);
    if (name && !isUnderstood(*name)) missing.push_back(name->substr(0, 60));
  }
  if (missing.empty()) return {};
  std::string known;
  for (const std::string_view name : understood) known += text(name, ", ");
  return fail(ErrorCode::unsupported,
              text("it cannot be read without ", nameList(missing, most_named),
                   "; save it without (understood are ", known, "and ", material_family, "*)"));
}

}  // namespace vide::detail
