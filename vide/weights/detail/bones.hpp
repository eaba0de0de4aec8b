// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// Straight distance from `p` to every bone's segment; infinity for bones that do not deform.
void straightDistances(Vec3 p, const Skeleton& skeleton, std::span<double> out);

// V has between `least` and `most` columns and finite numbers up to largest_coordinate.
Result<void> checkVertices(const Eigen::MatrixXd& V, int least, int most);
// At least one bone deforms; bones are finite, up to largest_coordinate.
Result<void> checkBones(const Skeleton& skeleton);
Result<void> checkInfluences(int influences);

}  // namespace vide::detail
