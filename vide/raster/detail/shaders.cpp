// SPDX-License-Identifier: MIT
#include "vide/raster/detail/shaders.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/math.hpp"

namespace vide::detail {

namespace {

constexpr double fraction_one = 4294967296.0;      // one texel, 32 fractional bits
constexpr double largest = 1073741824.0;           // texels that still fit
constexpr std::uint64_t half_weight = 1ULL << 23;  // rounds to the 8 bits that weights have

std::int64_t toFraction(double texels) {
  return std::int64_t(std::clamp(texels, -largest, largest) * fraction_one);
}

Float4 lerp(Float4 a, Float4 b, float t) { return a + (b - a) * splat(t); }

// Two differences instead of four weights: equal texels give exactly their own value.
Float4 bilinear(const Texture::Level& level, std::int64_t u, std::int64_t v) {
  const float fu = float((u >> 24) & 255) * (1.0F / 256);
  const float fv = float((v >> 24) & 255) * (1.0F / 256);
  const std::uint16_t* upper = level.texel(u >> 32, v >> 32);
  const std::uint16_t* lower = upper + 4 * (level.width + 1);
  return lerp(lerp(loadPixel(upper), loadPixel(upper + 4), fu),
              lerp(loadPixel(lower), loadPixel(lower + 4), fu), fv);
}

Float4 sample(const Texture::Level& level, const TexelBounds& bounds, const TexelWalk& walk) {
  return bilinear(level, std::clamp(std::int64_t(walk.u), bounds.u_min, bounds.u_max),
                  std::clamp(std::int64_t(walk.v), bounds.v_min, bounds.v_max));
}

void advance(TexelWalk& walk) {
  walk.u += walk.du;
  walk.v += walk.dv;
}

double texelArea(const MeshDraw& draw, const ScreenMesh& mesh) {
  double sum = 0;
  for (const ScreenTriangle& t : mesh.triangles) {
    if (!t.drawn) continue;
    const Vec2f a = draw.uv[std::size_t(t.v[0])];
    const Vec2f b = draw.uv[std::size_t(t.v[1])];
    const Vec2f c = draw.uv[std::size_t(t.v[2])];
    sum += std::abs(double(b.x - a.x) * double(c.y - a.y) - double(b.y - a.y) * double(c.x - a.x));
  }
  return 0.5 * sum * draw.texture->width() * draw.texture->height();
}

}  // namespace

Affine1 Affine1::through(const Vec2 (&corners)[3], const double (&values)[3]) {
  const Vec2 e1 = corners[1] - corners[0];
  const Vec2 e2 = corners[2] - corners[0];
  const double area = cross(e1, e2);
  if (!(std::abs(area) > 1e-12)) return {0, 0, (values[0] + values[1] + values[2]) / 3};
  const double f1 = values[1] - values[0];
  const double f2 = values[2] - values[0];
  Affine1 f{(f1 * e2.y - f2 * e1.y) / area, (f2 * e1.x - f1 * e2.x) / area, 0};
  f.origin = values[0] - f.dx * corners[0].x - f.dy * corners[0].y;
  return f;
}

// Up to a quarter level the full picture is sharper and not yet aliased; that also keeps small
// stretches of an animation from blurring a drawing at scale 1.
LevelChoice LevelChoice::forDensity(double texels_per_pixel, std::size_t levels) {
  if (!(texels_per_pixel > 1)) return {};
  constexpr double sharp = 0.25;
  double depth = 0.5 * math::log(texels_per_pixel) / math::log(2.0);
  if (depth < 1) depth = std::max(0.0, (depth - sharp) / (1 - sharp));
  const double deepest = double(levels) - 1;
  if (depth >= deepest) return {int(deepest), 0};
  return {int(depth), float(depth - std::floor(depth))};
}

TextureShader::TextureShader(const MeshDraw& draw, const ScreenMesh& mesh)
    : draw_(&draw), mesh_(&mesh) {
  const auto levels = draw.texture->levels();
  const double area = mesh.area;
  const auto choice =
      LevelChoice::forDensity(area > 0 ? texelArea(draw, mesh) / area : 1, levels.size());
  next_ = choice.next;
  for (int i = 0; i < 2; ++i) {
    const int level = std::min(choice.level + i, int(levels.size()) - 1);
    planes_[i].level = &levels[std::size_t(level)];
    planes_[i].scale = 1.0 / double(std::int64_t{1} << level);
  }
}

void TextureShader::setTriangle(const ScreenTriangle& triangle) {
  Vec2 corners[3];
  double u[3];
  double v[3];
  for (int i = 0; i < 3; ++i) {
    const auto vertex = std::size_t(triangle.v[i]);
    corners[i] = mesh_->vertices[vertex].exact;
    u[i] = double(draw_->uv[vertex].x) * draw_->texture->width();
    v[i] = double(draw_->uv[vertex].y) * draw_->texture->height();
  }
  u_ = Affine1::through(corners, u);
  v_ = Affine1::through(corners, v);
  for (Plane& plane : planes_) setBounds(plane, u, v);
}

// A pixel that the triangle holds only in part has its centre outside; a sliver's texture would run
// far away there, so it may not leave the triangle's own texels by more than one.
void TextureShader::setBounds(Plane& plane, const double (&u)[3], const double (&v)[3]) {
  const auto limit = [&](const double(&t)[3], int size, std::int64_t& low, std::int64_t& high) {
    const auto [min, max] = std::minmax({t[0], t[1], t[2]});
    const double last = size - 1;
    low = toFraction(std::clamp(min * plane.scale - 1.5, 0.0, last));
    high = toFraction(std::clamp(max * plane.scale + 0.5, 0.0, last));
  };
  limit(u, plane.level->width, plane.bounds.u_min, plane.bounds.u_max);
  limit(v, plane.level->height, plane.bounds.v_min, plane.bounds.v_max);
}

TexelWalk TextureShader::walkFrom(const Plane& plane, int x, int y) const {
  const double px = x + 0.5;
  const double py = y + 0.5;
  const double s = plane.scale;
  return {std::uint64_t(toFraction(u_.at(px, py) * s - 0.5)) + half_weight,
          std::uint64_t(toFraction(v_.at(px, py) * s - 0.5)) + half_weight,
          std::uint64_t(toFraction(u_.dx * s)), std::uint64_t(toFraction(v_.dx * s))};
}

Float4 TextureShader::at(int x, int y) const {
  const Float4 color = sample(*planes_[0].level, planes_[0].bounds, walkFrom(planes_[0], x, y));
  if (next_ == 0) return color;
  return lerp(color, sample(*planes_[1].level, planes_[1].bounds, walkFrom(planes_[1], x, y)),
              next_);
}

void TextureShader::paint(std::uint16_t* out, int x, int y, int count) const {
  TexelWalk near = walkFrom(planes_[0], x, y);
  if (next_ == 0) {
    for (int i = 0; i < count; ++i, advance(near)) {
      paintOver(out + 4 * i, sample(*planes_[0].level, planes_[0].bounds, near));
    }
    return;
  }
  TexelWalk far = walkFrom(planes_[1], x, y);
  for (int i = 0; i < count; ++i, advance(near), advance(far)) {
    paintOver(out + 4 * i, lerp(sample(*planes_[0].level, planes_[0].bounds, near),
                                sample(*planes_[1].level, planes_[1].bounds, far), next_));
  }
}

void ColorShader::setTriangle(const ScreenTriangle& triangle) {
  Vec2 corners[3];
  Float4 colors[3];
  for (int i = 0; i < 3; ++i) {
    corners[i] = mesh_->vertices[std::size_t(triangle.v[i])].exact;
    colors[i] = premultiplied(draw_->colors[std::size_t(triangle.v[i])]);
  }
  origin_ = corners[0];
  base_ = colors[0];
  for (int channel = 0; channel < 4; ++channel) {
    const auto f =
        Affine1::through(corners, {colors[0][channel], colors[1][channel], colors[2][channel]});
    dx_[channel] = float(f.dx);
    dy_[channel] = float(f.dy);
  }
  lowest_ = minimum(minimum(colors[0], colors[1]), colors[2]);
  highest_ = maximum(maximum(colors[0], colors[1]), colors[2]);
}

Float4 ColorShader::at(int x, int y) const {
  const Float4 color =
      base_ + dx_ * splat(float(x + 0.5 - origin_.x)) + dy_ * splat(float(y + 0.5 - origin_.y));
  return minimum(maximum(color, lowest_), highest_);
}

void ColorShader::paint(std::uint16_t* out, int x, int y, int count) const {
  for (int i = 0; i < count; ++i) paintOver(out + 4 * i, at(x + i, y));
}

}  // namespace vide::detail
