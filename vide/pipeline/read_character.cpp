// SPDX-License-Identifier: MIT
#include "vide/pipeline/read_character.hpp"

#include "vide/core/text.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/motion_config.hpp"
#include "vide/io/retarget_config.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/read_picture.hpp"

namespace vide {
namespace {

Result<MotionCapture> readCapture(const std::string& path) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  const auto motion = parseBvh(*content);
  if (!motion) return failAt(path, motion.error());
  return motionCaptureOf(*motion);
}

}  // namespace

Result<CharacterMotion> readCharacterMotion(const CharacterFiles& files) {
  const auto config = readCharacterConfig(files.character);
  if (!config) return std::unexpected(config.error());
  const auto motion = readMotionConfig(files.motion);
  if (!motion) return std::unexpected(motion.error());
  const auto retarget = readRetargetConfig(files.retarget);
  if (!retarget) return std::unexpected(retarget.error());
  auto capture = readCapture(motion->filepath);
  if (!capture) return std::unexpected(capture.error());
  auto picture = readPicture(config->texture, files.mask.empty() ? config->mask : files.mask);
  if (!picture) return std::unexpected(picture.error());
  return CharacterMotion{std::move(*picture), config->rig,
                         std::move(*capture), motion->settings,
                         retarget->settings,  text(files.motion, " with ", files.retarget)};
}

}  // namespace vide
