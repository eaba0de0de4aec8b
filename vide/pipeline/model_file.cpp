// SPDX-License-Identifier: MIT
#include "vide/pipeline/model_file.hpp"

#include <numeric>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/io/file.hpp"
#include "vide/io/mesh_file.hpp"
#include "vide/pipeline/weigh_mesh.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

// One mesh of the layers that `wanted` names, each behind the ones before it; those of pictures lie
// at z = 0.
TriMesh stackedLayers(const Document& document, auto wanted) {
  Eigen::Index rows = 0, faces = 0;
  for (const Layer& layer : document.layers) {
    if (!wanted(layer)) continue;
    rows += layer.mesh.V.rows();
    faces += layer.mesh.F.rows();
  }
  TriMesh mesh{Eigen::MatrixXd::Zero(rows, 3), Eigen::MatrixX3i(faces, 3)};
  rows = faces = 0;
  for (const Layer& layer : document.layers) {
    if (!wanted(layer)) continue;
    mesh.V.block(rows, 0, layer.mesh.V.rows(), layer.mesh.V.cols()) = layer.mesh.V;
    mesh.F.middleRows(faces, layer.mesh.F.rows()) = layer.mesh.F.array() + int(rows);
    rows += layer.mesh.V.rows();
    faces += layer.mesh.F.rows();
  }
  return mesh;
}

std::vector<BoneId> idsOf(const Skeleton& skeleton) {
  std::vector<BoneId> ids;
  for (const Bone& bone : skeleton.bones()) ids.push_back(bone.id);
  return ids;
}

// The document with every layer skinned anew, and what had to go.
std::vector<std::string> reskin(Document& document, const VertexWeights& weights,
                                const LayerSettings& settings, const Skeleton* skeleton) {
  std::vector<std::string> warnings;
  if (skeleton) {
    document.skeleton = *skeleton;
    if (!document.clips.empty()) {
      warnings.push_back(
          text("the ", document.clips.size(), " clips moved the bones of before and are left out"));
      document.clips.clear();
    }
  }
  int first = 0;
  for (Layer& layer : document.layers) {
    std::vector<int> rows(std::size_t(layer.mesh.V.rows()));
    std::iota(rows.begin(), rows.end(), first);
    first += int(rows.size());
    layer.attachment = rows.empty() ? Attachment::fixed : Attachment::skinned;
    layer.weights = rows.empty() ? VertexWeights{} : selectRows(weights, rows);
    layer.bones = rows.empty() ? std::vector<BoneId>{} : idsOf(document.skeleton);
    layer.settings.weights = settings.weights;
    layer.settings.influences = settings.influences;
    layer.settings.smoothness = settings.smoothness;
    layer.settings.bone_smoothness = settings.bone_smoothness;
  }
  return warnings;
}

// The clips of a file that move joints which no longer move a mesh.
std::vector<std::string> leftBehind(const GltfDocument& file, const GltfSurface& surface) {
  const std::size_t clips = file.count("animations");
  if (clips == 0 || surface.skeleton.empty()) return {};
  return {text("the ", clips, " animations move the joints of before, which the mesh no longer ",
               "follows")};
}

}  // namespace

Result<ModelFile> ModelFile::openGltf(const std::string& path, ModelParts parts) {
  auto gltf = readGltf(path);
  if (!gltf) return std::unexpected(gltf.error());
  ModelFile model;
  auto surface = surfaceOf(*gltf, GltfParts::all);
  if (surface) {
    if (parts == ModelParts::skinned) {
      if (auto skinned = surfaceOf(*gltf, GltfParts::skinned)) surface = std::move(skinned);
    }
    model.mesh_ = {surface->mesh.V, surface->mesh.F, {}};
    model.skeleton_ = surface->skeleton;
    model.source_ = Foreign{*std::move(gltf), *std::move(surface)};
    return model;
  }
  if (surface.error().code != ErrorCode::unsupported) return failAt(path, surface.error());
  auto document = documentIn(*gltf);
  if (!document) return failAt(path, document.error());
  const TriMesh stacked = stackedLayers(*document, [](const Layer&) { return true; });
  if (stacked.F.rows() == 0) {
    return fail(ErrorCode::invalid_argument, text(path, ": no layer has a mesh to be weighed"));
  }
  model.mesh_ = {stacked.V, stacked.F, {}};
  model.skeleton_ = document->skeleton;
  model.source_ = OpenDocument{*std::move(gltf), *std::move(document)};
  return model;
}

