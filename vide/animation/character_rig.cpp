// SPDX-License-Identifier: MIT
#include "vide/animation/character_rig.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/skeleton/segments.hpp"

namespace vide {
namespace {

// What is wrong with a joint; an empty text if nothing is.
std::string faultOf(const CharacterRig& rig, int index) {
  const CharacterJoint& joint = rig.joints[std::size_t(index)];
  if (joint.name.empty()) return "has no name";
  if (!(length(joint.position) <= 1e30)) return "has a position that is not finite or beyond 1e30";
  if (index == 0 && joint.parent != -1) return "comes first, but is not the root";
  if (index > 0 && joint.parent == -1) return "is a second root; give it a parent";
  if (joint.parent < -1 || joint.parent >= index)
    return "has a parent that does not come before it";
  const int first = rig.find(joint.name);
  return first < index ? text("repeats the name of joint ", first) : std::string();
}

}  // namespace

int CharacterRig::find(std::string_view name) const {
  const auto found = std::find_if(joints.begin(), joints.end(),
                                  [&](const CharacterJoint& joint) { return joint.name == name; });
  return found == joints.end() ? -1 : int(found - joints.begin());
}

Result<void> validate(const CharacterRig& rig) {
  if (rig.width <= 0 || rig.height <= 0) {
    return fail(ErrorCode::invalid_argument, text("the character's picture is ", rig.width, " x ",
                                                  rig.height, "; both must be positive"));
  }
  if (rig.joints.empty()) {
    return fail(ErrorCode::invalid_argument, "the character has no joints; it needs a root");
  }
  for (int i = 0; i < int(rig.joints.size()); ++i) {
    const std::string fault = faultOf(rig, i);
    if (fault.empty()) continue;
    return fail(ErrorCode::invalid_argument,
                text("joint ", i, " \"", rig.joints[std::size_t(i)].name, "\" ", fault));
  }
  return {};
}

Result<Skeleton> skeletonFromCharacter(const CharacterRig& rig) {
  if (const auto checked = validate(rig); !checked) return std::unexpected(checked.error());
  std::vector<BoneSegment> segments;
  for (std::size_t i = 1; i < rig.joints.size(); ++i) {
    const std::size_t parent = std::size_t(rig.joints[i].parent);
    const Vec2 head = rig.drawn(parent), tail = rig.drawn(i);
    // Without the root, joint i ends bone i - 1.
    segments.push_back({rig.joints[i].name, int(parent) - 1, inPlane(head), inPlane(tail),
                        distance(head, tail) > 0});
  }
  return skeletonFromSegments(segments);
}

}  // namespace vide
