// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/core/progress.hpp"

namespace vide::detail {

// For loops over vertices: says every thousand of them how far the loop is. False when it should
// stop.
inline bool goesOn(const Progress& progress, Eigen::Index vertex, Eigen::Index vertices) {
  if (vertex % 1024 != 0) return true;
  progress.report(double(vertex) / double(vertices));
  return !progress.cancelled();
}

}  // namespace vide::detail
