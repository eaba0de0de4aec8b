// SPDX-License-Identifier: MIT
#include "vide/pipeline/model_file.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "vide/author/weigh_mesh.hpp"
#include "vide/core/counted.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_summary.hpp"
#include "vide/io/file.hpp"
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
      warnings.push_back(counted(document.clips.size(),
                                 "clip moves the bones of before and is left out",
                                 "clips move the bones of before and are left out"));
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

// The clips of a file that moved joints which no longer move a mesh.
std::vector<std::string> leftBehind(const GltfDocument& file, const GltfDocument& rigged) {
  const std::size_t before = clipsOfNodes(file), after = clipsOfNodes(rigged);
  std::vector<std::string> warnings;
  if (after < before) {
    warnings.push_back(counted(before - after,
                               "animation moved only the joints of before and is left out",
                               "animations moved only the joints of before and are left out"));
  }
  if (after > 0) {
    warnings.push_back(counted(after, "animation stays, but moves nothing that the new bones move",
                               "animations stay, but move nothing that the new bones move"));
  }
  return warnings;
}

std::vector<std::string> warningsOf(const std::string& path, const GltfDocument& gltf) {
  std::vector<std::string> warnings;
  for (const std::string& problem : missingPictures(gltf)) {
    warnings.push_back(text(path, ": ", problem));
  }
  return warnings;
}

std::vector<std::string> warningsOf(const std::string& path, const GltfSurface& surface) {
  std::vector<std::string> warnings;
  if (surface.hidden_meshes > 0) {
    warnings.push_back(text(
        path, ": ",
        counted(surface.hidden_meshes,
                "node with a mesh lies outside the scene that is shown; it gets no weights",
                "nodes with meshes lie outside the scene that is shown; they get no weights")));
  }
  if (surface.loose > 0) {
    warnings.push_back(text(
        path, ": ",
        counted(surface.loose, "primitive of points or lines gets no weights and stays as it is",
                "primitives of points or lines get no weights and stay as they are")));
  }
  return warnings;
}

std::string noteOn(const Skeleton& skeleton) {
  return text("the file has no skin; ", counted(skeleton.size(), "node"), " from \"",
              skeleton[0].name, "\" on, which ", skeleton.size() == 1 ? "carries" : "carry",
              " nothing, ", skeleton.size() == 1 ? "is taken for a bone" : "are taken for bones");
}

Result<void> checkSize(const std::string& path, const Eigen::MatrixXd& V) {
  constexpr double most = 1e30;  // as in documents
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (V.row(v).cwiseAbs().maxCoeff() <= most) continue;
    return fail(ErrorCode::invalid_argument,
                text(path, ": vertex ", v, " (counted from 0) lies farther out than ", most,
                     "; scale the mesh"));
  }
  return {};
}

}  // namespace

Result<ModelFile> ModelFile::openGltf(const std::string& path, ModelParts parts) {
  auto gltf = readGltf(path);
  if (!gltf) return std::unexpected(gltf.error());
  ModelFile model;
  model.warnings_ = warningsOf(path, *gltf);
  auto surface = surfaceOf(*gltf, GltfParts::all);
  if (surface) {
    if (parts == ModelParts::skinned) {
      if (auto skinned = surfaceOf(*gltf, GltfParts::skinned)) surface = std::move(skinned);
    }
    model.mesh_ = {surface->mesh.V, surface->mesh.F, {}};
    model.skeleton_ = surface->skeleton;
    std::ranges::move(warningsOf(path, *surface), std::back_inserter(model.warnings_));
    if (gltf->count("skins") == 0 && !model.skeleton_.empty()) {
      model.bone_note_ = noteOn(model.skeleton_);
    }
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
    auto painted = readPaintedMesh(path);
    if (!painted) return std::unexpected(painted.error());
    model->mesh_ = std::move(painted->mesh);
    model->source_ = std::move(painted->paint);
    model->warnings_ = std::move(painted->warnings);
  }
  if (!model) return model;
  if (auto fits = checkSize(path, model->mesh_.V); !fits) return std::unexpected(fits.error());
  model->name_ = nameIn(path, "mesh");
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
    return skeleton ? leftBehind(foreign->file, *rigged) : std::vector<std::string>{};
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
  Document document = riggedMesh(name_, mesh_, moving, weights, settings);
  paintLayers(document, std::get<MeshPaint>(source_));
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
