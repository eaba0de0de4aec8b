// SPDX-License-Identifier: MIT
#include "vide/stage/document_renderer.hpp"

#include <algorithm>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/raster/draw_solid.hpp"
#include "vide/raster/overlay.hpp"
#include "vide/rig/drawn_layers.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/stage/acting_constraints.hpp"
#include "vide/stage/detail/document_pictures.hpp"
#include "vide/stage/detail/prepared_layer.hpp"

namespace vide {
namespace {

using detail::DocumentPictures;
using detail::LayerFrame;
using detail::LayerUse;
using detail::PreparedLayer;

constexpr LineStyle wire_style{.color = {20, 40, 60, 150}, .width = 1};
constexpr Tint clay{0.86f, 0.82f, 0.77f};

Tint tintOf(const LayerLook& look) {
  return {static_cast<float>(look.tint.x), static_cast<float>(look.tint.y),
          static_cast<float>(look.tint.z)};
}

// How a layer in space uses its alpha; blending costs more, so only where it shows.
SolidAlpha alphaOf(const PreparedLayer& layer, double opacity) {
  switch (layer.layer->transparency) {
    case Transparency::opaque:
      return SolidAlpha::opaque;
    case Transparency::mask:
      return SolidAlpha::mask;
    case Transparency::blend:
      break;
  }
  return layer.covers && opacity == 1 ? SolidAlpha::opaque : SolidAlpha::blend;
}

Box2 common(const Box2& a, const Box2& b) {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

// Colours and opacities go from those of `before` to those of `drawn`, where a layer is in both.
void fadeLooks(std::span<const DrawnLayer> before, double share, std::span<DrawnLayer> drawn) {
  for (DrawnLayer& layer : drawn) {
    const auto old = std::ranges::find(before, layer.layer, &DrawnLayer::layer);
    if (old == before.end()) continue;
    LayerLook& look = layer.look;
    look.tint = old->look.tint + (look.tint - old->look.tint) * share;
    look.opacity = old->look.opacity + (look.opacity - old->look.opacity) * share;
  }
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
  DocumentPictures pictures;
  std::vector<PreparedLayer> layers;
  DrawnLayers drawn;
  ConstraintSolver constraints;
  std::vector<std::size_t> shown_bones;
  bool is_spatial = false;  // seen in depth instead of painted in order
  bool is_flat = false;
  bool has_masks = false;

  Parts(const Document& of, DocumentPictures made)
      : document(&of), pictures(std::move(made)), drawn(of) {}
};

struct DocumentRenderer::Workspace::State {
  ActingConstraints constraints;
  std::vector<DrawnLayer> drawn;       // back to front
  std::vector<DrawnLayer> left_drawn;  // of the clip that another one fades over
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
  Canvas mask;                           // the alpha of one layer ...
  std::optional<std::size_t> masked_by;  // ... which is this one
  std::vector<SolidDraw> solids;
  SolidContext solid_context;
  Progress progress;

  explicit State(const Parts& parts) : constraints(*parts.document, parts.constraints) {}
};

DocumentRenderer::Workspace::Workspace(const DocumentRenderer& renderer)
    : state_(std::make_unique<State>(*renderer.parts_)) {
  const Parts& parts = *renderer.parts_;
  state_->drawn.reserve(parts.layers.size());
  state_->left_drawn.reserve(parts.layers.size());
  parts.drawn.at(nullptr, 0, state_->drawn);
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
                                                  std::vector<Image> pictures) {
  if (auto valid = validate(document); !valid) return std::unexpected(valid.error());
  if (!pictures.empty() && pictures.size() != document.images.size()) {
    return fail(ErrorCode::invalid_argument, text(pictures.size(), " pictures were handed in for ",
                                                  document.images.size(), " images"));
  }
  auto parts = std::make_unique<Parts>(document, DocumentPictures(document, std::move(pictures)));
  parts->is_spatial = isInSpace(document);
  parts->is_flat = parts->is_spatial && liesInOnePlane(document);
  const LayerUse use = parts->is_spatial ? LayerUse::spatial : LayerUse::flat;
  for (const Layer& layer : document.layers) {
    auto prepared = detail::prepareLayer(layer, document.skeleton, use);
    if (!prepared) return std::unexpected(prepared.error());
    const auto [texture, is_full] = parts->pictures.of(document, layer, use);
    prepared->texture = texture;
    prepared->covers = is_full && (layer.colors.rows() == 0 ||  //
                                   (layer.colors.col(3).array() == 1).all());
    parts->layers.push_back(std::move(*prepared));
    parts->has_masks |= layer.mask && !parts->is_spatial;
  }
  auto constraints = ConstraintSolver::create(document.skeleton, document.constraints);
  if (!constraints) return std::unexpected(constraints.error());
  parts->constraints = *std::move(constraints);
  const auto bones = document.skeleton.bones();
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].deform || !parts->is_spatial) parts->shown_bones.push_back(i);
  }
  return DocumentRenderer(std::move(parts));
}

bool DocumentRenderer::isSpatial() const { return parts_->is_spatial; }
bool DocumentRenderer::isFlat() const { return parts_->is_flat; }
bool DocumentRenderer::hasMasks() const { return parts_->has_masks; }

