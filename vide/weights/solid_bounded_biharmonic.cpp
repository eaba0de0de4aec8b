// SPDX-License-Identifier: MIT
#include "vide/weights/solid_bounded_biharmonic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/fitting_solid.hpp"
#include "vide/weights/detail/solid_readout.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

// In cells. A bone in the middle of a symmetric body may lie just between two corners.
constexpr double equally_near = 1e-6;

// Bit k of a corner's number says on which side of axis k it lies.
Vec3 cornerOf(const Solid& solid, int cell, int corner) {
  const auto side = [&](int axis) { return (corner >> axis & 1) - 0.5; };
  return solid.center(cell) + Vec3{side(0), side(1), side(2)} * solid.cellSize();
}

int rootOf(std::vector<int>& parent, int i) {
  while (parent[std::size_t(i)] != i) {
    i = parent[std::size_t(i)] = parent[std::size_t(parent[std::size_t(i)])];
  }
  return i;
}

// Which of all cells' corners (8 cell + corner) are one, because the cells share a face there.
std::vector<int> joinedCorners(const Solid& solid) {
  std::vector<int> parent(std::size_t(solid.cells()) * 8);
  std::iota(parent.begin(), parent.end(), 0);
  for (int cell = 0; cell < solid.cells(); ++cell) {
    for (int axis = 0; axis < 3; ++axis) {
      const int next = solid.neighbors6(cell)[std::size_t(2 * axis + 1)];
      if (next < 0) continue;
      for (int corner = 0; corner < 8; ++corner) {
        if ((corner >> axis & 1) == 0) continue;
        const int a = rootOf(parent, 8 * cell + corner);
        const int b = rootOf(parent, 8 * next + (corner ^ 1 << axis));
        parent[std::size_t(std::max(a, b))] = std::min(a, b);
      }
    }
  }
  for (int i = 0; i < int(parent.size()); ++i) parent[std::size_t(i)] = rootOf(parent, i);
  return parent;
}

// The orders in which one can walk along the three axes from corner 0 to corner 7, each of which
// spans a tetrahedron; those of odd permutations come out with negative volume.
constexpr std::array<std::array<int, 3>, 6> walks{
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}}};

// p in 0 .. 1 along each axis of the cell, clamped to it.
std::array<double, 3> placeIn(const Solid& solid, int cell, Vec3 p) {
  const Vec3 q = (p - cornerOf(solid, cell, 0)) / solid.cellSize();
  return {std::clamp(q.x, 0.0, 1.0), std::clamp(q.y, 0.0, 1.0), std::clamp(q.z, 0.0, 1.0)};
}

// Whether corner k is the one nearest to a place in a cell, or one of those.
bool isNearest(const std::array<double, 3>& place, int k) {
  for (int axis = 0; axis < 3; ++axis) {
    const double side = k >> axis & 1;
    if (std::abs(place[std::size_t(axis)] - side) > 0.5 + equally_near) return false;
  }
  return true;
}

// The bones, by their place in the list, that hold each vertex of the tetrahedra.
std::map<int, std::vector<int>> holdersOf(const Solid& solid, const SolidTetMesh& tets,
                                          std::span<const detail::SolidBone> bones) {
  std::map<int, std::vector<int>> holders;
  for (int b = 0; b < int(bones.size()); ++b) {
    detail::forSamples(solid, bones[std::size_t(b)], [&](Vec3 p, int cell, bool) {
      const auto place = placeIn(solid, cell, p);
      for (int k = 0; k < 8; ++k) {
        if (!isNearest(place, k)) continue;
        auto& held = holders[tets.corner(cell, k)];
        if (held.empty() || held.back() != b) held.push_back(b);
      }
    });
  }
  return holders;
}

HandleConstraints constraintsOf(const std::map<int, std::vector<int>>& holders, int bones) {
  HandleConstraints constraints;
  constraints.value.setZero(Eigen::Index(holders.size()), bones);
  for (const auto& [vertex, held] : holders) {
    const auto row = Eigen::Index(constraints.vertex.size());
    for (const int b : held) constraints.value(row, b) = 1.0 / double(held.size());
    constraints.vertex.push_back(vertex);
  }
  return constraints;
}

// The weights of the tetrahedra's vertices, mixed at the rows of V.
VertexWeights readCorners(const Solid& solid, const SolidTetMesh& tets, std::span<const int> source,
                          const VertexWeights& corners, const Eigen::MatrixXd& V) {
  VertexWeights weights;
  weights.handles = corners.handles;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 p = rowOf(V, v);
    const int inside = solid.cellAt(p), nearest = inside >= 0 ? inside : solid.nearestCell(p);
    const int cell = source[std::size_t(nearest)];
    const auto place = placeIn(solid, cell, p);
    std::array<int, 8> rows;
    std::array<double, 8> shares;
    for (std::size_t k = 0; k < 8; ++k) {
      rows[k] = tets.corner(cell, Eigen::Index(k));
      shares[k] = 1;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        shares[k] *= k >> axis & 1 ? place[axis] : 1 - place[axis];
      }
    }
    detail::appendMixedRow(corners, rows, shares, weights);
  }
  return weights;
}

