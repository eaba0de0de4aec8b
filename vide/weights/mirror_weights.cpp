// SPDX-License-Identifier: MIT
#include "vide/weights/mirror_weights.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/box.hpp"
#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/weights/detail/quoted.hpp"
#include "vide/weights/detail/vertex_progress.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/mirrored_names.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr double same_place = 0.01;  // of the skeleton's extent
constexpr double on_plane = 1e-6;    // of the mesh's extent

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("mirroring of weights: ", pieces...));
}

Vec3 mirrored(Vec3 p, const MirrorPlane& plane) {
  double& coordinate = plane.axis == MirrorAxis::x ? p.x : plane.axis == MirrorAxis::y ? p.y : p.z;
  coordinate = 2 * plane.offset - coordinate;
  return p;
}

double extentOf(const Skeleton& skeleton) {
  Box3 box;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    box.include(skeleton.head(b));
    box.include(skeleton.tail(b));
  }
  return box.empty() ? 0 : length(box.size());
}

void pairByName(const Skeleton& skeleton, std::vector<int>& partner) {
  for (int b = 0; b < int(skeleton.size()); ++b) {
    if (partner[std::size_t(b)] >= 0) continue;
    for (const std::string& name : mirroredNames(skeleton[std::size_t(b)].name)) {
      const int other = skeleton.find(name);
      if (other < 0 || partner[std::size_t(other)] >= 0) continue;
      partner[std::size_t(b)] = other;
      partner[std::size_t(other)] = b;
      break;
    }
  }
}

// The unpaired bone that stands nearest to bone b's mirror image, or -1.
int nearestImage(const Skeleton& skeleton, const MirrorPlane& plane, std::size_t b,
                 std::span<const int> partner) {
  const Vec3 head = mirrored(skeleton.head(b), plane), tail = mirrored(skeleton.tail(b), plane);
  double least = same_place * extentOf(skeleton);
  int nearest = -1;
  for (std::size_t c = 0; c < skeleton.size(); ++c) {
    if (partner[c] >= 0) continue;
    const double away =
        std::max(distance(head, skeleton.head(c)), distance(tail, skeleton.tail(c)));
    if (away > least || (away == least && nearest >= 0)) continue;
    least = away;
    nearest = int(c);
  }
  return nearest;
}

// How far a vertex lies on the positive side of the plane.
double sideOf(const TriMesh& mesh, Eigen::Index v, const MirrorPlane& plane) {
  return mesh.V(v, Eigen::Index(plane.axis)) - plane.offset;
}

Result<void> checkInput(const VertexWeights& weights, const TriMesh& mesh, const Skeleton& skeleton,
                        const MirrorOptions& options) {
  const auto n = std::size_t(mesh.V.rows());
  if (auto usable = checkWeights(weights, n, WeightSigns::positive); !usable) return usable;
  if (std::size_t(weights.handles) != skeleton.size()) {
    return wrong("the weights have ", weights.handles, " columns for ", skeleton.size(), " bones");
  }
  if (options.influences < 1) return wrong("influences is ", options.influences, "; use >= 1");
  if (!std::isfinite(options.plane.offset)) return wrong("the plane's offset is not finite");
  if (Eigen::Index(options.plane.axis) >= mesh.V.cols()) {
    return wrong("the mesh has no coordinate along that axis; use x or y");
  }
  return {};
}

enum class VertexRole { keeps, takes, meets };

VertexRole roleOf(double side, double width, MirrorDirection direction) {
  if (direction == MirrorDirection::exchange) return VertexRole::takes;
  if (std::abs(side) <= width) return VertexRole::meets;
  const bool positive = direction == MirrorDirection::positive_to_negative;
  return (side > 0) == positive ? VertexRole::keeps : VertexRole::takes;
}

// The row at a place, with partners in the place of bones.
VertexWeights imageOf(const VertexWeights& weights, const SurfacePoint& place,
                      std::span<const int> partner) {
  VertexWeights image;
  image.handles = weights.handles;
  detail::appendMixedRow(weights, place, image);
  for (int& handle : image.handle) handle = partner[std::size_t(handle)];
  return image;
}

// Half of row v and half of the row in `image`, if it `meets` it; else the latter alone.
VertexWeights changedRow(const VertexWeights& weights, std::size_t v, const VertexWeights& image,
                         VertexRole role) {
  std::vector<Influence> row;
  const double share = role == VertexRole::meets ? 0.5 : 1;
  for (std::size_t e = 0; e < image.handle.size(); ++e) {
    row.push_back({image.handle[e], share * image.weight[e]});
  }
  for (std::size_t e = weights.row_start[v];
       role == VertexRole::meets && e < weights.row_start[v + 1]; ++e) {
    const auto same = std::ranges::find(row, weights.handle[e], &Influence::handle);
    if (same == row.end()) {
      row.push_back({weights.handle[e], share * weights.weight[e]});
    } else {
      same->weight += share * weights.weight[e];
    }
  }
  VertexWeights result;
  result.handles = weights.handles;
  appendRow(result, row);
  return result;
}

}  // namespace

BonePairs pairBones(const Skeleton& skeleton, const MirrorPlane& plane) {
  BonePairs pairs{std::vector<int>(skeleton.size(), -1), {}};
  pairByName(skeleton, pairs.partner);
  std::vector<std::string> alone;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (pairs.partner[b] >= 0) continue;
    int other = nearestImage(skeleton, plane, b, pairs.partner);
    if (other < 0) {
      alone.push_back(detail::quoted(skeleton[b].name));
      other = int(b);
    }
    pairs.partner[b] = other;
    pairs.partner[std::size_t(other)] = int(b);
  }
  if (alone.size() == 1) {
    pairs.warnings.push_back(text("bone ", alone.front(), " has no counterpart on the other side"));
  } else if (!alone.empty()) {
    pairs.warnings.push_back(
        text(alone.size(), " bones have no counterpart on the other side: ", nameList(alone)));
  }
  return pairs;
}

Result<WeightsResult> mirrorWeights(const VertexWeights& weights, const TriMesh& mesh,
                                    const Skeleton& skeleton, const MirrorOptions& options,
                                    const Progress& progress) {
  if (auto usable = checkInput(weights, mesh, skeleton, options); !usable) {
    return std::unexpected(usable.error());
  }
  const auto locator = SurfaceLocator::build(mesh);
  if (!locator) return failAt("mirroring of weights", locator.error());
  BonePairs pairs = pairBones(skeleton, options.plane);
  const double width =
      on_plane * (mesh.V.colwise().maxCoeff() - mesh.V.colwise().minCoeff()).norm();
  WeightsResult result;
  result.weights.handles = weights.handles;
  result.warnings = std::move(pairs.warnings);
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (!detail::goesOn(progress, v, mesh.V.rows())) {
      return fail(ErrorCode::cancelled, "mirroring of weights: cancelled");
    }
    const VertexRole role = roleOf(sideOf(mesh, v, options.plane), width, options.direction);
    if (role == VertexRole::keeps) {
      detail::copyRow(weights, std::size_t(v), result.weights);
      continue;
    }
    const VertexWeights image = imageOf(
        weights, locator->nearest(mirrored(rowOf(mesh.V, v), options.plane)), pairs.partner);
    const VertexWeights row = changedRow(weights, std::size_t(v), image, role);
    detail::copyRow(prune(row, options.influences), 0, result.weights);
  }
  return result;
}

}  // namespace vide
