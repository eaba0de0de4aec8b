// SPDX-License-Identifier: MIT
#include "vide/pipeline/document_renderer.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/detail/prepared_layer.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/raster/draw_solid.hpp"
#include "vide/raster/overlay.hpp"
#include "vide/raster/texture.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide {
namespace {

using detail::LayerFrame;
using detail::PreparedLayer;

constexpr LineStyle wire_style{.color = {20, 40, 60, 150}, .width = 1};
constexpr Tint clay{0.86f, 0.82f, 0.77f};

Tint tintOf(const Layer& layer) {
  return {static_cast<float>(layer.tint.x), static_cast<float>(layer.tint.y),
          static_cast<float>(layer.tint.z)};
}

Image whitePixel() {
  Image image(1, 1);
  std::ranges::fill(image.rgba, std::uint8_t{255});
  return image;
}

bool hasAlpha(const Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return true;
  }
  return false;
}

Image withoutAlpha(Image image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

// The document's pictures as textures.
struct Pictures {
  std::deque<Texture> textures;           // of the document's images, then a white one
  std::deque<Texture> opaque;             // more, for layers whose alpha means nothing
  std::vector<const Texture*> opaque_of;  // by image; null: its texture has no alpha

  static Result<Pictures> decode(const Document& document, const ImageLimits& limits) {
    Pictures pictures;
    for (const ImageAsset& asset : document.images) {
      auto image = decodeImage(asset.encoded, limits);
      if (!image) return failAt(text("image '", asset.name, "'"), image.error());
      pictures.textures.emplace_back(*image);
      pictures.opaque_of.push_back(nullptr);
      const bool is_opaque = std::ranges::any_of(document.layers, [&](const Layer& layer) {
        return layer.image == asset.id && layer.transparency == Transparency::opaque;
      });
      if (!hasAlpha(*image)) {
        pictures.opaque_of.back() = &pictures.textures.back();
      } else if (is_opaque) {
        pictures.opaque_of.back() = &pictures.opaque.emplace_back(withoutAlpha(*std::move(image)));
      }
    }
    pictures.textures.emplace_back(whitePixel());
    return pictures;
  }
};

enum class TextureCover { full, varying };

// How a layer in space uses its alpha; blending costs more, so only where it shows.
SolidAlpha alphaOf(const Layer& layer, TextureCover texture) {
  if (layer.transparency == Transparency::opaque) return SolidAlpha::opaque;
  if (layer.transparency == Transparency::mask) return SolidAlpha::mask;
  const bool covers = layer.opacity == 1 && texture == TextureCover::full &&
                      (layer.colors.rows() == 0 || (layer.colors.col(3).array() == 1).all());
  return covers ? SolidAlpha::opaque : SolidAlpha::blend;
}

bool isInSpace(const Document& document) {
  return document.canvas_width == 0 && std::ranges::any_of(document.layers, [](const Layer& layer) {
           return layer.mesh.V.cols() == 3;
         });
}

bool liesInOnePlane(const Document& document) {
  std::optional<double> depth;
  for (const Layer& layer : document.layers) {
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      const double z = layer.mesh.V.cols() == 3 ? layer.mesh.V(v, 2) : 0;
      if (!depth) depth = z;
      if (z != *depth) return false;
    }
  }
  return true;
}

}  // namespace

struct DocumentRenderer::Parts {
  const Document* document = nullptr;
  Pictures pictures;
  std::vector<PreparedLayer> layers;
  std::vector<SolidAlpha> alpha;           // by layer, in space
  std::vector<std::size_t> back_to_front;  // indices into `layers`
  std::vector<std::size_t> shown_bones;
  bool is_spatial = false;  // seen in depth instead of painted in order
  bool is_flat = false;
};

struct DocumentRenderer::Workspace::State {
  Affine3 to_view;
  std::vector<Transform> pose;
  std::optional<std::vector<Transform>> posed_as;  // what the layers were posed with
  std::vector<Affine3> model;
  std::vector<Affine3> skinning;
  std::vector<SkinMatrix> matrices;
  std::vector<LayerFrame> layers;
  std::vector<Affine3> viewed_model;
  std::vector<BoneShape> all_bones, bones;
  std::vector<std::size_t> bone_order;
  DrawContext context;
  std::vector<SolidDraw> solids;
  SolidContext solid_context;
  Progress progress;
};

