// SPDX-License-Identifier: MIT
#include "vide/pipeline/document_renderer.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/pipeline/detail/solid_frame.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/raster/overlay.hpp"
#include "vide/raster/texture.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/weights/weight_colors.hpp"

namespace vide {
namespace {

constexpr LineStyle wire_style{.color = {20, 40, 60, 150}, .width = 1};

// A layer in the form that frames need.
struct PreparedLayer {
  const Layer* layer = nullptr;
  const Texture* texture = nullptr;
  std::vector<float> rest;     // x, y, z per vertex
  std::vector<Vec2f> uv;       // per vertex
  std::vector<int> triangles;  // three vertices each
  PackedWeights weights;       // handles are bones of the skeleton
  std::vector<Color> weight_colors;
};

std::vector<float> restPositions(const TriMesh& mesh) {
  std::vector<float> rest;
  rest.reserve(3 * std::size_t(mesh.V.rows()));
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    rest.push_back(static_cast<float>(mesh.V(v, 0)));
    rest.push_back(static_cast<float>(mesh.V(v, 1)));
    rest.push_back(mesh.V.cols() > 2 ? static_cast<float>(mesh.V(v, 2)) : 0.0f);
  }
  return rest;
}

// The layer's weights with its own handles replaced by the skeleton's bones.
VertexWeights boneWeights(const Layer& layer, const Skeleton& skeleton) {
  VertexWeights weights;
  weights.handles = static_cast<int>(skeleton.size());
  if (layer.attachment == Attachment::skinned) {
    weights.row_start = layer.weights.row_start;
    weights.weight = layer.weights.weight;
    for (int handle : layer.weights.handle) {
      weights.handle.push_back(findBone(skeleton, layer.bones[std::size_t(handle)]));
    }
  } else if (layer.attachment == Attachment::rigid) {
    const int bone = findBone(skeleton, layer.bones[0]);
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      weights.handle.push_back(bone);
      weights.weight.push_back(1);
      weights.row_start.push_back(weights.weight.size());
    }
  }
  return weights;
}

Result<PreparedLayer> prepare(const Layer& layer, const Skeleton& skeleton,
                              const Texture* texture) {
  if (layer.attachment == Attachment::skinned &&
      layer.settings.deformer != Deformer::linear_blend) {
    return fail(ErrorCode::unsupported,
                text("layer '", layer.name, "': its deformer cannot be rendered here; choose ",
                     "linear blending"));
  }
  PreparedLayer prepared;
  prepared.layer = &layer;
  prepared.texture = texture;
  prepared.rest = restPositions(layer.mesh);
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    const bool has_uv = v < layer.uv.rows();
    prepared.uv.push_back({has_uv ? static_cast<float>(layer.uv(v, 0)) : 0.0f,
                           has_uv ? static_cast<float>(layer.uv(v, 1)) : 0.0f});
  }
  for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) {
    for (int corner = 0; corner < 3; ++corner) {
      prepared.triangles.push_back(layer.mesh.F(f, corner));
    }
  }
  if (layer.attachment == Attachment::fixed) return prepared;
  const VertexWeights weights = boneWeights(layer, skeleton);
  auto packed = packWeights(weights);
  if (!packed) return failAt(text("layer '", layer.name, "'"), packed.error());
  prepared.weights = std::move(*packed);
  prepared.weight_colors = weightColors(weights);
  return prepared;
}

Tint tintOf(const Layer& layer) {
  return {static_cast<float>(layer.tint.x), static_cast<float>(layer.tint.y),
          static_cast<float>(layer.tint.z)};
}

Image whitePixel() {
  Image image(1, 1);
  std::fill(image.rgba.begin(), image.rgba.end(), std::uint8_t{255});
  return image;
}

}  // namespace

struct DocumentRenderer::Parts {
  const Document* document = nullptr;
  std::vector<Texture> textures;  // one per image of the document, then plain white
  std::vector<PreparedLayer> layers;
  std::vector<std::size_t> back_to_front;  // indices into `layers`
  bool is_spatial = false;                 // seen in front view instead of painted in order
};

