// SPDX-License-Identifier: MIT
#include "vide/author/rig_layers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "vide/author/layer_bones.hpp"
#include "vide/author/layer_picture.hpp"
#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

// A layer that shows something, cut down to it.
struct TrimmedLayer {
  const PictureLayer* layer = nullptr;
  Picture picture;
  Coverage shape;
  Vec2 corner;  // the picture's bottom left one, document space
  BoneSet bones;
};

// The columns and rows of an image that are not all transparent.
struct Extent {
  int left = 0, top = 0, right = -1, bottom = -1;
};

Extent shownExtent(const Image& image) {
  Extent extent{image.width, image.height, -1, -1};
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      if (image.pixel(column, row)[3] == 0) continue;
      extent = {std::min(extent.left, column), std::min(extent.top, row),
                std::max(extent.right, column), std::max(extent.bottom, row)};
    }
  }
  return extent;
}

Image cutOut(const Image& image, const Extent& extent, int rim) {
  const int columns = extent.right - extent.left + 1, rows = extent.bottom - extent.top + 1;
  Image cut(columns + 2 * rim, rows + 2 * rim);
  for (int row = 0; row < rows; ++row) {
    std::copy_n(image.pixel(extent.left, extent.top + row), 4 * columns, cut.pixel(rim, rim + row));
  }
  return cut;
}

// Nothing where the layer shows nothing.
Result<std::optional<TrimmedLayer>> trimmed(const LayeredPicture& drawing,
                                            const PictureLayer& layer, const RigOptions& options,
                                            std::vector<std::string>& warnings) {
  const std::string place = text("layer '", layer.name, "'");
  const Extent extent = shownExtent(layer.image);
  if (extent.right < 0) {
    warnings.push_back(place + " is transparent and is left out");
    return std::nullopt;
  }
  // Room for the mesh's margin and for the soft edge that bilinear sampling adds.
  const int rim =
      2 + static_cast<int>(std::ceil(std::clamp(options.mesh.trace.margin, 0.0, 256.0)));
  TrimmedLayer result{.layer = &layer};
  result.picture.name = layer.name;
  result.picture.source = text(drawing.source, ": ", place);
  result.picture.image = cutOut(layer.image, extent, rim);
  auto shape = coverageFromAlpha(result.picture.image, {.threshold = options.shape.threshold});
  if (!shape) {
    warnings.push_back(text(place, " is left out: ", shape.error().message));
    return std::nullopt;
  }
  result.shape = *std::move(shape);
  auto encoded = encodePicture(result.picture.image, options.shape, result.picture.source);
  if (!encoded) return std::unexpected(encoded.error());
  result.picture.mime = "image/png";
  result.picture.encoded = *std::move(encoded);
  result.corner = {double(layer.x + extent.left - rim),
                   double(drawing.height - (layer.y + extent.bottom + 1 + rim))};
  return result;
}

Result<std::vector<TrimmedLayer>> trimmedLayers(const LayeredPicture& drawing,
                                                const RigOptions& options,
                                                std::vector<std::string>& warnings) {
  std::vector<TrimmedLayer> layers;
  for (const PictureLayer& layer : drawing.layers) {
    auto one = trimmed(drawing, layer, options, warnings);
    if (!one) return std::unexpected(one.error());
    if (*one) layers.push_back(**std::move(one));
  }
  if (layers.empty()) {
    return fail(ErrorCode::invalid_argument, drawing.source + ": no layer shows anything");
  }
  return layers;
}

Result<void> checkBindings(const LayeredPicture& drawing, const RigLayersOptions& options) {
  for (const LayerBinding& binding : options.bindings) {
    if (std::ranges::find(drawing.layers, binding.layer, &PictureLayer::name) ==
        drawing.layers.end()) {
      return fail(ErrorCode::not_found,
                  text(drawing.source, ": has no layer '", binding.layer, "'; the layers are: ",
                       listed(drawing.layers, [](const PictureLayer& l) { return l.name; })));
    }
  }
  return {};
}

