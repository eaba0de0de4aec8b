// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/recorded_sequence.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "vide/animation/player.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

double secondsOfClip(ClipId id, const ClipSequence& sequence, const Document& document) {
  return std::max(findClip(document, id)->duration, sequence.fade);
}

// Starts one clip after the other on the first track of a player.
class SequencePlayer {
 public:
  SequencePlayer(const Document& document, const ClipSequence& sequence, Player player)
      : sequence_(&sequence), player_(std::move(player)) {
    double start = 0;
    for (const ClipId id : sequence.clips) {
      starts_.push_back(start);
      start += secondsOfClip(id, sequence, document);
    }
  }

  // Lets time pass up to there.
  Moment playTo(double time, std::span<Transform> pose) {
    while (next_ < starts_.size() && starts_[next_] <= time) {
      pass(starts_[next_]);
      [[maybe_unused]] const auto played =
          player_.play(0, sequence_->clips[next_], {.fade = next_ == 0 ? 0 : sequence_->fade});
      assert(played);
      ++next_;
    }
    pass(time);
    for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = poseOf(player_.pose(), i);
    return momentOf(player_);
  }

 private:
  void pass(double time) {
    player_.advance(std::max(time - now_, 0.0));
    now_ = std::max(time, now_);
  }

  const ClipSequence* sequence_;
  Player player_;
  std::vector<double> starts_;  // seconds, of the clips
  std::size_t next_ = 0;        // clip to be started
  double now_ = 0;
};

}  // namespace

Result<void> validate(const ClipSequence& sequence, const Document& document) {
  if (sequence.clips.empty()) {
    return fail(ErrorCode::invalid_argument, "there is no clip to play; name at least one");
  }
  for (const ClipId id : sequence.clips) {
    if (!findClip(document, id)) {
      return fail(ErrorCode::not_found, text("clip ", id, " does not exist"));
    }
  }
  if (sequence.fade >= 0 && sequence.fade <= 1e6) return {};
  return fail(ErrorCode::invalid_argument,
              text("a fade of ", sequence.fade, " s; give 0 s (a cut) or more"));
}

double secondsOf(const ClipSequence& sequence, const Document& document) {
  double seconds = 0;
  for (const ClipId id : sequence.clips) seconds += secondsOfClip(id, sequence, document);
  return seconds;
}

Result<RecordedMotion> recordSequence(const Document& document, const ClipSequence& sequence,
                                      std::size_t frames, double step, const Progress& progress) {
  const auto clips = PlayableClips::build(document.skeleton, document.clips);
  if (!clips) return std::unexpected(clips.error());
  auto player = Player::create(*clips, {.tracks = 1});
  if (!player) return std::unexpected(player.error());
  SequencePlayer playing(document, sequence, *std::move(player));
  const auto lead = std::size_t(std::ceil(secondsToSettle(document.springs) / step));
  std::size_t next = 0;
  return RecordedMotion::live(
      document, {lead, frames, step},
      [&](std::span<Transform> pose) {
        const std::size_t i = next++;
        return playing.playTo(i < lead ? 0 : double(i - lead) * step, pose);
      },
      progress);
}

}  // namespace vide::detail
