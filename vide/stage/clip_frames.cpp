// SPDX-License-Identifier: MIT
#include "vide/stage/clip_frames.hpp"

#include <algorithm>
#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide {

std::size_t ClipFrames::lead() const {
  const std::size_t unit = plan_.round ? plan_.frames : 1;
  const double needed = secondsToSettle(document_->springs) / (double(unit) * plan_.step);
  return unit * std::size_t(std::max(1.0, std::ceil(needed)));
}

double ClipFrames::timeOf(std::size_t frame) const {
  const double time = double(frame) * plan_.step;
  if (!plan_.round) return time;
  return *plan_.round > 0 ? std::fmod(time, *plan_.round) : 0;
}

Result<ClipFrames> ClipFrames::create(const Document& document, const Plan& plan,
                                      const Progress& progress) {
  ClipFrames made(document, plan);
  if (document.springs.empty() || !plan.clip) return made;
  const std::size_t lead = made.lead();
  std::size_t next = 0;
  const auto step = [&](std::span<Transform> pose) {
    const std::size_t i = next++;
    const std::size_t held = i < lead ? 0 : i - lead;
    const Moment moment{plan.clip, made.timeOf(plan.round ? i % plan.frames : held)};
    samplePose(*moment.clip, document.skeleton, moment.time, pose);
    return moment;
  };
  auto swung = RecordedMotion::live(document, {lead, plan.frames, plan.step}, step, progress);
  if (!swung) return std::unexpected(swung.error());
  made.swung_ = *std::move(swung);
  return made;
}

void ClipFrames::show(std::size_t frame, const DocumentRenderer& renderer,
                      DocumentRenderer::Workspace& workspace) const {
  if (swung_) {
    renderer.show(swung_->pose(frame), swung_->moment(frame), workspace);
  } else if (plan_.clip) {
    renderer.pose(*plan_.clip, timeOf(frame), workspace);
  } else {
    renderer.pose(Pose::rest(document_->skeleton.size()).local, workspace);
  }
}

}  // namespace vide