// The bones that a person or the drawing names for the layer.
std::vector<std::string> bonesSaid(const PictureLayer& layer, const RigLayersOptions& options) {
  const auto bound = std::ranges::find(options.bindings, layer.name, &LayerBinding::layer);
  return bound == options.bindings.end() ? layer.bones : bound->bones;
}

Result<void> chooseBones(std::vector<TrimmedLayer>& layers, const Skeleton& skeleton,
                         const RigLayersOptions& options, std::vector<std::string>& warnings) {
  std::vector<UnboundLayer> unbound;
  for (const TrimmedLayer& layer : layers) {
    unbound.push_back(
        {layer.layer->name, bonesSaid(*layer.layer, options), &layer.shape, layer.corner});
  }
  auto bones = bonesForLayers(unbound, skeleton, warnings);
  if (!bones) return std::unexpected(bones.error());
  for (std::size_t i = 0; i < layers.size(); ++i) layers[i].bones = std::move((*bones)[i]);
  return {};
}

// Weights for all bones of the skeleton as weights for the layer's own.
void keepOwnBones(Layer& layer, const BoneSet& bones, const Skeleton& skeleton) {
  std::vector<int> place(skeleton.size(), -1);
  layer.bones.clear();
  for (const std::size_t bone : bones) {
    place[bone] = static_cast<int>(layer.bones.size());
    layer.bones.push_back(skeleton[bone].id);
  }
  for (int& handle : layer.weights.handle) handle = place[std::size_t(handle)];
  layer.weights.handles = static_cast<int>(bones.size());
  std::erase_if(layer.settings.bone_smoothness, [&](const BoneSmoothness& one) {
    return std::ranges::find(layer.bones, one.bone) == layer.bones.end();
  });
}

// The layer with its mesh, still in its picture's own space, and its bones.
Result<PictureDocument> riggedLayer(const TrimmedLayer& layer, const Skeleton& skeleton,
                                    const RigOptions& options, const Progress& progress) {
  if (layer.bones.size() <= 1) {
    auto made = meshPicture(layer.picture, options.shape, options.mesh, progress);
    if (!made || layer.bones.empty()) return made;
    Layer& rigid = made->document.layers[0];
    rigid.attachment = Attachment::rigid;
    rigid.bones = {skeleton[layer.bones[0]].id};
    return made;
  }
  const auto local = skeletonOver(layer.corner, skeleton, layer.bones);
  if (!local) return failAt(layer.picture.source, local.error());
  auto made = rigPicture(layer.picture, *local, options, progress);
  if (made) keepOwnBones(made->document.layers[0], layer.bones, skeleton);
  return made;
}

void addToDocument(const TrimmedLayer& trimmed, PictureDocument made, LayeredDocument& result) {
  const std::string place = text("layer '", trimmed.layer->name, "': ");
  for (const auto& warning : made.warnings) result.warnings.push_back(place + warning);
  Document& document = result.document;
  const auto id = static_cast<LayerId>(document.layers.size());
  ImageAsset& asset = made.document.images[0];
  asset.id = id;
  Layer& layer = made.document.layers[0];
  layer.id = id;
  layer.image = id;
  layer.mesh.V.rowwise() += Eigen::RowVector2d(trimmed.corner.x, trimmed.corner.y);
  layer.blend = trimmed.layer->blend;
  layer.opacity = trimmed.layer->opacity;
  layer.visible = trimmed.layer->visible;
  document.images.push_back(std::move(asset));
  document.layers.push_back(std::move(layer));
  document.draw_order.push_back(id);
  result.pictures.push_back(std::move(made.picture));
  result.meshes.push_back(std::move(made.mesh));
}

// The layer that `what` (a mask, slot or skin, as messages call it) names.
Result<LayerId> layerFor(const std::string& what, const std::string& name,
                         const Document& document) {
  const auto found = std::ranges::find(document.layers, name, &Layer::name);
  if (found != document.layers.end()) return found->id;
  return fail(ErrorCode::not_found,
              text(what, " names '", name, "', which is no layer that shows anything"));
}

