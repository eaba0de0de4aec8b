// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"

// Material libraries (.mtl) of Wavefront OBJ files: of each material what a document can show.
namespace vide {

struct MtlMaterial {
  std::string name;
  Vec3 diffuse{1, 1, 1};  // Kd, 0..1, taken as sRGB
  double opacity = 1;     // d, or 1 - Tr; 0..1
  std::string picture;    // map_Kd: the file's name with / between folders; empty: none
};

struct MtlFile {
  std::vector<MtlMaterial> materials;  // in the file's order; of a name that comes twice the first
  std::vector<std::string> warnings;   // "line 3: ...", at most max_warnings
  static constexpr std::size_t max_warnings = 20;
};

struct MtlLimits {
  std::size_t max_bytes = 16 << 20;
  std::size_t max_materials = 10'000;
};

// Statements that are not known are passed over, as are the options of map_Kd that shift, scale or
// repeat the picture (those with a warning). Numbers out of 0..1 are clamped; a statement that
// cannot be read is left out with a warning. Where a material has a picture and its Kd is 0 0 0,
// which some programs write for "the picture alone", Kd counts as white.
//
// Source: the MTL section of Wavefront's Advanced Visualizer manual. Error: a limit passed.
Result<MtlFile> parseMtl(std::string_view text, const MtlLimits& limits = {});

}  // namespace vide
