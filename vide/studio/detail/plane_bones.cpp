// SPDX-License-Identifier: MIT
#include "vide/studio/detail/plane_bones.hpp"

#include <algorithm>
#include <cmath>

#include "vide/skeleton/segments.hpp"

namespace vide::detail {
namespace {

constexpr double grid = 0x1p20;  // points a pixel
constexpr double rounding = 1e-9;

bool isNear(double a, double b) { return std::abs(a - b) <= rounding; }
bool isNear(Vec3 a, Vec3 b) { return isNear(a.x, b.x) && isNear(a.y, b.y) && isNear(a.z, b.z); }

// Whether two points say all about the bone.
bool isDrawn(const Bone& bone) {
  const Transform& local = bone.local;
  const double size = length(bone.tail);
  const bool is_turned_in_plane = isNear(local.rotation.x, 0) && isNear(local.rotation.y, 0);
  const bool has_direction = size > 0 || isNear(local.rotation.z, 0);
  return is_turned_in_plane && has_direction && isNear(local.translation.z, 0) &&
         isNear(local.scale, {1, 1, 1}) && isNear(local.shear, {}) &&
         std::abs(bone.tail.x) <= rounding * size && bone.tail.y >= 0 &&
         std::abs(bone.tail.z) <= rounding * size;
}

Vec3 drawnPoint(Vec3 p) { return {withoutRounding(p.x), withoutRounding(p.y), 0}; }

}  // namespace

double withoutRounding(double coordinate) {
  const double nearest = std::round(coordinate * grid) / grid;
  return isNear(nearest, coordinate) ? nearest : coordinate;
}

Vec2 onGrid(Vec2 point) {
  return {std::round(point.x * grid) / grid, std::round(point.y * grid) / grid};
}

RestPlace restBetween(const Skeleton& skeleton, int parent, Vec2 head, Vec2 tail) {
  const Affine3 above = parent < 0 ? Affine3{} : skeleton.rest()[std::size_t(parent)];
  const Mat3 turned =
      head == tail ? above.linear : toMatrix(rotationBetween({0, 1, 0}, inPlane(tail - head)));
  const Affine3 rest{turned, inPlane(head)};
  const Affine3 local = parent < 0 ? rest : skeleton.inverseRest()[std::size_t(parent)] * rest;
  return {decompose(local), {0, distance(head, tail), 0}};
}

Result<void> settleBones(Edit& edit) {
  const Skeleton& skeleton = edit.document().skeleton;
  if (!std::ranges::all_of(skeleton.bones(), isDrawn)) return {};
  std::vector<BoneSegment> segments = segmentsOf(skeleton);
  for (BoneSegment& segment : segments) {
    segment.head = drawnPoint(segment.head);
    segment.tail = drawnPoint(segment.tail);
    segment.deform = segment.deform && !(segment.head == segment.tail);  // a pin, see below
  }
  const auto drawn = skeletonFromSegments(segments);
  if (!drawn) return std::unexpected(drawn.error());
  std::vector<Bone> bones(drawn->bones().begin(), drawn->bones().end());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    bones[i].id = skeleton[i].id;
    bones[i].deform = skeleton[i].deform;
    bones[i].inherit_rotation = skeleton[i].inherit_rotation;
    bones[i].inherit_scale = skeleton[i].inherit_scale;
  }
  auto settled = Skeleton::fromBones(std::move(bones));
  if (!settled) return std::unexpected(settled.error());
  edit.set(&Document::skeleton, *std::move(settled));
  return {};
}

}  // namespace vide::detail
