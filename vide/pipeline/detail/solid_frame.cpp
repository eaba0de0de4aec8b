// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/solid_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace vide::detail {
namespace {

constexpr int grid = 4;  // sample points along a pixel's side
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

  double at(int corner, double x, double y) const {
    const auto c = std::size_t(corner);
    return dx[c] * x + dy[c] * y + origin[c];
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

double wrapped(double t) { return t >= 0 && t <= 1 ? t : t - std::floor(t); }

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
  const auto c = cornersOf(mesh, triangle, camera);
  Shares shares;
  if (!sharesOf(c, shares)) return;
  const auto [left, right] = std::minmax({c[0].x, c[1].x, c[2].x});
  const int first = int(std::clamp(std::floor(left), 0.0, double(width_))) * grid;
  const int end = int(std::clamp(std::ceil(right), 0.0, double(width_))) * grid;
  const float light = brightnessOf(mesh, triangle);
  const Texture::Level* level = mesh.colors.empty() ? &levelFor(mesh, triangle, shares) : nullptr;
  for (int row = 0; row < grid; ++row) {
    const double py = y + (row + 0.5) / grid;
    for (int column = first; column < end; ++column) {
      const double px = (column + 0.5) / grid;
      const double s0 = shares.at(0, px, py), s1 = shares.at(1, px, py);
      const double s2 = shares.at(2, px, py);
      if (s0 < 0 || s1 < 0 || s2 < 0) continue;
      Sample& sample =
          samples_[std::size_t(row) * std::size_t(width_) * grid + std::size_t(column)];
      const auto depth = float(s0 * c[0].depth + s1 * c[1].depth + s2 * c[2].depth);
      if (!(depth > sample.depth)) continue;
      const auto corner = [&](std::size_t i) {
        return std::size_t(mesh.triangles[3 * triangle + i]);
      };
      Rgba color;
      if (level) {
        const Vec2f a = mesh.uv[corner(0)], b = mesh.uv[corner(1)], d = mesh.uv[corner(2)];
        color = textureAt(*level, s0 * double(a.x) + s1 * double(b.x) + s2 * double(d.x),
                          s0 * double(a.y) + s1 * double(b.y) + s2 * double(d.y));
      } else {
        const Color a = mesh.colors[corner(0)], b = mesh.colors[corner(1)];
        const Color d = mesh.colors[corner(2)];
        const auto blend = [&](int p, int q, int r) {
          return float((s0 * p + s1 * q + s2 * r) / 255);
        };
        color = {blend(a.r, b.r, d.r), blend(a.g, b.g, d.g), blend(a.b, b.b, d.b), 1};
      }
      if (color.a < hole) continue;
      sample = {depth, color.r * float(mesh.tint.x) * light, color.g * float(mesh.tint.y) * light,
                color.b * float(mesh.tint.z) * light, mesh.opacity};
    }
  }
}

void SolidFrame::resolve(int y, Canvas& canvas) const {
  std::uint16_t* pixels = canvas.row(y);
  for (int x = 0; x < width_; ++x) {
    float r = 0, g = 0, b = 0, a = 0;
    for (int row = 0; row < grid; ++row) {
      for (int column = 0; column < grid; ++column) {
        const Sample& s = samples_[std::size_t(row) * std::size_t(width_) * grid +
                                   std::size_t(x * grid + column)];
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