Result<ModelFile> ModelFile::open(const std::string& path, ModelParts parts) {
  const std::string ending = endingOf(path);
  Result<ModelFile> model;
  if (ending == ".glb" || ending == ".gltf") {
    model = openGltf(path, parts);
  } else {
    auto mesh = readMesh(path);
    if (!mesh) return std::unexpected(mesh.error());
    model->mesh_ = *std::move(mesh);
  }
  if (model) model->name_ = nameIn(path, "mesh");
  return model;
}

Result<std::vector<std::string>> ModelFile::saveRigged(const std::string& path,
                                                       const VertexWeights& weights,
                                                       const LayerSettings& settings,
                                                       const Skeleton* skeleton) const {
  const Skeleton& moving = skeleton ? *skeleton : skeleton_;
  if (weights.handles != int(moving.size())) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": the weights have ", weights.handles, " handles; the skeleton has ",
                     moving.size(), " bones"));
  }
  if (auto fit = checkWeights(weights, std::size_t(mesh_.V.rows())); !fit) {
    return failAt(path, fit.error());
  }
  if (const auto* foreign = std::get_if<Foreign>(&source_)) {
    const auto rigged = skeleton ? withSkeleton(foreign->file, foreign->surface, *skeleton, weights)
                                 : withWeights(foreign->file, foreign->surface, weights);
    if (!rigged) return failAt(path, rigged.error());
    auto written = writeFileAtomically(path, rigged->writeGlb());
    if (!written) return std::unexpected(written.error());
    return skeleton ? leftBehind(foreign->file, foreign->surface) : std::vector<std::string>{};
  }
  if (const auto* own = std::get_if<OpenDocument>(&source_)) {
    Document document = own->document;
    auto warnings = reskin(document, weights, settings, skeleton);
    auto written = writeDocument(path, document, &own->file);
    if (!written) return std::unexpected(written.error());
    return warnings;
  }
  if (mesh_.F.rows() == 0 && mesh_.T.rows() == 0) {
    return fail(ErrorCode::unsupported,
                text(path, ": the mesh has no triangles for a document to show; write a .dmat"));
  }
  const Document document = riggedMesh(name_, mesh_, moving, weights, settings);
  auto written = writeDocument(path, document);
  if (!written) return std::unexpected(written.error());
  return std::vector<std::string>{};
}

RiggedSurface riggedSurfaceOf(const Document& document) {
  const auto follows = [](const Layer& layer) { return layer.attachment != Attachment::fixed; };
  RiggedSurface surface{stackedLayers(document, follows), {int(document.skeleton.size())}};
  std::vector<Influence> row;
  for (const Layer& layer : document.layers) {
    if (!follows(layer)) continue;
    std::vector<int> bone_of;
    for (BoneId id : layer.bones) bone_of.push_back(findBone(document.skeleton, id));
    for (std::size_t v = 0; v < std::size_t(layer.mesh.V.rows()); ++v) {
      row.clear();
      if (layer.attachment == Attachment::rigid) {
        row.push_back({bone_of.front(), 1});
      } else {
        const auto handles = layer.weights.handlesOf(v);
        for (std::size_t k = 0; k < handles.size(); ++k) {
          row.push_back({bone_of[std::size_t(handles[k])], layer.weights.weightsOf(v)[k]});
        }
      }
      appendRow(surface.weights, row);
    }
  }
  return surface;
}

}  // namespace vide
