// SPDX-License-Identifier: MIT
#include "vide/weights/solid_heat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/math.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/solid_bones.hpp"
#include "vide/weights/detail/solid_diffusion.hpp"

namespace vide {
namespace {

using detail::CellColumns;
using detail::CellDiffusion;
using detail::SolidBone;

struct Owners {
  std::vector<int> bone;         // per cell: index among the solid bones
  std::vector<double> distance;  // in cells, at least half a one
};

Owners nearestBones(const Solid& solid, const std::vector<SolidBone>& bones) {
  Owners owners;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    double least = std::numeric_limits<double>::infinity();
    int nearest = 0;
    for (int b = 0; b < int(bones.size()); ++b) {
      const double d = detail::distanceTo(bones[b], solid.center(cell));
      if (d < least * (1 - 1e-9)) {
        least = d;
        nearest = b;
      }
    }
    owners.bone.push_back(nearest);
    owners.distance.push_back(std::max(least / solid.cellSize(), 0.5));
  }
  return owners;
}

// r, the median depth along each bone, in cells.
std::vector<double> thicknesses(const Solid& solid, const std::vector<SolidBone>& bones) {
  std::vector<double> thickness;
  for (const SolidBone& bone : bones) {
    std::vector<double> depths;
    for (const auto& [a, b] : bone.segments) {
      const int steps = std::min(10000, int(distance(a, b) / solid.cellSize()) + 1);
      for (int k = 0; k <= steps; ++k) {
        const int cell = solid.cellAt(a + (b - a) * (double(k) / steps));
        if (cell >= 0) depths.push_back(solid.depth(cell));
      }
    }
    std::ranges::sort(depths);
    thickness.push_back(depths.empty() ? 1.0 : std::max(depths[depths.size() / 2], 0.5));
  }
  return thickness;
}

CellDiffusion conduction(const Solid& solid) {
  CellDiffusion problem;
  const double power = 0.5;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    std::array<int, 6> neighbor;
    std::array<float, 6> conductance{};
    for (int k = 0; k < 6; ++k) {
      neighbor[k] = solid.neighbors6(cell)[k];
      if (neighbor[k] < 0) continue;
      const double depth = (double(solid.depth(cell)) + double(solid.depth(neighbor[k]))) / 2 + 0.5;
      conductance[k] = float(math::pow(depth, power));
    }
    problem.neighbor.push_back(neighbor);
    problem.conductance.push_back(conductance);
  }
  problem.tie.resize(solid.cells());
  return problem;
}

void sharpen(CellColumns& w, double power) {
  std::vector<float> row(w.columns());
  for (int cell = 0; cell < w.cells(); ++cell) {
    double sum = 0, most = 0;
    for (int b = 0; b < w.columns(); ++b) most = std::max(most, double(w.at(cell, b)));
    for (int b = 0; b < w.columns(); ++b) {
      row[b] = float(math::pow(std::max(0.0, double(w.at(cell, b))) / most, power));
      sum += row[b];
    }
    for (int b = 0; b < w.columns(); ++b) w.at(cell, b) = float(row[b] / sum);
  }
}

}  // namespace

Result<WeightsResult> solidHeatWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                       const SolidHeatOptions& options, const Progress& progress) {
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  const auto solid = Solid::create(mesh, options.solid, progress.slice(0, 0.2));
  if (!solid) return std::unexpected(solid.error());
  return solidHeatWeights(*solid, mesh.V, skeleton, options, progress.slice(0.2, 1));
}

Result<WeightsResult> solidHeatWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                       const Skeleton& skeleton, const SolidHeatOptions& options,
                                       const Progress& progress) {
  if (auto usable = detail::checkVertices(V, 3, 3); !usable) return std::unexpected(usable.error());
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  if (auto usable = detail::checkInfluences(options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  const auto bones = detail::solidBones(solid, skeleton);
  const Owners owners = nearestBones(solid, bones);
  const auto thickness = thicknesses(solid, bones);
  CellDiffusion problem = conduction(solid);
  CellColumns p(solid.cells(), int(bones.size())), w(solid.cells(), int(bones.size()));
  const double s1 = 0.3, p1 = 2, tol = 1e-3;
  const double s2 = 4, p2 = 1.5, r2 = 0.5;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    p.at(cell, owners.bone[cell]) = 1;
    problem.tie[cell] = float(s1 * math::pow(owners.distance[cell], -p1));
  }
  w = p;
  if (auto solved = detail::solve(problem, p, w, tol, options.pool, progress); !solved) {
    return std::unexpected(solved.error());
  }
  sharpen(w, 8);
  for (int cell = 0; cell < solid.cells(); ++cell) {
    const double r = thickness[owners.bone[cell]];
    problem.tie[cell] = float(s2 * math::pow(owners.distance[cell], -p2) * math::pow(r, -r2));
  }
  p = w;
  if (auto solved = detail::solve(problem, p, w, tol, options.pool, progress); !solved) {
    return std::unexpected(solved.error());
  }
  WeightsResult result;
  result.weights.handles = int(skeleton.size());
  std::vector<Influence> row;
  std::vector<double> dense(bones.size());
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const SolidStencil stencil = solid.stencil({V(v, 0), V(v, 1), V(v, 2)});
    std::ranges::fill(dense, 0);
    for (int k = 0; k < stencil.count; ++k) {
      for (int b = 0; b < int(bones.size()); ++b) {
        dense[b] += stencil.weight[k] * double(w.at(stencil.cell[k], b));
      }
    }
    row.clear();
    for (int b = 0; b < int(bones.size()); ++b) {
      if (dense[b] > 1e-6) row.push_back({bones[b].bone, dense[b]});
    }
    std::ranges::sort(row, [](const Influence& a, const Influence& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.handle < b.handle;
    });
    if (int(row.size()) > options.influences) row.resize(options.influences);
    double sum = 0;
    for (const Influence& entry : row) sum += entry.weight;
    for (Influence& entry : row) entry.weight /= sum;
    appendRow(result.weights, row);
  }
  return result;
}

}  // namespace vide
