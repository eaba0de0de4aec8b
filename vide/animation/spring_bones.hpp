// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/animation/spring.hpp"
#include "vide/core/error.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// Runs springs on a pose that moves. Time goes in steps of 1/120 s, each of which solves the damped
// oscillation exactly, so that no setting makes it unstable; what is shown lies between the last
// two steps, at most one step late. Bones keep their length: the swing turns them about their
// joints. A bone without its own spring moves rigidly with what carries it.
//
// The same calls give the same bits. Not guaranteed: the same swing for frames of other lengths,
// which see the pose at other moments; it differs by about a frame's motion.
class SpringBones {
 public:
  SpringBones() = default;
  // `skeleton` must outlive it. Errors: those of validate(spring, skeleton), a bone with two
  // springs.
  static Result<SpringBones> create(const Skeleton& skeleton, std::span<const Spring> springs);

  // Forgets all motion: the next pose is taken as one that has stood still for ever (but for
  // gravity, under which bones begin to sink).
  void reset() {
    is_at_rest_ = true;
    left_ = 0;
  }

  // Changes `pose`, A_i of every bone at the end of these `seconds` (finite, >= 0), and writes R'_i
  // to `model`. Of a time longer than two seconds only the last two are lived through. Allocates
  // nothing.
  void advance(double seconds, std::span<Transform> pose, std::span<Affine3> model);

 private:
  // A spring with what its mass does. Positions are in model space.
  struct Mass {
    Spring spring;
    std::size_t bone = 0;
    // One step takes the way x from the point of rest and the velocity v to xx x + xv v and
    // vx x + vv v.
    double xx = 1, xv = 0, vx = 0, vv = 1;
    Vec3 sag;                // of the point of rest under gravity
    Vec3 joint, wanted;      // where the pose has the joint and the tail, at the last frame
    Vec3 position, earlier;  // of the mass now and a step before
    Vec3 velocity;
  };

  static Mass massOf(const Spring& spring, std::size_t bone);
  static void keepLength(Mass& mass, Vec3 hinge, Vec3 hinge_velocity, double wanted);
  void swing(Mass& mass, int steps, Vec3 joint, Vec3 wanted) const;

  const Skeleton* skeleton_ = nullptr;
  std::vector<Mass> masses_;  // parents first
  double left_ = 0;           // seconds that no step has lived through yet
  bool is_at_rest_ = true;
};

}  // namespace vide
