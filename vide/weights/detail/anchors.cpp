// SPDX-License-Identifier: MIT
#include "vide/weights/detail/anchors.hpp"

#include <map>

namespace vide::detail {
namespace {

Vec2 pointOf(const Eigen::MatrixXd& V, std::size_t v) { return {V(v, 0), V(v, 1)}; }

// For each part of the mesh: which parts of the mask its inside vertices lie in.
std::map<int, std::vector<char>> partsOfIslands(const MaskRuns& runs, std::span<const Place> places,
                                                std::span<const int> part) {
  std::map<int, std::vector<char>> allowed;
  for (std::size_t v = 0; v < part.size(); ++v) {
    if (places[v].run < 0) continue;
    std::vector<char>& mask_parts = allowed[part[v]];
    mask_parts.resize(runs.parts(), 0);
    mask_parts[runs.run(places[v].run).part] = 1;
  }
  return allowed;
}

}  // namespace

std::vector<Place> anchorVertices(const MaskRuns& runs, const Eigen::MatrixXd& V,
                                  std::span<const int> part) {
  std::vector<Place> places(V.rows());
  for (std::size_t v = 0; v < places.size(); ++v) {
    const Vec2 point = pointOf(V, v);
    places[v] = {runs.runAt(point), point};
  }
  const auto allowed = partsOfIslands(runs, places, part);
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (places[v].run >= 0) continue;
    const auto own = part.empty() ? allowed.end() : allowed.find(part[v]);
    places[v] = own == allowed.end() ? runs.nearest(pointOf(V, v))
                                     : runs.nearest(pointOf(V, v), own->second);
  }
  return places;
}

}  // namespace vide::detail
