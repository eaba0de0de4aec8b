// SPDX-License-Identifier: MIT
#include "vide/weights/detail/bones.hpp"

#include <cmath>
#include <limits>

#include "vide/core/largest_coordinate.hpp"
#include "vide/core/segment.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

// False for what is no number, too.
bool isUsable(double coordinate) { return std::abs(coordinate) <= largest_coordinate; }
bool isUsable(Vec3 p) { return isUsable(p.x) && isUsable(p.y) && isUsable(p.z); }

}  // namespace

void straightDistances(Vec3 p, const Skeleton& skeleton, std::span<double> out) {
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    out[b] = skeleton[b].deform
                 ? length(p - nearestOnSegment(skeleton.head(b), skeleton.tail(b), p))
                 : std::numeric_limits<double>::infinity();
  }
}

Result<void> checkVertices(const Eigen::MatrixXd& V, int least, int most) {
  if (V.cols() < least || V.cols() > most) {
    return fail(ErrorCode::invalid_argument,
                text("vertices: ", V.cols(), " columns; give ", least,
                     least == most ? std::string() : text(" or ", most)));
  }
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    for (Eigen::Index axis = 0; axis < V.cols(); ++axis) {
      if (isUsable(V(v, axis))) continue;
      return fail(ErrorCode::invalid_argument,
                  text("vertex ", v, ": a coordinate is not a finite number, or beyond ",
                       largest_coordinate));
    }
  }
  return {};
}

Result<void> checkBones(const Skeleton& skeleton) {
  bool any = false;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    any |= skeleton[b].deform;
    if (isUsable(skeleton.head(b)) && isUsable(skeleton.tail(b))) continue;
    return fail(ErrorCode::invalid_argument,
                text("bone \"", skeleton[b].name, "\": its position is not finite, or beyond ",
                     largest_coordinate));
  }
  if (any) return {};
  return fail(ErrorCode::invalid_argument,
              "skeleton: no bone deforms, so there is nothing to weight; add one or set its "
              "deform flag");
}

Result<void> checkInfluences(int influences) {
  if (influences >= 1) return {};
  return fail(ErrorCode::invalid_argument,
              text("influences: ", influences, " bones per vertex; use 1 or more"));
}

}  // namespace vide::detail
