// SPDX-License-Identifier: MIT
#include "vide/author/layer_mesh.hpp"
#include "vide/rig/layer_commands.hpp"
#include "vide/studio/detail/blobs.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/mesh_settings.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/reweigh.hpp"
#include "vide/studio/detail/session.hpp"

// Layers' meshes.
namespace vide::detail {
namespace {

// The mesh that the settings ask for. Errors: no such layer, no pixels, those of meshLayer.
Result<LayerMesh> meshFor(const Session& session, LayerId id, const MeshSettings& settings,
                          const Progress& progress) {
  const auto layer = find<Layer>(session.document(), id);
  if (!layer) return std::unexpected(layer.error());
  const auto pixels = session.pixelsOf(**layer);
  if (!pixels) return std::unexpected(pixels.error());
  return meshLayer(session.document(), **layer, **pixels, settings, progress);
}

template <class Number, class Matrix>
Blob rowsOf(const Matrix& matrix) {
  std::vector<Number> numbers;
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
      numbers.push_back(Number(matrix(row, column)));
    }
  }
  return toBlob<Number>(numbers);
}

Result<Reply> meshPreview(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const MeshSettings settings = meshSettingsIf(request.arguments, "mesh");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto made = meshFor(session, id, settings, request.progress);
  if (!made) return std::unexpected(made.error());
  Reply reply;
  reply.json = {{"vertices", made->mesh.V.rows()},
                {"triangles", made->mesh.F.rows()},
                {"min_angle", made->report.min_angle_deg},
                {"warnings", made->report.warnings}};
  reply.blobs = {rowsOf<float>(made->mesh.V), rowsOf<std::uint32_t>(made->mesh.F)};
  return reply;
}

// All that the settings leave open is told, as documents hold it.
MeshSettings complete(const MeshSettings& settings) {
  const ShapeOptions usual;
  MeshSettings all = meshSettings({.threshold = settings.alpha_threshold.value_or(usual.threshold)},
                                  meshOptions(settings));
  all.dense_joints = settings.dense_joints;
  return all;
}

Result<Reply> meshAnew(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const MeshSettings settings = meshSettingsIf(request.arguments, "mesh");
  const auto merge = request.arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  auto made = meshFor(session, id, settings, request.progress.slice(0, 0.5));
  if (!made) return std::unexpected(made.error());
  EditNotes notes{.warnings = made->report.warnings};
  const auto work = [&](Edit& edit) -> Result<void> {
    LayerSettings kept = findLayer(edit.document(), id)->settings;
    kept.mesh = complete(settings);
    auto done = replaceMesh(edit, id, std::move(made->mesh), std::move(made->uv));
    if (done) done = edit.set(id, &Layer::settings, std::move(kept));
    if (!done) return done;
    return reweigh(session, edit, std::span(&id, 1), Quality::exact, notes.warnings,
                   request.progress.slice(0.5, 1));
  };
  auto done = session.edit({"Mesh layer", merge, work});
  if (!done) return std::unexpected(done.error());
  return session.edited(std::move(notes));
}

}  // namespace

std::span<const Method> meshMethods() {
  static constexpr Method methods[] = {{"mesh_preview", meshPreview}, {"mesh_layer", meshAnew}};
  return methods;
}

}  // namespace vide::detail
