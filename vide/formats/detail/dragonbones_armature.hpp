// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/formats/detail/json.hpp"
#include "vide/formats/detail/plane_parts.hpp"
#include "vide/formats/dragonbones_import.hpp"

// What the steps of reading an armature hand to each other. All positions are y up, with the
// armature's own origin.
namespace vide::detail {

struct DragonBone {
  std::string name;
  int parent = -1;
  double length = 0;
  bool inherit_rotation = true;
  bool inherit_scale = true;
  PlaneParts setup;       // within the parent, as the armature has it
  PlaneParts reference;   // the same for where the skeleton rests
  Affine3 rest;           // in the armature
  bool has_pose = false;  // whether a mesh says where it was bound
};

// What a slot shows when, by the places in the file.
struct DragonSlot {
  std::string name;
  int bone = -1;
  int display = 0;  // below 0: none
  BlendMode blend = BlendMode::normal;
  Vec3 tint{1, 1, 1};
  double opacity = 1;
  SlotId id = 0;
  std::vector<LayerId> layers;  // by display, of the default skin
};

struct ArmatureImport {
  const Json& armature;
  std::span<const DragonBonesPage> pages;
  const DragonBonesLimits& limits;
  double frame_rate = 24;
  std::vector<DragonBone> bones;  // parents first
  std::vector<int> bone_at;       // by place in the file
  std::map<std::string, int, std::less<>> bone_named;
  std::vector<DragonSlot> slots;
  std::map<std::string, std::size_t, std::less<>> slot_named;
  // The layer of a mesh, by skin, slot and display.
  std::map<std::string, LayerId, std::less<>> mesh_named;
  Document document;
  std::vector<std::string> warnings;
  std::size_t numbers = 0;  // read so far
};

inline std::string meshKey(const std::string& skin, const std::string& slot,
                           const std::string& display) {
  return skin + '\n' + slot + '\n' + display;
}

// The elements of a list, or none.
inline const Json& listIn(const Json& object, std::string_view name) {
  static const Json none = Json::array();
  const Json* list = member(object, name);
  return list && list->is_array() ? *list : none;
}

inline std::string nameOf(const Json& object) {
  const std::string* name = textIn(object, "name");
  return name ? *name : std::string();
}

// Counts `numbers` more against the limit.
Result<void> spend(ArmatureImport& import, std::size_t numbers);

// x, y, skX, skY, scX and scY of a "transform", y up.
PlaneParts partsIn(const Json& transform);
// The same of a matrix of six numbers with y down: a, b, c, d, tx, ty.
std::optional<Affine3> matrixIn(const Json& list, std::size_t first);

// Fills in bones, bone_at and bone_named, all where the armature has them.
Result<void> readBones(ArmatureImport& import);
// Moves the bones to where the meshes of all skins were bound to them.
Result<void> bindBones(ArmatureImport& import);
// Makes the document's skeleton of them.
Result<void> makeSkeleton(ArmatureImport& import);
// Slots and the displays of all skins as layers, slots and skins of the document.
Result<void> readLayers(ArmatureImport& import);
void readConstraints(ArmatureImport& import);
Result<void> readClips(ArmatureImport& import);

}  // namespace vide::detail
