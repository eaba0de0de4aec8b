// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"

namespace vide {

// Stable for the life of a document; names may change.
using BoneId = std::uint32_t;

// A joint frame with the segment it carries. `local` is L_i, the rest transform relative to the
// parent's joint (to model space for roots). The segment runs from the joint to `tail`, given in
// the joint's own frame; by default `tail` lies on +Y.
struct Bone {
  BoneId id = 0;
  std::string name;
  int parent = -1;  // index of an earlier bone, or -1
  Transform local;
  Vec3 tail;
  bool deform = true;  // bones without it get no weights
  bool inherit_rotation = true;
  bool inherit_scale = true;
};

// Whether a bone is a point: it holds what lies there, and is moved rather than turned.
inline bool isPin(const Bone& bone) { return squaredLength(bone.tail) == 0; }

struct SkeletonLimits {
  std::size_t max_bones = 65'536;
};

// Bones, parents first, with their rest transforms worked out once. Cannot be changed; build a new
// one from bones().
class Skeleton {
 public:
  Skeleton() = default;

  // Errors, each naming the bone: a parent that is missing or not earlier in the list (use
  // parentsFirst for lists in any order), an empty or repeated name, a repeated id, numbers that
  // are not finite, a rotation that is not of unit length, a rest transform that cannot be
  // inverted, more bones than the limit. A bone whose tail is its joint is valid here: it turns
  // others but has no segment.
  static Result<Skeleton> fromBones(std::vector<Bone> bones, const SkeletonLimits& limits = {});

  std::span<const Bone> bones() const { return bones_; }
  std::size_t size() const { return bones_.size(); }
  bool empty() const { return bones_.empty(); }
  const Bone& operator[](std::size_t i) const { return bones_[i]; }
  // R_i: joint frame to model space at rest.
  std::span<const Affine3> rest() const { return rest_; }
  std::span<const Affine3> inverseRest() const { return inverse_rest_; }

  Vec3 head(std::size_t i) const { return rest_[i].translation; }
  Vec3 tail(std::size_t i) const { return rest_[i] * bones_[i].tail; }
  // Index of the bone with that name, or -1.
  int find(std::string_view name) const;

 private:
  std::vector<Bone> bones_;
  std::vector<Affine3> rest_;
  std::vector<Affine3> inverse_rest_;
};

// The order in which to visit a list so that parents come first: a permutation of the indices, the
// identity for a list that is in order already. `parents` holds indices into the list, -1 for
// roots. Errors: an index outside the list, a cycle.
Result<std::vector<int>> parentsFirstOrder(std::span<const int> parents);

// The same bones in that order, with their parents renumbered. Errors name the bone.
Result<std::vector<Bone>> parentsFirst(std::vector<Bone> bones);

}  // namespace vide
