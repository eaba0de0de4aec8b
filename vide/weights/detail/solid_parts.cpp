// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_parts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/box_tree.hpp"
#include "vide/weights/detail/place_text.hpp"

namespace vide::detail {
namespace {

constexpr int speck = 1000;      // a part of fewer cells than the solid's by this is a speck
constexpr int crowd = 8;         // the solid is one where parts with bones have fewer cells by this
constexpr int small_part = 100;  // likewise; such parts move rigidly

std::vector<char> partsWithBones(const Solid& solid, std::span<const SolidBone> bones) {
  std::vector<char> kept(std::size_t(solid.parts()), 0);
  for (const SolidBone& bone : bones) {
    if (bone.part < 0 || solid.partCells(bone.part) < solid.cells() / speck) continue;
    kept[bone.part] = 1;
  }
  return kept;
}

int cellsOf(const Solid& solid, std::span<const char> chosen) {
  int cells = 0;
  for (int part = 0; part < solid.parts(); ++part) {
    if (chosen[part]) cells += solid.partCells(part);
  }
  return cells;
}

std::vector<char> keptParts(const Solid& solid, std::span<const SolidBone> bones) {
  std::vector<char> kept = partsWithBones(solid, bones);
  if (cellsOf(solid, kept) > solid.cells() / crowd) return kept;
  const int mean = solid.cells() / solid.parts();
  for (int part = 0; part < solid.parts(); ++part) {
    if (solid.partCells(part) >= mean) kept[part] = 1;
  }
  return kept;
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

}  // namespace

std::vector<int> nearestCellsOfParts(const Solid& solid, std::span<const char> chosen) {
  std::vector<int> nearest_cell(std::size_t(solid.cells()));
  std::iota(nearest_cell.begin(), nearest_cell.end(), 0);
  if (std::ranges::count(chosen, 0) == 0) return nearest_cell;
  std::vector<Vec3> centers;
  std::vector<int> cell_of;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    if (!chosen[solid.part(cell)]) continue;
    cell_of.push_back(cell);
    centers.push_back(solid.center(cell));
  }
  const NearestPoint nearest(std::move(centers));
  for (int cell = 0; cell < solid.cells(); ++cell) {
    if (chosen[solid.part(cell)]) continue;
    nearest_cell[cell] = cell_of[nearest.find(solid.center(cell)).index];
  }
  return nearest_cell;
}

std::vector<std::string> looseWarnings(const Solid& solid, std::span<const char> chosen) {
  const auto loose = std::ranges::count(chosen, 0);
  if (loose == 0) return {};
  int largest = -1;
  for (int part = 0; part < solid.parts(); ++part) {
    if (chosen[part]) continue;
    if (largest < 0 || solid.partCells(part) > solid.partCells(largest)) largest = part;
  }
  int cell = 0;
  while (solid.part(cell) != largest) ++cell;
  return {text(loose, loose == 1 ? " part of the surface holds" : " parts of the surface hold",
               " no bone and ", loose == 1 ? "follows" : "follow",
               " the nearest part with one; the ", loose == 1 ? "" : "largest ", "one is near ",
               placeText(solid.center(cell)))};
}

SolidParts solidParts(const Solid& solid, std::span<const SolidBone> bones) {
  const std::vector<char> part_kept = keptParts(solid, bones);
  SolidParts parts;
  parts.kept.resize(std::size_t(solid.cells()));
  for (int cell = 0; cell < solid.cells(); ++cell) parts.kept[cell] = part_kept[solid.part(cell)];
  parts.follows = nearestCellsOfParts(solid, part_kept);
  parts.warnings = looseWarnings(solid, part_kept);
  if (!parts.warnings.empty()) moveRigidly(solid, parts);
  return parts;
}

}  // namespace vide::detail
