// SPDX-License-Identifier: MIT
#include "vide/raster/draw_solid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/raster/detail/screen_mesh.hpp"
#include "vide/raster/detail/solid_band.hpp"
#include "vide/raster/detail/solid_face.hpp"

namespace vide {

using detail::SolidBand;
using detail::SolidFace;

struct SolidContext::Scratch {
  std::vector<detail::ScreenMesh> meshes;
  std::vector<SolidFace> faces;
  std::vector<std::uint32_t> see_through;  // faces, farthest first
  // Faces by band: those of band b are in_band[band_start[b]] .. in_band[band_start[b + 1]].
  std::vector<std::uint32_t> band_start, in_band;
  std::vector<SolidBand> lanes;  // one per thread

  void findFaces(std::span<const SolidDraw> draws, const Camera2D& camera, int height);
  void sortIntoBands(int rows, int height);
  void paintBands(Canvas& canvas, int lane, int stride, const Progress& progress);
};

SolidContext::SolidContext() : scratch_(std::make_unique<Scratch>()) {}
SolidContext::~SolidContext() = default;
SolidContext::SolidContext(SolidContext&&) noexcept = default;
SolidContext& SolidContext::operator=(SolidContext&&) noexcept = default;

namespace {

std::unexpected<Error> wrong(const std::string& message) {
  return fail(ErrorCode::invalid_argument, message);
}

bool within(float value) { return value >= 0 && value <= 1; }

// The depth of the first vertex that has one. Depths are told relative to it, since floats are
// finest around zero and a model may stand far from the origin.
double depthOrigin(std::span<const SolidDraw> draws) {
  for (const SolidDraw& draw : draws) {
    for (std::size_t i = 2; i < draw.positions.size(); i += 3) {
      if (std::isfinite(draw.positions[i])) return double(draw.positions[i]);
    }
  }
  return 0;
}

}  // namespace

Result<void> validate(const SolidDraw& draw) {
  const std::size_t vertices = draw.positions.size() / 3;
  if (draw.positions.size() % 3 != 0) {
    return wrong(text("positions: ", draw.positions.size(), " numbers; give three per vertex"));
  }
  if (draw.triangles.size() % 3 != 0) {
    return wrong(text("triangles: ", draw.triangles.size(), " indices; give three per triangle"));
  }
  for (std::size_t i = 0; i < draw.triangles.size(); ++i) {
    const int v = draw.triangles[i];
    if (v >= 0 && std::size_t(v) < vertices) continue;
    return wrong(text("triangle ", i / 3, ": vertex ", v, " is not one of the ", vertices));
  }
  if (!draw.normals.empty() && draw.normals.size() != draw.positions.size()) {
    return wrong(text("normals: ", draw.normals.size(), " numbers; give three per vertex or none"));
  }
  if (draw.texture && draw.uv.size() != vertices) {
    return wrong(text("uv: ", draw.uv.size(), " for ", vertices, " vertices; give one each"));
  }
  if (!draw.colors.empty() && draw.colors.size() != vertices) {
    return wrong(
        text("colors: ", draw.colors.size(), " for ", vertices, " vertices; give one each"));
  }
  if (!within(draw.opacity)) return wrong(text("opacity: ", draw.opacity, "; give 0 to 1"));
  if (!within(draw.tint.r) || !within(draw.tint.g) || !within(draw.tint.b)) {
    return wrong("tint: give each factor 0 to 1");
  }
  if (!within(draw.alpha_cutoff)) {
    return wrong(text("alpha_cutoff: ", draw.alpha_cutoff, "; give 0 to 1"));
  }
  if (!(draw.wire_width > 0)) {
    return wrong(text("wire_width: ", draw.wire_width, "; give more than 0"));
  }
  return {};
}

void SolidContext::Scratch::findFaces(std::span<const SolidDraw> draws, const Camera2D& camera,
                                      int height) {
  if (meshes.size() < draws.size()) meshes.resize(draws.size());
  faces.clear();
  see_through.clear();
  const double origin = depthOrigin(draws);
  for (std::size_t i = 0; i < draws.size(); ++i) {
    meshes[i].placeSpatial(draws[i].positions, draws[i].triangles, camera, height);
    for (std::size_t t = 0; t < meshes[i].triangles.size(); ++t) {
      const auto face = SolidFace::make(draws[i], meshes[i], t, origin);
      if (!face) continue;
      if (draws[i].alpha == SolidAlpha::blend) see_through.push_back(std::uint32_t(faces.size()));
      faces.push_back(*face);
    }
  }
  std::ranges::sort(see_through, [&](std::uint32_t a, std::uint32_t b) {
    return faces[a].middle() != faces[b].middle() ? faces[a].middle() < faces[b].middle() : a < b;
  });
}

void SolidContext::Scratch::sortIntoBands(int rows, int height) {
  band_start.assign(std::size_t((height + rows - 1) / rows) + 1, 0);
  const auto each = [&](auto visit) {
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
      const auto& triangle = faces[i].triangle();
      const int last = (triangle.end_row - 1) / rows;
      for (int band = triangle.first_row / rows; band <= last; ++band) visit(std::size_t(band), i);
    }
  };
  each([&](std::size_t band, std::uint32_t) { ++band_start[band + 1]; });
  for (std::size_t b = 1; b < band_start.size(); ++b) band_start[b] += band_start[b - 1];
  in_band.resize(band_start.back());
  each([&](std::size_t band, std::uint32_t face) { in_band[band_start[band]++] = face; });
  for (std::size_t b = band_start.size() - 1; b > 0; --b) band_start[b] = band_start[b - 1];
  band_start[0] = 0;
}

// One lane paints every `stride`-th band.
void SolidContext::Scratch::paintBands(Canvas& canvas, int lane, int stride,
                                       const Progress& progress) {
  const int rows = SolidBand::rowsFor(canvas.width());
  SolidBand& band = lanes[std::size_t(lane)];
  for (int b = lane; b * rows < canvas.height() && !progress.cancelled(); b += stride) {
    const int end = std::min((b + 1) * rows, canvas.height());
    band.moveTo(b * rows, end, canvas.width());
    const auto first = in_band.begin() + band_start[std::size_t(b)];
    const auto last = in_band.begin() + band_start[std::size_t(b) + 1];
    for (auto face = first; face != last; ++face) band.paint(faces[*face], SolidBand::Pass::solid);
    for (const std::uint32_t face : see_through) {
      const auto& triangle = faces[face].triangle();
      if (triangle.first_row >= end || triangle.end_row <= b * rows) continue;
      band.paint(faces[face], SolidBand::Pass::see_through);
    }
    band.layOver(canvas);
  }
}

void drawSolids(Canvas& canvas, const Camera2D& camera, std::span<const SolidDraw> draws,
                SolidContext& context, ThreadPool* pool) noexcept {
  if (canvas.width() == 0 || canvas.height() == 0) return;
  auto& scratch = context.scratch();
  scratch.findFaces(draws, camera, canvas.height());
  scratch.sortIntoBands(SolidBand::rowsFor(canvas.width()), canvas.height());
  const int lanes = pool ? pool->threads() : 1;
  if (int(scratch.lanes.size()) < lanes) scratch.lanes.resize(std::size_t(lanes));
  const auto paint = [&](std::size_t lane) {
    scratch.paintBands(canvas, int(lane), lanes, context.progress());
  };
  parallelFor(pool, std::size_t(lanes), std::ref(paint));  // by reference: nothing to allocate
}

}  // namespace vide
