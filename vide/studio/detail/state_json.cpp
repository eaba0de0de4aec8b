// SPDX-License-Identifier: MIT
#include "vide/studio/detail/state_json.hpp"

#include <numeric>

#include "vide/core/math.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/session.hpp"
#include "vide/studio/detail/tracks.hpp"
#include "vide/weights/weight_colors.hpp"

namespace vide::detail {
namespace {

Json pointJson(Vec3 p) { return {p.x, p.y}; }

template <class Value>
Json orNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json imageJson(const ImageAsset& image, const Session& session) {
  return {{"id", image.id},         {"name", image.name},
          {"mime", image.mime},     {"width", image.width},
          {"height", image.height}, {"decoded", session.pictures().find(image) != nullptr}};
}

Json boneJson(const Skeleton& skeleton, std::size_t index) {
  const Bone& bone = skeleton[index];
  const Color color = handleColor(int(index));
  Json parent;
  if (bone.parent >= 0) parent = skeleton[std::size_t(bone.parent)].id;
  return {{"id", bone.id},
          {"name", bone.name},
          {"parent", parent},
          {"head", pointJson(skeleton.head(index))},
          {"tail", pointJson(skeleton.tail(index))},
          {"deform", bone.deform},
          {"inherit_rotation", bone.inherit_rotation},
          {"inherit_scale", bone.inherit_scale},
          {"color", {color.r / 255.0, color.g / 255.0, color.b / 255.0}}};
}

Json meshJson(const MeshSettings& mesh) {
  Json json = Json::object();
  const auto put = [&](const char* name, const auto& value) {
    if (value) json[name] = *value;
  };
  put("threshold", mesh.alpha_threshold);
  put("margin", mesh.margin);
  put("tolerance", mesh.tolerance);
  put("min_island_area", mesh.minimum_island_area);
  put("detail", mesh.detail);
  put("edge_length", mesh.edge_length);
  put("vertex_budget", mesh.vertex_budget);
  if (mesh.fill_holes) json["fill_holes"] = true;
  if (mesh.dense_joints) json["dense_joints"] = true;
  return json;
}

Json slotOf(const Document& document, LayerId layer) {
  for (const Slot& slot : document.slots) {
    for (const LayerId id : slot.layers) {
      if (id == layer) return slot.id;
    }
  }
  return nullptr;
}

Json boneSmoothnessJson(const LayerSettings& settings) {
  Json list = Json::array();
  for (const BoneSmoothness& own : settings.bone_smoothness) {
    list.push_back({{"bone", own.bone}, {"smoothness", own.smoothness}});
  }
  return list;
}

Json layerJson(const Layer& layer, const Session& session) {
  const LayerSettings& settings = layer.settings;
  return {{"id", layer.id},
          {"name", layer.name},
          {"image", orNull(layer.image)},
          {"visible", layer.visible},
          {"opacity", layer.opacity},
          {"tint", {layer.tint.x, layer.tint.y, layer.tint.z}},
          {"blend", nameOf(layer.blend, blend_names)},
          {"mask", orNull(layer.mask)},
          {"attachment", nameOf(layer.attachment, attachment_names)},
          {"bones", layer.bones},
          {"vertices", layer.mesh.V.rows()},
          {"triangles", layer.mesh.F.rows()},
          {"deformer", nameOf(settings.deformer, deformer_names)},
          {"weights", nameOf(settings.weights, weight_method_names)},
          {"influences", settings.influences},
          {"smoothness", orNull(settings.smoothness)},
          {"default_smoothness", orNull(session.defaultSmoothness(layer))},
          {"bone_smoothness", boneSmoothnessJson(settings)},
          {"mesh", meshJson(settings.mesh)},
          {"slot", slotOf(session.document(), layer.id)},
          {"geometry", session.numbers().geometryOf(layer.id)}};
}

Json constraintJson(const Constraint& constraint) {
  Json json{
      {"id", constraint.id}, {"name", constraint.name}, {"kind", ""}, {"mix", constraint.mix}};
  if (const auto* reach = std::get_if<ReachConstraint>(&constraint.kind)) {
    json.update({{"kind", "reach"},
                 {"bone", reach->bone},
                 {"target", reach->target},
                 {"length", reach->length},
                 {"bend", nameOf(reach->bend, bend_names)}});
  } else if (const auto* aim = std::get_if<AimConstraint>(&constraint.kind)) {
    json.update({{"kind", "aim"},
                 {"bone", aim->bone},
                 {"target", aim->target},
                 {"offset", math::degrees(aim->offset)}});
  } else if (const auto* copy = std::get_if<CopyConstraint>(&constraint.kind)) {
    json.update({{"kind", "copy"}, {"bone", copy->bone}, {"target", copy->source}});
  }
  return json;
}

std::size_t keysOf(const Clip& clip) {
  std::size_t count = 0;
  visitKeyLists(clip, [&](auto, const TrackName&, const auto& keys) { count += keys.size(); });
  return count;
}

Json clipJson(const Clip& clip, const Session& session) {
  return {{"id", clip.id},
          {"name", clip.name},
          {"duration", clip.duration},
          {"loop", clip.loop},
          {"keys", keysOf(clip)},
          {"content", session.numbers().contentOf(clip.id)}};
}

template <class Items, class Describe>
Json listOf(const Items& items, Describe describe) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(describe(item));
  return list;
}

}  // namespace

Json stateJson(const Session& session) {
  const Document& document = session.document();
  Json state{{"name", session.name()},
             {"canvas", {document.canvas_width, document.canvas_height}},
             {"pixels_per_unit", document.pixels_per_unit}};
  state["images"] = listOf(document.images, [&](auto& image) { return imageJson(image, session); });
  state["layers"] = listOf(document.layers, [&](auto& layer) { return layerJson(layer, session); });
  state["draw_order"] = document.draw_order;
  state["slots"] = listOf(document.slots, [](const Slot& slot) {
    return Json{{"id", slot.id},
                {"name", slot.name},
                {"layers", slot.layers},
                {"shown", orNull(slot.shown)}};
  });
  state["skins"] = listOf(document.skins, [](const Skin& skin) {
    return Json{{"id", skin.id}, {"name", skin.name}};
  });
  state["skin"] = orNull(document.skin);
  Json& bones = state["bones"] = Json::array();
  for (std::size_t i = 0; i < document.skeleton.size(); ++i) {
    bones.push_back(boneJson(document.skeleton, i));
  }
  state["constraints"] = listOf(document.constraints, constraintJson);
  state["clips"] = listOf(document.clips, [&](auto& clip) { return clipJson(clip, session); });
  state["undo"] = session.history().undoName();
  state["redo"] = session.history().redoName();
  state["modified"] = session.history().isModified();
  return state;
}

}  // namespace vide::detail
