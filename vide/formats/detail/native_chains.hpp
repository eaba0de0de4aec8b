// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/rig/document.hpp"

// Constraints that the programs which play a format work out themselves, as VIDE does.
namespace vide::detail {

// What a format's own inverse kinematics can do. In all of them: chains of one or two bones without
// shear and scaled alike on both axes, that bend one way, each on what those before it have left.
enum class NativeReach {
  none,
  whole,  // one that acts in part does something else than VIDE's
  mixed,  // one that acts in part turns each bone that part of its way, as VIDE's
};

struct NativeChain {
  // A ReachConstraint of one or two bones with a side to bend to, by the id it has in the document.
  Constraint constraint;
  std::vector<bool> in_clip;  // whether it does in that clip what VIDE does
  std::string reason;         // why not, where it does not
};

struct NativeChains {
  std::vector<NativeChain> chains;   // in the order in which they act
  std::vector<std::string> reasons;  // why one of the document's constraints is none, where known
};

// The bones that a constraint turns or moves itself, the end of a chain first.
std::vector<std::size_t> bonesMoved(const Skeleton& skeleton, const Constraint& constraint);

// Which constraints of a valid document in the plane such a program plays. What its clips do is
// looked at 120 times a second and at every key.
NativeChains nativeChains(const Document& document, NativeReach reach);

}  // namespace vide::detail
