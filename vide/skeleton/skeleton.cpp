// SPDX-License-Identifier: MIT
#include "vide/skeleton/skeleton.hpp"

#include <algorithm>
#include <numeric>

#include "vide/core/text.hpp"

namespace vide {
namespace {

std::string place(std::span<const Bone> bones, std::size_t i) {
  return text("bone ", i, " \"", bones[i].name, "\"");
}

bool isFinite(const Transform& t) {
  const Quat q = t.rotation;
  return isFinite(t.translation) && isFinite(t.scale) && isFinite(t.shear) &&
         std::isfinite(q.x + q.y + q.z + q.w);
}

bool isFinite(const Mat3& m) { return isFinite(m.x) && isFinite(m.y) && isFinite(m.z); }

Result<void> checkBone(std::span<const Bone> bones, std::size_t i) {
  const Bone& bone = bones[i];
  if (bone.name.empty()) {
    return fail(ErrorCode::invalid_argument, text("bone ", i, " has no name; give it one"));
  }
  if (bone.parent < -1 || bone.parent >= int(i)) {
    return fail(ErrorCode::invalid_argument,
                text(place(bones, i), " has parent ", bone.parent,
                     "; a parent is the index of an earlier bone, or -1 for a root"));
  }
  if (!isFinite(bone.local) || !isFinite(bone.tail)) {
    return fail(ErrorCode::invalid_argument,
                text(place(bones, i), " has a number that is not finite"));
  }
  const double turn = dot(bone.local.rotation, bone.local.rotation);
  if (std::abs(turn - 1) > 1e-3) {
    return fail(ErrorCode::invalid_argument,
                text(place(bones, i), " has a rotation that is no unit quaternion; normalise it"));
  }
  return {};
}

// The indices of the list, sorted by `key`; equal keys keep the order of the list.
template <class Key>
std::vector<std::size_t> sortedBy(std::size_t count, Key key) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

Result<void> checkUnique(std::span<const Bone> bones) {
  const auto name = [&](std::size_t i) -> const std::string& { return bones[i].name; };
  const auto id = [&](std::size_t i) { return bones[i].id; };
  const std::vector<std::size_t> names = sortedBy(bones.size(), name);
  const std::vector<std::size_t> ids = sortedBy(bones.size(), id);
  for (std::size_t k = 1; k < bones.size(); ++k) {
    if (name(names[k - 1]) == name(names[k])) {
      return fail(ErrorCode::invalid_argument,
                  text(place(bones, names[k]), " repeats the name of bone ", names[k - 1],
                       "; bones need names of their own"));
    }
    if (id(ids[k - 1]) == id(ids[k])) {
      return fail(ErrorCode::invalid_argument, text(place(bones, ids[k]), " repeats the id ",
                                                    id(ids[k]), " of bone ", ids[k - 1]));
    }
  }
  return {};
}

std::string listPlace(std::size_t i) { return text("entry ", i); }

}  // namespace

Result<Skeleton> Skeleton::fromBones(std::vector<Bone> bones, const SkeletonLimits& limits) {
  if (bones.size() > limits.max_bones) {
    return fail(ErrorCode::limit_exceeded,
                text("the skeleton has ", bones.size(), " bones; max_bones is ", limits.max_bones));
  }
  Skeleton skeleton;
  skeleton.rest_.reserve(bones.size());
  skeleton.inverse_rest_.reserve(bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (const auto checked = checkBone(bones, i); !checked) return std::unexpected(checked.error());
    const Affine3 local = toAffine(bones[i].local);
    const int parent = bones[i].parent;
    skeleton.rest_.push_back(parent < 0 ? local : skeleton.rest_[std::size_t(parent)] * local);
    skeleton.inverse_rest_.push_back(inverse(skeleton.rest_.back()));
    const Affine3& back = skeleton.inverse_rest_.back();
    if (!isFinite(back.linear) || !isFinite(back.translation) ||
        !isFinite(skeleton.rest_.back().translation)) {
      return fail(ErrorCode::invalid_argument,
                  text(place(bones, i),
                       " has a rest transform that cannot be inverted; its scale must not be 0 "
                       "and its numbers not huge"));
    }
  }
  if (const auto checked = checkUnique(bones); !checked) return std::unexpected(checked.error());
  skeleton.bones_ = std::move(bones);
  return skeleton;
}

int Skeleton::find(std::string_view name) const {
  const auto found = std::find_if(bones_.begin(), bones_.end(),
                                  [&](const Bone& bone) { return bone.name == name; });
  return found == bones_.end() ? -1 : int(found - bones_.begin());
}

Result<std::vector<int>> parentsFirstOrder(std::span<const int> parents) {
  enum class Mark : char { fresh, waiting, placed };
  const int count = int(parents.size());
  std::vector<Mark> marks(parents.size(), Mark::fresh);
  std::vector<int> order, chain;
  order.reserve(parents.size());
  for (int start = 0; start < count; ++start) {
    // Climb to the first placed ancestor, then place the chain from the top down.
    for (int i = start; i != -1 && marks[std::size_t(i)] != Mark::placed;
         i = parents[std::size_t(i)]) {
      if (marks[std::size_t(i)] == Mark::waiting) {
        return fail(ErrorCode::malformed_data,
                    text(listPlace(std::size_t(i)), " is its own ancestor; break the cycle"));
      }
      const int parent = parents[std::size_t(i)];
      if (parent < -1 || parent >= count) {
        return fail(ErrorCode::malformed_data,
                    text(listPlace(std::size_t(i)), " has parent ", parent,
                         ", which does not exist; use an index from 0 to ", count - 1,
                         " or -1 for a root"));
      }
      marks[std::size_t(i)] = Mark::waiting;
      chain.push_back(i);
    }
    for (; !chain.empty(); chain.pop_back()) {
      marks[std::size_t(chain.back())] = Mark::placed;
      order.push_back(chain.back());
    }
  }
  return order;
}

Result<std::vector<Bone>> parentsFirst(std::vector<Bone> bones) {
  std::vector<int> parents;
  for (const Bone& bone : bones) parents.push_back(bone.parent);
  const auto order = parentsFirstOrder(parents);
  if (!order) return failAt("bones", order.error());
  std::vector<int> position(bones.size());
  for (std::size_t k = 0; k < order->size(); ++k) position[std::size_t((*order)[k])] = int(k);
  std::vector<Bone> sorted;
  sorted.reserve(bones.size());
  for (const int i : *order) {
    Bone& bone = bones[std::size_t(i)];
    if (bone.parent >= 0) bone.parent = position[std::size_t(bone.parent)];
    sorted.push_back(std::move(bone));
  }
  return sorted;
}

}  // namespace vide
