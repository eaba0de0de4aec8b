// SPDX-License-Identifier: MIT
#include "vide/deform/detail/held_vertices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/box_tree.hpp"

namespace vide::detail {

namespace {

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text(pieces...)); }

Result<void> checkHeld(int vertices, std::span<const int> held) {
  if (held.empty()) return wrong("held vertices: none; give at least one");
  std::vector<std::size_t> seen_at(std::size_t(vertices), held.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] < 0 || held[i] >= vertices) {
      return wrong("held vertices: entry ", i, " names vertex ", held[i], " of ", vertices);
    }
    const std::size_t before = std::exchange(seen_at[std::size_t(held[i])], i);
    if (before != held.size()) {
      return wrong("held vertices: entries ", before, " and ", i, " both name vertex ", held[i],
                   "; hold it once");
    }
  }
  return {};
}

// Which of the held vertices is nearest to any of the part's; ties go to the first.
std::size_t nearestHeld(const ElementMesh& mesh, const NearestPoint& held,
                        std::span<const int> part) {
  NearestPoint::Found nearest{0, std::numeric_limits<double>::infinity()};
  for (int v : part) {
    const auto found = held.find(mesh.pointOf(v));
    if (std::pair(found.squared_distance, found.index) <
        std::pair(nearest.squared_distance, nearest.index)) {
      nearest = found;
    }
  }
  return std::size_t(nearest.index);
}

// One warning however many parts there are.
void warn(HeldVertices& result) {
  if (result.carried.empty()) return;
  const CarriedVertices& first = result.carried.front();
  const std::size_t others = result.carried.size() - 1;
  const std::string more = others > 0 ? text(" and ", others, " more") : std::string();
  result.warnings.push_back(text(
      "no vertex is held in the part of the mesh around vertex ", first.vertices.front(), more,
      "; each moves with the nearest held vertex (here ", result.vertices[first.nearest], ")"));
}

}  // namespace

std::vector<std::uint8_t> HeldVertices::fixedFlags(int vertices_of_mesh) const {
  std::vector<std::uint8_t> fixed(std::size_t(vertices_of_mesh), 0);
  for (int v : vertices) fixed[std::size_t(v)] = 1;
  for (const CarriedVertices& part : carried) {
    for (int v : part.vertices) fixed[std::size_t(v)] = 1;
  }
  return fixed;
}

Result<HeldVertices> holdVertices(const ElementMesh& mesh, std::span<const int> held) {
  if (auto checked = checkHeld(mesh.vertices(), held); !checked) {
    return std::unexpected(checked.error());
  }
  const Components parts = connectedParts(mesh);
  std::vector<std::uint8_t> holds(std::size_t(parts.count), 0);
  for (int v : held) holds[std::size_t(parts.of_vertex[std::size_t(v)])] = 1;
  std::vector<std::vector<int>> vertices(holds.size());
  for (std::size_t v = 0; v < parts.of_vertex.size(); ++v) {
    const std::size_t part = std::size_t(parts.of_vertex[v]);
    if (!holds[part]) vertices[part].push_back(int(v));
  }
  HeldVertices result{{held.begin(), held.end()}};
  std::vector<Vec3> places;
  for (int v : held) places.push_back(mesh.pointOf(v));
  const NearestPoint held_points(std::move(places));
  for (std::vector<int>& part : vertices) {
    if (part.empty()) continue;
    const std::size_t nearest = nearestHeld(mesh, held_points, part);
    result.carried.push_back({std::move(part), nearest});
  }
  warn(result);
  return result;
}

Result<void> checkTargets(const HeldVertices& held, std::span<const double> targets) {
  const std::size_t dimension = targets.size() / held.vertices.size();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (std::isfinite(targets[i])) continue;
    return wrong("the target of held vertex ", held.vertices[i / dimension], " is not finite");
  }
  return {};
}

void dropCarried(const HeldVertices& held, ElementMesh& mesh) {
  std::vector<std::uint8_t> drop(std::size_t(mesh.vertices()), 0);
  for (const CarriedVertices& part : held.carried) {
    for (int v : part.vertices) drop[std::size_t(v)] = 1;
  }
  ElementMesh kept{mesh.dimension, mesh.corners, std::move(mesh.rest)};
  for (int e = 0; e < mesh.elements(); ++e) {
    const auto corner = mesh.corner.begin() + std::ptrdiff_t(e) * mesh.corners;
    if (drop[std::size_t(*corner)]) continue;
    const auto weight = mesh.weight.begin() + std::ptrdiff_t(e) * mesh.edges();
    kept.corner.insert(kept.corner.end(), corner, corner + mesh.corners);
    kept.weight.insert(kept.weight.end(), weight, weight + mesh.edges());
    kept.element_id.push_back(mesh.element_id[std::size_t(e)]);
  }
  mesh = std::move(kept);
}

}  // namespace vide::detail
