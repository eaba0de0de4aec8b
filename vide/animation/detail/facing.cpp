// SPDX-License-Identifier: MIT
#include "vide/animation/detail/facing.hpp"

#include <cmath>

#include "vide/core/transform.hpp"

namespace vide::detail {
namespace {

// Turns about y by the angle that takes the unit vector `forward` to +x.
Vec3 turnedToX(Vec3 p, Vec3 forward) {
  return {forward.x * p.x + forward.z * p.z, p.y, forward.x * p.z - forward.z * p.x};
}

Vec3 forwardOf(std::span<const Vec3> joints, std::span<const std::array<int, 2>> pairs,
               Vec3 fallback) {
  Vec3 across;
  for (const auto [left, right] : pairs) {
    across = across + normalized(joints[std::size_t(right)] - joints[std::size_t(left)]);
  }
  const Vec3 forward = cross({0, 1, 0}, across);
  return length(forward) > 1e-9 ? normalized(forward) : fallback;
}

double& at(Mat3& m, int row, int column) {
  Vec3& v = column == 0 ? m.x : column == 1 ? m.y : m.z;
  return row == 0 ? v.x : row == 1 ? v.y : v.z;
}

// One Jacobi rotation of the symmetric matrix `a` that makes its entry (p, q) zero; `v` collects
// the rotations. Golub and Van Loan, Matrix Computations, section 8.5.
void rotateAway(Mat3& a, Mat3& v, int p, int q) {
  if (at(a, p, q) == 0) return;
  const double theta = (at(a, q, q) - at(a, p, p)) / (2 * at(a, p, q));
  const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  Mat3 turn;
  at(turn, p, p) = at(turn, q, q) = c;
  at(turn, p, q) = s;
  at(turn, q, p) = -s;
  a = transpose(turn) * a * turn;
  v = v * turn;
}

// The eigenvector of the smallest eigenvalue of a symmetric matrix.
Vec3 leastEigenvector(Mat3 a) {
  Mat3 vectors;
  for (int sweep = 0; sweep < 20; ++sweep) {
    rotateAway(a, vectors, 0, 1);
    rotateAway(a, vectors, 0, 2);
    rotateAway(a, vectors, 1, 2);
  }
  if (a.x.x <= a.y.y && a.x.x <= a.z.z) return vectors.x;
  return a.y.y <= a.z.z ? vectors.y : vectors.z;
}

}  // namespace

FacingMotion faceForward(const MotionCapture& capture, const MotionSettings& settings, int first,
                         int last, std::span<const std::array<int, 2>> pairs) {
  FacingMotion motion{capture.joints(), last - first, {}, {}, {}};
  motion.positions.reserve(std::size_t(motion.frames) * motion.joints);
  std::vector<Vec3> joints(motion.joints);
  Vec3 forward{1, 0, 0}, first_forward{1, 0, 0};
  for (int frame = first; frame < last; ++frame) {
    const auto recorded = capture.frame(frame);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      joints[j] = upright(recorded[j], settings.up) * settings.scale;
    }
    forward = forwardOf(joints, pairs, forward);
    if (frame == first) first_forward = forward;
    for (const Vec3 joint : joints) {
      motion.positions.push_back(turnedToX(joint - joints[0], forward));
    }
    motion.roots.push_back(turnedToX(joints[0], first_forward));
    motion.forward.push_back(turnedToX(forward, first_forward));
  }
  return motion;
}

Vec2 projected(Vec3 v, Projection projection) {
  return projection == Projection::frontal ? Vec2{-v.z, v.y} : Vec2{v.x, v.y};
}

double depthOf(Vec3 v, Projection projection) {
  return projection == Projection::frontal ? v.x : v.z;
}

Projection leastVariance(const FacingMotion& motion, std::span<const int> joints) {
  Vec3 mean;
  const double count = double(motion.frames) * double(joints.size());
  for (int f = 0; f < motion.frames; ++f) {
    for (const int j : joints) mean = mean + motion.frame(f)[std::size_t(j)];
  }
  mean = mean / count;
  Mat3 covariance{{}, {}, {}};
  for (int f = 0; f < motion.frames; ++f) {
    for (const int j : joints) {
      const Vec3 d = motion.frame(f)[std::size_t(j)] - mean;
      covariance.x = covariance.x + d * (d.x / count);
      covariance.y = covariance.y + d * (d.y / count);
      covariance.z = covariance.z + d * (d.z / count);
    }
  }
  const Vec3 normal = leastEigenvector(covariance);
  return std::abs(normal.x) > std::abs(normal.z) ? Projection::frontal : Projection::sagittal;
}

}  // namespace vide::detail