DocumentRenderer::Workspace::Workspace(const DocumentRenderer& renderer)
    : state_(std::make_unique<State>()) {
  const Parts& parts = *renderer.parts_;
  const std::size_t bones = parts.document->skeleton.size();
  state_->pose.resize(bones);
  state_->model.resize(bones);
  state_->skinning.resize(bones);
  state_->matrices.resize(bones);
  state_->viewed_model.resize(bones);
  state_->all_bones.resize(bones);
  for (const PreparedLayer& layer : parts.layers) state_->layers.emplace_back(layer);
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
  parts->is_spatial = isInSpace(document);
  parts->is_flat = parts->is_spatial && liesInOnePlane(document);
  auto pictures = Pictures::decode(document, limits);
  if (!pictures) return std::unexpected(pictures.error());
  parts->pictures = *std::move(pictures);
  const auto use = parts->is_spatial ? detail::LayerUse::spatial : detail::LayerUse::flat;
  for (const Layer& layer : document.layers) {
    auto prepared = detail::prepareLayer(layer, document.skeleton, use);
    if (!prepared) return std::unexpected(prepared.error());
    const ImageAsset* asset = layer.image ? findImage(document, *layer.image) : nullptr;
    const std::size_t image =
        asset ? std::size_t(asset - document.images.data()) : parts->pictures.textures.size() - 1;
    const Texture* opaque = asset ? parts->pictures.opaque_of[image] : nullptr;
    const bool is_opaque = layer.transparency == Transparency::opaque;
    prepared->texture =
        parts->is_spatial && is_opaque && opaque ? opaque : &parts->pictures.textures[image];
    const bool is_full = !asset || opaque == &parts->pictures.textures[image];
    parts->alpha.push_back(alphaOf(layer, is_full ? TextureCover::full : TextureCover::varying));
    parts->layers.push_back(std::move(*prepared));
  }
  for (LayerId id : document.draw_order) {
    parts->back_to_front.push_back(std::size_t(findLayer(document, id) - document.layers.data()));
  }
  const auto bones = document.skeleton.bones();
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].deform || !parts->is_spatial) parts->shown_bones.push_back(i);
  }
  return DocumentRenderer(std::move(parts));
}

bool DocumentRenderer::isSpatial() const { return parts_->is_spatial; }
bool DocumentRenderer::isFlat() const { return parts_->is_flat; }

void DocumentRenderer::stopWhen(const Progress& progress, Workspace& workspace) const {
  workspace.state_->progress = progress;
  workspace.state_->solid_context.stopWhen(progress);
}

void DocumentRenderer::look(const Viewpoint& from, Workspace& workspace) const {
  workspace.state_->to_view = parts_->is_spatial ? from.toView() : Affine3{};
}

void DocumentRenderer::pose(std::span<const Transform> pose, Workspace& workspace) const {
  auto& state = *workspace.state_;
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    state.layers[i].restShapes(parts_->layers[i]);
  }
  moveLayers(pose, workspace);
}

void DocumentRenderer::pose(const Clip& clip, double time, Workspace& workspace) const {
  auto& state = *workspace.state_;
  samplePose(clip, parts_->document->skeleton, time, state.pose);
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    const PreparedLayer& layer = parts_->layers[i];
    state.layers[i].restShapes(layer);
    sampleMorphs(clip, layer.layer->id, time, state.layers[i].shape_weights);
  }
  moveLayers(state.pose, workspace);
}

void DocumentRenderer::moveLayers(std::span<const Transform> pose, Workspace& workspace) const {
  auto& state = *workspace.state_;
  const Skeleton& skeleton = parts_->document->skeleton;
  // A turntable shows one pose from many sides.
  const bool is_same = state.posed_as && std::ranges::equal(pose, *state.posed_as);
  if (!is_same) {
    modelTransforms(skeleton, pose, state.model);
    skinningTransforms(skeleton, state.model, state.skinning);
    std::ranges::transform(state.skinning, state.matrices.begin(), toSkinMatrix);
    if (!state.posed_as) state.posed_as.emplace();
    state.posed_as->assign(pose.begin(), pose.end());
  }
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    LayerFrame& frame = state.layers[i];
    if (!is_same || frame.shape_weights != frame.posed_weights) {
      frame.pose(parts_->layers[i], state.matrices);
    }
    if (parts_->is_spatial) {
      frame.viewFrom(state.to_view);
    } else {
      frame.viewFlat();
    }
  }
  for (std::size_t i = 0; i < state.model.size(); ++i) {
    state.viewed_model[i] = parts_->is_spatial ? state.to_view * state.model[i] : state.model[i];
  }
  boneShapes(skeleton, state.viewed_model, state.all_bones);
}

