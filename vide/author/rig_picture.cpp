// SPDX-License-Identifier: MIT
#include "vide/author/rig_picture.hpp"

#include "vide/author/layer_mesh.hpp"
#include "vide/author/paint_order.hpp"
#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/weights/straight.hpp"

namespace vide {
namespace {

// What later stages need beside the document.
struct Meshed {
  PictureDocument result;
  Coverage shape;
  std::vector<int> part;
};

Layer layerOf(const Picture& picture, ImageMesh mesh, const MeshSettings& settings) {
  Layer layer;
  layer.name = picture.name;
  layer.image = 0;
  layer.uv = textureCoordinates(mesh.mesh, picture.image.width, picture.image.height);
  layer.mesh = std::move(mesh.mesh);
  layer.settings.mesh = settings;
  return layer;
}

Result<Meshed> meshShape(const Picture& picture, const ShapeOptions& shape_options,
                         const MeshOptions& mesh_options, const Progress& progress) {
  auto shape = shapeOf(picture, shape_options);
  if (!shape) return failAt(picture.source, shape.error());
  auto mesh = meshFromCoverage(*shape, mesh_options, progress);
  if (!mesh) return failAt(picture.source, mesh.error());
  auto asset = cutOutAsset(picture, *shape, shape_options);
  if (!asset) return std::unexpected(asset.error());

  Meshed meshed;
  PictureDocument& result = meshed.result;
  result.mesh = mesh->report;
  result.warnings = mesh->report.warnings;
  result.picture = cutOutImage(picture, *shape, shape_options);
  meshed.part = mesh->part;
  Document& document = result.document;
  document.canvas_width = picture.image.width;
  document.canvas_height = picture.image.height;
  document.images.push_back(std::move(*asset));
  document.layers.push_back(
      layerOf(picture, std::move(*mesh), meshSettings(shape_options, mesh_options)));
  document.draw_order = {document.layers[0].id};
  meshed.shape = std::move(*shape);
  return meshed;
}

// One smoothness per bone, 0 where the global one holds; empty when none is given.
Result<std::vector<double>> smoothnessByBone(const Skeleton& skeleton, const RigOptions& options) {
  std::vector<double> by_bone;
  for (const auto& [name, smoothness] : options.bone_smoothness) {
    const int bone = skeleton.find(name);
    if (bone < 0) {
      return fail(ErrorCode::not_found,
                  text("smoothness is given for the bone '", name, "', but the bones are: ",
                       listed(skeleton.bones(), [](const Bone& b) { return b.name; })));
    }
    by_bone.resize(skeleton.size());
    by_bone[std::size_t(bone)] = smoothness;
  }
  return by_bone;
}

Result<WeightsResult> weightsFor(const Meshed& meshed, const Skeleton& skeleton,
                                 const RigOptions& options, std::vector<double> by_bone,
                                 const Progress& progress) {
  const TriMesh& mesh = meshed.result.document.layers[0].mesh;
  if (options.method == WeightMethod::straight) {
    return straightWeights(mesh.V, skeleton,
                           {.smoothness = options.smoothness,
                            .bone_smoothness = std::move(by_bone),
                            .influences = options.influences});
  }
  if (options.method != WeightMethod::geodesic) {
    return fail(ErrorCode::unsupported, "this weight method does not work on pictures");
  }
  // So that what order they come in cannot matter.
  const Eigen::MatrixX3i triangles = trianglesByCorners(mesh.F);
  return geodesicWeights(meshed.shape, mesh.V, meshed.part, skeleton,
                         {.metric = options.metric,
                          .smoothness = options.smoothness,
                          .bone_smoothness = std::move(by_bone),
                          .influences = options.influences,
                          .triangles = &triangles,
                          .pool = options.pool},
                         progress);
}

void attach(Layer& layer, const Skeleton& skeleton, VertexWeights weights,
            const RigOptions& options, const std::vector<double>& by_bone) {
  layer.attachment = Attachment::skinned;
  for (const Bone& bone : skeleton.bones()) layer.bones.push_back(bone.id);
  paintInBoneOrder(layer.mesh, weights);
  layer.weights = std::move(weights);
  layer.settings.weights = options.method;
  layer.settings.influences = options.influences;
  layer.settings.deformer = options.deformer;
  if (options.smoothness > 0) layer.settings.smoothness = options.smoothness;
  for (std::size_t i = 0; i < by_bone.size(); ++i) {
    if (by_bone[i] > 0) layer.settings.bone_smoothness.push_back({skeleton[i].id, by_bone[i]});
  }
}

}  // namespace

Result<PictureDocument> meshPicture(const Picture& picture, const ShapeOptions& shape,
                                    const MeshOptions& mesh, const Progress& progress) {
  auto meshed = meshShape(picture, shape, mesh, progress);
  if (!meshed) return std::unexpected(meshed.error());
  return std::move(meshed->result);
}

Result<PictureDocument> rigPicture(const Picture& picture, const Skeleton& skeleton,
                                   const RigOptions& options, const Progress& progress) {
  const auto by_bone = smoothnessByBone(skeleton, options);
  if (!by_bone) return std::unexpected(by_bone.error());
  MeshOptions mesh_options = options.mesh;
  if (options.joints == JointDensity::denser) {
    const auto shape = shapeOf(picture, options.shape);
    if (!shape) return failAt(picture.source, shape.error());
    mesh_options.joints = denseJoints(skeleton, *shape);
  }
  auto meshed = meshShape(picture, options.shape, mesh_options, progress.slice(0, 0.4));
  if (!meshed) return std::unexpected(meshed.error());
  auto weights = weightsFor(*meshed, skeleton, options, *by_bone, progress.slice(0.4, 1));
  if (!weights) return failAt(picture.source, weights.error());

  PictureDocument result = std::move(meshed->result);
  result.warnings.insert(result.warnings.end(), weights->warnings.begin(), weights->warnings.end());
  result.document.skeleton = skeleton;
  attach(result.document.layers[0], skeleton, std::move(weights->weights), options, *by_bone);
  return result;
}

}  // namespace vide
