// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/bvh.hpp"

namespace {

void checkMotion(const vide::BvhMotion& motion) {
  require(!motion.skeleton.empty());
  require(motion.values.size() == std::size_t(motion.frames) * motion.channels.size());
  require(motion.first_channel.size() == motion.skeleton.size() + 1);
  const vide::MotionCapture capture = vide::motionCaptureOf(motion);
  require(capture.positions.size() == std::size_t(motion.frames) * motion.skeleton.size());
  for (const vide::Vec3 position : capture.positions) require(vide::isFinite(position));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto motion = vide::parseBvh({reinterpret_cast<const char*>(data), size},
                                     {.max_joints = 1000, .max_values = 100'000});
  if (motion) {
    checkMotion(*motion);
  } else {
    require(!motion.error().message.empty());
  }
  return 0;
}