// Columns for the solid's bones become columns for the skeleton's.
VertexWeights forSkeleton(VertexWeights weights, std::span<const detail::SolidBone> bones,
                          std::size_t handles) {
  weights.handles = int(handles);
  for (int& handle : weights.handle) handle = bones[std::size_t(handle)].bone;
  return weights;
}

Result<void> checkCells(int cells) {
  if (cells <= most_bounded_biharmonic_cells) return {};
  return fail(ErrorCode::limit_exceeded,
              text("solid bounded biharmonic weights: ", cells, " cells are more than ",
                   most_bounded_biharmonic_cells, "; lower `cells`"));
}

}  // namespace

SolidTetMesh tetMeshOf(const Solid& solid) {
  const std::vector<int> joined = joinedCorners(solid);
  std::vector<int> number(joined.size(), -1);
  SolidTetMesh tets;
  tets.corner.resize(solid.cells(), 8);
  tets.mesh.T.resize(Eigen::Index(solid.cells()) * 6, 4);
  std::vector<Vec3> places;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    for (int corner = 0; corner < 8; ++corner) {
      int& here = number[std::size_t(joined[std::size_t(8 * cell + corner)])];
      if (here < 0) {
        here = int(places.size());
        places.push_back(cornerOf(solid, cell, corner));
      }
      tets.corner(cell, corner) = here;
    }
    for (int w = 0; w < 6; ++w) {
      const auto& walk = walks[std::size_t(w)];
      const int first = 1 << walk[0], second = first | 1 << walk[1];
      const std::array<int, 4> path{0, w < 3 ? first : second, w < 3 ? second : first, 7};
      for (int k = 0; k < 4; ++k) {
        tets.mesh.T(6 * cell + w, k) = tets.corner(cell, path[std::size_t(k)]);
      }
    }
  }
  tets.mesh.V.resize(Eigen::Index(places.size()), 3);
  for (std::size_t v = 0; v < places.size(); ++v) {
    tets.mesh.V.row(Eigen::Index(v)) << places[v].x, places[v].y, places[v].z;
  }
  return tets;
}

Result<SolidBoundedBiharmonicResult> solidBoundedBiharmonicWeights(
    const TriMesh& mesh, const Skeleton& skeleton, const SolidBoundedBiharmonicOptions& options,
    const Progress& progress) {
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  if (auto few = checkCells(options.solid.cells); !few) return std::unexpected(few.error());
  SolidOptions on_pool = options.solid;
  on_pool.pool = options.minimizer.pool;
  auto fitting =
      detail::fittingSolid(mesh, on_pool, detail::usual_bytes_per_cell, progress.slice(0, 0.05));
  if (!fitting) return std::unexpected(fitting.error());
  auto result = solidBoundedBiharmonicWeights(fitting->solid, mesh.V, skeleton, options,
                                              progress.slice(0.05, 1));
  if (result) std::ranges::move(fitting->warnings, std::back_inserter(result->warnings));
  return result;
}

Result<SolidBoundedBiharmonicResult> solidBoundedBiharmonicWeights(
    const Solid& solid, const Eigen::MatrixXd& V, const Skeleton& skeleton,
    const SolidBoundedBiharmonicOptions& options, const Progress& progress) {
  if (auto usable = detail::checkReading(V, skeleton, options.minimizer.influences); !usable) {
    return std::unexpected(usable.error());
  }
  if (auto few = checkCells(solid.cells()); !few) return std::unexpected(few.error());
  const SolidTetMesh tets = tetMeshOf(solid);
  const detail::SeededBones seeded = detail::seedBones(solid, skeleton);
  const auto& [bones, seeds] = seeded;
  detail::CellSources sources = detail::cellSources(solid, seeds);
  BoundedBiharmonicOptions minimizer = options.minimizer;
  minimizer.influences = int(bones.size());  // pruned once, after mixing
  // Its warnings speak of the tetrahedra, which nobody knows; the same is said of the solid.
  const auto minimized = boundedBiharmonicWeights(
      tets.mesh, constraintsOf(holdersOf(solid, tets, bones), int(bones.size())), minimizer,
      progress);
  if (!minimized) return std::unexpected(minimized.error());

  SolidBoundedBiharmonicResult result;
  result.residual = minimized->residual;
  result.objective = std::accumulate(minimized->energy.begin(), minimized->energy.end(), 0.0);
  result.warnings = detail::outsideWarnings(skeleton, seeded);
  std::ranges::move(sources.warnings, std::back_inserter(result.warnings));
  const VertexWeights read = readCorners(solid, tets, sources.cell, minimized->weights, V);
  result.weights = prune(forSkeleton(read, bones, skeleton.size()), options.minimizer.influences);
  return result;
}

}  // namespace vide