struct DocumentRenderer::Workspace::State {
  struct LayerFrame {
    std::vector<float> skinned;    // x, y, z per vertex
    std::vector<float> positions;  // x, y per vertex
  };
  std::vector<Affine3> model;
  std::vector<Affine3> skinning;
  std::vector<SkinMatrix> matrices;
  std::vector<LayerFrame> layers;
  std::vector<BoneShape> bones;
  DrawContext context;
  std::vector<detail::SolidMesh> solids;
  detail::SolidFrame frame;
};

DocumentRenderer::Workspace::Workspace(const DocumentRenderer& renderer)
    : state_(std::make_unique<State>()) {
  const Parts& parts = *renderer.parts_;
  const std::size_t bones = parts.document->skeleton.size();
  state_->model.resize(bones);
  state_->skinning.resize(bones);
  state_->matrices.resize(bones);
  state_->bones.resize(bones);
  for (const PreparedLayer& layer : parts.layers) {
    state_->layers.push_back({layer.rest, std::vector<float>(layer.rest.size() / 3 * 2)});
  }
}
DocumentRenderer::Workspace::Workspace(Workspace&&) noexcept = default;
DocumentRenderer::Workspace& DocumentRenderer::Workspace::operator=(Workspace&&) noexcept = default;
DocumentRenderer::Workspace::~Workspace() = default;

DocumentRenderer::DocumentRenderer(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
DocumentRenderer::DocumentRenderer(DocumentRenderer&&) noexcept = default;
DocumentRenderer& DocumentRenderer::operator=(DocumentRenderer&&) noexcept = default;
DocumentRenderer::~DocumentRenderer() = default;

Result<DocumentRenderer> DocumentRenderer::create(const Document& document,
                                                  const ImageLimits& limits) {
  if (auto valid = validate(document); !valid) return std::unexpected(valid.error());
  auto parts = std::make_unique<Parts>();
  parts->document = &document;
  for (const ImageAsset& asset : document.images) {
    const auto image = decodeImage(asset.encoded, limits);
    if (!image) return failAt(text("image '", asset.name, "'"), image.error());
    parts->textures.emplace_back(*image);
  }
  parts->textures.emplace_back(whitePixel());

  for (const Layer& layer : document.layers) {
    const ImageAsset* asset = layer.image ? findImage(document, *layer.image) : nullptr;
    const std::size_t texture =
        asset ? std::size_t(asset - document.images.data()) : parts->textures.size() - 1;
    auto prepared = prepare(layer, document.skeleton, &parts->textures[texture]);
    if (!prepared) return std::unexpected(prepared.error());
    parts->layers.push_back(std::move(*prepared));
  }
  for (LayerId id : document.draw_order) {
    parts->back_to_front.push_back(std::size_t(findLayer(document, id) - document.layers.data()));
  }
  parts->is_spatial = document.canvas_width == 0 &&
                      std::any_of(document.layers.begin(), document.layers.end(),
                                  [](const Layer& layer) { return layer.mesh.V.cols() == 3; });
  return DocumentRenderer(std::move(parts));
}

void DocumentRenderer::pose(std::span<const Transform> pose, Workspace& workspace) const {
  auto& state = *workspace.state_;
  const Skeleton& skeleton = parts_->document->skeleton;
  modelTransforms(skeleton, pose, state.model);
  skinningTransforms(skeleton, state.model, state.skinning);
  std::transform(state.skinning.begin(), state.skinning.end(), state.matrices.begin(),
                 toSkinMatrix);
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    const PreparedLayer& layer = parts_->layers[i];
    auto& frame = state.layers[i];
    if (layer.layer->attachment != Attachment::fixed) {
      SkinningJob{.transforms = state.matrices,
                  .influences = layer.weights.influences,
                  .handles = layer.weights.handle,
                  .weights = layer.weights.weight,
                  .positions = layer.rest,
                  .out_positions = frame.skinned}
          .run();
    }
    for (std::size_t v = 0; 3 * v < frame.skinned.size(); ++v) {
      frame.positions[2 * v] = frame.skinned[3 * v];
      frame.positions[2 * v + 1] = frame.skinned[3 * v + 1];
    }
  }
}

