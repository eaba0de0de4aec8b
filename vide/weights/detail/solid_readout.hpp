// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/line_samples.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/detail/solid_bones.hpp"

// What methods that weigh the cells of a solid have in common.
namespace vide::detail {

// Calls use(p, cell, inside) for points of the bone half a cell apart: the cell that holds p, or
// the one nearest to it where p is outside.
template <class Use>
void forSamples(const Solid& solid, const SolidBone& bone, Use use) {
  constexpr double most_samples = 10'000;  // of one segment
  for (const auto& [a, b] : bone.segments) {
    forLineSamples(solid, a, b, most_samples, [&](Vec3 p, int cell) {
      use(p, cell >= 0 ? cell : solid.nearestCell(p), cell >= 0);
      return true;
    });
  }
}

// The cells that hold a bone, ascending: those that its segments run through or between, and for
// stretches outside the solid the nearest ones. `outside` is true when the bone has no stretch
// inside.
struct BoneCells {
  std::vector<int> cells;
  bool outside = true;
};
BoneCells cellsOf(const Solid& solid, const SolidBone& bone);

// What every such method refuses: positions that are not n x 3 or out of range, no deforming bone,
// influences below 1.
Result<void> checkReading(const Eigen::MatrixXd& V, const Skeleton& skeleton, int influences);

// The deforming bones with an entry of `cells` for each.
struct SeededBones {
  std::vector<SolidBone> bones;
  std::vector<BoneCells> cells;
};
SeededBones seedBones(const Solid& solid, const Skeleton& skeleton);

// A warning that names the bones outside the solid, if any.
std::vector<std::string> outsideWarnings(const Skeleton& skeleton, const SeededBones& seeded);

// Where each cell reads: at itself, or, where none of `seeds` lies in its part of the solid, at the
// nearest cell of a part that holds one, straight through gaps. A warning tells of such parts.
struct CellSources {
  std::vector<int> cell;
  std::vector<std::string> warnings;
};
CellSources cellSources(const Solid& solid, std::span<const BoneCells> seeds);

// The rows of cells, mixed at the places of V and pruned.
VertexWeights readCells(const Solid& solid, const VertexWeights& cells, const Eigen::MatrixXd& V,
                        int influences);

}  // namespace vide::detail
