// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/transform.hpp"

namespace vide {

// From where a model in space is looked at: it is turned, then seen along -z.
struct Viewpoint {
  double yaw = 0;    // radians that the model turns about +y, counter-clockwise from above
  double pitch = 0;  // and that it then tips about +x: its top towards the viewer
  Vec3 pivot;        // stays where it is

  Affine3 toView() const {
    const Mat3 turn = toMatrix(rotationAbout({1, 0, 0}, pitch) * rotationAbout({0, 1, 0}, yaw));
    return {turn, pivot - turn * pivot};
  }
};

}  // namespace vide
