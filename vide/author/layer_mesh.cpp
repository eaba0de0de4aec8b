// SPDX-License-Identifier: MIT
#include "vide/author/layer_mesh.hpp"

#include "vide/author/layer_picture.hpp"
#include "vide/core/text.hpp"
#include "vide/weights/geodesic.hpp"

namespace vide {

MeshSettings meshSettings(const ShapeOptions& shape, const MeshOptions& mesh) {
  MeshSettings settings;
  settings.alpha_threshold = shape.threshold;
  settings.margin = mesh.trace.margin;
  settings.tolerance = mesh.simplify.tolerance;
  settings.minimum_island_area = mesh.trace.min_island_area;
  settings.fill_holes = mesh.trace.holes == Holes::fill;
  settings.dense_joints = !mesh.joints.empty();
  if (const auto* edge = std::get_if<EdgeLength>(&mesh.density)) {
    settings.edge_length = edge->pixels;
  } else if (const auto* budget = std::get_if<VertexBudget>(&mesh.density)) {
    settings.vertex_budget = static_cast<int>(budget->vertices);
  } else {
    settings.detail = std::get<Detail>(mesh.density).amount;
  }
  return settings;
}

MeshOptions meshOptions(const MeshSettings& settings) {
  MeshOptions options;
  TraceOptions& trace = options.trace;
  trace.margin = settings.margin.value_or(trace.margin);
  trace.min_island_area = settings.minimum_island_area.value_or(trace.min_island_area);
  trace.holes = settings.fill_holes ? Holes::fill : Holes::keep;
  options.simplify.tolerance = settings.tolerance.value_or(options.simplify.tolerance);
  if (settings.edge_length) options.density = EdgeLength{*settings.edge_length};
  if (settings.vertex_budget) {
    options.density = VertexBudget{std::size_t(std::max(*settings.vertex_budget, 0))};
  }
  if (settings.detail) options.density = Detail{*settings.detail};
  return options;
}

std::vector<DenseJoint> denseJoints(const Skeleton& skeleton, const Coverage& shape) {
  const double radius = 2 * defaultSmoothness(shape);
  std::vector<DenseJoint> joints;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    if (skeleton[i].deform) joints.push_back({.position = xy(skeleton.head(i)), .radius = radius});
  }
  return joints;
}

Eigen::MatrixX2d textureCoordinates(const TriMesh& mesh, int width, int height) {
  Eigen::MatrixX2d coordinates(mesh.V.rows(), 2);
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    const Vec2 uv = textureCoordinate({mesh.V(v, 0), mesh.V(v, 1)}, width, height);
    coordinates.row(v) << uv.x, uv.y;
  }
  return coordinates;
}

namespace {

Result<void> checkDensity(const MeshSettings& settings) {
  const int given = int(settings.detail.has_value()) + int(settings.edge_length.has_value()) +
                    int(settings.vertex_budget.has_value());
  if (given <= 1) return {};
  return fail(ErrorCode::invalid_argument,
              "give one of detail, edge length and vertex budget, not several");
}

Result<LayerMesh> meshed(const Document& document, const Layer& layer, const Image& pixels,
                         const MeshSettings& settings, const Progress& progress) {
  if (auto clear = checkDensity(settings); !clear) return std::unexpected(clear.error());
  const ImageAsset* image = layer.image ? findImage(document, *layer.image) : nullptr;
  if (!image) return fail(ErrorCode::invalid_argument, "it has no picture to mesh");
  const auto corner = pictureCorner(layer, *image);
  if (!corner) return std::unexpected(corner.error());
  const auto shape = coverageFromAlpha(
      pixels, {.threshold = settings.alpha_threshold.value_or(AlphaOptions{}.threshold)});
  if (!shape) return std::unexpected(shape.error());
  MeshOptions options = meshOptions(settings);
  if (settings.dense_joints) {
    const auto bones = bonesOf(layer, document.skeleton);
    const auto skeleton = skeletonOver(*corner, document.skeleton, bones);
    if (!skeleton) return std::unexpected(skeleton.error());
    options.joints = denseJoints(*skeleton, *shape);
  }
  auto made = meshFromCoverage(*shape, options, progress);
  if (!made) return std::unexpected(made.error());
  LayerMesh result{std::move(made->mesh), {}, std::move(made->report)};
  result.uv = textureCoordinates(result.mesh, pixels.width, pixels.height);
  result.mesh.V.rowwise() += Eigen::RowVector2d(corner->x, corner->y);
  return result;
}

}  // namespace

Result<LayerMesh> meshLayer(const Document& document, const Layer& layer, const Image& pixels,
                            const MeshSettings& settings, const Progress& progress) {
  auto made = meshed(document, layer, pixels, settings, progress);
  if (!made) return failAt(text("layer '", layer.name, "'"), made.error());
  return made;
}

}  // namespace vide
