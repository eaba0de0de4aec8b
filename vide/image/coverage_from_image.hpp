// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/image/coverage.hpp"
#include "vide/image/image.hpp"

// Which part of a picture is the character: three ways to tell.
//
// A threshold t of 0..1 becomes the smallest 8-bit value that is at least t * 255, though never 0,
// which would take in everything. Results have the size of the picture and at least one inside
// pixel. Errors are invalid_argument: a picture without pixels, an option out of range, or nothing
// that would be inside.
namespace vide {

struct AlphaOptions {
  double threshold = 0.5;  // 0..1
};

// What is opaque enough.
Result<Coverage> coverageFromAlpha(const Image& image, const AlphaOptions& options = {});

struct MaskOptions {
  double threshold = 0.5;          // 0..1
  const Image* picture = nullptr;  // what the mask belongs to; if given, the sizes must agree
};

// What is white in a picture of its own; or, if that has any transparency, what is opaque in it.
// Luminance is taken from the sRGB samples with the weights of Rec. 709.
Result<Coverage> coverageFromMask(const Image& mask, const MaskOptions& options = {});

struct BackgroundOptions {
  double tolerance = 0.1;      // 0..1; greatest difference in a channel that still is background
  std::optional<Color> color;  // alpha does not count; if absent, found at the border
};

// What a flood of background from the picture's border does not reach, for opaque pictures. The
// background colour is the most common one at the border, the lowest in ties. Regions of that
// colour enclosed by the character stay part of it; the flood does not slip through diagonal lines.
//
// Pixels along the edge get the share of foreground that their colour shows, taken against the
// strongest contrast among their neighbours, so that antialiased edges keep their place. A pale
// outline one pixel wide looks the same as an antialiased edge and is taken for one.
//
// A transparent pixel is judged by how it looks on the background colour.
Result<Coverage> coverageFromBackground(const Image& image, const BackgroundOptions& options = {});

}  // namespace vide
