// SPDX-License-Identifier: MIT
#include "vide/formats/detail/rig_json.hpp"

#include <algorithm>

#include "vide/formats/detail/rig_fields.hpp"

namespace vide::detail {
namespace {

constexpr int format_version = 2;

bool hasMoreThanBones(const Clip& clip) {
  return !clip.offsets.empty() || !clip.layers.empty() || !clip.slots.empty() ||
         !clip.constraints.empty() || !clip.draw_order.empty() || !clip.events.empty();
}

// The first version that knows all that the document has: files stay readable by old programs for
// as long as these would lose nothing.
int versionFor(const Document& document) {
  const bool is_dressed =
      !document.slots.empty() || !document.skins.empty() || !document.constraints.empty() ||
      !document.springs.empty() ||
      std::ranges::any_of(document.layers, [](const Layer& l) { return l.mask.has_value(); }) ||
      std::ranges::any_of(document.clips, hasMoreThanBones);
  return is_dressed ? 2 : 1;
}

}  // namespace

Json rigToJson(const Document& document, const ImportedIds& imported) {
  RigFields fields{document, {}};
  const auto bones = document.skeleton.bones();
  fields.bones.assign(bones.begin(), bones.end());
  for (Bone& bone : fields.bones) {
    if (imported.bones.contains(bone.id)) bone = {.id = bone.id, .parent = bone.parent};
  }
  for (Clip& clip : fields.document.clips) {
    if (!imported.clips.contains(clip.id)) continue;
    clip.bones.clear();
    clip.morphs.clear();
  }
  Json rig = {{"version", versionFor(document)}};
  rig.update(toJson(fields));
  const auto mark = [&](const char* list, const auto& items, const auto& ids) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (ids.contains(items[i].id)) rig[list][i]["imported"] = true;
    }
  };
  mark("bones", bones, imported.bones);
  mark("layers", document.layers, imported.layers);
  mark("images", document.images, imported.images);
  mark("clips", document.clips, imported.clips);
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    const Layer& layer = document.layers[i];
    const auto& V = layer.mesh.V;
    if (V.rows() == 0 || imported.layers.contains(layer.id)) continue;
    rig["layers"][i]["dimensions"] = static_cast<int>(V.cols());
  }
  return rig;
}

Result<void> checkRigVersion(const Json& rig) {
  const auto version = countIn(rig, "version");
  if (!version) return fail(ErrorCode::malformed_data, "VIDE_rig.version is missing");
  if (*version == 0 || *version > format_version) {
    return fail(ErrorCode::unsupported,
                text("VIDE_rig has version ", *version, " and this VIDE knows ", format_version,
                     "; open it with a newer VIDE"));
  }
  return {};
}

void keepUnknownOfRig(const Json& older, Json& rig) {
  if (!keepUnknown<RigFields>(older, rig)) return;
  rig["version"] = std::max(countIn(rig, "version"), countIn(older, "version")).value();
}

Result<RigRecord> rigFromJson(const Json& rig, const Document& imported) {
  if (auto known = checkRigVersion(rig); !known) return std::unexpected(known.error());
  RigFields fields;
  if (const std::string fault = fromJson(rig, fields); !fault.empty()) {
    return fail(ErrorCode::malformed_data, "VIDE_rig" + fault);
  }
  ImportedIds ids = importedIds(rig);
  if (auto taken = takeImports(fields.document, fields.bones, ids, imported); !taken) {
    return failAt("VIDE_rig", taken.error());
  }
  auto skeleton = Skeleton::fromBones(std::move(fields.bones));
  if (!skeleton) return failAt("VIDE_rig.bones", skeleton.error());
  fields.document.skeleton = *std::move(skeleton);
  RigRecord record{std::move(fields.document), {}, std::move(ids)};
  for (std::size_t i = 0; i < record.document.layers.size(); ++i) {
    const Json& layer = (*member(rig, "layers"))[i];
    const auto dimensions = member(layer, "dimensions") ? countIn(layer, "dimensions") : 0;
    if (dimensions != 0 && dimensions != 2 && dimensions != 3) {
      return fail(ErrorCode::malformed_data,
                  text("VIDE_rig.layers[", i, "].dimensions must be 2 or 3"));
    }
    const bool is_imported = record.imported.layers.contains(record.document.layers[i].id);
    record.dimensions.push_back(is_imported ? 0 : static_cast<int>(*dimensions));
  }
  return record;
}

}  // namespace vide::detail
