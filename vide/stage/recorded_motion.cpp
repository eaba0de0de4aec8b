// SPDX-License-Identifier: MIT
#include "vide/stage/recorded_motion.hpp"

#include <algorithm>
#include <cmath>

#include "vide/animation/spring_bones.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/stage/acting_constraints.hpp"

namespace vide {

Result<RecordedMotion> RecordedMotion::live(const Document& document, const Frames& frames,
                                            const Step& step, const Progress& progress) {
  constexpr std::size_t most = std::size_t{1} << 24;
  if (frames.kept > most / std::max<std::size_t>(document.skeleton.size(), 1)) {
    return fail(ErrorCode::limit_exceeded,
                text(frames.kept, " frames of ", document.skeleton.size(),
                     " bones are more than can be kept; take fewer frames a second or a part"));
  }
  const auto solver = ConstraintSolver::create(document.skeleton, document.constraints);
  if (!solver) return std::unexpected(solver.error());
  auto springs = SpringBones::create(document.skeleton, document.springs);
  if (!springs) return std::unexpected(springs.error());
  ActingConstraints constraints(document, *solver);
  RecordedMotion motion;
  motion.bones_ = document.skeleton.size();
  motion.poses_.resize(frames.kept * motion.bones_);
  motion.moments_.resize(frames.kept);
  std::vector<Transform> pose(motion.bones_);
  std::vector<Affine3> model(motion.bones_);
  for (std::size_t i = 0; i < frames.lead + frames.kept && !progress.cancelled(); ++i) {
    const Moment moment = step(pose);
    constraints.act(pose, moment);
    springs->advance(i == 0 ? 0 : frames.seconds, pose, model);
    if (i < frames.lead) continue;
    const std::size_t frame = i - frames.lead;
    motion.moments_[frame] = moment;
    std::ranges::copy(pose, motion.poses_.begin() + std::ptrdiff_t(frame * motion.bones_));
  }
  return motion;
}

// The slowest part of a damped swing decays as exp(-r t), with r = d w up to the critical damping
// and r = w (d - sqrt(d^2 - 1)) beyond it.
double secondsToSettle(std::span<const Spring> springs) {
  constexpr double longest = 10;
  double seconds = 0;
  for (const Spring& spring : springs) {
    const double w = 2 * math::pi * spring.frequency, d = spring.damping;
    const double rate = d <= 1 ? d * w : w * (d - std::sqrt(d * d - 1));
    seconds = std::max(seconds, rate * longest > 13.8 ? 13.8 / rate : longest);
  }
  return seconds;
}

}  // namespace vide
