// SPDX-License-Identifier: MIT
#include "vide/raster/detail/shaders.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/math.hpp"

namespace vide::detail {

namespace {

constexpr double texel = 4294967296.0;    // 1 as a TexelCoordinate
constexpr double largest = 1073741824.0;  // texels that still fit

TexelCoordinate toCoordinate(double texels) {
  return TexelCoordinate(std::clamp(texels, -largest, largest) * texel);
}

Float4 lerp(Float4 a, Float4 b, Float4 t) { return a + (b - a) * t; }

// Eight bits of the fraction, 0..1.
Float4 weight(TexelCoordinate t) { return splat(float(int((t >> 24) & 255)) * (1.0F / 256)); }

// A walk along a row of pixels through one mip level.
class TexelWalk {
 public:
  TexelWalk(const TexturePlane& plane, int x, int y)
      : plane_(plane),
        texels_(plane.level->texel(0, 0)),
        stride_(4 * (std::int64_t{plane.level->width} + 1)),
        u_(std::uint64_t(toCoordinate(plane.u.at(x + 0.5, y + 0.5)))),
        v_(std::uint64_t(toCoordinate(plane.v.at(x + 0.5, y + 0.5)))) {}

  // The colour here, bilinear. Two steps of differences instead of four weights: equal texels give
  // exactly their own value.
  Float4 color() const {
    const TexelCoordinate u = std::clamp(TexelCoordinate(u_), plane_.u_min, plane_.u_max);
    const TexelCoordinate v = std::clamp(TexelCoordinate(v_), plane_.v_min, plane_.v_max);
    const std::uint16_t* corner = texels_ + (v >> 32) * stride_ + 4 * (u >> 32);
    const Short8 upper = loadPair(corner);
    const Short8 lower = loadPair(corner + stride_);
    const Float4 right = weight(u);
    return lerp(lerp(firstPixel(upper), secondPixel(upper), right),
                lerp(firstPixel(lower), secondPixel(lower), right), weight(v));
  }

  void advance() {
    u_ += std::uint64_t(plane_.du);
    v_ += std::uint64_t(plane_.dv);
  }

 private:
  const TexturePlane plane_;
  const std::uint16_t* texels_;
  std::int64_t stride_;
  std::uint64_t u_, v_;  // unsigned: a step too far wraps and is clamped
};

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

// In the plane's own texels; half a weight is added so that cutting off the fraction rounds.
Affine1 onPlane(const Affine1& texels, double scale) {
  return {texels.dx * scale, texels.dy * scale, texels.origin * scale - 0.5 + 1.0 / 512};
}

void setPlane(TexturePlane& plane, const Affine1& texel_u, const Affine1& texel_v) {
  plane.u = onPlane(texel_u, plane.scale);
  plane.v = onPlane(texel_v, plane.scale);
  plane.du = toCoordinate(plane.u.dx);
  plane.dv = toCoordinate(plane.v.dx);
}

// A pixel that the triangle holds only in part has its centre outside; a sliver's texture would run
// far away there, so it may not leave the triangle's own texels by more than one.
void setBounds(TexturePlane& plane, const double (&u)[3], const double (&v)[3]) {
  const auto bound = [&](const double(&t)[3], int size, TexelCoordinate& low,
                         TexelCoordinate& high) {
    const auto [min, max] = std::minmax({t[0], t[1], t[2]});
    low = toCoordinate(std::clamp(min * plane.scale - 1.5, 0.0, size - 1.0));
    high = toCoordinate(std::clamp(max * plane.scale + 0.5, 0.0, size - 1.0));
  };
  bound(u, plane.level->width, plane.u_min, plane.u_max);
  bound(v, plane.level->height, plane.v_min, plane.v_max);
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

// Down to a scale of 0.7 bilinear sampling of the full picture skips no texel and is sharper; that
// also keeps the small stretches of an animation from blurring a drawing at scale 1.
LevelChoice LevelChoice::forDensity(double texels_per_pixel, std::size_t levels) {
  if (!(texels_per_pixel > 1)) return {};
  constexpr double sharp = 0.5;
  double depth = 0.5 * math::log(texels_per_pixel) / math::log(2.0);
  if (depth < 1) depth = std::max(0.0, (depth - sharp) / (1 - sharp));
  const double deepest = double(levels) - 1;
  if (depth >= deepest) return {int(deepest), 0};
  return {int(depth), float(depth - std::floor(depth))};
}

TextureShader::TextureShader(const MeshDraw& draw, const ScreenMesh& mesh)
    : draw_(&draw), mesh_(&mesh) {
  const auto levels = draw.texture->levels();
  const double density = mesh.area > 0 ? texelArea(draw, mesh) / mesh.area : 1;
  const LevelChoice choice = LevelChoice::forDensity(density, levels.size());
  const auto use = [&](TexturePlane& plane, int level) {
    level = std::min(level, int(levels.size()) - 1);
    plane.level = &levels[std::size_t(level)];
    plane.scale = 1.0 / double(std::int64_t{1} << level);
  };
  use(near_, choice.level);
  use(far_, choice.level + 1);
  far_share_ = choice.next;
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
  const Affine1 texel_u = Affine1::through(corners, u);
  const Affine1 texel_v = Affine1::through(corners, v);
  setPlane(near_, texel_u, texel_v);
  setBounds(near_, u, v);
  if (far_share_ == 0) return;
  setPlane(far_, texel_u, texel_v);
  setBounds(far_, u, v);
}

Float4 TextureShader::at(int x, int y) const {
  const Float4 color = TexelWalk(near_, x, y).color();
  if (far_share_ == 0) return color;
  return lerp(color, TexelWalk(far_, x, y).color(), splat(far_share_));
}

void TextureShader::paint(std::uint16_t* out, int x, int y, int count) const {
  TexelWalk near(near_, x, y);
  if (far_share_ == 0) {
    for (int i = 0; i < count; ++i, near.advance()) paintOver(out + 4 * i, near.color());
    return;
  }
  TexelWalk far(far_, x, y);
  for (int i = 0; i < count; ++i, near.advance(), far.advance()) {
    paintOver(out + 4 * i, lerp(near.color(), far.color(), splat(far_share_)));
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
