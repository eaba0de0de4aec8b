// SPDX-License-Identifier: MIT
#include "vide/raster/detail/face_shading.hpp"

#include <algorithm>
#include <cmath>

namespace vide::detail {
namespace {

constexpr Vec3 lamp{-0.48, 0.6, 0.64};  // unit vectors towards the lights
constexpr Vec3 fill{0.8, -0.1, 0.5916};
constexpr double lamp_light = 0.52, fill_light = 0.07, sky_light = 0.12, all_around = 0.38;
constexpr double wrap = 0.25;  // how far around the edge the lamp reaches

Vec3 vectorAt(std::span<const float> numbers, std::size_t i) {
  return {double(numbers[3 * i]), double(numbers[3 * i + 1]), double(numbers[3 * i + 2])};
}

double brightness(Vec3 normal) {
  const double from_lamp = std::max(0.0, (dot(normal, lamp) + wrap) / (1 + wrap));
  const double from_fill = std::max(0.0, dot(normal, fill));
  const double from_sky = 0.5 + 0.5 * normal.y;
  return std::min(
      1.0, all_around + sky_light * from_sky + lamp_light * from_lamp + fill_light * from_fill);
}

// Into 0..1; what is not finite lands at 0.
double repeated(double t) {
  if (t >= 0 && t <= 1) return t;
  const double rest = t - std::floor(t);
  return rest >= 0 && rest <= 1 ? rest : 0;
}

// A square root is the same on every target, std::hypot need not be.
double slopeOf(const Affine1& share) {
  return std::sqrt(share.dx * share.dx + share.dy * share.dy);
}

Float4 mix(Float4 a, Float4 b, double t) { return a + (b - a) * splat(float(t)); }

// Bilinear; each repetition of the picture ends in its own border's colour, since most pictures
// are not made to be joined.
Float4 sample(const Texture::Level& level, double u, double v) {
  const double x = repeated(u) * level.width - 0.5, y = repeated(v) * level.height - 0.5;
  const double left = std::floor(x), top = std::floor(y);
  const auto within = [](double at, int size) { return std::clamp(int(at), 0, size - 1); };
  const int x0 = within(left, level.width), x1 = within(left + 1, level.width);
  const int y0 = within(top, level.height), y1 = within(top + 1, level.height);
  const Float4 upper =
      mix(loadPixel(level.texel(x0, y0)), loadPixel(level.texel(x1, y0)), x - left);
  const Float4 lower =
      mix(loadPixel(level.texel(x0, y1)), loadPixel(level.texel(x1, y1)), x - left);
  return mix(upper, lower, y - top);
}

}  // namespace

FaceShading::FaceShading(const SolidFace& face)
    : draw_(&face.draw()), triangle_(face.index()), vertices_(face.vertices()) {
  const auto corners = face.corners();
  for (std::size_t i = 0; i < 3; ++i) {
    const double values[3] = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    share_[i] = Affine1::through(corners.at, values);
    if (!draw_->wire) continue;
    const double slope = slopeOf(share_[i]);
    height_[i] = slope > 0 ? float(1 / slope) : 0.0f;
  }
  orient();
  chooseLevel();
}

// Corners may have been exchanged, so the sign of the cross product alone says nothing about which
// side is the outside: the file's order of corners and the normals do.
void FaceShading::orient() {
  const auto corner = [&](std::size_t i) {
    return vectorAt(draw_->positions, std::size_t(draw_->triangles[3 * triangle_ + i]));
  };
  Vec3 outside = cross(corner(1) - corner(0), corner(2) - corner(0));
  if (!draw_->normals.empty()) {
    Vec3 sum;
    for (const std::size_t v : vertices_) sum += vectorAt(draw_->normals, v);
    if (dot(sum, outside) < 0) outside = -outside;
  }
  side_ = outside.z < 0 ? -1 : 1;
  flat_ = normalized(side_ * outside, {0, 0, 1});
}

void FaceShading::chooseLevel() {
  if (!draw_->texture || draw_->texture->empty()) return;
  const auto levels = draw_->texture->levels();
  Vec2 along_x, along_y;  // texels from pixel to pixel
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2f uv = draw_->uv[vertices_[i]];
    const Vec2 texels{double(uv.x) * draw_->texture->width(),
                      double(uv.y) * draw_->texture->height()};
    along_x += share_[i].dx * texels;
    along_y += share_[i].dy * texels;
  }
  // The area that a pixel covers: a surface seen from its edge stays sharp along it.
  double texels = std::sqrt(std::abs(cross(along_x, along_y)));
  std::size_t level = 0;
  for (; texels > 1.5 && level + 1 < levels.size(); texels /= 2) ++level;
  level_ = &levels[level];
}

FaceShading::Shares FaceShading::sharesAt(int x, int y) const {
  Shares shares;
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    shares.of[i] = std::clamp(share_[i].at(x + 0.5, y + 0.5), 0.0, 1.0);
    sum += shares.of[i];
  }
  for (double& share : shares.of) share /= sum;  // at least one is a third or more
  return shares;
}

Float4 FaceShading::textureAt(const Shares& shares) const {
  if (!level_) return splat(full);
  double u = 0, v = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2f uv = draw_->uv[vertices_[i]];
    u += shares.of[i] * double(uv.x);
    v += shares.of[i] * double(uv.y);
  }
  return sample(*level_, u, v);
}

// Factors, straight.
Float4 FaceShading::colorsAt(const Shares& shares) const {
  const Tint tint = draw_->tint;
  Float4 factor{tint.r, tint.g, tint.b, draw_->opacity};
  if (draw_->colors.empty()) return factor;
  Float4 color = splat(0);
  for (std::size_t i = 0; i < 3; ++i) {
    const Color c = draw_->colors[vertices_[i]];
    color +=
        Float4{float(c.r), float(c.g), float(c.b), float(c.a)} * splat(float(shares.of[i] / 255));
  }
  return factor * color;
}

float FaceShading::lightAt(const Shares& shares) const {
  if (!draw_->is_lit) return 1;
  if (draw_->normals.empty()) return float(brightness(flat_));
  Vec3 normal;
  for (std::size_t i = 0; i < 3; ++i) {
    normal += shares.of[i] * vectorAt(draw_->normals, vertices_[i]);
  }
  return float(brightness(normalized(side_ * normal, flat_)));
}

// How much of the wire's colour lies here.
float FaceShading::wireAt(const Shares& shares) const {
  float most = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const float away = float(shares.of[i]) * height_[i];
    const float covered = std::clamp(draw_->wire_width / 2 + 0.5f - away, 0.0f, 1.0f);
    const float room = std::clamp(height_[i] / (6 * draw_->wire_width), 0.1f, 1.0f);
    most = std::max(most, covered * room);
  }
  return most;
}

Float4 FaceShading::colorAt(int x, int y) const {
  const Shares shares = sharesAt(x, y);
  const Float4 texel = textureAt(shares);
  const Float4 factor = colorsAt(shares);
  const float light = lightAt(shares);
  Float4 color = texel * factor * Float4{light, light, light, 1};
  const Float4 alpha = Float4{factor[3], factor[3], factor[3], 1};
  color *= alpha;  // the texel is premultiplied by its own alpha, not by the factors'
  if (!draw_->wire) return color;
  const Float4 wire = premultiplied(*draw_->wire) * splat(wireAt(shares));
  return wire + color * (splat(1) - alphaOf(wire) * splat(1 / full));
}

}  // namespace vide::detail
