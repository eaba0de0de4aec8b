// SPDX-License-Identifier: MIT
#include "vide/stage/acting_constraints.hpp"

#include "vide/animation/sample.hpp"

namespace vide {

ActingConstraints::ActingConstraints(const Document& document, const ConstraintSolver& solver)
    : document_(&document), solver_(&solver), workspace_(solver), mixes_(solver.size()) {}

void ActingConstraints::act(std::span<Transform> pose, const Moment& moment) {
  if (mixes_.empty()) return;
  for (std::size_t i = 0; i < mixes_.size(); ++i) {
    const Constraint& constraint = document_->constraints[i];
    const auto mixIn = [&](const Clip* clip, double time) {
      return clip ? sampleMix(*clip, constraint.id, time, constraint.mix) : constraint.mix;
    };
    mixes_[i] = mixIn(moment.clip, moment.time);
    if (moment.share >= 1) continue;
    const double before = mixIn(moment.from, moment.from_time);
    mixes_[i] = before + (mixes_[i] - before) * moment.share;
  }
  solver_->solve(pose, mixes_, workspace_);
}

}  // namespace vide
