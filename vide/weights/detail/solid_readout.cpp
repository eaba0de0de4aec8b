// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_readout.hpp"

#include <algorithm>
#include <numeric>

#include "vide/core/text.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/place_text.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t most_named = 10;
constexpr double on_the_verge = 1e-6;  // of a cell

struct UnreachedPart {
  int cells = 0;
  Vec3 sum;
};

std::vector<std::string> warningsFor(std::span<const UnreachedPart> parts) {
  std::vector<UnreachedPart> unreached;
  for (const UnreachedPart& part : parts) {
    if (part.cells > 0) unreached.push_back(part);
  }
  std::ranges::stable_sort(unreached, std::greater{}, &UnreachedPart::cells);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < std::min(unreached.size(), most_named); ++i) {
    const Vec3 middle = unreached[i].sum / unreached[i].cells;
    warnings.push_back(text("the part around ", placeText(middle),
                            " holds no bone; it follows what is nearest to it"));
  }
  if (unreached.size() > most_named) {
    warnings.push_back(text(unreached.size() - most_named,
                            " smaller parts hold no bone either; each follows its nearest"));
  }
  return warnings;
}

// The centres of the cells of some parts, as vertices without triangles, and their numbers.
struct CellPoints {
  TriMesh points;
  std::vector<int> cell;
};

CellPoints cellsOfParts(const Solid& solid, std::span<const char> chosen) {
  CellPoints of_parts;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    if (chosen[std::size_t(solid.part(cell))]) of_parts.cell.push_back(cell);
  }
  of_parts.points.V.resize(Eigen::Index(of_parts.cell.size()), 3);
  of_parts.points.F.resize(0, 3);
  for (std::size_t i = 0; i < of_parts.cell.size(); ++i) {
    const Vec3 p = solid.center(of_parts.cell[i]);
    of_parts.points.V.row(Eigen::Index(i)) << p.x, p.y, p.z;
  }
  return of_parts;
}

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
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < seeded.bones.size(); ++i) {
    if (!seeded.cells[i].outside) continue;
    warnings.push_back(text("bone \"", skeleton[std::size_t(seeded.bones[i].bone)].name,
                            "\" lies outside the mesh; it acts from the nearest places inside"));
  }
  return warnings;
}

CellSources cellSources(const Solid& solid, std::span<const BoneCells> seeds) {
  CellSources sources;
  sources.cell.resize(std::size_t(solid.cells()));
  std::iota(sources.cell.begin(), sources.cell.end(), 0);
  std::vector<char> reached(std::size_t(solid.parts()), 0);
  for (const BoneCells& seed : seeds) {
    for (const int cell : seed.cells) reached[std::size_t(solid.part(cell))] = 1;
  }
  if (std::ranges::count(reached, 0) == 0) return sources;
  const CellPoints own = cellsOfParts(solid, reached);
  const auto locator = SurfaceLocator::build(own.points);
  if (!locator) return sources;  // there are no bones at all
  std::vector<UnreachedPart> unreached(reached.size());
  for (int cell = 0; cell < solid.cells(); ++cell) {
    if (reached[std::size_t(solid.part(cell))]) continue;
    UnreachedPart& part = unreached[std::size_t(solid.part(cell))];
    ++part.cells;
    part.sum += solid.center(cell);
    const int nearest = locator->nearest(solid.center(cell)).vertex[0];
    sources.cell[std::size_t(cell)] = own.cell[std::size_t(nearest)];
  }
  sources.warnings = warningsFor(unreached);
  return sources;
}

VertexWeights readCells(const Solid& solid, const VertexWeights& cells, const Eigen::MatrixXd& V,
                        int influences) {
  VertexWeights weights;
  weights.handles = cells.handles;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const SolidStencil stencil = solid.stencil({V(v, 0), V(v, 1), V(v, 2)});
    const auto count = std::size_t(stencil.count);
    appendMixedRow(cells, std::span(stencil.cell).first(count),
                   std::span(stencil.weight).first(count), weights);
  }
  return prune(weights, influences);
}

}  // namespace vide::detail
