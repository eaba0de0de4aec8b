// SPDX-License-Identifier: MIT
#include "vide/formats/godot_import.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vide/core/box.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/godot_nodes.hpp"

namespace vide {
namespace {

constexpr double largest_canvas = 65'536;

// The canvas takes in all layers at rest.
Result<void> place(Document& document) {
  Box2 box;
  for (const Layer& layer : document.layers) {
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      box.include({layer.mesh.V(v, 0), layer.mesh.V(v, 1)});
    }
  }
  if (box.empty()) box.include({0, 0});
  const Vec2 size = box.size();
  if (!(size.x <= largest_canvas) || !(size.y <= largest_canvas)) {
    return fail(ErrorCode::limit_exceeded,
                text("the polygons cover ", size.x, " x ", size.y, " pixels"));
  }
  document.canvas_width = std::max(1, int(std::ceil(size.x)));
  document.canvas_height = std::max(1, int(std::ceil(size.y)));
  for (Layer& layer : document.layers) {
    if (layer.mesh.V.rows() == 0) continue;
    layer.mesh.V.rowwise() -= Eigen::RowVector2d(box.min.x, box.min.y);
  }
  std::vector<Bone> bones(document.skeleton.bones().begin(), document.skeleton.bones().end());
  for (Bone& bone : bones) {
    if (bone.parent < 0) {
      bone.local.translation = bone.local.translation - Vec3{box.min.x, box.min.y, 0};
    }
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  if (!skeleton) return std::unexpected(skeleton.error());
  document.skeleton = *std::move(skeleton);
  return {};
}

Result<void> readAll(detail::GodotImport& import) {
  using Step = Result<void> (*)(detail::GodotImport&);
  const Step steps[] = {detail::readGodotNodes, detail::readGodotBones, detail::readGodotLayers};
  for (const Step step : steps) {
    if (auto done = step(import); !done) return done;
  }
  detail::readGodotClips(import);
  if (auto placed = place(import.document); !placed) return placed;
  return validate(import.document);
}

}  // namespace

Result<ImportedDocument> importGodot(std::string_view scene, const GodotResolver& resolve,
                                     const GodotLimits& limits) {
  auto sections = detail::parseGodotScene(scene, limits.max_values);
  if (!sections) return std::unexpected(sections.error());
  detail::GodotImport import{*std::move(sections), resolve};
  if (auto read = readAll(import); !read) return std::unexpected(read.error());
  return ImportedDocument{std::move(import.document), std::move(import.warnings)};
}

}  // namespace vide
