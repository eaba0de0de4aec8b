// SPDX-License-Identifier: MIT
#include "vide/weights/detail/anchors.hpp"

#include <algorithm>
#include <map>

namespace vide::detail {
namespace {

Vec2 pointOf(const Eigen::MatrixXd& V, Eigen::Index v) { return {V(v, 0), V(v, 1)}; }

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

// The first inside place on the way, no farther than `reach`; run is -1 where there is none.
Place firstInside(const MaskRuns& runs, Vec2 from, Vec2 to, double reach) {
  constexpr double stride = 0.25;  // of a pixel
  const double size = distance(from, to);
  for (double walked = stride; walked <= std::min(size, reach); walked += stride) {
    const Vec2 point = from + (to - from) * (walked / size);
    if (const int run = runs.runAt(point); run >= 0) return {run, point};
  }
  return {};
}

// The place nearest to `point` that `start` is connected with through runs which come within
// start's own distance of it.
Place nearestConnected(const MaskRuns& runs, Vec2 point, const Place& start) {
  Place best = start;
  const double reach = distance(point, start.point);
  double best_distance = reach;
  std::vector<int> seen{start.run};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Run& run = runs.run(seen[i]);
    const Vec2 nearest{std::clamp(point.x, double(run.begin), double(run.end)),
                       std::clamp(point.y, double(run.row), double(run.row + 1))};
    const double away = distance(point, nearest);
    if (away > reach) continue;
    if (away < best_distance) {
      best = {seen[i], nearest};
      best_distance = away;
    }
    const auto visit = [&](int other) {
      if (std::find(seen.begin(), seen.end(), other) == seen.end()) seen.push_back(other);
    };
    for (int p = run.below_begin; p < run.below_end; ++p) visit(runs.portals()[p].lower);
    for (int p = run.above_begin; p < run.above_end; ++p) visit(runs.portals()[p].upper);
  }
  return best;
}

// For each outside vertex the nearest inside place on the way into one of its triangles.
std::vector<Place> waysIn(const MaskRuns& runs, const Eigen::MatrixXd& V,
                          std::span<const Place> places, const Eigen::MatrixX3i& F) {
  std::vector<Place> ways(places.size());
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    for (int corner = 0; corner < 3; ++corner) {
      const int v = F(f, corner);
      if (places[v].run >= 0) continue;
      const Vec2 point = pointOf(V, v), next = pointOf(V, F(f, (corner + 1) % 3)),
                 last = pointOf(V, F(f, (corner + 2) % 3));
      for (const Vec2 target : {next, last, (point + next + last) / 3}) {
        const double reach =
            ways[v].run < 0 ? distance(point, target) : distance(point, ways[v].point) - 1e-9;
        const Place way = firstInside(runs, point, target, reach);
        if (way.run >= 0) ways[v] = way;
      }
    }
  }
  return ways;
}

}  // namespace

std::vector<Place> anchorVertices(const MaskRuns& runs, const Eigen::MatrixXd& V,
                                  std::span<const int> part, const Eigen::MatrixX3i* triangles) {
  std::vector<Place> places(V.rows());
  for (std::size_t v = 0; v < places.size(); ++v) {
    const Vec2 point = pointOf(V, Eigen::Index(v));
    places[v] = {runs.runAt(point), point};
  }
  const auto allowed = partsOfIslands(runs, places, part);
  const auto ways = triangles ? waysIn(runs, V, places, *triangles) : std::vector<Place>(V.rows());
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (places[v].run >= 0) continue;
    const Vec2 point = pointOf(V, Eigen::Index(v));
    const auto own = part.empty() ? allowed.end() : allowed.find(part[v]);
    if (ways[v].run >= 0) {
      places[v] = nearestConnected(runs, point, ways[v]);
    } else {
      places[v] = own == allowed.end() ? runs.nearest(point) : runs.nearest(point, own->second);
    }
  }
  return places;
}

}  // namespace vide::detail
