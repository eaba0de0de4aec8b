// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide {

// A recorded motion as positions: where every joint is in every frame, in model space of whatever
// unit and up axis the recording has.
struct MotionCapture {
  std::vector<std::string> names;  // of the joints, parents first
  std::vector<int> parents;        // index of an earlier joint, or -1
  double frame_time = 0;           // seconds
  int frames = 0;
  std::vector<Vec3> positions;  // frames x joints, frame by frame

  std::size_t joints() const { return names.size(); }
  std::span<const Vec3> frame(int index) const {
    return std::span(positions).subspan(std::size_t(index) * joints(), joints());
  }
};

}  // namespace vide
