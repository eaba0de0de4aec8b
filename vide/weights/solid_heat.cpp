// SPDX-License-Identifier: MIT
#include "vide/weights/solid_heat.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vide/core/name_list.hpp"
#include "vide/core/parallel_ranges.hpp"
#include "vide/core/text.hpp"
#include "vide/weights/detail/cell_diffusion.hpp"
#include "vide/weights/detail/cell_readout.hpp"
#include "vide/weights/detail/fitting_solid.hpp"
#include "vide/weights/detail/quoted.hpp"
#include "vide/weights/detail/solid_bones.hpp"
#include "vide/weights/detail/solid_parts.hpp"
#include "vide/weights/detail/solid_readout.hpp"

namespace vide {
namespace {

using detail::CellColumns;
using detail::CellDiffusion;
using detail::NearestBones;
using detail::SolidBone;

// How firmly cells are held, in units of cells; docs/solid-heat.md says why these values.
constexpr float owner_tie = 0.5f;
constexpr float blend_tie = 4;
// What lies beyond the end of a limb has no other bone to belong to.
constexpr float beyond_end = 32;
constexpr double tolerance = 1e-3;
// Where all bones are so far from a part that its ties would be lost beside the 1 of each neighbour
// in single precision, only how they compare matters.
constexpr float least_tie = 1e-5f;
// Besides the solid: the columns, the system and what bones and parts know of cells.
constexpr std::size_t bytes_per_cell = detail::usual_bytes_per_cell;

// How thick the body around the bone is; one outside the body says nothing about that.
float thicknessAround(const SolidBone& bone, float distance) {
  return bone.part >= 0 ? float(bone.thickness) : distance;
}

float ownerTie(const Solid& solid, int cell, const SolidBone& bone, float distance) {
  const float known = std::min(1.0f, thicknessAround(bone, distance) / distance);
  const bool beyond = dot(solid.center(cell) - bone.end, bone.outward) > 0;
  return owner_tie * (beyond ? beyond_end : 1) * known * known / (distance * distance);
}

// Where heat is spread: whose each cell is, and who works on it.
struct Body {
  const Solid& solid;
  std::span<const SolidBone> bones;
  const NearestBones& nearest;
  ThreadPool* pool;
};

template <class Use>
void forCells(int cells, ThreadPool* pool, Use use) {
  constexpr std::size_t cells_a_task = 4096;
  parallelRanges(pool, std::size_t(cells), cells_a_task,
                 [&](std::size_t begin, std::size_t end) { use(int(begin), int(end)); });
}

CellColumns nearestShares(const Body& body) {
  CellColumns p(body.solid.cells(), int(body.bones.size()));
  forCells(p.cells(), body.pool, [&](int begin, int end) {
    for (int cell = begin; cell < end; ++cell) {
      const auto& tied = body.nearest.bones[cell];
      const auto count = std::ranges::count_if(tied, [](int bone) { return bone >= 0; });
      for (int k = 0; k < count; ++k) p.at(cell, tied[k]) = 1 / float(count);
    }
  });
  return p;
}

// Rows begin .. end - 1 raised to the eighth power and normalised.
void sharpen(CellColumns& w, int begin, int end) {
  std::vector<float> largest(std::size_t(end - begin), 0), sum(largest);
  const auto forEntries = [&](auto visit) {
    for (int g = 0; g < w.groups(); ++g) {
      float* group = w.group(g) + 4 * std::ptrdiff_t(begin);
      for (int at = 0; at < 4 * (end - begin); ++at) visit(group[at], at / 4);
    }
  };
  forEntries([&](float value, int row) { largest[row] = std::max(largest[row], value); });
  forEntries([&](float& value, int row) {
    const float share = largest[row] > 0 ? std::max(value, 0.0f) / largest[row] : 0;
    const float square = share * share, fourth = square * square;
    value = fourth * fourth;
    sum[row] += value;
  });
  forEntries([&](float& value, int row) { value = sum[row] > 0 ? value / sum[row] : 0; });
}

CellDiffusion diffusionIn(const Body& body) {
  detail::CellGraph graph;
  graph.neighbor.resize(std::size_t(body.solid.cells()));
  graph.coordinate.resize(graph.neighbor.size());
  forCells(body.solid.cells(), body.pool, [&](int begin, int end) {
    for (int cell = begin; cell < end; ++cell) {
      std::ranges::copy(body.solid.neighbors6(cell), graph.neighbor[cell].begin());
      graph.coordinate[cell] = body.solid.place(cell);
    }
  });
  return CellDiffusion(std::move(graph));
}

// Makes the strongest tie of every part at least least_tie.
void strengthen(const Solid& solid, std::vector<float>& tie) {
  std::vector<float> strongest(std::size_t(solid.parts()), 0);
  for (int cell = 0; cell < solid.cells(); ++cell) {
    float& most = strongest[solid.part(cell)];
    most = std::max(most, tie[cell]);
  }
  if (std::ranges::none_of(strongest, [](float most) { return most > 0 && most < least_tie; })) {
    return;
  }
  for (int cell = 0; cell < solid.cells(); ++cell) {
    const float most = strongest[solid.part(cell)];
    if (most > 0 && most < least_tie) tie[cell] *= least_tie / most;
  }
}

// H: `tieOf(cell, bone nearest to it, distance)` of every cell that has weights of its own, 1 of
// the others.
template <class TieOf>
std::vector<float> tiesOf(const Body& body, TieOf tieOf) {
  std::vector<float> tie(std::size_t(body.solid.cells()), 1);
  forCells(body.solid.cells(), body.pool, [&](int begin, int end) {
    for (int cell = begin; cell < end; ++cell) {
      const int first = body.nearest.bones[cell][0];
      if (first >= 0) tie[cell] = tieOf(cell, body.bones[first], body.nearest.distance[cell]);
    }
  });
  strengthen(body.solid, tie);
  return tie;
}

Result<CellColumns> spreadTwice(const Body& body, const Progress& progress) {
  const CellDiffusion diffusion = diffusionIn(body);
  CellColumns w = nearestShares(body);
  const auto owner_ties = tiesOf(body, [&](int cell, const SolidBone& bone, float distance) {
    return ownerTie(body.solid, cell, bone, distance);
  });
  auto done = diffusion.solve(owner_ties, w, tolerance, body.pool, progress.slice(0, 0.6));
  if (!done) return std::unexpected(done.error());
  forCells(w.cells(), body.pool, [&](int begin, int end) { sharpen(w, begin, end); });
  const auto blend_ties = tiesOf(body, [](int, const SolidBone& bone, float distance) {
    return blend_tie / (distance * thicknessAround(bone, distance));
  });
  done = diffusion.solve(blend_ties, w, tolerance, body.pool, progress.slice(0.6, 1));
  if (!done) return std::unexpected(done.error());
  return w;
}

std::size_t bytesFor(std::size_t cells, std::size_t bones) {
  return cells * (bytes_per_cell + (bones + 3) / 4 * 4 * sizeof(float));
}

std::size_t deformingBones(const Skeleton& skeleton) {
  return std::size_t(std::ranges::count_if(skeleton.bones(), &Bone::deform));
}

void warnOfIdleBones(const Skeleton& skeleton, WeightsResult& result) {
  std::vector<char> used(skeleton.size(), 0);
  for (const int handle : result.weights.handle) used[handle] = 1;
  std::vector<std::string> idle;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (skeleton[b].deform && !used[b]) idle.push_back(detail::quoted(skeleton[b].name));
  }
  if (idle.empty()) return;
  const bool one = idle.size() == 1;
  result.warnings.push_back(
      text(one ? "bone " : "bones ", nameList(idle), one ? " moves" : " move",
           " no vertex: outside the surface, or other bones are nearer to all of it"));
}

}  // namespace

