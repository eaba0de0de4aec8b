// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/solid_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace vide::detail {
namespace {

constexpr float empty_depth = -std::numeric_limits<float>::infinity();
constexpr float hole = 0.5f;            // texels with less alpha than this
constexpr double unlit = 0.55;          // brightness of a face that sees the lamp edge-on
constexpr Vec3 lamp{-0.36, 0.48, 0.8};  // unit vector towards it

struct Corner {
  double x, y;  // pixels, y down
  double depth;
};

// Shares of three corners at a point, as affine functions of it.
struct Shares {
  std::array<double, 3> dx, dy, origin;

  std::array<double, 3> at(double x, double y) const {
    std::array<double, 3> shares;
    for (std::size_t i = 0; i < 3; ++i) shares[i] = dx[i] * x + dy[i] * y + origin[i];
    return shares;
  }
};

std::array<Corner, 3> cornersOf(const SolidMesh& mesh, std::size_t triangle,
                                const Camera2D& camera) {
  std::array<Corner, 3> corners;
  for (std::size_t i = 0; i < 3; ++i) {
    const float* p = mesh.positions.data() + 3 * std::size_t(mesh.triangles[3 * triangle + i]);
    const Vec2 at = camera.toPixels({double(p[0]), double(p[1])});
    corners[i] = {at.x, at.y, double(p[2])};
  }
  return corners;
}

bool sharesOf(const std::array<Corner, 3>& c, Shares& shares) {
  const double area = (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[2].x - c[0].x) * (c[1].y - c[0].y);
  if (!(std::abs(area) > 1e-12) || !std::isfinite(area)) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const Corner &a = c[(i + 1) % 3], &b = c[(i + 2) % 3];
    shares.dx[i] = (a.y - b.y) / area;
    shares.dy[i] = (b.x - a.x) / area;
    shares.origin[i] = (a.x * b.y - b.x * a.y) / area;
  }
  return true;
}

// How bright a face is, from either side.
float brightnessOf(const SolidMesh& mesh, std::size_t triangle) {
  std::array<Vec3, 3> p;
  for (std::size_t i = 0; i < 3; ++i) {
    const float* at = mesh.positions.data() + 3 * std::size_t(mesh.triangles[3 * triangle + i]);
    p[i] = {double(at[0]), double(at[1]), double(at[2])};
  }
  Vec3 normal = normalized(cross(p[1] - p[0], p[2] - p[0]), {0, 0, 1});
  if (normal.z < 0) normal = -normal;
  return float(unlit + (1 - unlit) * std::max(0.0, dot(normal, lamp)));
}

// Into 0..1; what is not finite lands at 0.
double wrapped(double t) {
  if (t >= 0 && t <= 1) return t;
  const double rest = t - std::floor(t);
  return rest >= 0 ? rest : 0;
}

struct Rgba {
  float r, g, b, a;  // straight
};

Rgba mix(const Rgba& p, const Rgba& q, double t) {
  const auto s = float(t);
  return {p.r + (q.r - p.r) * s, p.g + (q.g - p.g) * s, p.b + (q.b - p.b) * s,
          p.a + (q.a - p.a) * s};
}

Rgba texelAt(const Texture::Level& level, int x, int y) {
  const std::uint16_t* t =
      level.texel(std::clamp(x, 0, level.width), std::clamp(y, 0, level.height));
  return {float(t[0]), float(t[1]), float(t[2]), float(t[3])};
}

// Bilinear on premultiplied colours, then straight ones of 0..1.
Rgba textureAt(const Texture::Level& level, double u, double v) {
  const double x = wrapped(u) * level.width - 0.5, y = wrapped(v) * level.height - 0.5;
  const int column = int(std::floor(x)), row = int(std::floor(y));
  const Rgba upper = mix(texelAt(level, column, row), texelAt(level, column + 1, row), x - column);
  const Rgba lower =
      mix(texelAt(level, column, row + 1), texelAt(level, column + 1, row + 1), x - column);
  const Rgba c = mix(upper, lower, y - row);
  const float scale = c.a > 0 ? 1 / c.a : 0;
  return {c.r * scale, c.g * scale, c.b * scale, c.a / 65535};
}

// The mip level whose texels are about as large as sample points are apart.
const Texture::Level& levelFor(const SolidMesh& mesh, std::size_t triangle, const Shares& shares) {
  const auto levels = mesh.texture->levels();
  double du = 0, dv = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2f uv = mesh.uv[std::size_t(mesh.triangles[3 * triangle + i])];
    du += double(uv.x) * shares.dx[i];
    dv += double(uv.y) * shares.dx[i];
  }
  double texels = std::hypot(du * mesh.texture->width(), dv * mesh.texture->height()) / 2;
  std::size_t level = 0;
  for (; texels > 1 && level + 1 < levels.size(); texels /= 2) ++level;
  return levels[level];
}

// A triangle with what all its points have in common.
struct Face {
  std::array<std::size_t, 3> vertices;
  std::array<Corner, 3> corners;
  Shares shares;
  float light = 1;
  const Texture::Level* level = nullptr;  // none: it has colours
};

