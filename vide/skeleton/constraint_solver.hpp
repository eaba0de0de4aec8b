// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/skeleton/constraint.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

class Posture;

// Turns and moves bones as constraints ask, one after the other, each on the pose that those before
// it have left. A constraint whose mix is below 1 leaves its bones part of the way between: every
// part of A_i is mixed (rotations on the shorter arc).
//
// Two bones reach in closed form. Longer chains reach by going to and fro along the chain (FABRIK,
// Aristidou and Lasenby 2011) at most 128 times, to a millionth of their length; a chain stretched
// straight towards its target is bent a little first.
//
// Not guaranteed: that a bone whose pose has a scale of 0 moves at all.
class ConstraintSolver {
 public:
  // What solving is worked out in: one for each thread.
  class Workspace {
   public:
    explicit Workspace(const ConstraintSolver& solver);
    // R'_i of every bone in the pose that was solved last.
    std::span<const Affine3> model() const { return model_; }

   private:
    friend class ConstraintSolver;
    std::vector<Affine3> model_;
    std::vector<std::size_t> chain_;  // from the top down
    std::vector<Vec3> joints_;        // of a chain, its end last
    std::vector<double> lengths_;     // of its bones
    std::vector<Transform> before_;
  };

  ConstraintSolver() = default;
  // `skeleton` must outlive the solver. Errors: those of validate(constraint, skeleton).
  static Result<ConstraintSolver> create(const Skeleton& skeleton,
                                         std::span<const Constraint> constraints);

  std::size_t size() const { return steps_.size(); }  // constraints

  // Changes `pose`, A_i of every bone. `mixes`: one per constraint, 0..1. Allocates nothing.
  void solve(std::span<Transform> pose, std::span<const double> mixes,
             Workspace& workspace) const noexcept;

 private:
  // A constraint with its bones as indices.
  struct Step {
    Constraint constraint;
    std::size_t bone = 0, target = 0;
    std::size_t pole = 0;  // where the constraint has one
  };

  static Step stepOf(const Constraint& constraint, const Skeleton& skeleton);
  void act(const Step& step, Posture& posture, Workspace& workspace) const;
  void reach(const ReachConstraint& reach, const Step& step, Posture& posture,
             Workspace& workspace) const;

  const Skeleton* skeleton_ = nullptr;
  std::vector<Step> steps_;
};

}  // namespace vide
