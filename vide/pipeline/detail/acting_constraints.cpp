// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/acting_constraints.hpp"

#include "vide/animation/sample.hpp"

namespace vide::detail {

ActingConstraints::ActingConstraints(const Document& document, const ConstraintSolver& solver)
    : document_(&document), solver_(&solver), workspace_(solver), mixes_(solver.size()) {}

void ActingConstraints::act(std::span<Transform> pose, const Moment& moment) {
  if (mixes_.empty()) return;
  for (std::size_t i = 0; i < mixes_.size(); ++i) {
    const Constraint& constraint = document_->constraints[i];
    mixes_[i] = moment.clip ? sampleMix(*moment.clip, constraint.id, moment.time, constraint.mix)
                            : constraint.mix;
  }
  solver_->solve(pose, mixes_, workspace_);
}

}  // namespace vide::detail
