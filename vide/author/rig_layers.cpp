// SPDX-License-Identifier: MIT
#include "vide/author/rig_layers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "vide/core/name_list.hpp"
#include "vide/core/segment.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

// Indices of bones, ascending.
using BoneSet = std::vector<std::size_t>;

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

Result<BoneSet> bonesNamed(const std::vector<std::string>& names, const Skeleton& skeleton,
                           const std::string& layer) {
  BoneSet bones;
  for (const std::string& name : names) {
    const int bone = skeleton.find(name);
    if (bone < 0) {
      return fail(
          ErrorCode::not_found,
          text("layer '", layer, "' is to follow the bone '", name, "', but the bones are: ",
               listed(skeleton.bones(), [](const Bone& b) { return b.name; })));
    }
    bones.push_back(std::size_t(bone));
  }
  std::ranges::sort(bones);
  bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
  return bones;
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

// What a person said, or the names say; empty where that is left open.
Result<BoneSet> bonesByName(const PictureLayer& layer, const Skeleton& skeleton,
                            const RigLayersOptions& options) {
  const auto bound = std::ranges::find(options.bindings, layer.name, &LayerBinding::layer);
  if (bound != options.bindings.end()) return bonesNamed(bound->bones, skeleton, layer.name);
  if (!layer.bones.empty()) return bonesNamed(layer.bones, skeleton, layer.name);
  if (skeleton.find(layer.name) < 0) return BoneSet{};
  return bonesNamed({layer.name}, skeleton, layer.name);
}

// How much of a bone's length lies inside a layer's shape, 0..1.
double shareInside(const TrimmedLayer& layer, Vec2 head, Vec2 tail) {
  const int steps = static_cast<int>(std::ceil(std::clamp(distance(head, tail), 1.0, 1e5)));
  int inside = 0;
  for (int i = 0; i <= steps; ++i) {
    const Vec2 p = head + (tail - head) * (double(i) / steps) - layer.corner;
    const double column = std::floor(p.x), row = std::floor(layer.shape.height - p.y);
    const bool on_picture =
        column >= 0 && column < layer.shape.width && row >= 0 && row < layer.shape.height;
    inside += on_picture && layer.shape.inside(static_cast<int>(column), static_cast<int>(row));
  }
  return double(inside) / (steps + 1);
}

std::size_t nearestBone(const TrimmedLayer& layer, const Skeleton& skeleton,
                        const BoneSet& candidates) {
  const Vec2 middle =
      layer.corner + Vec2{double(layer.shape.width), double(layer.shape.height)} / 2;
  return *std::ranges::min_element(candidates, {}, [&](std::size_t bone) {
    return squaredDistanceToSegment(middle, xy(skeleton.head(bone)), xy(skeleton.tail(bone)));
  });
}

// The bones of `candidates`, of which there are some, that run through the layer.
BoneSet bonesByShape(const TrimmedLayer& layer, const Skeleton& skeleton, const BoneSet& candidates,
                     std::vector<std::string>& warnings) {
  constexpr double enough = 0.5;
  BoneSet bones;
  double largest = 0;
  std::size_t longest = 0;
  for (const std::size_t bone : candidates) {
    const double share = shareInside(layer, xy(skeleton.head(bone)), xy(skeleton.tail(bone)));
    if (share >= enough) bones.push_back(bone);
    if (share > largest) {
      largest = share;
      longest = bone;
    }
  }
  if (!bones.empty()) return bones;
  if (largest > 0) return {longest};
  const std::size_t nearest = nearestBone(layer, skeleton, candidates);
  warnings.push_back(text("no bone runs through layer '", layer.layer->name,
                          "'; it follows the nearest one, '", skeleton[nearest].name, "'"));
  return {nearest};
}

// Deforming bones that no layer has been given by name; all deforming ones where none is left.
BoneSet freeBones(const std::vector<TrimmedLayer>& layers, const Skeleton& skeleton) {
  BoneSet all, free;
  for (std::size_t bone = 0; bone < skeleton.size(); ++bone) {
    if (!skeleton[bone].deform) continue;
    all.push_back(bone);
    const bool is_taken = std::ranges::any_of(layers, [&](const TrimmedLayer& layer) {
      return std::ranges::binary_search(layer.bones, bone);
    });
    if (!is_taken) free.push_back(bone);
  }
  return free.empty() ? all : free;
}

Result<void> chooseBones(std::vector<TrimmedLayer>& layers, const Skeleton& skeleton,
                         const RigLayersOptions& options, std::vector<std::string>& warnings) {
  for (TrimmedLayer& layer : layers) {
    auto bones = bonesByName(*layer.layer, skeleton, options);
    if (!bones) return std::unexpected(bones.error());
    layer.bones = *std::move(bones);
  }
  const BoneSet candidates = freeBones(layers, skeleton);
  for (TrimmedLayer& layer : layers) {
    if (!layer.bones.empty()) continue;
    if (candidates.empty()) {
      return fail(ErrorCode::invalid_argument,
                  text("layer '", layer.layer->name, "' has no bone to follow: none deforms"));
    }
    layer.bones = bonesByShape(layer, skeleton, candidates, warnings);
  }
  return {};
}

// The skeleton as it lies over a layer's picture, only the layer's bones deforming.
Result<Skeleton> skeletonOver(const TrimmedLayer& layer, const Skeleton& skeleton) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    bones[i].deform = std::ranges::binary_search(layer.bones, i);
    if (bones[i].parent >= 0) continue;
    bones[i].local.translation =
        bones[i].local.translation - Vec3{layer.corner.x, layer.corner.y, 0};
  }
  return Skeleton::fromBones(std::move(bones));
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
  if (layer.bones.size() == 1) {
    auto made = meshPicture(layer.picture, options.shape, options.mesh, progress);
    if (!made) return made;
    Layer& rigid = made->document.layers[0];
    rigid.attachment = Attachment::rigid;
    rigid.bones = {skeleton[layer.bones[0]].id};
    return made;
  }
  const auto local = skeletonOver(layer, skeleton);
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

}  // namespace

Result<LayeredDocument> rigLayers(const LayeredPicture& picture, const Skeleton& skeleton,
                                  const RigLayersOptions& options, const Progress& progress) {
  if (auto known = checkBindings(picture, options); !known) return std::unexpected(known.error());
  RigOptions rig = options.rig;
  rig.shape.remove_background.reset();
  LayeredDocument result{.warnings = picture.warnings};
  auto layers = trimmedLayers(picture, rig, result.warnings);
  if (!layers) return std::unexpected(layers.error());
  if (auto chosen = chooseBones(*layers, skeleton, options, result.warnings); !chosen) {
    return failAt(picture.source, chosen.error());
  }
  Document& document = result.document;
  document.canvas_width = picture.width;
  document.canvas_height = picture.height;
  document.skeleton = skeleton;
  const double count = double(layers->size());
  for (std::size_t i = 0; i < layers->size(); ++i) {
    const TrimmedLayer& layer = (*layers)[i];
    auto made =
        riggedLayer(layer, skeleton, rig, progress.slice(double(i) / count, double(i + 1) / count));
    if (!made) return std::unexpected(made.error());
    addToDocument(layer, *std::move(made), result);
  }
  auto dressed = connectMasks(*layers, document);
  if (dressed) dressed = addSlots(picture.slots, document);
  if (dressed) dressed = addSkins(picture.skins, document);
  if (!dressed) return failAt(picture.source, dressed.error());
  if (auto valid = validate(document); !valid) return failAt(picture.source, valid.error());
  return result;
}

}  // namespace vide
