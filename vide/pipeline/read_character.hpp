// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/core/error.hpp"
#include "vide/pipeline/animate_character.hpp"

namespace vide {

// The files that make a drawn figure move. Messages begin with the path at fault.
struct CharacterFiles {
  std::string character;  // char_cfg.yaml, with texture.png and mask.png beside it
  std::string motion;     // which recording to play (.yaml)
  std::string retarget;   // how the figure follows it (.yaml)
  std::string mask;       // unless empty, instead of the mask beside the character
};

Result<CharacterMotion> readCharacterMotion(const CharacterFiles& files);

}  // namespace vide
