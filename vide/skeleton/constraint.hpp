// SPDX-License-Identifier: MIT
#pragma once

// What turns bones after a clip or an animator has posed them: inverse kinematics, aiming, copying.
// Constraints are kept here as authored; ConstraintSolver (constraint_solver.hpp) runs them.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// Stable for the life of a document; names may change.
using ConstraintId = std::uint32_t;

// Which way the middle joint of a chain goes in the plane.
enum class Bend : std::uint8_t {
  nearest,            // the way that it is bent already
  counter_clockwise,  // the second bone turns counter-clockwise from the first
  clockwise,
};

// Inverse kinematics: the chain that ends in `bone` turns so that the tail of `bone` comes to the
// joint of `target`, or as near as its bones reach. Each joint turns by the smallest rotation that
// does it, so that what lies in the plane stays there.
struct ReachConstraint {
  BoneId bone = 0;             // the last of the chain
  int length = 2;              // bones in the chain, counted from `bone` towards the root, >= 1
  BoneId target = 0;           // not in the chain, nor carried by it
  Bend bend = Bend::nearest;   // of two bones; longer chains bend as they are bent
  std::optional<BoneId> pole;  // of two bones: the middle joint goes towards its joint

  friend bool operator==(const ReachConstraint&, const ReachConstraint&) = default;
};

// The bone turns about its joint so that its tail points at the joint of `target`.
struct AimConstraint {
  BoneId bone = 0;
  BoneId target = 0;
  double offset = 0;  // radians counter-clockwise about +z, added after aiming

  friend bool operator==(const AimConstraint&, const AimConstraint&) = default;
};

// The bone takes over how `source` stands in the model, as far as each share says, 0..1.
struct CopyConstraint {
  BoneId bone = 0;
  BoneId source = 0;
  double translation = 1;
  double rotation = 1;
  double scale = 1;
  // Kept between the two as it is at rest, so that a bone at rest stays where it is.
  bool keep_offset = false;

  friend bool operator==(const CopyConstraint&, const CopyConstraint&) = default;
};

struct Constraint {
  ConstraintId id = 0;
  std::string name;
  double mix = 1;  // 0 leaves the pose as it was, 1 takes all of it
  std::variant<ReachConstraint, AimConstraint, CopyConstraint> kind;

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

// Errors, each naming the constraint: a bone that the skeleton lacks, a chain longer than its bones
// go up or shorter than one, a target or source that is moved by what it moves, shares outside
// 0..1, an offset that is not finite.
Result<void> validate(const Constraint& constraint, const Skeleton& skeleton);

}  // namespace vide