Box2 DocumentRenderer::bounds(const Workspace& workspace) const {
  Box2 box;
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    if (!parts_->layers[i].layer->visible) continue;
    const auto& positions = workspace.state_->layers[i].positions;
    for (std::size_t v = 0; v + 1 < positions.size(); v += 2) {
      box.include({positions[v], positions[v + 1]});
    }
  }
  return box;
}

std::span<const float> DocumentRenderer::positions(std::size_t index,
                                                   const Workspace& workspace) const {
  return workspace.state_->layers[index].positions;
}

std::span<const float> DocumentRenderer::positionsInSpace(std::size_t index,
                                                          const Workspace& workspace) const {
  return workspace.state_->layers[index].skinned;
}

void DocumentRenderer::drawFlat(const Camera2D& camera, const FrameStyle& style,
                                Workspace& workspace, Canvas& canvas) const {
  auto& state = *workspace.state_;
  for (std::size_t i : parts_->back_to_front) {
    const PreparedLayer& layer = parts_->layers[i];
    if (!layer.layer->visible) continue;
    const auto& positions = state.layers[i].positions;
    const auto opacity = static_cast<float>(layer.layer->opacity);
    if (style.surface == Surface::weights && !layer.weight_colors.empty()) {
      drawColoredMesh(canvas, camera,
                      {.positions = positions,
                       .colors = layer.weight_colors,
                       .triangles = layer.triangles,
                       .opacity = opacity},
                      state.context);
    } else {
      drawMesh(canvas, camera,
               {.positions = positions,
                .uv = layer.uv,
                .triangles = layer.triangles,
                .texture = layer.texture,
                .blend = layer.layer->blend,
                .opacity = opacity,
                .tint = tintOf(*layer.layer)},
               state.context);
    }
    if (style.show_wireframe) drawWires(camera, i, workspace, canvas);
  }
}

void DocumentRenderer::drawInSpace(const Camera2D& camera, const FrameStyle& style,
                                   Workspace& workspace, Canvas& canvas) const {
  auto& state = *workspace.state_;
  state.solids.clear();
  for (std::size_t i : parts_->back_to_front) {
    const PreparedLayer& layer = parts_->layers[i];
    if (!layer.layer->visible) continue;
    const bool in_colors = style.surface == Surface::weights && !layer.weight_colors.empty();
    state.solids.push_back({.positions = state.layers[i].skinned,
                            .uv = layer.uv,
                            .colors = {},
                            .triangles = layer.triangles,
                            .texture = layer.texture,
                            .tint = in_colors ? Vec3{1, 1, 1} : layer.layer->tint,
                            .opacity = static_cast<float>(layer.layer->opacity)});
    if (in_colors) state.solids.back().colors = layer.weight_colors;
  }
  state.frame.draw(state.solids, camera, canvas);
  if (!style.show_wireframe) return;
  for (std::size_t i : parts_->back_to_front) {
    if (parts_->layers[i].layer->visible) drawWires(camera, i, workspace, canvas);
  }
}

void DocumentRenderer::drawWires(const Camera2D& camera, std::size_t index, Workspace& workspace,
                                 Canvas& canvas) const {
  auto& state = *workspace.state_;
  drawWireframe(canvas, camera,
                {.positions = state.layers[index].positions,
                 .triangles = parts_->layers[index].triangles,
                 .style = wire_style},
                state.context);
}

void DocumentRenderer::draw(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
                            Canvas& canvas) const {
  auto& state = *workspace.state_;
  if (parts_->is_spatial) {
    drawInSpace(camera, style, workspace, canvas);
  } else {
    drawFlat(camera, style, workspace, canvas);
  }
  if (style.show_bones) {
    boneShapes(parts_->document->skeleton, state.model, state.bones);
    drawBones(canvas, camera, {.bones = state.bones}, state.context);
  }
}

}  // namespace vide
