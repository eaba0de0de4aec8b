// SPDX-License-Identifier: MIT
#include "vide/studio/detail/bone_mirror.hpp"

#include <algorithm>

#include "vide/rig/bone_commands.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/plane_bones.hpp"
#include "vide/weights/mirrored_names.hpp"

namespace vide::detail {
namespace {

Vec2 mirrored(Vec3 point, double x) {
  return onGrid({2 * x - withoutRounding(point.x), withoutRounding(point.y)});
}

// The bone with the name of that one for the other side, or -1.
int partnerOf(const Skeleton& skeleton, std::size_t bone) {
  for (const std::string& name : mirroredNames(skeleton[bone].name)) {
    if (const int other = skeleton.find(name); other >= 0) return other;
  }
  return -1;
}

std::string nameForImage(const Skeleton& skeleton, std::size_t bone) {
  const std::string& name = skeleton[bone].name;
  const auto names = mirroredNames(name);
  return freeName(skeleton, names.empty() ? name + "_mirrored" : names.front());
}

}  // namespace

std::string freeName(const Skeleton& skeleton, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; skeleton.find(name) >= 0; ++number) name = text(wanted, "_", number);
  return name;
}

int BoneMirror::imageOf(const Skeleton& skeleton, int bone) const {
  if (bone < 0) return -1;
  const auto made = image_.find(skeleton[std::size_t(bone)].id);
  if (made != image_.end()) return findBone(skeleton, made->second);
  const int partner = partnerOf(skeleton, std::size_t(bone));
  return partner >= 0 ? partner : bone;
}

Result<void> BoneMirror::copy(Edit& edit, std::size_t index, Vec2 head, Vec2 tail) {
  const Skeleton& skeleton = edit.document().skeleton;
  Bone bone = skeleton[index];
  const BoneId original = bone.id;
  const int parent = imageOf(skeleton, bone.parent);
  std::optional<BoneId> above;
  if (parent >= 0) above = skeleton[std::size_t(parent)].id;
  const RestPlace rest = restBetween(skeleton, parent, head, tail);
  bone.id = newId(skeleton.bones());
  bone.name = nameForImage(skeleton, index);
  bone.local = rest.local;
  bone.tail = rest.tail;
  image_[original] = bone.id;
  if (!first_) first_ = bone.id;
  return addBone(edit, std::move(bone), above);
}

Result<void> BoneMirror::mirror(Edit& edit, BoneId id) {
  const Skeleton& skeleton = edit.document().skeleton;
  const auto index = std::size_t(findBone(skeleton, id));
  const std::string& name = skeleton[index].name;
  const Vec2 head = mirrored(skeleton.head(index), x_), tail = mirrored(skeleton.tail(index), x_);
  const int partner = partnerOf(skeleton, index);
  if (partner < 0) {
    const bool is_on_line = distance(head, xy(skeleton.head(index))) < 1e-6 &&
                            distance(tail, xy(skeleton.tail(index))) < 1e-6;
    if (!is_on_line) return copy(edit, index, head, tail);
    warnings_.push_back(text("bone '", name, "' lies on the line and was not copied"));
    return {};
  }
  const Bone& other = skeleton[std::size_t(partner)];
  if (std::ranges::count(bones_, other.id)) {
    warnings_.push_back(
        text("bones '", name, "' and '", other.name, "' are both chosen; choose one side"));
    return {};
  }
  image_[id] = other.id;
  const RestPlace rest = restBetween(skeleton, other.parent, head, tail);
  return placeBone(edit, other.id, rest.local, rest.tail, Children::stay);
}

Result<void> BoneMirror::run(Edit& edit) {
  std::vector<std::size_t> order;
  for (const BoneId id : bones_) {
    const auto index = findBoneIndex(edit.document().skeleton, id);
    if (!index) return std::unexpected(index.error());
    order.push_back(*index);
  }
  // Parents first, so that their copies carry those of their children.
  std::ranges::sort(order);
  order.erase(std::ranges::unique(order).begin(), order.end());
  std::vector<BoneId> ids;
  for (const std::size_t index : order) ids.push_back(edit.document().skeleton[index].id);
  for (const BoneId id : ids) {
    if (auto done = mirror(edit, id); !done) return done;
  }
  return {};
}

}  // namespace vide::detail