Box2 DocumentRenderer::bounds(const FrameStyle& style, const Workspace& workspace) const {
  Box2 box;
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    if (!parts_->layers[i].layer->visible) continue;
    const auto positions = this->positions(i, workspace);
    for (std::size_t v = 0; v + 1 < positions.size(); v += 2) {
      box.include({positions[v], positions[v + 1]});
    }
  }
  if (!style.show_bones || !parts_->is_spatial) return box;
  for (const std::size_t bone : parts_->shown_bones) {
    box.include(workspace.state_->all_bones[bone].head);
    box.include(workspace.state_->all_bones[bone].tail);
  }
  return box;
}

Vec3 DocumentRenderer::middle(const Workspace& workspace) const {
  Box2 front, depth;
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    const auto positions = positionsInSpace(i, workspace);
    for (std::size_t v = 0; v + 2 < positions.size(); v += 3) {
      front.include({positions[v], positions[v + 1]});
      depth.include({positions[v + 2], 0});
    }
  }
  if (front.empty() || depth.empty()) return {};
  return {front.center().x, front.center().y, depth.center().x};
}

std::span<const float> DocumentRenderer::positions(std::size_t index,
                                                   const Workspace& workspace) const {
  return std::span(workspace.state_->layers[index].flat)
      .first(2 * parts_->layers[index].own_vertices);
}

std::span<const float> DocumentRenderer::positionsInSpace(std::size_t index,
                                                          const Workspace& workspace) const {
  return std::span(workspace.state_->layers[index].posed)
      .first(3 * parts_->layers[index].own_vertices);
}

void DocumentRenderer::drawFlat(const Camera2D& camera, const FrameStyle& style,
                                Workspace& workspace, Canvas& canvas) const {
  auto& state = *workspace.state_;
  const Texture& white = parts_->pictures.textures.back();
  for (std::size_t i : parts_->back_to_front) {
    const PreparedLayer& layer = parts_->layers[i];
    if (!layer.layer->visible || state.progress.cancelled()) continue;
    const auto& positions = state.layers[i].flat;
    const auto opacity = static_cast<float>(layer.layer->opacity);
    const bool is_clay = style.surface == Surface::clay;
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
                .texture = is_clay ? &white : layer.texture,
                .blend = layer.layer->blend,
                .opacity = opacity,
                .tint = is_clay ? clay : tintOf(*layer.layer)},
               state.context);
    }
    if (!style.show_wireframe) continue;
    drawWireframe(canvas, camera,
                  {.positions = positions, .triangles = layer.triangles, .style = wire_style},
                  state.context);
  }
}

void DocumentRenderer::drawInSpace(const Camera2D& camera, const FrameStyle& style,
                                   Workspace& workspace, Canvas& canvas) const {
  auto& state = *workspace.state_;
  state.solids.clear();
  for (std::size_t i : parts_->back_to_front) {
    const PreparedLayer& layer = parts_->layers[i];
    if (!layer.layer->visible) continue;
    SolidDraw draw{.positions = state.layers[i].viewed,
                   .normals = state.layers[i].viewed_normals,
                   .triangles = layer.triangles,
                   .tint = clay,
                   .alpha = SolidAlpha::opaque,
                   .is_lit = !parts_->is_flat};
    if (style.surface == Surface::weights && !layer.weight_colors.empty()) {
      draw.colors = layer.weight_colors;
      draw.tint = {};
    } else if (style.surface != Surface::clay) {
      draw.uv = layer.uv;
      draw.texture = layer.layer->image ? layer.texture : nullptr;
      draw.colors = layer.colors;
      draw.tint = tintOf(*layer.layer);
      draw.opacity = static_cast<float>(layer.layer->opacity);
      draw.alpha = parts_->alpha[i];
      draw.alpha_cutoff = static_cast<float>(layer.layer->alpha_cutoff);
    }
    if (style.show_wireframe) draw.wire = wire_style.color;
    state.solids.push_back(draw);
  }
  drawSolids(canvas, camera, state.solids, state.solid_context);
}

void DocumentRenderer::draw(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
                            Canvas& canvas) const {
  auto& state = *workspace.state_;
  if (parts_->is_spatial) {
    drawInSpace(camera, style, workspace, canvas);
  } else {
    drawFlat(camera, style, workspace, canvas);
  }
  if (!style.show_bones) return;
  state.bone_order = parts_->shown_bones;
  if (parts_->is_spatial) {  // far ones first
    const auto depth = [&](std::size_t bone) { return state.viewed_model[bone].translation.z; };
    std::ranges::sort(state.bone_order, [&](std::size_t a, std::size_t b) {
      return depth(a) != depth(b) ? depth(a) < depth(b) : a < b;
    });
  }
  state.bones.clear();
  for (const std::size_t bone : state.bone_order) state.bones.push_back(state.all_bones[bone]);
  drawBones(canvas, camera, {.bones = state.bones}, state.context);
}

}  // namespace vide
