// SPDX-License-Identifier: MIT
#include "vide/pipeline/mesh_picture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/core/transform.hpp"
#include "vide/mesh/lit_mesh.hpp"
#include "vide/raster/draw_solid.hpp"
#include "vide/raster/viewpoint.hpp"

namespace vide {
namespace {

constexpr Color wire_color{20, 40, 60, 150};

Affine3 viewOf(const MeshPictureOptions& options) {
  return Viewpoint{.yaw = math::radians(options.yaw), .pitch = math::radians(options.pitch)}
      .toView();
}

Eigen::MatrixXd turned(const Eigen::MatrixXd& V, const MeshPictureOptions& options) {
  const Affine3 turn = viewOf(options);
  Eigen::MatrixXd result(V.rows(), 3);
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 p = turn * Vec3{V(v, 0), V(v, 1), V(v, 2)};
    result.row(v) << p.x, p.y, p.z;
  }
  return result;
}

bool isFlat(const Eigen::MatrixXd& V) {
  return V.rows() == 0 || (V.col(2).array() == V(0, 2)).all();
}

Box2 boundsOf(const Eigen::MatrixXd& V) {
  Box2 box;
  for (Eigen::Index v = 0; v < V.rows(); ++v) box.include({V(v, 0), V(v, 1)});
  return box;
}

Result<void> check(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F,
                   const MeshPictureOptions& options) {
  if (F.rows() > 0 && (F.minCoeff() < 0 || F.maxCoeff() >= V.rows())) {
    return fail(ErrorCode::invalid_argument,
                text("a triangle names a vertex that is not one of the ", V.rows(), " vertices"));
  }
  const auto fits = [](int side) { return side >= 1 && side <= Canvas::max_side; };
  if (!fits(options.width) || !fits(options.height)) {
    return fail(ErrorCode::invalid_argument,
                text("a picture of ", options.width, " x ", options.height,
                     " pixels; give sides of 1 to ", Canvas::max_side));
  }
  if (std::size_t(options.width) * std::size_t(options.height) > options.max_pixels) {
    return fail(ErrorCode::limit_exceeded,
                text("a picture of ", options.width, " x ", options.height,
                     " pixels; max_pixels is ", options.max_pixels));
  }
  if (!options.colors.empty() && options.colors.size() != std::size_t(V.rows())) {
    return fail(ErrorCode::invalid_argument,
                text(options.colors.size(), " colours for ", V.rows(), " vertices; give one each"));
  }
  return {};
}

}  // namespace

Box2 viewOf(const Eigen::MatrixXd& V, const MeshPictureOptions& options) {
  return boundsOf(turned(V, options));
}

Result<Image> pictureOf(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F,
                        const MeshPictureOptions& options) {
  if (auto valid = check(V, F, options); !valid) return std::unexpected(valid.error());
  const Eigen::MatrixXd P = turned(V, options);
  const LitMesh mesh = litMesh({P, F});
  std::vector<float> positions;
  std::vector<Color> colors;
  for (const std::uint32_t v : mesh.source) {
    for (int axis = 0; axis < 3; ++axis) positions.push_back(float(P(v, axis)));
    colors.push_back(options.colors.empty() ? options.surface : options.colors[v]);
  }
  SolidDraw draw{.positions = positions,
                 .normals = mesh.normals,
                 .colors = colors,
                 .triangles = mesh.triangles,
                 .is_lit = !isFlat(V)};
  if (options.wireframe) draw.wire = wire_color;
  if (auto valid = validate(draw); !valid) return std::unexpected(valid.error());

  Canvas canvas(options.width, options.height);
  canvas.clear(options.background);
  const Camera2D camera = Camera2D::fitTo(options.view.empty() ? boundsOf(P) : options.view,
                                          options.width, options.height, options.padding);
  SolidContext context;
  drawSolids(canvas, camera, {&draw, 1}, context);
  return canvas.toImage();
}

}  // namespace vide
