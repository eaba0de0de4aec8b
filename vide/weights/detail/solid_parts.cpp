// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_parts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/box_tree.hpp"

namespace vide::detail {
namespace {

constexpr int speck = 1000;      // a part of fewer cells than the solid's by this is a speck
constexpr int small_part = 100;  // likewise; such parts move rigidly

std::vector<char> partsWithBones(const Solid& solid, std::span<const SolidBone> bones) {
  std::vector<char> kept(solid.parts(), 0);
  bool any = false;
  for (const SolidBone& bone : bones) {
    if (bone.part < 0 || solid.partCells(bone.part) < solid.cells() / speck) continue;
    kept[bone.part] = 1;
    any = true;
  }
  if (any) return kept;
  int largest = 0;
  for (int part = 1; part < solid.parts(); ++part) {
    if (solid.partCells(part) > solid.partCells(largest)) largest = part;
  }
  kept[largest] = 1;
  return kept;
}

// Ties go to the lower cell.
void followNearest(const Solid& solid, SolidParts& parts) {
  std::vector<Vec3> centers;
  std::vector<int> kept;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    if (!parts.kept[cell]) continue;
    kept.push_back(cell);
    centers.push_back(solid.center(cell));
  }
  const NearestPoint nearest(std::move(centers));
  for (int cell = 0; cell < solid.cells(); ++cell) {
    if (!parts.kept[cell]) parts.follows[cell] = kept[nearest.find(solid.center(cell)).index];
  }
}

// Small parts follow the kept cell that is nearest to any cell of theirs.
void moveRigidly(const Solid& solid, SolidParts& parts) {
  struct Leader {
    int cell = -1;
    double squared = std::numeric_limits<double>::infinity();
  };
  std::vector<Leader> leaders(solid.parts());
  for (int cell = 0; cell < solid.cells(); ++cell) {
    Leader& leader = leaders[solid.part(cell)];
    const int other = parts.follows[cell];
    const double squared = squaredLength(solid.center(cell) - solid.center(other));
    if (squared < leader.squared) leader = {other, squared};
  }
  for (int cell = 0; cell < solid.cells(); ++cell) {
    const int part = solid.part(cell);
    if (parts.kept[cell] || solid.partCells(part) > solid.cells() / small_part) continue;
    parts.follows[cell] = leaders[part].cell;
  }
}

std::string warningFor(const Solid& solid, std::span<const char> part_kept, int loose) {
  int largest = -1;
  for (int part = 0; part < solid.parts(); ++part) {
    if (part_kept[part]) continue;
    if (largest < 0 || solid.partCells(part) > solid.partCells(largest)) largest = part;
  }
  int cell = 0;
  while (solid.part(cell) != largest) ++cell;
  const Vec3 at = solid.center(cell);
  return text(loose, loose == 1 ? " part of the surface holds" : " parts of the surface hold",
              " no bone and ", loose == 1 ? "follows" : "follow",
              " the nearest part with one; the ", loose == 1 ? "" : "largest ", "one is near (",
              at.x, ", ", at.y, ", ", at.z, ")");
}

}  // namespace

SolidParts solidParts(const Solid& solid, std::span<const SolidBone> bones) {
  const std::vector<char> part_kept = partsWithBones(solid, bones);
  SolidParts parts;
  parts.kept.resize(solid.cells());
  for (int cell = 0; cell < solid.cells(); ++cell) parts.kept[cell] = part_kept[solid.part(cell)];
  parts.follows.resize(solid.cells());
  std::iota(parts.follows.begin(), parts.follows.end(), 0);
  const auto loose = int(std::ranges::count(part_kept, 0));
  if (loose == 0) return parts;
  followNearest(solid, parts);
  moveRigidly(solid, parts);
  parts.warnings.push_back(warningFor(solid, part_kept, loose));
  return parts;
}

}  // namespace vide::detail
