// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string_view>

#include "fuzz/require.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/motion_config.hpp"
#include "vide/io/retarget_config.hpp"

namespace {

template <class T>
void requireMessage(const vide::Result<T>& result) {
  if (!result) require(!result.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto character = vide::parseCharacterConfig(text);
  requireMessage(character);
  if (character) {
    const auto skeleton = vide::skeletonFromCharacter(*character);
    require(skeleton && skeleton->size() + 1 == character->rig.joints.size());
  }
  requireMessage(vide::parseMotionConfig(text));
  requireMessage(vide::parseRetargetConfig(text));
  return 0;
}
