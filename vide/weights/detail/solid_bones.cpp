// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_bones.hpp"

#include <algorithm>
#include <limits>

#include "vide/weights/detail/bones.hpp"

namespace vide::detail {
namespace {

constexpr double most_extension = 2;  // of a bone's length

// Children of every bone; bones that do not deform are replaced by their own children.
std::vector<std::vector<int>> deformingChildren(const Skeleton& skeleton) {
  std::vector<std::vector<int>> children(skeleton.size());
  for (int b = int(skeleton.size()) - 1; b >= 0; --b) {
    const int parent = skeleton[b].parent;
    if (parent < 0) continue;
    auto& of_parent = children[parent];
    if (skeleton[b].deform) {
      of_parent.push_back(b);
    } else {
      of_parent.insert(of_parent.end(), children[b].begin(), children[b].end());
    }
  }
  for (auto& list : children) std::ranges::sort(list);
  return children;
}

// How far one may go from `from` along the unit vector `along` within the solid, at most `most`.
double reachInside(const Solid& solid, Vec3 from, Vec3 along, double most) {
  const double step = solid.cellSize() / 2;
  double reach = 0;
  while (reach < most && solid.cellAt(from + along * (reach + step)) >= 0) reach += step;
  return std::min(std::max(reach - step, 0.0), most);
}

}  // namespace

std::vector<SolidBone> solidBones(const Solid& solid, const Skeleton& skeleton) {
  const auto children = deformingChildren(skeleton);
  std::vector<SolidBone> bones;
  for (int b = 0; b < int(skeleton.size()); ++b) {
    if (!skeleton[b].deform) continue;
    const Vec3 head = skeleton.head(b);
    Vec3 tail = skeleton.tail(b);
    SolidBone bone{b, {}};
    if (children[b].empty()) {
      const double size = distance(head, tail);
      const Vec3 along = normalized(tail - head);
      if (size > 0 && solid.cellAt(tail) >= 0) {
        tail = tail + along * reachInside(solid, tail, along, most_extension * size);
      }
    }
    bone.segments.push_back({head, tail});
    for (const int child : children[b]) {
      const Vec3 joint = skeleton.head(child);
      if (distance(joint, tail) > solid.cellSize()) bone.segments.push_back({head, joint});
    }
    bones.push_back(std::move(bone));
  }
  return bones;
}

double distanceTo(const SolidBone& bone, Vec3 p) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [a, b] : bone.segments) {
    least = std::min(least, squaredLength(p - nearestOnSegment(a, b, p)));
  }
  return std::sqrt(least);
}

}  // namespace vide::detail
