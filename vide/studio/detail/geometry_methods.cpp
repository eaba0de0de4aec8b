// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include "vide/deform/skinning.hpp"
#include "vide/skeleton/bone_index.hpp"
#include "vide/studio/detail/blobs.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

// Layers as a page's graphics card takes them.
namespace vide::detail {
namespace {

constexpr std::size_t influences = 8;

template <class Number, class Matrix>
Blob rowsOf(const Matrix& matrix, Eigen::Index columns) {
  std::vector<Number> numbers;
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (Eigen::Index column = 0; column < columns; ++column) {
      numbers.push_back(Number(matrix(row, column)));
    }
  }
  return toBlob<Number>(numbers);
}

struct Binding {
  std::vector<std::uint16_t> bones;  // of the skeleton, 8 a vertex
  std::vector<float> weights;        // largest first; all 0 where no bone moves the vertex
};

// Vertices with more than eight bones keep the largest weights.
Binding bindingOf(const Layer& layer, const Skeleton& skeleton) {
  const auto vertices = std::size_t(layer.mesh.V.rows());
  Binding binding{std::vector<std::uint16_t>(influences * vertices),
                  std::vector<float>(influences * vertices)};
  std::vector<std::uint16_t> bones;
  for (const BoneId bone : layer.bones) bones.push_back(std::uint16_t(boneIndex(skeleton, bone)));
  for (std::size_t v = 0; v < vertices; ++v) {
    if (layer.attachment == Attachment::rigid) {
      binding.bones[influences * v] = bones[0];
      binding.weights[influences * v] = 1;
    }
    if (layer.attachment != Attachment::skinned) continue;
    const auto handles = layer.weights.handlesOf(v);
    const auto weights = layer.weights.weightsOf(v);
    const std::size_t kept = std::min(handles.size(), influences);
    double sum = 0;
    for (std::size_t k = 0; k < kept; ++k) sum += weights[k];
    for (std::size_t k = 0; k < kept; ++k) {
      binding.bones[influences * v + k] = bones[std::size_t(handles[k])];
      binding.weights[influences * v + k] = float(weights[k] / sum);
    }
  }
  return binding;
}

// Vertices on edges that only one triangle has.
std::size_t outlineVertices(const TriMesh& mesh) {
  std::vector<std::array<int, 2>> edges;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (Eigen::Index k = 0; k < 3; ++k) {
      const int a = mesh.F(f, k), b = mesh.F(f, (k + 1) % 3);
      edges.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  std::ranges::sort(edges);
  std::vector<bool> is_outer(std::size_t(mesh.V.rows()), false);
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t next = i;
    while (next < edges.size() && edges[next] == edges[i]) ++next;
    if (next == i + 1) {
      for (const int v : edges[i]) is_outer[std::size_t(v)] = true;
    }
    i = next;
  }
  return std::size_t(std::ranges::count(is_outer, true));
}

Result<Reply> geometry(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto found = find<Layer>(session.document(), id);
  if (!found) return std::unexpected(found.error());
  const Layer& layer = **found;
  const Binding binding = bindingOf(layer, session.document().skeleton);
  Eigen::MatrixX2d uv = layer.uv;
  if (uv.rows() == 0) uv.setZero(layer.mesh.V.rows(), 2);
  return Reply{
      {{"vertices", layer.mesh.V.rows()},
       {"triangles", layer.mesh.F.rows()},
       {"outline_vertices", outlineVertices(layer.mesh)}},
      {rowsOf<float>(layer.mesh.V, 2), rowsOf<float>(uv, 2), rowsOf<std::uint32_t>(layer.mesh.F, 3),
       toBlob<std::uint16_t>(binding.bones), toBlob<float>(binding.weights)}};
}

}  // namespace

std::span<const Method> geometryMethods() {
  static constexpr Method methods[] = {{"geometry", geometry}};
  return methods;
}

}  // namespace vide::detail
