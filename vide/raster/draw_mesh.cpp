// SPDX-License-Identifier: MIT
#include "vide/raster/draw_mesh.hpp"

#include <cmath>
#include <functional>

#include "vide/core/text.hpp"
#include "vide/raster/detail/fill.hpp"
#include "vide/raster/detail/scratch.hpp"
#include "vide/raster/detail/shaders.hpp"

namespace vide {

DrawContext::DrawContext() : scratch_(std::make_unique<Scratch>()) {}
DrawContext::~DrawContext() = default;
DrawContext::DrawContext(DrawContext&&) noexcept = default;
DrawContext& DrawContext::operator=(DrawContext&&) noexcept = default;

namespace {

// One lane paints every `stride`-th band, each from the first triangle to the last.
template <class Shader>
void paintBands(Canvas& canvas, const detail::ScreenMesh& mesh, Shader shader,
                const detail::LayerBlend& blend, detail::Band& band, int lane, int stride) {
  const int rows = detail::Band::rowsFor(canvas.width());
  for (int first = lane * rows; first < canvas.height(); first += stride * rows) {
    band.moveTo(first, std::min(first + rows, canvas.height()), canvas.width());
    for (const detail::ScreenEdge& edge : mesh.outlines) band.mark(edge);
    for (const detail::ScreenTriangle& triangle : mesh.triangles) {
      if (triangle.first_row >= band.endRow() || triangle.end_row <= band.firstRow()) continue;
      shader.setTriangle(triangle);
      fillTriangle(band, mesh, triangle, shader);
    }
    band.layOver(canvas, blend);
  }
}

template <class Shader, class Draw>
void paintLayer(Canvas& canvas, const Camera2D& camera, const Draw& draw,
                const detail::LayerBlend& blend, DrawContext::Scratch& scratch, ThreadPool* pool) {
  if (canvas.width() == 0 || canvas.height() == 0) return;
  scratch.mesh.build(draw.positions, draw.triangles, camera, canvas.height());
  const Shader shader(draw, scratch.mesh);
  const int lanes = pool ? pool->threads() : 1;
  if (int(scratch.lanes.size()) < lanes) scratch.lanes.resize(std::size_t(lanes));
  const auto paint = [&](std::size_t lane) {
    paintBands(canvas, scratch.mesh, shader, blend, scratch.lanes[lane], int(lane), lanes);
  };
  parallelFor(pool, std::size_t(lanes), std::ref(paint));  // by reference: nothing to allocate
}

Result<void> validateShape(std::span<const float> positions, std::span<const int> triangles) {
  if (positions.size() % 2 != 0) {
    return fail(ErrorCode::invalid_argument,
                text("positions: ", positions.size(), " numbers; give x and y of every vertex"));
  }
  if (triangles.size() % 3 != 0) {
    return fail(ErrorCode::invalid_argument,
                text("triangles: ", triangles.size(), " indices; give three per triangle"));
  }
  const std::size_t vertices = positions.size() / 2;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (triangles[i] >= 0 && std::size_t(triangles[i]) < vertices) continue;
    return fail(ErrorCode::invalid_argument,
                text("triangle ", i / 3, ": vertex ", triangles[i], " is not one of the ", vertices,
                     " vertices; indices start at 0"));
  }
  return {};
}

Result<void> validateBlend(float opacity, const Canvas* clip, const Canvas& canvas) {
  if (!(opacity >= 0 && opacity <= 1)) {
    return fail(ErrorCode::invalid_argument, text("opacity: ", opacity, "; give 0 to 1"));
  }
  if (clip && (clip->width() != canvas.width() || clip->height() != canvas.height())) {
    return fail(ErrorCode::invalid_argument,
                text("clip: ", clip->width(), " x ", clip->height(), " pixels on a canvas of ",
                     canvas.width(), " x ", canvas.height(), "; give both the same size"));
  }
  return {};
}

Result<void> validateTint(Tint tint) {
  const auto in_range = [](float value) { return value >= 0 && value <= 1; };
  if (in_range(tint.r) && in_range(tint.g) && in_range(tint.b)) return {};
  return fail(ErrorCode::invalid_argument,
              text("tint: ", tint.r, ", ", tint.g, ", ", tint.b, "; give each 0 to 1"));
}

Result<void> validateTexture(const MeshDraw& draw) {
  if (!draw.texture || draw.texture->empty()) {
    return fail(ErrorCode::invalid_argument, "texture: none; give a picture of at least one pixel");
  }
  if (2 * draw.uv.size() != draw.positions.size()) {
    return fail(ErrorCode::invalid_argument,
                text("uv: ", draw.uv.size(), " texture coordinates for ", draw.positions.size() / 2,
                     " vertices; give one each"));
  }
  for (std::size_t i = 0; i < draw.uv.size(); ++i) {
    if (std::abs(draw.uv[i].x) <= 1024 && std::abs(draw.uv[i].y) <= 1024) continue;
    return fail(ErrorCode::invalid_argument,
                text("uv ", i, ": (", draw.uv[i].x, ", ", draw.uv[i].y,
                     ") is not finite or beyond +-1024; 0 to 1 spans the picture"));
  }
  return {};
}

detail::LayerBlend layerBlend(BlendMode mode, float opacity, Tint tint, const Canvas* clip) {
  return {mode, detail::Float4{tint.r * opacity, tint.g * opacity, tint.b * opacity, opacity},
          clip};
}

}  // namespace

Result<void> validate(const MeshDraw& draw, const Canvas& canvas) {
  if (auto shape = validateShape(draw.positions, draw.triangles); !shape) return shape;
  if (auto blend = validateBlend(draw.opacity, draw.clip, canvas); !blend) return blend;
  if (auto tint = validateTint(draw.tint); !tint) return tint;
  return validateTexture(draw);
}

Result<void> validate(const ColoredMeshDraw& draw, const Canvas& canvas) {
  if (2 * draw.colors.size() != draw.positions.size()) {
    return fail(ErrorCode::invalid_argument,
                text("colors: ", draw.colors.size(), " for ", draw.positions.size() / 2,
                     " vertices; give one each"));
  }
  if (auto shape = validateShape(draw.positions, draw.triangles); !shape) return shape;
  return validateBlend(draw.opacity, draw.clip, canvas);
}

void drawMesh(Canvas& canvas, const Camera2D& camera, const MeshDraw& draw, DrawContext& context,
              ThreadPool* pool) noexcept {
  paintLayer<detail::TextureShader>(canvas, camera, draw,
                                    layerBlend(draw.blend, draw.opacity, draw.tint, draw.clip),
                                    context.scratch(), pool);
}

void drawColoredMesh(Canvas& canvas, const Camera2D& camera, const ColoredMeshDraw& draw,
                     DrawContext& context, ThreadPool* pool) noexcept {
  paintLayer<detail::ColorShader>(canvas, camera, draw,
                                  layerBlend(draw.blend, draw.opacity, {}, draw.clip),
                                  context.scratch(), pool);
}

}  // namespace vide
