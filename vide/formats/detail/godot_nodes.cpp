// SPDX-License-Identifier: MIT
#include "vide/formats/detail/godot_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

Affine3 matrixOf(const std::vector<double>& m) {
  return {{{m[0], m[1], 0}, {m[2], m[3], 0}, {0, 0, 1}}, {m[4], m[5], 0}};
}

PlaneParts localOf(const GodotSection& section) {
  if (const auto matrix = numbersOf(section.property("transform"), 6)) {
    return partsOf(matrixOf(*matrix));
  }
  PlaneParts parts;
  if (const auto at = numbersOf(section.property("position"), 2)) {
    parts.x = (*at)[0];
    parts.y = (*at)[1];
  }
  parts.angle = numberOf(section.property("rotation"),
                         math::radians(numberOf(section.property("rotation_degrees"), 0)));
  if (const auto scale = numbersOf(section.property("scale"), 2)) {
    parts.scale_x = (*scale)[0];
    parts.scale_y = (*scale)[1];
  }
  parts.skew = numberOf(section.property("skew"), 0);
  return parts;
}

// A skeleton's rest has to be invertible.
PlaneParts invertible(PlaneParts parts) {
  constexpr double least = 1e-4;
  for (double* scale : {&parts.scale_x, &parts.scale_y}) {
    if (!(std::abs(*scale) >= least)) *scale = least;
  }
  return parts;
}

// As DragonBones, Godot may keep what differs by rounding only.
PlaneParts tidied(PlaneParts rest) {
  constexpr double nothing = 1e-5;
  if (std::abs(rest.skew) < nothing) rest.skew = 0;
  if (std::abs(rest.scale_x - rest.scale_y) < nothing) rest.scale_y = rest.scale_x;
  if (std::abs(rest.scale_x - 1) < nothing) rest.scale_x = 1;
  if (std::abs(rest.scale_y - 1) < nothing) rest.scale_y = 1;
  return rest;
}

// Where the bone's segment ends: as long and as turned as the node says, or at its first child.
Vec3 tailOf(const GodotImport& import, std::size_t bone) {
  const GodotSection& section = *import.nodes[std::size_t(import.bones[bone].node)].section;
  const GodotValue* automatic = section.property("auto_calculate_length_and_angle");
  if (automatic && automatic->number == 0) {
    const double length = numberOf(section.property("length"), 16);
    const auto turn = math::sinCos(math::radians(numberOf(section.property("bone_angle"), 0)));
    return {length * turn.cos, -length * turn.sin, 0};
  }
  for (const GodotBone& child : import.bones) {
    if (child.parent == int(bone)) return {child.rest.x, child.rest.y, 0};
  }
  const double length = numberOf(section.property("default_length"), 16);
  return {length, 0, 0};
}

Result<void> makeSkeleton(GodotImport& import) {
  std::vector<Bone> bones;
  std::vector<std::string> taken;
  for (std::size_t i = 0; i < import.bones.size(); ++i) {
    const GodotBone& from = import.bones[i];
    Bone bone{.id = BoneId(i), .parent = from.parent};
    const std::string& wanted = import.nodes[std::size_t(from.node)].name;
    bone.name = wanted;
    for (int number = 2; std::ranges::find(taken, bone.name) != taken.end(); ++number) {
      bone.name = text(wanted, "_", number);
    }
    taken.push_back(bone.name);
    bone.local = toTransform(from.rest);
    bone.tail = tailOf(import, i);
    bones.push_back(std::move(bone));
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  if (!skeleton) return std::unexpected(skeleton.error());
  import.document.skeleton = *std::move(skeleton);
  return {};
}

}  // namespace

std::optional<std::vector<double>> numbersOf(const GodotValue* value, std::size_t count) {
  if (!value || value->numbers.size() < count) return std::nullopt;
  return value->numbers;
}

double numberOf(const GodotValue* value, double usual) {
  return value && value->kind == GodotValue::Kind::number ? value->number : usual;
}

int followPath(const GodotImport& import, int from, std::string_view path) {
  int at = from;
  while (!path.empty() && at >= 0) {
    const std::size_t slash = path.find('/');
    const std::string_view step = path.substr(0, slash);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    if (step == "." || step.empty()) continue;
    const GodotNode& node = import.nodes[std::size_t(at)];
    if (step == "..") {
      at = node.parent;
      continue;
    }
    const std::string child = node.path == "." ? std::string(step) : text(node.path, "/", step);
    const auto found = import.node_at.find(child);
    at = found == import.node_at.end() ? -1 : found->second;
  }
  return at;
}

Result<void> readGodotNodes(GodotImport& import) {
  for (const GodotSection& section : import.sections) {
    if (section.kind != "node") continue;
    GodotNode node{&section, section.attribute("name"), section.attribute("type")};
    const std::string parent = section.attribute("parent");
    if (parent.empty()) {
      node.path = ".";
    } else {
      const auto found = import.node_at.find(parent);
      if (found == import.node_at.end()) {
        return fail(ErrorCode::malformed_data,
                    text("node \"", node.name, "\": its parent \"", parent, "\" is not above it"));
      }
      node.parent = found->second;
      node.path = parent == "." ? node.name : text(parent, "/", node.name);
    }
    node.local = localOf(section);
    node.global = toAffine(node.local);
    if (node.parent >= 0) node.global = import.nodes[std::size_t(node.parent)].global * node.global;
    if (node.type == "Skeleton2D" && import.skeleton < 0)
      import.skeleton = int(import.nodes.size());
    import.node_at.emplace(node.path, int(import.nodes.size()));
    import.nodes.push_back(std::move(node));
  }
  return {};
}

Result<void> readGodotBones(GodotImport& import) {
  for (std::size_t i = 0; i < import.nodes.size(); ++i) {
    const GodotNode& node = import.nodes[i];
    if (node.type != "Bone2D" || node.parent < 0) continue;
    const auto parent = import.bone_of.find(node.parent);
    const bool root = node.parent == import.skeleton;
    if (parent == import.bone_of.end() && !root) {
      import.warnings.push_back(text("bone \"", node.path, "\" hangs on no bone and is left out"));
      continue;
    }
    GodotBone bone{.node = int(i), .parent = root ? -1 : parent->second};
    bone.setup = flipped(node.local);
    const auto rest = numbersOf(node.section->property("rest"), 6);
    bone.rest = rest ? flipped(partsOf(matrixOf(*rest))) : bone.setup;
    const double turned = bone.rest.angle;
    bone.rest = invertible(tidied(bone.rest));
    bone.rest.angle = nearestTurn(turned, bone.setup.angle);
    import.bone_of.emplace(int(i), int(import.bones.size()));
    import.bones.push_back(bone);
  }
  return makeSkeleton(import);
}

}  // namespace vide::detail
