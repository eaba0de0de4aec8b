// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/image/coverage.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// A picture with what tells the character in it from the rest.
struct Picture {
  std::string name;                   // UTF-8: the file's name without folder and ending
  std::string source;                 // what messages call it: its path
  Image image;                        // decoded
  std::string mime;                   // of `encoded`
  std::vector<std::uint8_t> encoded;  // the file as it was
  std::optional<Image> mask;          // white where the character is
};

// Writes a picture as PNG. Codecs stand on other floors: io has encodePng, a browser its own.
using PictureEncoder = std::function<Result<std::vector<std::uint8_t>>(const Image&)>;

struct ShapeOptions {
  double threshold = 0.5;  // 0..1, of full alpha or white
  // Where set, and where there is no mask: the border's colour is flooded away.
  std::optional<BackgroundOptions> remove_background;
  // For pictures that a document does not hold as they were: what is cut out.
  PictureEncoder encode;
};

// The character's pixels: by the mask, else by removing the background, else by alpha. Errors: see
// coverage_from_image.hpp.
Result<Coverage> shapeOf(const Picture& picture, const ShapeOptions& options = {});

// The picture with everything but the shape made transparent; where the shape came from alpha, the
// picture as it is.
Image cutOutImage(const Picture& picture, const Coverage& shape, const ShapeOptions& options = {});

// The same as a document holds it: the file's own bytes where the shape came from alpha, otherwise
// encoded anew. Errors: the encoder's; there is none (unsupported).
Result<ImageAsset> cutOutAsset(const Picture& picture, const Coverage& shape,
                               const ShapeOptions& options = {});

// The picture in the encoder's bytes. `place` begins the message. Errors: as cutOutAsset.
Result<std::vector<std::uint8_t>> encodePicture(const Image& image, const ShapeOptions& options,
                                                const std::string& place);

}  // namespace vide
