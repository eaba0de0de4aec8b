// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/image/image.hpp"

// Several pictures on few large ones, as game engines and browsers like to load them.
//
// Guaranteed: every picture lies upright and whole on one page; no two overlap, and between two of
// them, and between any and the page's border, are at least `padding` transparent pixels beside the
// `extrude` ones that repeat their edges; one page where they fit on one of the largest size; the
// same pictures give the same pages. Not guaranteed: the smallest page there could be.
//
// Pictures are placed by falling height, each as low and then as far left as it fits upon those
// before it (the skyline heuristic, J. Jylanki, "A Thousand Ways to Pack the Bin", 2010).
namespace vide {

struct AtlasOptions {
  int padding = 2;  // pixels
  int extrude = 1;  // pixels of edge repeated around a picture, against bleeding; 0: none
  int largest =
      4096;  // pixels on a side; a picture that does not fit gets a larger page of its own
};

struct AtlasItem {
  int width = 0;  // pixels, 1 or more
  int height = 0;
};

struct AtlasPlace {
  int page = 0;
  int x = 0;  // of the picture's top-left pixel
  int y = 0;
};

struct AtlasLayout {
  std::vector<AtlasItem> pages;    // their sizes
  std::vector<AtlasPlace> places;  // in the order of the pictures
};

AtlasLayout layOutAtlas(std::span<const AtlasItem> pictures, const AtlasOptions& options = {});

// One page of a layout that was made for these pictures with these options.
Image paintAtlasPage(const AtlasLayout& layout, int page, std::span<const Image> pictures,
                     const AtlasOptions& options = {});

}  // namespace vide
