// SPDX-License-Identifier: MIT
#include "vide/formats/dragonbones_import.hpp"

#include <cmath>

#include "vide/core/box.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/dragonbones_armature.hpp"
#include "vide/formats/image_header.hpp"

namespace vide {
namespace {

using detail::ArmatureImport;
using detail::Json;

constexpr double largest_canvas = 65'536;

// Pages whose atlas does not say their size have that of their picture.
Result<std::vector<DragonBonesPage>> sizedPages(std::span<const DragonBonesPage> pages) {
  std::vector<DragonBonesPage> sized(pages.begin(), pages.end());
  for (DragonBonesPage& page : sized) {
    const auto header = readImageHeader(page.picture);
    if (!header) return failAt(page.atlas.image_path, header.error());
    if (!(page.atlas.width > 0)) page.atlas.width = header->width;
    if (!(page.atlas.height > 0)) page.atlas.height = header->height;
  }
  return sized;
}

void addImages(ArmatureImport& import) {
  for (const DragonBonesPage& page : import.pages) {
    const auto header = readImageHeader(page.picture);
    const auto id = ImageId(import.document.images.size());
    import.document.images.push_back(
        {id, page.atlas.name, header->mime, page.picture, header->width, header->height});
  }
}

Box2 coveredAtRest(const Document& document) {
  Box2 box;
  for (const Layer& layer : document.layers) {
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      box.include({layer.mesh.V(v, 0), layer.mesh.V(v, 1)});
    }
  }
  return box;
}

// What the canvas is to show, y up: all that is covered at rest, and what the armature says.
Box2 canvasOf(const ArmatureImport& import) {
  Box2 box = coveredAtRest(import.document);
  if (const Json* covered = detail::member(import.armature, "aabb")) {
    const double x = detail::numberIn(*covered, "x").value_or(0);
    const double y = detail::numberIn(*covered, "y").value_or(0);
    const double width = detail::numberIn(*covered, "width").value_or(0);
    const double height = detail::numberIn(*covered, "height").value_or(0);
    if (width >= 1 && height >= 1) {
      box.include({x, -y - height});
      box.include({x + width, -y});
    }
  }
  return box;
}

// Puts the armature's origin where the canvas asks for it.
Result<void> place(ArmatureImport& import) {
  Document& document = import.document;
  Box2 box = canvasOf(import);
  if (box.empty()) box.include({0, 0});
  const Vec2 size = box.size();
  if (!(size.x <= largest_canvas) || !(size.y <= largest_canvas) || !(std::abs(box.min.x) <= 1e9) ||
      !(std::abs(box.min.y) <= 1e9)) {
    return fail(ErrorCode::limit_exceeded,
                text("the armature covers ", size.x, " x ", size.y, " pixels or lies too far off"));
  }
  document.canvas_width = std::max(1, int(std::ceil(size.x)));
  document.canvas_height = std::max(1, int(std::ceil(size.y)));
  std::vector<Bone> bones(document.skeleton.bones().begin(), document.skeleton.bones().end());
  const Vec3 shift{-box.min.x, -box.min.y, 0};
  for (Bone& bone : bones) {
    if (bone.parent < 0) bone.local.translation = bone.local.translation + shift;
  }
  for (Layer& layer : document.layers) {
    if (layer.mesh.V.rows() == 0) continue;
    layer.mesh.V.rowwise() += Eigen::RowVector2d(shift.x, shift.y);
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  if (!skeleton) return std::unexpected(skeleton.error());
  document.skeleton = *std::move(skeleton);
  return {};
}

double frameRateOf(const Json& file, const Json& armature) {
  const double of_file = detail::numberIn(file, "frameRate").value_or(24);
  const double rate = detail::numberIn(armature, "frameRate").value_or(of_file);
  return rate >= 1e-3 && rate <= 1e6 ? rate : 24;
}

Result<void> readAll(ArmatureImport& import) {
  using Step = Result<void> (*)(ArmatureImport&);
  const Step steps[] = {detail::readBones, detail::bindBones, detail::makeSkeleton,
                        detail::readLayers};
  for (const Step step : steps) {
    if (auto done = step(import); !done) return done;
  }
  detail::readConstraints(import);
  if (auto done = detail::readClips(import); !done) return done;
  addImages(import);
  if (auto done = place(import); !done) return done;
  return validate(import.document);
}

}  // namespace

Result<ImportedDocument> importDragonBones(std::string_view skeleton,
                                           std::span<const DragonBonesPage> pages,
                                           const DragonBonesLimits& limits) {
  const auto json = detail::parseJson(skeleton);
  if (!json) return std::unexpected(json.error());
  const Json& armatures = detail::listIn(*json, "armature");
  const Json* armature = detail::element(&armatures, 0);
  if (!armature || !armature->is_object()) {
    return fail(ErrorCode::malformed_data,
                "no list \"armature\"; this is not the _ske.json of a DragonBones export");
  }
  const auto sized = sizedPages(pages);
  if (!sized) return std::unexpected(sized.error());
  ArmatureImport import{.armature = *armature, .pages = *sized, .limits = limits};
  import.frame_rate = frameRateOf(*json, *armature);
  for (std::size_t i = 1; i < armatures.size(); ++i) {
    import.warnings.push_back(
        text("armature \"", detail::nameOf(armatures[i]), "\" is left out; the first is read"));
  }
  for (const char* kind : {"path", "surface"}) {
    if (!detail::listIn(*armature, kind).empty()) {
      import.warnings.push_back(text("constraints of the kind \"", kind, "\" are left out"));
    }
  }
  if (auto read = readAll(import); !read) return std::unexpected(read.error());
  return ImportedDocument{std::move(import.document), std::move(import.warnings)};
}

}  // namespace vide