std::optional<Face> faceOf(const SolidMesh& mesh, std::size_t triangle, const Camera2D& camera) {
  Face face{.corners = cornersOf(mesh, triangle, camera)};
  if (!sharesOf(face.corners, face.shares)) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    face.vertices[i] = std::size_t(mesh.triangles[3 * triangle + i]);
  }
  face.light = brightnessOf(mesh, triangle);
  if (mesh.colors.empty()) face.level = &levelFor(mesh, triangle, face.shares);
  return face;
}

float depthAt(const Face& face, const std::array<double, 3>& s) {
  return float(s[0] * face.corners[0].depth + s[1] * face.corners[1].depth +
               s[2] * face.corners[2].depth);
}

// Before tint and light.
Rgba colorAt(const SolidMesh& mesh, const Face& face, const std::array<double, 3>& s) {
  const auto [a, b, c] = face.vertices;
  const auto blend = [&](double p, double q, double r) { return s[0] * p + s[1] * q + s[2] * r; };
  if (face.level) {
    const Vec2f p = mesh.uv[a], q = mesh.uv[b], r = mesh.uv[c];
    return textureAt(*face.level, blend(double(p.x), double(q.x), double(r.x)),
                     blend(double(p.y), double(q.y), double(r.y)));
  }
  const Color p = mesh.colors[a], q = mesh.colors[b], r = mesh.colors[c];
  return {float(blend(p.r, q.r, r.r) / 255), float(blend(p.g, q.g, r.g) / 255),
          float(blend(p.b, q.b, r.b) / 255), 1};
}

}  // namespace

void SolidFrame::draw(std::span<const SolidMesh> meshes, const Camera2D& camera, Canvas& canvas) {
  width_ = canvas.width();
  samples_.resize(std::size_t(width_) * grid * grid);
  spans_.clear();
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    for (std::size_t t = 0; 3 * t < meshes[m].triangles.size(); ++t) {
      const auto c = cornersOf(meshes[m], t, camera);
      const auto [low, high] = std::minmax({c[0].y, c[1].y, c[2].y});
      if (!std::isfinite(low + high) || high < 0 || low > canvas.height()) continue;
      spans_.push_back({m, t, low, high});
    }
  }
  std::ranges::stable_sort(spans_, {}, &Span::low);
  for (int y = 0; y < canvas.height(); ++y) drawRow(meshes, camera, y, canvas);
}

void SolidFrame::drawRow(std::span<const SolidMesh> meshes, const Camera2D& camera, int y,
                         Canvas& canvas) {
  std::ranges::fill(samples_, Sample{.depth = empty_depth});
  for (const Span& span : spans_) {
    if (span.low > y + 1) break;
    if (span.high >= y) drawTriangle(meshes[span.mesh], span.triangle, camera, y);
  }
  std::erase_if(spans_, [&](const Span& span) { return span.high < y; });
  resolve(y, canvas);
}

void SolidFrame::drawTriangle(const SolidMesh& mesh, std::size_t triangle, const Camera2D& camera,
                              int y) {
  const auto face = faceOf(mesh, triangle, camera);
  if (!face) return;
  const auto& c = face->corners;
  const auto [left, right] = std::minmax({c[0].x, c[1].x, c[2].x});
  const int first = int(std::clamp(std::floor(left), 0.0, double(width_))) * grid;
  const int end = int(std::clamp(std::ceil(right), 0.0, double(width_))) * grid;
  const Vec3 tint = double(face->light) * mesh.tint;
  for (int row = 0; row < grid; ++row) {
    for (int column = first; column < end; ++column) {
      const auto shares = face->shares.at((column + 0.5) / grid, y + (row + 0.5) / grid);
      if (shares[0] < 0 || shares[1] < 0 || shares[2] < 0) continue;
      Sample& sample = sampleAt(row, column);
      const float depth = depthAt(*face, shares);
      if (!(depth > sample.depth)) continue;
      const Rgba color = colorAt(mesh, *face, shares);
      if (color.a < hole) continue;
      sample = {depth, color.r * float(tint.x), color.g * float(tint.y), color.b * float(tint.z),
                mesh.opacity};
    }
  }
}

void SolidFrame::resolve(int y, Canvas& canvas) const {
  std::uint16_t* pixels = canvas.row(y);
  for (int x = 0; x < width_; ++x) {
    float r = 0, g = 0, b = 0, a = 0;
    for (int row = 0; row < grid; ++row) {
      for (int column = 0; column < grid; ++column) {
        const Sample& s = sampleAt(row, x * grid + column);
        r += s.r * s.a;
        g += s.g * s.a;
        b += s.b * s.a;
        a += s.a;
      }
    }
    if (a == 0) continue;
    constexpr float share = 1.0f / (grid * grid);
    const float behind = 1 - a * share;
    std::uint16_t* pixel = pixels + 4 * x;
    const std::array<float, 4> front{r, g, b, a};
    for (std::size_t i = 0; i < 4; ++i) {
      const float value = front[i] * share * 65535 + float(pixel[i]) * behind + 0.5f;
      pixel[i] = std::uint16_t(std::clamp(value, 0.0f, 65535.0f));
    }
  }
}

}  // namespace vide::detail
