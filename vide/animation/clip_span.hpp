// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace vide {

// A clip among frames that show several, one after the other.
struct ClipSpan {
  std::string name;
  std::size_t frames = 0;
  double frame_rate = 30;
  bool loops = true;
};

}  // namespace vide
