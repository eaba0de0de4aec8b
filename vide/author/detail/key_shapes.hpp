// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"

namespace vide::detail {

// Few shapes that many frames are mixtures of: frame f is the sum over
// k of weights(k, f) * shapes.col(k).
struct KeyShapes {
  Eigen::MatrixXd shapes;   // 3 numbers for each vertex, by columns
  Eigen::MatrixXd weights;  // shapes x frames, the largest of each row is 1 in size
};

// Takes the strongest direction that is common to the frames away from them, again and again, until
// no vertex of any frame is farther than `tolerance` from its mixture. With a few power iterations
// from the worst frame these are nearly the principal components, the fewest for their mean error.
//
// `frames`: 3 numbers for each vertex, a column for each frame; what is left over stays in it.
// `progress` is only asked whether to stop. Error: cancelled.
Result<KeyShapes> keyShapes(Eigen::MatrixXd& frames, double tolerance,
                            const Progress& progress = {});

}  // namespace vide::detail
