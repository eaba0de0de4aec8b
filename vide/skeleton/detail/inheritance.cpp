// SPDX-License-Identifier: MIT
#include "vide/skeleton/detail/inheritance.hpp"

namespace vide::detail {
namespace {

Mat3 scaleAndShear(const Transform& t) {
  Transform without_rotation = t;
  without_rotation.rotation = Quat{};
  return toAffine(without_rotation).linear;
}

}  // namespace

Mat3 inheritedFrame(Inheritance inheritance, const Mat3& posed, const Mat3& resting) {
  if (inheritance.all()) return posed;
  if (!inheritance.rotation && !inheritance.scale) return resting;
  const Transform moved = decompose({posed, {}});
  const Transform still = decompose({resting, {}});
  return inheritance.rotation ? toMatrix(moved.rotation) * scaleAndShear(still)
                              : toMatrix(still.rotation) * scaleAndShear(moved);
}

}  // namespace vide::detail