void DocumentRenderer::stopWhen(const Progress& progress, Workspace& workspace) const {
  workspace.state_->progress = progress;
  workspace.state_->solid_context.stopWhen(progress);
}

void DocumentRenderer::look(const Viewpoint& from, Workspace& workspace) const {
  workspace.state_->to_view = parts_->is_spatial ? from.toView() : Affine3{};
}

void DocumentRenderer::pose(std::span<const Transform> pose, Workspace& workspace) const {
  auto& state = *workspace.state_;
  std::ranges::copy(pose, state.pose.begin());
  state.constraints.act(state.pose, {});
  show(state.pose, {}, workspace);
}

void DocumentRenderer::pose(const Clip& clip, double time, Workspace& workspace) const {
  auto& state = *workspace.state_;
  samplePose(clip, parts_->document->skeleton, time, state.pose);
  state.constraints.act(state.pose, {&clip, time});
  show(state.pose, {&clip, time}, workspace);
}

void DocumentRenderer::show(std::span<const Transform> pose, const Moment& moment,
                            Workspace& workspace) const {
  auto& state = *workspace.state_;
  parts_->drawn.at(moment.clip, moment.time, state.drawn);
  if (moment.share < 1) {
    parts_->drawn.at(moment.from, moment.from_time, state.left_drawn);
    fadeLooks(state.left_drawn, moment.share, state.drawn);
  }
  for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
    state.layers[i].takeShape(parts_->layers[i], moment);
  }
  moveLayers(pose, workspace);
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
    if (!is_same || frame.isReshaped()) {
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

Box2 DocumentRenderer::layerBounds(std::size_t index, const Workspace& workspace) const {
  Box2 box;
  const auto positions = this->positions(index, workspace);
  for (std::size_t v = 0; v + 1 < positions.size(); v += 2) {
    box.include({positions[v], positions[v + 1]});
  }
  return box;
}

Box2 DocumentRenderer::bounds(const FrameStyle& style, const Workspace& workspace) const {
  Box2 box;
  for (const DrawnLayer& drawn : workspace.state_->drawn) {
    Box2 seen = layerBounds(drawn.layer, workspace);
    if (drawn.mask && parts_->has_masks) seen = common(seen, layerBounds(*drawn.mask, workspace));
    if (seen.empty()) continue;
    box.include(seen.min);
    box.include(seen.max);
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

std::span<const DrawnLayer> DocumentRenderer::drawn(const Workspace& workspace) const {
  return workspace.state_->drawn;
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

// The canvas that shows the alpha of layer `index`. Layers that share a mask mostly follow one
// another, so that it is mostly painted once a frame.
const Canvas& DocumentRenderer::maskFor(std::size_t index, const Camera2D& camera,
                                        Workspace& workspace, const Canvas& canvas) const {
  auto& state = *workspace.state_;
  if (state.masked_by == index) return state.mask;
  if (state.mask.width() != canvas.width() || state.mask.height() != canvas.height()) {
    state.mask.resize(canvas.width(), canvas.height());
  } else {
    state.mask.clear();
  }
  const PreparedLayer& layer = parts_->layers[index];
  drawMesh(state.mask, camera,
           {.positions = state.layers[index].flat,
            .uv = layer.uv,
            .triangles = layer.triangles,
            .texture = layer.texture},
           state.context);
  state.masked_by = index;
  return state.mask;
}

void DocumentRenderer::drawFlat(const Camera2D& camera, const FrameStyle& style,
                                Workspace& workspace, Canvas& canvas) const {
  auto& state = *workspace.state_;
  state.masked_by.reset();
  for (const DrawnLayer& drawn : state.drawn) {
    if (state.progress.cancelled()) return;
    const PreparedLayer& layer = parts_->layers[drawn.layer];
    const auto& positions = state.layers[drawn.layer].flat;
    const auto opacity = static_cast<float>(drawn.look.opacity);
    const bool is_clay = style.surface == Surface::clay;
    const Canvas* mask = drawn.mask ? &maskFor(*drawn.mask, camera, workspace, canvas) : nullptr;
    if (style.surface == Surface::weights && !layer.weight_colors.empty()) {
      drawColoredMesh(canvas, camera,
                      {.positions = positions,
                       .colors = layer.weight_colors,
                       .triangles = layer.triangles,
                       .opacity = opacity,
                       .clip = mask},
                      state.context);
    } else {
      drawMesh(canvas, camera,
               {.positions = positions,
                .uv = layer.uv,
                .triangles = layer.triangles,
                .texture = is_clay ? &parts_->pictures.white() : layer.texture,
                .blend = layer.layer->blend,
                .opacity = opacity,
                .tint = is_clay ? clay : tintOf(drawn.look),
                .clip = mask},
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
  for (const DrawnLayer& drawn : state.drawn) {
    const PreparedLayer& layer = parts_->layers[drawn.layer];
    const LayerFrame& frame = state.layers[drawn.layer];
    SolidDraw draw{.positions = frame.viewed,
                   .normals = frame.viewed_normals,
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
      draw.tint = tintOf(drawn.look);
      draw.opacity = static_cast<float>(drawn.look.opacity);
      draw.alpha = alphaOf(layer, drawn.look.opacity);
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
