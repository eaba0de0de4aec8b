// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/transform.hpp"

namespace vide::detail {

// What a bone takes from its parent.
struct Inheritance {
  bool rotation = true;
  bool scale = true;  // and shear

  bool all() const { return rotation && scale; }
};

// The frame that stands for the parent's: what is inherited of `posed`, the rest of `resting`.
Mat3 inheritedFrame(Inheritance inheritance, const Mat3& posed, const Mat3& resting);

}  // namespace vide::detail
