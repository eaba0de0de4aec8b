// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/json_fields.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

// Indices of nodes in a list such as "children".
Result<std::vector<std::size_t>> nodeList(const Json& holder, const char* name, std::size_t count) {
  std::vector<std::size_t> nodes;
  const Json* list = member(holder, name);
  if (!list) return nodes;
  if (!list->is_array()) return malformed(text(name, " is not a list"));
  for (const Json& item : *list) {
    const auto node = asCount(&item);
    if (!node || *node >= count) {
      return malformed(text(name, ": points at a node that does not exist"));
    }
    nodes.push_back(*node);
  }
  return nodes;
}

Result<Transform> partsOf(const Json& node) {
  Transform parts;
  FieldReader fields(node);
  fields.optional("translation", parts.translation, {});
  fields.optional("rotation", parts.rotation, {});
  fields.optional("scale", parts.scale, Transform{}.scale);
  if (!fields.fault.empty()) return malformed(fields.fault.substr(1));
  if (!(dot(parts.rotation, parts.rotation) > 1e-6)) return malformed("rotation has no direction");
  parts.rotation = normalized(parts.rotation);
  return parts;
}

Result<void> placeNode(const Json& object, GltfNode& node) {
  if (const Json* matrix = member(object, "matrix")) {
    std::vector<double> columns;
    if (const std::string fault = fromJson(*matrix, columns); !fault.empty()) {
      return malformed("matrix" + fault);
    }
    const auto local = affineFrom(columns);
    if (!local) return failAt("matrix", local.error());
    node.local = *local;
    node.parts = decompose(node.local);
    return {};
  }
  const auto parts = partsOf(object);
  if (!parts) return std::unexpected(parts.error());
  node.parts = *parts;
  node.local = toAffine(node.parts);
  return {};
}

// Depth first without recursion: a chain may be as long as the file.
void visitBelow(std::size_t root, const std::vector<std::vector<std::size_t>>& children,
                std::vector<std::size_t>& order) {
  std::vector<std::size_t> waiting{root};
  while (!waiting.empty()) {
    const std::size_t node = waiting.back();
    waiting.pop_back();
    order.push_back(node);
    waiting.insert(waiting.end(), children[node].rbegin(), children[node].rend());
  }
}

void markPlaces(GltfNodes& nodes) {
  for (std::size_t place = 0; place < nodes.order.size(); ++place) {
    GltfNode& node = nodes.all[nodes.order[place]];
    node.place = place;
    node.end = place + 1;
  }
  for (std::size_t place = nodes.order.size(); place-- > 0;) {
    const GltfNode& node = nodes.all[nodes.order[place]];
    if (node.parent < 0) continue;
    GltfNode& parent = nodes.all[std::size_t(node.parent)];
    parent.end = std::max(parent.end, node.end);
  }
}

// Which nodes the file shows: those below the nodes of its scene, or all where it has no scenes.
Result<void> markShown(const GltfDocument& gltf, GltfNodes& nodes) {
  const std::size_t scene = countIn(gltf.content().root, "scene").value_or(0);
  const Json* object = listed(gltf.content(), "scenes", scene);
  if (!object) return {};
  const auto roots = nodeList(*object, "nodes", nodes.all.size());
  if (!roots) return failAt(text("scenes[", scene, "]"), roots.error());
  for (GltfNode& node : nodes.all) node.shown = false;
  for (const std::size_t root : *roots) nodes.all[root].shown = true;
  for (const std::size_t i : nodes.order) {
    const int parent = nodes.all[i].parent;
    if (parent >= 0 && nodes.all[std::size_t(parent)].shown) nodes.all[i].shown = true;
  }
  return {};
}

}  // namespace

bool invertible(const Affine3& matrix) {
  const Mat3& m = matrix.linear;
  const double size = length(m.x) * length(m.y) * length(m.z);
  return std::isfinite(size) && isFinite(matrix.translation) && size > 0 &&
         std::abs(determinant(m)) > 1e-9 * size && isFinite(inverse(matrix).linear.x);
}

Result<Affine3> affineFrom(std::span<const double> columns) {
  if (columns.size() != 16) return malformed("does not have 16 numbers");
  if (!std::ranges::all_of(columns, [](double x) { return std::isfinite(x); })) {
    return malformed("holds a number that is not finite");
  }
  const auto column = [&](std::size_t i) {
    return Vec3{columns[4 * i], columns[4 * i + 1], columns[4 * i + 2]};
  };
  for (std::size_t i = 0; i < 4; ++i) {
    if (std::abs(columns[4 * i + 3] - (i == 3 ? 1 : 0)) > 1e-4) {
      return malformed("its last row is not 0 0 0 1; perspective is not for nodes and joints");
    }
  }
  return Affine3{{column(0), column(1), column(2)}, column(3)};
}

Result<GltfNodes> readNodes(const GltfDocument& gltf) {
  GltfNodes nodes;
  const std::size_t count = gltf.count("nodes");
  nodes.all.resize(count);
  std::vector<std::vector<std::size_t>> children(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Json* object = listed(gltf.content(), "nodes", i);
    const std::string place = text("nodes[", i, "]");
    if (!object) return malformed(place + ": is not an object");
    if (auto placed = placeNode(*object, nodes.all[i]); !placed) {
      return failAt(place, placed.error());
    }
    nodes.all[i].own = isMarked(*object);
    auto below = nodeList(*object, "children", count);
    if (!below) return failAt(place, below.error());
    children[i] = *std::move(below);
    for (const std::size_t child : children[i]) {
      if (nodes.all[child].parent >= 0) {
        return malformed(text("nodes[", child, "]: hangs in two places"));
      }
      nodes.all[child].parent = static_cast<int>(i);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (nodes.all[i].parent < 0) visitBelow(i, children, nodes.order);
  }
  if (nodes.order.size() < count) return malformed("nodes: one hangs below itself; cut the ring");
  markPlaces(nodes);
  for (const std::size_t i : nodes.order) {
    GltfNode& node = nodes.all[i];
    node.world =
        node.parent < 0 ? node.local : nodes.all[std::size_t(node.parent)].world * node.local;
  }
  if (auto marked = markShown(gltf, nodes); !marked) return std::unexpected(marked.error());
  return nodes;
}

}  // namespace vide::detail
