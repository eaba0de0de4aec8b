// SPDX-License-Identifier: MIT
#include "vide/rig/bone_commands.hpp"

#include <ranges>

#include "vide/rig/detail/forget_bone.hpp"

namespace vide {
namespace {

Result<int> indexOf(const Skeleton& skeleton, BoneId id) {
  const int index = findBone(skeleton, id);
  if (index < 0) return fail(ErrorCode::not_found, text("there is no bone ", id));
  return index;
}

Result<int> indexOf(const Skeleton& skeleton, std::optional<BoneId> id) {
  return id ? indexOf(skeleton, *id) : -1;
}

std::vector<Bone> bonesOf(const Edit& edit) {
  const auto bones = edit.document().skeleton.bones();
  return {bones.begin(), bones.end()};
}

// The rest transform, relative to the bone `parent` or to the model, of a joint that stands at
// `rest`.
Transform localAt(const Affine3& rest, int parent, const Skeleton& skeleton) {
  return decompose(parent < 0 ? rest : skeleton.inverseRest()[std::size_t(parent)] * rest);
}

Result<void> setBones(Edit& edit, std::vector<Bone> bones) {
  auto ordered = parentsFirst(std::move(bones));
  if (!ordered) return std::unexpected(ordered.error());
  auto skeleton = Skeleton::fromBones(*std::move(ordered));
  if (!skeleton) return std::unexpected(skeleton.error());
  edit.set(&Document::skeleton, *std::move(skeleton));
  return {};
}

}  // namespace

Result<void> addBone(Edit& edit, Bone bone, std::optional<BoneId> parent) {
  const auto index = indexOf(edit.document().skeleton, parent);
  if (!index) return std::unexpected(index.error());
  bone.parent = *index;
  std::vector<Bone> bones = bonesOf(edit);
  bones.push_back(std::move(bone));
  return setBones(edit, std::move(bones));
}

Result<void> removeBone(Edit& edit, BoneId id) {
  const Skeleton& skeleton = edit.document().skeleton;
  const auto index = indexOf(skeleton, id);
  if (!index) return std::unexpected(index.error());
  const int parent = skeleton[std::size_t(*index)].parent;
  std::optional<BoneId> heir;
  if (parent >= 0) heir = skeleton[std::size_t(parent)].id;
  forgetBone(edit, id, heir);
  std::vector<Bone> bones = bonesOf(edit);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].parent != *index) continue;
    bones[i].parent = parent;
    bones[i].local = localAt(skeleton.rest()[i], parent, skeleton);
  }
  bones.erase(bones.begin() + *index);
  for (Bone& bone : bones) {
    if (bone.parent > *index) --bone.parent;
  }
  return setBones(edit, std::move(bones));
}

Result<void> renameBone(Edit& edit, BoneId id, std::string name) {
  const auto index = indexOf(edit.document().skeleton, id);
  if (!index) return std::unexpected(index.error());
  std::vector<Bone> bones = bonesOf(edit);
  bones[std::size_t(*index)].name = std::move(name);
  return setBones(edit, std::move(bones));
}

Result<void> placeBone(Edit& edit, BoneId id, const Transform& local, Vec3 tail,
                       Children children) {
  const Skeleton& skeleton = edit.document().skeleton;
  const auto index = indexOf(skeleton, id);
  if (!index) return std::unexpected(index.error());
  std::vector<Bone> bones = bonesOf(edit);
  bones[std::size_t(*index)].local = local;
  bones[std::size_t(*index)].tail = tail;
  auto moved = Skeleton::fromBones(bones);
  if (!moved) return std::unexpected(moved.error());
  for (std::size_t i = 0; i < bones.size() && children == Children::stay; ++i) {
    if (bones[i].parent != *index) continue;
    bones[i].local = localAt(skeleton.rest()[i], *index, *moved);
  }
  return setBones(edit, std::move(bones));
}

Result<void> reparentBone(Edit& edit, BoneId id, std::optional<BoneId> parent) {
  const Skeleton& skeleton = edit.document().skeleton;
  const auto index = indexOf(skeleton, id);
  if (!index) return std::unexpected(index.error());
  const auto above = indexOf(skeleton, parent);
  if (!above) return std::unexpected(above.error());
  std::vector<Bone> bones = bonesOf(edit);
  Bone& bone = bones[std::size_t(*index)];
  bone.parent = *above;
  bone.local = localAt(skeleton.rest()[std::size_t(*index)], *above, skeleton);
  return setBones(edit, std::move(bones));
}

}  // namespace vide
