// SPDX-License-Identifier: MIT
#include "vide/skeleton/constraint.hpp"

#include <cmath>

#include "vide/core/text.hpp"
#include "vide/skeleton/bone_index.hpp"

namespace vide {
namespace {

Result<void> invalid(const std::string& message) {
  return fail(ErrorCode::invalid_argument, message);
}

bool inUnit(double x) { return x >= 0 && x <= 1; }

// The bones that a constraint names, as indices into the skeleton.
class Named {
 public:
  explicit Named(const Skeleton& skeleton) : skeleton_(skeleton) {}

  // Whether `bone` is `ancestor` or hangs below it.
  bool carries(int ancestor, int bone) const {
    while (bone > ancestor) bone = skeleton_[std::size_t(bone)].parent;
    return bone == ancestor;
  }

  // That `bone` exists and that nothing which `moved` carries is the one it follows.
  Result<void> follows(BoneId moved, BoneId followed, const char* role, int chain = 1) const {
    const std::size_t bones = skeleton_.size(), index = boneIndex(skeleton_, moved);
    const auto from = static_cast<int>(boneIndex(skeleton_, followed));
    if (index == bones) return invalid(text("bone ", moved, " does not exist"));
    auto top = static_cast<int>(index);
    if (std::size_t(from) == bones)
      return invalid(text("the ", role, ", bone ", followed, ", does not exist"));
    for (int up = 1; up < chain; ++up) {
      top = skeleton_[std::size_t(top)].parent;
      if (top < 0) {
        return invalid(text("a chain of ", chain, " bones is longer than bone ", moved,
                            " and those above it"));
      }
    }
    if (carries(top, from)) {
      return invalid(
          text("the ", role, ", bone ", followed, ", is moved by the bones that follow it"));
    }
    return {};
  }

 private:
  const Skeleton& skeleton_;
};

Result<void> check(const ReachConstraint& reach, const Named& named) {
  if (reach.length < 1) return invalid("a chain has at least one bone");
  auto checked = named.follows(reach.bone, reach.target, "target", reach.length);
  if (checked && reach.pole) {
    checked = named.follows(reach.bone, *reach.pole, "pole", reach.length);
  }
  return checked;
}

Result<void> check(const AimConstraint& aim, const Named& named) {
  if (!std::isfinite(aim.offset)) return invalid("the offset is not finite");
  return named.follows(aim.bone, aim.target, "target");
}

Result<void> check(const CopyConstraint& copy, const Named& named) {
  if (!inUnit(copy.translation) || !inUnit(copy.rotation) || !inUnit(copy.scale)) {
    return invalid("a share is not in 0..1");
  }
  return named.follows(copy.bone, copy.source, "source");
}

}  // namespace

Result<void> validate(const Constraint& constraint, const Skeleton& skeleton) {
  const std::string place = text("constraint ", constraint.id, " \"", constraint.name, "\"");
  if (!inUnit(constraint.mix)) return invalid(place + ": mix is not in 0..1");
  const Named named(skeleton);
  const auto checked =
      std::visit([&](const auto& kind) { return check(kind, named); }, constraint.kind);
  if (!checked) return failAt(place, checked.error());
  return {};
}

}  // namespace vide
