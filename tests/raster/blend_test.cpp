// SPDX-License-Identifier: MIT
#include "vide/raster/blend.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tests/raster/grid.hpp"

namespace vide {
namespace {

using test::Grid;
using test::uniform;

using Rgba = std::array<double, 4>;  // premultiplied, 0..1

// The compositing formulas of the W3C's recommendation, written down on their own: general
// separable blending with B the mode's function of straight colours, and plus-lighter.
Rgba expectedBlend(BlendMode mode, const Rgba& s, const Rgba& b) {
  Rgba out;
  if (mode == BlendMode::add) {
    for (std::size_t i = 0; i < 4; ++i) out[i] = std::min(1.0, s[i] + b[i]);
    return out;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double cs = s[3] > 0 ? s[i] / s[3] : 0;
    const double cb = b[3] > 0 ? b[i] / b[3] : 0;
    double mixed = cs;
    if (mode == BlendMode::multiply) mixed = cs * cb;
    if (mode == BlendMode::screen) mixed = 1 - (1 - cs) * (1 - cb);
    out[i] = s[3] * (1 - b[3]) * cs + s[3] * b[3] * mixed + (1 - s[3]) * b[3] * cb;
  }
  out[3] = s[3] + b[3] - s[3] * b[3];
  return out;
}

Rgba premultiplied(Color c) {
  const double a = c.a / 255.0;
  return {c.r / 255.0 * a, c.g / 255.0 * a, c.b / 255.0 * a, a};
}

constexpr std::array colors{Color{0, 0, 0, 0},       Color{255, 255, 255, 255},
                            Color{0, 0, 0, 255},     Color{200, 30, 120, 255},
                            Color{12, 250, 66, 128}, Color{255, 128, 0, 77},
                            Color{90, 90, 200, 3}};

constexpr std::array modes{BlendMode::normal, BlendMode::add, BlendMode::multiply,
                           BlendMode::screen};

// One pixel of `source` laid over `backdrop`.
Rgba painted(const MeshDraw& settings, Color source, Color backdrop) {
  const Texture texture(uniform(1, 1, source));
  const Grid grid(1, 1, 1);
  MeshDraw draw = grid.draw(texture);
  draw.blend = settings.blend;
  draw.opacity = settings.opacity;
  draw.tint = settings.tint;
  draw.clip = settings.clip;
  Canvas canvas(1, 1);
  canvas.clear(backdrop);
  DrawContext context;
  REQUIRE(validate(draw, canvas).has_value());
  drawMesh(canvas, Camera2D::document(1), draw, context);
  const std::uint16_t* p = canvas.row(0);
  return {p[0] / 65535.0, p[1] / 65535.0, p[2] / 65535.0, p[3] / 65535.0};
}

double difference(const Rgba& a, const Rgba& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST_CASE("every mode follows its formula on every backdrop") {
  for (const BlendMode mode : modes) {
    for (const Color source : colors) {
      for (const Color backdrop : colors) {
        const Rgba wanted = expectedBlend(mode, premultiplied(source), premultiplied(backdrop));
        CHECK(difference(painted({.blend = mode}, source, backdrop), wanted) < 3e-5);
      }
    }
  }
}

TEST_CASE("opacity, tint and clip multiply the source") {
  const Color source{200, 100, 40, 180};
  const Color backdrop{30, 60, 90, 200};
  Canvas clip(1, 1);
  clip.clear(Color{255, 0, 0, 51});
  for (const BlendMode mode : modes) {
    Rgba faded = premultiplied(source);
    const double share = 0.5 * 0.2;
    const Rgba factor{0.25 * share, 0.5 * share, 1 * share, share};
    for (std::size_t i = 0; i < 4; ++i) faded[i] *= factor[i];
    const MeshDraw settings{
        .blend = mode, .opacity = 0.5F, .tint = {0.25F, 0.5F, 1.0F}, .clip = &clip};
    CHECK(difference(painted(settings, source, backdrop),
                     expectedBlend(mode, faded, premultiplied(backdrop))) < 3e-5);
  }
}

TEST_CASE("the passes handed to a GPU end in the same colour") {
  const auto value = [](BlendFactor factor, const Rgba& s, const Rgba& b, std::size_t i) {
    switch (factor) {
      case BlendFactor::zero:
        return 0.0;
      case BlendFactor::one:
        return 1.0;
      case BlendFactor::one_minus_source_color:
        return 1 - s[i];
      case BlendFactor::one_minus_source_alpha:
        return 1 - s[3];
      case BlendFactor::backdrop_color:
        return b[i];
      case BlendFactor::one_minus_backdrop_alpha:
        return 1 - b[3];
    }
    return 0.0;
  };
  for (const BlendMode mode : modes) {
    for (const Color source : colors) {
      for (const Color backdrop : colors) {
        const Rgba s = premultiplied(source);
        Rgba b = premultiplied(backdrop);
        for (const BlendPass& pass : blendPasses(mode)) {
          const Rgba before = b;
          for (std::size_t i = 0; i < 4; ++i) {
            const auto of_source = i < 3 ? pass.color_source : pass.alpha_source;
            const auto of_backdrop = i < 3 ? pass.color_backdrop : pass.alpha_backdrop;
            b[i] = std::min(1.0, s[i] * value(of_source, s, before, i) +
                                     before[i] * value(of_backdrop, s, before, i));
          }
        }
        CHECK(difference(b, expectedBlend(mode, s, premultiplied(backdrop))) < 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace vide