Result<void> connectMasks(const std::vector<TrimmedLayer>& layers, Document& document) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const PictureLayer& drawn = *layers[i].layer;
    if (drawn.mask.empty()) continue;
    const auto mask = layerFor(text("the mask of layer '", drawn.name, "'"), drawn.mask, document);
    if (!mask) return std::unexpected(mask.error());
    document.layers[i].mask = *mask;
  }
  return {};
}

Result<void> addSlots(const std::vector<SlotNote>& notes, Document& document) {
  for (const SlotNote& note : notes) {
    const std::string what = text("slot '", note.name, "'");
    Slot slot{.id = static_cast<SlotId>(document.slots.size()), .name = note.name};
    for (const std::string& name : note.layers) {
      const auto layer = layerFor(what, name, document);
      if (!layer) return std::unexpected(layer.error());
      slot.layers.push_back(*layer);
      if (name == note.shown) slot.shown = *layer;
    }
    if (!note.shown.empty() && !slot.shown) {
      return fail(ErrorCode::invalid_argument,
                  text(what, " shows '", note.shown, "', which is not one of its layers"));
    }
    document.slots.push_back(std::move(slot));
  }
  return {};
}

Result<void> addSkins(const std::vector<SkinNote>& notes, Document& document) {
  for (const SkinNote& note : notes) {
    const std::string what = text("skin '", note.name, "'");
    Skin skin{.id = static_cast<SkinId>(document.skins.size()), .name = note.name};
    for (const auto& [name, other] : note.replace) {
      const auto instead_of = layerFor(what, name, document);
      if (!instead_of) return std::unexpected(instead_of.error());
      const auto layer = layerFor(what, other, document);
      if (!layer) return std::unexpected(layer.error());
      skin.choices.push_back({*instead_of, *layer});
    }
    document.skins.push_back(std::move(skin));
  }
  return {};
}

// The layers, which know their bones, in one document.
Result<LayeredDocument> documentOf(const LayeredPicture& picture, const Skeleton& skeleton,
                                   const std::vector<TrimmedLayer>& layers, const RigOptions& rig,
                                   std::vector<std::string> warnings, const Progress& progress) {
  LayeredDocument result{.warnings = std::move(warnings)};
  Document& document = result.document;
  document.canvas_width = picture.width;
  document.canvas_height = picture.height;
  document.skeleton = skeleton;
  const double count = double(layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    auto made = riggedLayer(layers[i], skeleton, rig,
                            progress.slice(double(i) / count, double(i + 1) / count));
    if (!made) return std::unexpected(made.error());
    addToDocument(layers[i], *std::move(made), result);
  }
  auto dressed = connectMasks(layers, document);
  if (dressed) dressed = addSlots(picture.slots, document);
  if (dressed) dressed = addSkins(picture.skins, document);
  if (!dressed) return failAt(picture.source, dressed.error());
  if (auto valid = validate(document); !valid) return failAt(picture.source, valid.error());
  return result;
}

}  // namespace

Result<LayeredDocument> rigLayers(const LayeredPicture& picture, const Skeleton& skeleton,
                                  const RigLayersOptions& options, const Progress& progress) {
  if (auto known = checkBindings(picture, options); !known) return std::unexpected(known.error());
  RigOptions rig = options.rig;
  rig.shape.remove_background.reset();
  std::vector<std::string> warnings = picture.warnings;
  auto layers = trimmedLayers(picture, rig, warnings);
  if (!layers) return std::unexpected(layers.error());
  if (auto chosen = chooseBones(*layers, skeleton, options, warnings); !chosen) {
    return failAt(picture.source, chosen.error());
  }
  return documentOf(picture, skeleton, *layers, rig, std::move(warnings), progress);
}

Result<LayeredDocument> meshLayers(const LayeredPicture& picture, const ShapeOptions& shape,
                                   const MeshOptions& mesh, const Progress& progress) {
  RigOptions rig{.shape = shape, .mesh = mesh};
  rig.shape.remove_background.reset();
  std::vector<std::string> warnings = picture.warnings;
  auto layers = trimmedLayers(picture, rig, warnings);
  if (!layers) return std::unexpected(layers.error());
  return documentOf(picture, Skeleton(), *layers, rig, std::move(warnings), progress);
}

}  // namespace vide
