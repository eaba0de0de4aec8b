// SPDX-License-Identifier: MIT
#include "vide/pipeline/mesh_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/core/transform.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/raster/overlay.hpp"

namespace vide {
namespace {

constexpr LineStyle wire_style{.color = {20, 40, 60, 150}, .width = 1};

Eigen::MatrixXd turned(const Eigen::MatrixXd& V, const MeshPictureOptions& options) {
  const Mat3 turn = toMatrix(rotationAbout({1, 0, 0}, math::radians(options.pitch)) *
                             rotationAbout({0, 1, 0}, math::radians(options.yaw)));
  Eigen::MatrixXd result(V.rows(), 3);
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 p = turn * Vec3{V(v, 0), V(v, 1), V(v, 2)};
    result.row(v) << p.x, p.y, p.z;
  }
  return result;
}

bool isFlat(const Eigen::MatrixXd& V) { return (V.col(2).array() == V(0, 2)).all(); }

Vec3 pointOf(const Eigen::MatrixXd& V, int v) { return {V(v, 0), V(v, 1), V(v, 2)}; }

// How much light falls on each vertex, 0..1. Surfaces are lit on both sides.
std::vector<double> shading(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<Vec3> normals(std::size_t(V.rows()));
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    const Vec3 a = pointOf(V, F(f, 0));
    Vec3 normal = cross(pointOf(V, F(f, 1)) - a, pointOf(V, F(f, 2)) - a);
    if (normal.z < 0) normal = normal * -1;
    for (int corner = 0; corner < 3; ++corner) {
      Vec3& sum = normals[std::size_t(F(f, corner))];
      sum = sum + normal;
    }
  }
  constexpr Vec3 light{-0.4, 0.55, 0.73};
  std::vector<double> shade;
  for (const Vec3& normal : normals) {
    const double size = length(normal) * length(light);
    const double cosine = size > 0 ? dot(normal, light) / size : 1;
    shade.push_back(0.35 + 0.65 * std::max(cosine, 0.0));
  }
  return shade;
}

Color shaded(Color color, double light) {
  const auto scaled = [&](std::uint8_t level) { return std::uint8_t(level * light + 0.5); };
  return {scaled(color.r), scaled(color.g), scaled(color.b), color.a};
}

// The triangles' corners, those farthest from the viewer first.
std::vector<int> backToFront(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<double> depth;
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    depth.push_back(V(F(f, 0), 2) + V(F(f, 1), 2) + V(F(f, 2), 2));
  }
  std::vector<int> order(depth.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int f) { return depth[std::size_t(f)]; });
  std::vector<int> corners;
  for (int f : order) corners.insert(corners.end(), {F(f, 0), F(f, 1), F(f, 2)});
  return corners;
}

// Those of the triangles that show their front.
std::vector<int> facing(const Eigen::MatrixXd& V, std::span<const int> triangles) {
  std::vector<int> front;
  const auto at = [&](int v) { return Vec2{V(v, 0), V(v, 1)}; };
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const auto t = triangles.subspan(i, 3);
    if (cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0])) > 0) {
      front.insert(front.end(), t.begin(), t.end());
    }
  }
  return front;
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
  std::vector<Color> colors(options.colors.begin(), options.colors.end());
  colors.resize(std::size_t(V.rows()), options.surface);
  if (V.rows() > 0 && !isFlat(V)) {
    const std::vector<double> light = shading(P, F);
    for (std::size_t v = 0; v < colors.size(); ++v) colors[v] = shaded(colors[v], light[v]);
  }
  std::vector<float> positions;
  for (Eigen::Index v = 0; v < P.rows(); ++v) {
    positions.push_back(float(P(v, 0)));
    positions.push_back(float(P(v, 1)));
  }
  const std::vector<int> triangles = backToFront(P, F);

  Canvas canvas(options.width, options.height);
  canvas.clear(options.background);
  const Camera2D camera = Camera2D::fitTo(options.view.empty() ? boundsOf(P) : options.view,
                                          options.width, options.height, options.padding);
  DrawContext context;
  const ColoredMeshDraw draw{.positions = positions, .colors = colors, .triangles = triangles};
  if (auto valid = validate(draw, canvas); !valid) return std::unexpected(valid.error());
  drawColoredMesh(canvas, camera, draw, context);
  if (options.wireframe) {
    const std::vector<int> front = facing(P, triangles);
    drawWireframe(canvas, camera, {.positions = positions, .triangles = front, .style = wire_style},
                  context);
  }
  return canvas.toImage();
}

}  // namespace vide
