// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/stage/moment.hpp"

namespace vide {

// A document's constraints as they act at a moment. One for each thread.
class ActingConstraints {
 public:
  // `document` and `solver`, which was made of its constraints, must outlive it.
  ActingConstraints(const Document& document, const ConstraintSolver& solver);

  // Changes `pose`, A_i of every bone. Allocates nothing.
  void act(std::span<Transform> pose, const Moment& moment);

 private:
  const Document* document_;
  const ConstraintSolver* solver_;
  ConstraintSolver::Workspace workspace_;
  std::vector<double> mixes_;
};

}  // namespace vide
