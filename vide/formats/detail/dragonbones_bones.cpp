// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/dragonbones_armature.hpp"

namespace vide::detail {
namespace {

double lengthOf(Vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

// A scale of nothing cannot be undone, which the rest of a skeleton must be.
double invertible(double scale) {
  constexpr double least = 1e-4;
  return std::abs(scale) >= least ? scale : std::copysign(least, scale);
}

DragonBone boneFrom(const Json& json) {
  DragonBone bone;
  bone.name = nameOf(json);
  bone.length = numberIn(json, "length").value_or(0);
  bone.inherit_rotation = flagIn(json, "inheritRotation", true);
  bone.inherit_scale = flagIn(json, "inheritScale", true);
  if (const Json* transform = member(json, "transform")) bone.setup = partsIn(*transform);
  bone.reference = bone.setup;
  bone.reference.scale_x = invertible(bone.setup.scale_x);
  bone.reference.scale_y = invertible(bone.setup.scale_y);
  return bone;
}

// Where a bone stands whose parent stands at `parent`, as DragonBones reckons: one that does not
// inherit a rotation says its own in the armature, one without scale only turns along.
Affine3 placed(const DragonBone& bone, const Affine3& parent, const PlaneParts& parts) {
  if (bone.inherit_rotation && bone.inherit_scale) return parent * toAffine(parts);
  PlaneParts local = parts;
  const double turn = partsOf(parent).angle;
  if (bone.inherit_scale) {
    local.angle -= turn;
    return parent * toAffine(local);
  }
  if (bone.inherit_rotation) local.angle += turn;
  Affine3 standing = toAffine(local);
  standing.translation = parent * Vec3{parts.x, parts.y, 0};
  return standing;
}

// The parts that placed() takes to `standing`.
PlaneParts partsWithin(const DragonBone& bone, const Affine3& parent, const Affine3& standing) {
  PlaneParts parts = partsOf(inverse(parent) * standing);
  if (bone.inherit_rotation && bone.inherit_scale) return parts;
  const double turn = partsOf(parent).angle;
  if (!bone.inherit_scale) {
    const PlaneParts own = partsOf(standing);
    parts.skew = own.skew;
    parts.scale_x = own.scale_x;
    parts.scale_y = own.scale_y;
    parts.angle = bone.inherit_rotation ? own.angle - turn : own.angle;
    return parts;
  }
  parts.angle += turn;
  return parts;
}

bool near(const PlaneParts& a, const PlaneParts& b) {
  constexpr double pixels = 5e-3, share = 1e-5;
  return std::abs(a.x - b.x) < pixels && std::abs(a.y - b.y) < pixels &&
         std::abs(nearestTurn(a.angle, b.angle) - b.angle) < share &&
         std::abs(nearestTurn(a.skew, b.skew) - b.skew) < share &&
         std::abs(a.scale_x - b.scale_x) < share && std::abs(a.scale_y - b.scale_y) < share;
}

bool near(const Affine3& a, const Affine3& b) {
  constexpr double pixels = 5e-3, share = 1e-5;
  return lengthOf(a.translation - b.translation) < pixels &&
         lengthOf(a.linear.x - b.linear.x) < share && lengthOf(a.linear.y - b.linear.y) < share;
}

// What a "bonePose" says of each of its bones.
Result<void> readPoses(ArmatureImport& import, const Json& poses,
                       std::vector<std::optional<Affine3>>& bound, bool& differ) {
  for (std::size_t i = 0; i + 6 < poses.size(); i += 7) {
    const auto place = asCount(&poses[i]);
    const auto pose = matrixIn(poses, i + 1);
    if (!place || *place >= import.bone_at.size() || !pose ||
        std::abs(determinant(pose->linear)) < 1e-12) {
      return fail(ErrorCode::malformed_data,
                  text("\"bonePose\" entry ", i / 7, " names no bone or holds no pose"));
    }
    auto& known = bound[std::size_t(import.bone_at[*place])];
    if (known && !near(*known, *pose)) differ = true;
    if (!known) known = *pose;
  }
  return {};
}

}  // namespace

Result<void> spend(ArmatureImport& import, std::size_t numbers) {
  import.numbers += numbers;
  if (import.numbers <= import.limits.max_numbers) return {};
  return fail(ErrorCode::limit_exceeded,
              text("more than ", import.limits.max_numbers, " numbers to be kept (max_numbers)"));
}

PlaneParts partsIn(const Json& transform) {
  const double x_axis = math::radians(numberIn(transform, "skY").value_or(0));
  const double y_axis = math::radians(numberIn(transform, "skX").value_or(0));
  return flipped({numberIn(transform, "x").value_or(0), numberIn(transform, "y").value_or(0),
                  x_axis, y_axis - x_axis, numberIn(transform, "scX").value_or(1),
                  numberIn(transform, "scY").value_or(1)});
}

std::optional<Affine3> matrixIn(const Json& list, std::size_t first) {
  double m[6];
  for (std::size_t i = 0; i < 6; ++i) {
    const auto number = asNumber(element(&list, first + i));
    if (!number) return std::nullopt;
    m[i] = *number;
  }
  return Affine3{{{m[0], -m[1], 0}, {-m[2], m[3], 0}, {0, 0, 1}}, {m[4], -m[5], 0}};
}

Result<void> readBones(ArmatureImport& import) {
  std::vector<DragonBone> bones;
  std::map<std::string, int, std::less<>> place;
  const Json& list = listIn(import.armature, "bone");
  for (const Json& item : list) {
    bones.push_back(boneFrom(item));
    if (!place.emplace(bones.back().name, int(bones.size()) - 1).second) {
      return fail(ErrorCode::malformed_data,
                  text("two bones are called \"", bones.back().name, "\""));
    }
    if (!flagIn(item, "inheritTranslation", true)) {
      import.warnings.push_back(
          text("bone \"", bones.back().name, "\" follows its parent's position all the same"));
    }
  }
  std::vector<int> parents;
  for (const Json& item : list) {
    const std::string* parent = textIn(item, "parent");
    const auto found = parent && !parent->empty() ? place.find(*parent) : place.end();
    parents.push_back(found == place.end() ? -1 : found->second);
  }
  const auto order = parentsFirstOrder(parents);
  if (!order) return failAt("bones", order.error());
  import.bone_at.resize(bones.size());
  for (const int from : *order) {
    import.bone_at[std::size_t(from)] = int(import.bones.size());
    DragonBone bone = bones[std::size_t(from)];
    const int parent = parents[std::size_t(from)];
    bone.parent = parent < 0 ? -1 : import.bone_at[std::size_t(parent)];
    import.bone_named.emplace(bone.name, int(import.bones.size()));
    import.bones.push_back(std::move(bone));
  }
  return {};
}

Result<void> bindBones(ArmatureImport& import) {
  std::vector<std::optional<Affine3>> bound(import.bones.size());
  bool differ = false;
  for (const Json& skin : listIn(import.armature, "skin")) {
    for (const Json& slot : listIn(skin, "slot")) {
      for (const Json& display : listIn(slot, "display")) {
        auto read = readPoses(import, listIn(display, "bonePose"), bound, differ);
        if (!read) return failAt(text("display \"", nameOf(display), "\""), read.error());
      }
    }
  }
  if (differ) {
    import.warnings.push_back(
        "meshes were bound to the same bone in different poses; all bend as with the first");
  }
  for (std::size_t i = 0; i < import.bones.size(); ++i) {
    DragonBone& bone = import.bones[i];
    const Affine3 parent =
        bone.parent < 0 ? Affine3{} : import.bones[std::size_t(bone.parent)].rest;
    if (bound[i]) {
      const PlaneParts parts = partsWithin(bone, parent, *bound[i]);
      if (!near(parts, bone.reference)) {
        bone.reference = parts;
        bone.reference.angle = nearestTurn(parts.angle, bone.setup.angle);
        // What is equal but for rounding is converted key for key.
        if (std::abs(parts.skew) < 1e-5) bone.reference.skew = 0;
        if (std::abs(parts.scale_x - bone.setup.scale_x) < 1e-5) {
          bone.reference.scale_x = bone.setup.scale_x;
        }
        if (std::abs(parts.scale_y - bone.setup.scale_y) < 1e-5) {
          bone.reference.scale_y = bone.setup.scale_y;
        }
      }
    }
    bone.rest = placed(bone, parent, bone.reference);
  }
  return {};
}

Result<void> makeSkeleton(ArmatureImport& import) {
  std::vector<Bone> bones;
  for (const DragonBone& from : import.bones) {
    Bone bone{.id = BoneId(bones.size()), .name = from.name, .parent = from.parent};
    if (from.inherit_rotation && from.inherit_scale) {
      bone.local = toTransform(from.reference);
    } else {
      const Affine3 parent =
          from.parent < 0 ? Affine3{} : import.bones[std::size_t(from.parent)].rest;
      bone.local = decompose(inverse(parent) * from.rest);
    }
    bone.tail = {from.length, 0, 0};
    bone.inherit_rotation = from.inherit_rotation;
    bone.inherit_scale = from.inherit_scale;
    bones.push_back(std::move(bone));
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  if (!skeleton) return std::unexpected(skeleton.error());
  import.document.skeleton = *std::move(skeleton);
  return {};
}

}  // namespace vide::detail