Result<WeightsResult> solidHeatWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                       const SolidHeatOptions& options, const Progress& progress) {
  if (auto usable = detail::checkReading(mesh.V, skeleton, options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  SolidOptions on_pool = options.solid;
  on_pool.pool = options.pool;
  auto fitting = detail::fittingSolid(mesh, on_pool, bytesFor(1, deformingBones(skeleton)),
                                      progress.slice(0, 0.3));
  if (!fitting) return std::unexpected(fitting.error());
  auto result = solidHeatWeights(fitting->solid, mesh.V, skeleton, options, progress.slice(0.3, 1));
  if (result) std::ranges::move(fitting->warnings, std::back_inserter(result->warnings));
  return result;
}

Result<WeightsResult> solidHeatWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                       const Skeleton& skeleton, const SolidHeatOptions& options,
                                       const Progress& progress) {
  if (auto usable = detail::checkReading(V, skeleton, options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  if (bytesFor(solid.cells(), deformingBones(skeleton)) > options.solid.max_bytes) {
    return fail(ErrorCode::limit_exceeded,
                text("weights: ", deformingBones(skeleton), " bones in ", solid.cells(),
                     " cells take more than max_bytes (", options.solid.max_bytes,
                     "); allow more or use fewer cells"));
  }
  const std::vector<SolidBone> bones = detail::solidBones(solid, skeleton);
  detail::SolidParts parts = detail::solidParts(solid, bones);
  const NearestBones nearest = detail::nearestBones(solid, bones, parts.kept, options.pool);
  progress.report(0.15);
  const auto columns =
      spreadTwice({solid, bones, nearest, options.pool}, progress.slice(0.15, 0.9));
  if (!columns) return std::unexpected(columns.error());
  std::vector<int> handle_of;
  for (const SolidBone& bone : bones) handle_of.push_back(bone.bone);
  WeightsResult result;
  result.weights =
      detail::readColumns(solid, V, {*columns, parts.follows, handle_of, int(skeleton.size())},
                          options.influences, options.pool);
  result.warnings = std::move(parts.warnings);
  warnOfIdleBones(skeleton, result);
  progress.report(1);
  return result;
}

}  // namespace vide
