// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "vide/animation/character_rig.hpp"
#include "vide/core/error.hpp"
#include "vide/skeleton/skeleton.hpp"

// The char_cfg.yaml of Animated Drawings: the joints of a drawn figure, with its picture and mask
// beside it.
namespace vide {

struct CharacterConfigLimits {
  std::size_t max_bytes = 1 << 20;
  std::size_t max_joints = 10'000;
  int max_side = 1 << 16;  // of the picture, pixels
};

struct CharacterConfig {
  CharacterRig rig;     // joints parents first, otherwise in the order of the file
  std::string texture;  // path of texture.png beside the file; empty for text from memory
  std::string mask;     // path of mask.png; empty if there is none
};

// Errors name the file, the line or the joint, and what is wrong: a missing setting, a number that
// is none, a missing parent, a cycle, a repeated name, no root or two.
Result<CharacterConfig> readCharacterConfig(const std::string& path,
                                            const CharacterConfigLimits& limits = {});
Result<CharacterConfig> parseCharacterConfig(std::string_view text,
                                             const CharacterConfigLimits& limits = {});

inline Result<Skeleton> skeletonFromCharacter(const CharacterConfig& config) {
  return skeletonFromCharacter(config.rig);
}

}  // namespace vide
