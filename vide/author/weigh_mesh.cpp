// SPDX-License-Identifier: MIT
#include "vide/author/weigh_mesh.hpp"

#include <algorithm>

#include "vide/mesh/adjacency.hpp"
#include "vide/weights/handle_constraints.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

Result<BoundedBiharmonicResult> weigh(const MeshDomain& domain,
                                      Result<HandleConstraints> constraints,
                                      const BoundedBiharmonicOptions& options,
                                      const Progress& progress) {
  if (domain.F.rows() == 0 && domain.T.rows() == 0) {
    return fail(ErrorCode::invalid_argument, "the mesh has no triangles and no tetrahedra");
  }
  if (!constraints) return std::unexpected(constraints.error());
  return domain.with([&](const auto& mesh) {
    return boundedBiharmonicWeights(mesh, *constraints, options, progress);
  });
}

// The rows of a mesh that a document keeps, in their order.
struct KeptVertices {
  std::vector<int> row;     // of each kept vertex
  std::vector<int> number;  // of each row, or -1
};

// Of a surface all, used or not, so that they keep their numbers; of a solid those on its boundary.
KeptVertices keptOf(const MeshContent& mesh, const Eigen::MatrixX3i& shown) {
  const bool is_surface = mesh.T.rows() == 0;
  KeptVertices kept;
  kept.number.assign(std::size_t(mesh.V.rows()), is_surface ? 0 : -1);
  for (int v : shown.reshaped()) kept.number[std::size_t(v)] = 0;
  for (int v = 0; v < mesh.V.rows(); ++v) {
    if (kept.number[std::size_t(v)] < 0) continue;
    kept.number[std::size_t(v)] = int(kept.row.size());
    kept.row.push_back(v);
  }
  return kept;
}

}  // namespace

MeshDomain domainOf(const MeshContent& mesh) {
  const bool flat = mesh.T.rows() == 0 && (mesh.V.col(2).array() == 0).all();
  return {flat ? mesh.V.leftCols(2) : mesh.V, mesh.F, mesh.T};
}

Result<BoundedBiharmonicResult> weighByBones(const MeshContent& mesh, const Skeleton& skeleton,
                                             const BoundedBiharmonicOptions& options,
                                             const Progress& progress) {
  const MeshDomain domain = domainOf(mesh);
  return weigh(domain,
               domain.with([&](const auto& shape) { return boneConstraints(shape, skeleton); }),
               options, progress);
}

Result<BoundedBiharmonicResult> weighByHandles(const MeshContent& mesh,
                                               std::span<const Handle> handles,
                                               std::span<const int> groups,
                                               const BoundedBiharmonicOptions& options,
                                               const Progress& progress) {
  const MeshDomain domain = domainOf(mesh);
  const auto selected = selectVertices(domain.V, handles, groups);
  if (!selected) return std::unexpected(selected.error());
  return weigh(domain, regionConstraints(int(domain.V.rows()), *selected), options, progress);
}

Document riggedMesh(const std::string& name, const MeshContent& mesh, const Skeleton& skeleton,
                    const VertexWeights& weights, const LayerSettings& settings) {
  Layer layer;
  layer.id = 1;
  layer.name = name;
  layer.settings = settings;
  layer.transparency = Transparency::opaque;
  layer.mesh.F = mesh.F.rows() > 0 ? mesh.F : boundaryFaces(mesh.T);
  const KeptVertices kept = keptOf(mesh, layer.mesh.F);
  layer.mesh.F = layer.mesh.F.unaryExpr([&](int v) { return kept.number[std::size_t(v)]; }).eval();
  layer.mesh.V.resize(Eigen::Index(kept.row.size()), 3);
  for (std::size_t i = 0; i < kept.row.size(); ++i) {
    layer.mesh.V.row(Eigen::Index(i)) = mesh.V.row(kept.row[i]);
  }
  layer.weights = selectRows(weights, kept.row);
  layer.attachment = Attachment::skinned;
  for (const Bone& bone : skeleton.bones()) layer.bones.push_back(bone.id);
  Document document;
  document.pixels_per_unit = 1;
  document.skeleton = skeleton;
  document.draw_order = {layer.id};
  document.layers.push_back(std::move(layer));
  return document;
}

}  // namespace vide
