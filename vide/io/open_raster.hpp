// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/layered_picture.hpp"
#include "vide/io/image_file.hpp"

// OpenRaster (.ora), in which Krita, MyPaint, GIMP and others exchange drawings with layers: a ZIP
// archive of PNGs and a stack.xml that says how they lie on each other.
//
// Stacks inside stacks are laid flat: offsets add up, opacities multiply, what is in a hidden stack
// is hidden. Of the ways to compose, svg:src-over, svg:plus, svg:multiply and svg:screen are
// BlendModes; a layer with another one becomes `normal`, with a warning. A stack with an opacity or
// a way to compose of its own looks the same only where its layers do not overlap; a warning says
// so. Filters and texts are left out, with a warning.
//
// Nothing of the archive is ever written to disk: a layer's "src" is looked up among the archive's
// own names and nowhere else.
//
// Source: OpenRaster specification 0.0.5 (freedesktop.org), "File layout" and "Layers stack".
namespace vide {

struct OpenRasterLimits {
  ImageLimits image;                                      // for the file and each layer
  std::int64_t max_total_pixels = std::int64_t(1) << 28;  // of all layers together
  std::size_t max_layers = 1000;
  int max_nesting = 32;                                // stacks within stacks
  std::size_t max_stack_bytes = std::size_t(1) << 20;  // of stack.xml, unpacked
};

// Errors, each naming the entry or layer: malformed_data for what is no ZIP archive, lacks the
// entries mimetype or stack.xml or a layer's picture, for XML that does not follow its grammar, for
// attributes that are no numbers or out of range; limit_exceeded; those of decodeImage.
Result<LayeredPicture> decodeOpenRaster(std::span<const std::uint8_t> bytes,
                                        const OpenRasterLimits& limits = {});

// Messages begin with the path.
Result<LayeredPicture> readOpenRaster(const std::string& path, const OpenRasterLimits& limits = {});

}  // namespace vide
