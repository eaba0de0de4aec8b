// SPDX-License-Identifier: MIT
#include "vide/deform/detail/held_shape.hpp"

#include <cstdint>
#include <limits>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/numeric/laplacian.hpp"

namespace vide::detail {

namespace {

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("arap: ", pieces...)); }

Result<void> checkInput(const TriMesh& mesh, std::span<const PointHandle> handles) {
  if (mesh.V.cols() != 2) {
    return wrong("positions have ", mesh.V.cols(), " coordinates; the shape must be n x 2");
  }
  if (mesh.F.rows() == 0) return wrong("the mesh has no triangles");
  if (handles.empty()) return wrong("no handles; give at least one point to hold");
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (!isFinite(handles[i].rest)) return wrong("handle ", i, " is not finite");
  }
  return {};
}

void attachHandles(const TriMesh& mesh, std::span<const PointHandle> handles, HeldShape& shape) {
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const HandleAttachment attachment = attachToNearest(mesh, handles[i].rest);
    if (attachment.distance > 0) {
      shape.warnings.push_back(text("handle ", i, " lies ", attachment.distance,
                                    " outside the shape and moves with triangle ",
                                    attachment.triangle));
    }
    shape.handle_rest.push_back(handles[i].rest);
    shape.attachments.push_back(attachment);
  }
}

std::size_t nearestHandle(const HeldShape& shape, std::span<const int> vertices) {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shape.handle_rest.size(); ++i) {
    for (int v : vertices) {
      const double squared = squaredLength(shape.rest[v] - shape.handle_rest[i]);
      if (squared >= least) continue;
      least = squared;
      nearest = i;
    }
  }
  return nearest;
}

// Sorts the parts into those that hold a handle and those that are carried along.
std::vector<std::uint8_t> findCarriedParts(const Components& parts, HeldShape& shape) {
  std::vector<std::uint8_t> held(std::size_t(parts.count));
  for (int part : shape.handle_part) held[part] = 1;
  std::vector<std::vector<int>> vertices(held.size());
  for (std::size_t v = 0; v < parts.of_vertex.size(); ++v) {
    const int part = parts.of_vertex[v];
    if (!held[part]) vertices[part].push_back(int(v));
  }
  for (std::vector<int>& part : vertices) {
    if (part.empty()) continue;
    const std::size_t handle = nearestHandle(shape, part);
    shape.warnings.push_back(text("the part of the shape around vertex ", part.front(),
                                  " holds no handle and moves rigidly with handle ", handle));
    shape.carried.push_back({std::move(part), handle});
  }
  return held;
}

void buildElements(const TriMesh& mesh, const Eigen::MatrixX3d& half_cotangents,
                   const Components& parts, std::span<const std::uint8_t> held, HeldShape& shape) {
  std::vector<Triplet> entries;
  for (int f = 0; f < int(mesh.F.rows()); ++f) {
    if (!held[parts.of_vertex[mesh.F(f, 0)]]) continue;
    shape.elements.push_back(makeElement(mesh, half_cotangents, f));
    for (int k = 0; k < 3; ++k) {
      const int i = mesh.F(f, (k + 1) % 3), j = mesh.F(f, (k + 2) % 3);
      const double w = half_cotangents(f, k);
      entries.insert(entries.end(), {{i, i, w}, {j, j, w}, {i, j, -w}, {j, i, -w}});
    }
  }
  for (const CarriedPart& part : shape.carried) {
    for (int v : part.vertices) entries.push_back({v, v, 1});
  }
  const int n = int(mesh.V.rows());
  shape.stiffness = fromTriplets(n, n, entries);
}

void buildConstraints(const TriMesh& mesh, const Eigen::MatrixX3d& half_cotangents,
                      HeldShape& shape) {
  std::vector<Triplet> entries;
  for (std::size_t i = 0; i < shape.attachments.size(); ++i) {
    const HandleAttachment& at = shape.attachments[i];
    for (int k = 0; k < 3; ++k) {
      entries.push_back({mesh.F(at.triangle, k), int(i), at.barycentric[k]});
    }
    shape.handle_elements.push_back(makeElement(mesh, half_cotangents, at.triangle));
  }
  shape.constraints = fromTriplets(int(mesh.V.rows()), int(shape.attachments.size()), entries);
}

}  // namespace

Result<HeldShape> holdShape(const TriMesh& mesh, std::span<const PointHandle> handles) {
  if (auto checked = checkInput(mesh, handles); !checked) return std::unexpected(checked.error());
  const auto half_cotangents = halfCotangents(mesh.V, mesh.F);
  if (!half_cotangents) return failAt("arap", half_cotangents.error());

  HeldShape shape;
  for (int v = 0; v < int(mesh.V.rows()); ++v) shape.rest.push_back(positionIn(mesh, v));
  attachHandles(mesh, handles, shape);
  const Components parts = connectedComponents(int(mesh.V.rows()), mesh.F);
  shape.parts = parts.count;
  for (const HandleAttachment& at : shape.attachments) {
    shape.handle_part.push_back(parts.of_vertex[mesh.F(at.triangle, 0)]);
  }
  const std::vector<std::uint8_t> held = findCarriedParts(parts, shape);
  buildElements(mesh, *half_cotangents, parts, held, shape);
  buildConstraints(mesh, *half_cotangents, shape);
  return shape;
}

}  // namespace vide::detail
