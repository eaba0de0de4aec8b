// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_readout.hpp"

#include <algorithm>

#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/quoted.hpp"
#include "vide/weights/detail/solid_parts.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::detail {
namespace {

constexpr double on_the_verge = 1e-6;  // of a cell

}  // namespace

BoneCells cellsOf(const Solid& solid, const SolidBone& bone) {
  BoneCells found;
  const double verge = on_the_verge * solid.cellSize();
  forSamples(solid, bone, [&](Vec3 p, int cell, bool inside) {
    found.outside = found.outside && !inside;
    found.cells.push_back(cell);
    // A bone in the middle of a symmetric body runs just between cells: both sides hold it.
    for (int side = 0; inside && side < 8; ++side) {
      const auto off = [&](int axis) { return side >> axis & 1 ? verge : -verge; };
      const int beside = solid.cellAt(p + Vec3{off(0), off(1), off(2)});
      if (beside >= 0) found.cells.push_back(beside);
    }
  });
  std::ranges::sort(found.cells);
  found.cells.erase(std::ranges::unique(found.cells).begin(), found.cells.end());
  return found;
}

Result<void> checkReading(const Eigen::MatrixXd& V, const Skeleton& skeleton, int influences) {
  if (auto usable = checkVertices(V, 3, 3); !usable) return usable;
  if (auto usable = checkBones(skeleton); !usable) return usable;
  return checkInfluences(influences);
}

SeededBones seedBones(const Solid& solid, const Skeleton& skeleton) {
  SeededBones seeded{solidBones(solid, skeleton), {}};
  for (const SolidBone& bone : seeded.bones) seeded.cells.push_back(cellsOf(solid, bone));
  return seeded;
}

std::vector<std::string> outsideWarnings(const Skeleton& skeleton, const SeededBones& seeded) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < seeded.bones.size(); ++i) {
    if (!seeded.cells[i].outside) continue;
    names.push_back(quoted(skeleton[std::size_t(seeded.bones[i].bone)].name));
  }
  if (names.empty()) return {};
  if (names.size() == 1) {
    return {text("bone ", names.front(),
                 " lies outside the mesh; it acts from the nearest places inside")};
  }
  return {text(names.size(), " bones lie outside the mesh, each acting from the nearest places ",
               "inside: ", nameList(names))};
}

CellSources cellSources(const Solid& solid, std::span<const BoneCells> seeds) {
  std::vector<char> reached(std::size_t(solid.parts()), 0);
  for (const BoneCells& seed : seeds) {
    for (const int cell : seed.cells) reached[std::size_t(solid.part(cell))] = 1;
  }
  return {nearestCellsOfParts(solid, reached), looseWarnings(solid, reached)};
}

VertexWeights readCells(const Solid& solid, const VertexWeights& cells, const Eigen::MatrixXd& V,
                        int influences) {
  VertexWeights weights;
  weights.handles = cells.handles;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const SolidStencil stencil = solid.stencil(rowOf(V, v));
    const auto count = std::size_t(stencil.count);
    appendMixedRow(cells, std::span(stencil.cell).first(count),
                   std::span(stencil.weight).first(count), weights);
  }
  return prune(weights, influences);
}

}  // namespace vide::detail
