// SPDX-License-Identifier: MIT
#include "vide/rig/document.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/rig/detail/motion_checks.hpp"
#include "vide/skeleton/bone_index.hpp"

namespace vide {
namespace {

constexpr double largest_number = 1e30;  // squares and sums of it still fit a float's range

bool usable(double x) { return std::isfinite(x) && std::abs(x) <= largest_number; }

template <class Items>
auto findById(Items& items, std::uint32_t id) -> decltype(items.data()) {
  const auto at = std::ranges::find(items, id, [](const auto& item) { return item.id; });
  return at == items.end() ? nullptr : &*at;
}

Result<void> invalid(const std::string& message) {
  return fail(ErrorCode::invalid_argument, message);
}

Result<void> checkCanvas(const Document& document) {
  if (document.canvas_width < 0 || document.canvas_height < 0) {
    return invalid(text("canvas: ", document.canvas_width, " x ", document.canvas_height,
                        " pixels; neither side may be negative"));
  }
  if (!usable(document.pixels_per_unit) || !(document.pixels_per_unit >= 1e-6)) {
    return invalid(text("pixels_per_unit is ", document.pixels_per_unit,
                        "; it must be a number of at least 1e-6"));
  }
  return {};
}

Result<void> checkImage(const ImageAsset& image) {
  if (image.encoded.empty()) return invalid("the image has no bytes");
  if (image.mime != "image/png" && image.mime != "image/jpeg" && image.mime != "image/webp") {
    return invalid("the type must be image/png, image/jpeg or image/webp");
  }
  if (image.width <= 0 || image.height <= 0) return invalid("the size in pixels is not set");
  return {};
}

template <class Matrix>
bool allUsable(const Matrix& matrix) {
  return std::all_of(matrix.data(), matrix.data() + matrix.size(), usable);
}

Result<void> checkShapes(const Layer& layer) {
  for (const MorphShape& shape : layer.shapes) {
    if (!isUtf8(shape.name)) return invalid("a shape's name is not UTF-8 text; rename it");
    const Eigen::Index rows = layer.mesh.V.rows(), turned = shape.normal_offsets.rows();
    if (shape.offsets.rows() != rows || (turned != 0 && turned != rows)) {
      return invalid(text("shape \"", shape.name, "\": ", shape.offsets.rows(), " offsets and ",
                          turned, " of normals for ", rows, " vertices"));
    }
    if (!allUsable(shape.offsets) || !allUsable(shape.normal_offsets) || !usable(shape.weight)) {
      return invalid(
          text("shape \"", shape.name, "\": a number is not finite or larger than 1e30"));
    }
  }
  return {};
}

Result<void> checkMesh(const Layer& layer) {
  const auto& [V, F] = layer.mesh;
  if (V.rows() > 0 && V.cols() != 2 && V.cols() != 3) {
    return invalid(text("positions have ", V.cols(), " columns; they must have 2 or 3"));
  }
  if (!allUsable(V)) {
    return invalid("a position is not finite or larger than 1e30");
  }
  for (Eigen::Index row = 0; row < F.rows(); ++row) {
    if (F.row(row).minCoeff() < 0 || F.row(row).maxCoeff() >= V.rows()) {
      return invalid(
          text("triangle ", row, " points at a vertex that does not exist; there are ", V.rows()));
    }
  }
  for (const auto& [what, rows] :
       {std::pair{"normals", layer.normals.rows()}, {"colours", layer.colors.rows()}}) {
    if (rows != 0 && rows != V.rows()) {
      return invalid(text(rows, " ", what, " for ", V.rows(), " vertices"));
    }
  }
  if (!allUsable(layer.normals)) return invalid("a normal is not finite or larger than 1e30");
  const auto is_factor = [](double factor) { return factor >= 0 && factor <= 1; };
  if (!std::all_of(layer.colors.data(), layer.colors.data() + layer.colors.size(), is_factor)) {
    return invalid("a colour is not in 0..1");
  }
  if (layer.uv.rows() != (layer.image || layer.uv.rows() > 0 ? V.rows() : 0)) {
    return invalid(text(layer.uv.rows(), " texture coordinates for ", V.rows(), " vertices"));
  }
  if (!allUsable(layer.uv)) {
    return invalid("a texture coordinate is not finite or larger than 1e30");
  }
  return {};
}

Result<void> checkAttachment(const Layer& layer, const Skeleton& skeleton) {
  std::set<BoneId> seen;
  for (const BoneId bone : layer.bones) {
    if (findBone(skeleton, bone) < 0) return invalid(text("bone ", bone, " does not exist"));
    if (!seen.insert(bone).second) return invalid(text("bone ", bone, " is listed twice"));
  }
  if (layer.attachment == Attachment::skinned) {
    if (layer.bones.empty() || layer.weights.handles != static_cast<int>(layer.bones.size())) {
      return invalid(text("the weights have ", layer.weights.handles, " handles for ",
                          layer.bones.size(), " bones"));
    }
    return checkWeights(layer.weights, static_cast<std::size_t>(layer.mesh.V.rows()),
                        WeightSigns::positive);
  }
  const std::size_t wanted = layer.attachment == Attachment::rigid ? 1 : 0;
  if (layer.bones.size() != wanted) {
    return invalid(
        text("names ", layer.bones.size(), " bones where its attachment takes ", wanted));
  }
  if (layer.weights.handles != 0 || !layer.weights.handle.empty() ||
      layer.weights.row_start != std::vector<std::size_t>{0}) {
    return invalid("has weights but is not skinned");
  }
  return {};
}

bool unsetOrWithin(std::optional<double> value, double low, double high) {
  return !value || (*value >= low && *value <= high);
}

Result<void> checkMeshSettings(const MeshSettings& mesh) {
  if (!unsetOrWithin(mesh.alpha_threshold, 0, 1)) return invalid("alpha_threshold is not in 0..1");
  if (!unsetOrWithin(mesh.detail, 0, 1)) return invalid("detail is not in 0..1");
  if (mesh.vertex_budget && *mesh.vertex_budget < 3) return invalid("vertex_budget is below 3");
  for (const auto value :
       {mesh.margin, mesh.tolerance, mesh.minimum_island_area, mesh.edge_length}) {
    if (!unsetOrWithin(value, 0, largest_number)) {
      return invalid("margin, tolerance, minimum_island_area and edge_length must be 0 or more");
    }
  }
  if (mesh.edge_length.has_value() + mesh.vertex_budget.has_value() + mesh.detail.has_value() > 1) {
    return invalid("only one of edge_length, vertex_budget and detail may be set");
  }
  return {};
}

Result<void> checkSettings(const LayerSettings& settings, const Skeleton& skeleton) {
  if (settings.influences < 1) return invalid("influences must be 1 or more");
  if (!unsetOrWithin(settings.smoothness, 0, largest_number)) {
    return invalid("smoothness must be 0 or more");
  }
  std::set<BoneId> seen;
  for (const auto& [bone, smoothness] : settings.bone_smoothness) {
    if (findBone(skeleton, bone) < 0 || !seen.insert(bone).second) {
      return invalid(text("smoothness of bone ", bone, ": the bone is missing or listed twice"));
    }
    if (!unsetOrWithin(smoothness, 0, largest_number)) {
      return invalid(text("smoothness of bone ", bone, " must be 0 or more"));
    }
  }
  return checkMeshSettings(settings.mesh);
}

Result<void> checkLayer(const Layer& layer, const Document& document) {
  if (layer.image && !findImage(document, *layer.image)) {
    return invalid(text("image ", *layer.image, " does not exist"));
  }
  for (const double factor : {layer.tint.x, layer.tint.y, layer.tint.z}) {
    if (!(factor >= 0 && factor <= 1)) return invalid("tint is not in 0..1");
  }
  if (!(layer.opacity >= 0 && layer.opacity <= 1)) return invalid("opacity is not in 0..1");
  if (!(layer.alpha_cutoff >= 0 && layer.alpha_cutoff <= 1)) {
    return invalid("alpha_cutoff is not in 0..1");
  }
  if (auto ok = checkMesh(layer); !ok) return ok;
  if (auto ok = checkShapes(layer); !ok) return ok;
  if (auto ok = checkAttachment(layer, document.skeleton); !ok) return ok;
  return checkSettings(layer.settings, document.skeleton);
}

Result<void> checkSkeleton(const Skeleton& skeleton) {
  for (const Bone& bone : skeleton.bones()) {
    if (!isUtf8(bone.name)) {
      return invalid(text("bone ", bone.id, ": the name is not UTF-8 text; rename it"));
    }
    const Transform& local = bone.local;
    for (const Vec3 v : {local.translation, local.scale, local.shear, bone.tail}) {
      if (!usable(v.x) || !usable(v.y) || !usable(v.z)) {
        return invalid(text(nameOf("bone", bone.id, bone.name), ": a number is larger than 1e30"));
      }
    }
  }
  return {};
}

}  // namespace

const Layer* findLayer(const Document& document, LayerId id) {
  return findById(document.layers, id);
}

const ImageAsset* findImage(const Document& document, ImageId id) {
  return findById(document.images, id);
}

const Slot* findSlot(const Document& document, SlotId id) { return findById(document.slots, id); }

const Skin* findSkin(const Document& document, SkinId id) { return findById(document.skins, id); }

const Constraint* findConstraint(const Document& document, ConstraintId id) {
  return findById(document.constraints, id);
}

const Clip* findClip(const Document& document, ClipId id) { return findById(document.clips, id); }

int findBone(const Skeleton& skeleton, BoneId id) {
  const std::size_t index = boneIndex(skeleton, id);
  return index == skeleton.size() ? -1 : static_cast<int>(index);
}

Result<void> validate(const Document& document) {
  if (auto ok = checkCanvas(document); !ok) return ok;
  if (auto ok = checkLabels("image", document.images); !ok) return ok;
  if (auto ok = checkLabels("layer", document.layers); !ok) return ok;
  if (auto ok = checkSkeleton(document.skeleton); !ok) return ok;
  for (const ImageAsset& image : document.images) {
    if (auto ok = checkImage(image); !ok) {
      return failAt(nameOf("image", image.id, image.name), ok.error());
    }
  }
  for (const Layer& layer : document.layers) {
    if (auto ok = checkLayer(layer, document); !ok) {
      return failAt(nameOf("layer", layer.id, layer.name), ok.error());
    }
  }
  if (auto ok = checkLayerOrder(document, document.draw_order); !ok) return ok;
  if (auto ok = checkDress(document); !ok) return ok;
  return checkMotion(document);
}

}  // namespace vide
