// SPDX-License-Identifier: MIT
#include "vide/animation/player.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

constexpr double longest = 1e9;  // seconds
constexpr double fastest = 1e3;

auto wrong(auto... pieces) {
  return fail(ErrorCode::invalid_argument, text("player: ", pieces...));
}

}  // namespace

Result<PlayableClips> PlayableClips::build(const Skeleton& skeleton, std::span<const Clip> clips,
                                           const RuntimeClipOptions& options) {
  PlayableClips result;
  result.skeleton_ = &skeleton;
  result.authored_ = clips;
  for (const Clip& clip : clips) {
    if (std::ranges::count(clips, clip.id, &Clip::id) > 1) {
      return wrong("two clips have the id ", clip.id);
    }
    auto packed = RuntimeClip::build(clip, skeleton, options);
    if (!packed) return std::unexpected(packed.error());
    result.packed_.push_back(*std::move(packed));
  }
  return result;
}

std::optional<std::size_t> PlayableClips::find(ClipId id) const {
  const auto at = std::ranges::find(authored_, id, &Clip::id);
  if (at == authored_.end()) return std::nullopt;
  return std::size_t(at - authored_.begin());
}

double Player::Entry::share() const {
  const double t = fade > 0 ? std::min(faded / fade, 1.0) : 1.0;
  return t * t * (3 - 2 * t);
}

Result<Player> Player::create(const PlayableClips& clips, const PlayerOptions& options) {
  if (options.tracks < 1 || options.tracks > 64) return wrong("there may be 1 to 64 tracks");
  if (options.fades_at_a_time < 1 || options.fades_at_a_time > 16) {
    return wrong("1 to 16 fades may run at a time");
  }
  Player player;
  player.clips_ = &clips;
  std::size_t most = 0;
  for (std::size_t i = 0; i < clips.size(); ++i) {
    if (clips.packed(i).channels() > clips.packed(most).channels()) most = i;
  }
  Entry entry;
  if (clips.size() > 0) entry.cursor.restart(clips.packed(most));
  player.tracks_.resize(std::size_t(options.tracks));
  for (Track& track : player.tracks_) {
    track.entries.assign(std::size_t(options.fades_at_a_time) + 1, entry);
  }
  const std::size_t groups = poseGroups(clips.skeleton().size());
  player.pose_.resize(groups);
  player.track_pose_.resize(groups);
  player.sampled_.resize(groups);
  player.passed_.reserve(player.tracks_.size() * player.tracks_[0].entries.size());
  return player;
}

Result<void> Player::checkTrack(int number) const {
  if (number >= 0 && std::size_t(number) < tracks_.size()) return {};
  return wrong("there is no track ", number, "; the first is 0, the last ", tracks_.size() - 1);
}

Player::Entry& Player::begin(Track& track) {
  if (track.count == track.entries.size()) {
    std::ranges::rotate(track.entries, track.entries.begin() + 1);
    --track.count;
  }
  Entry& entry = track.entries[track.count++];
  entry.clip.reset();
  entry.faded = 0;
  entry.is_new = true;
  return entry;
}

Result<void> Player::play(int track, ClipId clip, const Start& start) {
  if (auto checked = checkTrack(track); !checked) return checked;
  const auto found = clips_->find(clip);
  if (!found) return fail(ErrorCode::not_found, text("player: there is no clip ", clip));
  if (!(start.fade >= 0 && start.fade <= longest && std::abs(start.time) <= longest)) {
    return wrong("a fade of ", start.fade, " s from ", start.time, " s; a fade is 0 s or more");
  }
  if (!(std::abs(start.speed) <= fastest)) return wrong("the speed is ", start.speed);
  if (!(start.weight >= 0 && start.weight <= 1)) {
    return wrong("the weight is ", start.weight, "; it must be in 0..1");
  }
  Entry& entry = begin(tracks_[std::size_t(track)]);
  entry.clip = *found;
  entry.cursor.restart(clips_->packed(*found));
  entry.time = start.time;
  entry.speed = start.speed;
  entry.weight = start.weight;
  entry.fade = start.fade;
  return {};
}

Result<void> Player::stop(int track, double fade) {
  if (auto checked = checkTrack(track); !checked) return checked;
  if (!(fade >= 0 && fade <= longest)) return wrong("the fade is ", fade, " s");
  begin(tracks_[std::size_t(track)]).fade = fade;
  return {};
}

Result<void> Player::setMode(int track, MixMode mode) {
  if (auto checked = checkTrack(track); !checked) return checked;
  tracks_[std::size_t(track)].mode = mode;
  return {};
}

Result<void> Player::setMask(int track, BoneMask mask) {
  if (auto checked = checkTrack(track); !checked) return checked;
  if (!mask.empty() && mask.size() != 4 * pose_.size()) {
    return wrong("a mask of ", mask.size(), " where ", 4 * pose_.size(), " are needed");
  }
  if (!isMask(mask)) return wrong("a share of the mask is not in 0..1");
  tracks_[std::size_t(track)].mask = std::move(mask);
  return {};
}

void Player::advance(double seconds, const OnEvent& on_event) {
  assert(seconds >= 0 && std::isfinite(seconds));
  std::ranges::fill(pose_, PoseGroup{});
  passed_.clear();
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    pass(int(i), seconds);
    mixIn(tracks_[i]);
  }
  if (!on_event) return;
  for (const Passage& passage : passed_) {
    visitEvents(*passage.clip, passage.from, passage.to,
                [&](const ClipEvent& event) { on_event(passage.track, *passage.clip, event); });
  }
}

// What a finished fade has covered is no longer played.
void Player::pass(int number, double seconds) {
  Track& track = tracks_[std::size_t(number)];
  for (std::size_t i = 0; i < track.count; ++i) {
    Entry& entry = track.entries[i];
    const double from = entry.is_new ? std::nextafter(entry.time, -INFINITY) : entry.time;
    entry.time += seconds * entry.speed;
    entry.faded += seconds;
    entry.is_new = false;
    if (!entry.clip || entry.weight == 0) continue;
    passed_.push_back({number, &clips_->authored(*entry.clip), from, entry.time});
  }
  for (std::size_t i = track.count; i-- > 1;) {
    if (track.entries[i].share() < 1) continue;
    const auto first = track.entries.begin();
    std::rotate(first, first + std::ptrdiff_t(i), first + std::ptrdiff_t(track.count));
    track.count -= i;
    break;
  }
}

void Player::mixIn(Track& track) {
  double weight = 0;  // of all entries so far, whose weighted mean is in track_pose_
  for (std::size_t i = 0; i < track.count; ++i) {
    Entry& entry = track.entries[i];
    const double share = entry.share(), older = weight * (1 - share);
    const double own = entry.clip ? entry.weight * share : 0;
    weight = older + own;
    if (own == 0) continue;
    SampleJob sample;
    sample.clip = &clips_->packed(*entry.clip);
    sample.cursor = &entry.cursor;
    sample.time = entry.time;
    sample.out = older == 0 ? track_pose_ : sampled_;
    sample.run();
    if (older == 0) continue;
    MixJob{.pose = track_pose_, .other = sampled_, .weight = float(own / weight)}.run();
  }
  if (weight == 0) return;
  MixJob{.pose = pose_,
         .other = track_pose_,
         .weight = float(weight),
         .mask = track.mask,
         .mode = track.mode}
      .run();
}

std::optional<Player::Playing> Player::playing(int track) const {
  if (!checkTrack(track)) return std::nullopt;
  const Track& played = tracks_[std::size_t(track)];
  double left = 1;  // of the weight, after what fades in above
  for (std::size_t i = played.count; i-- > 0;) {
    const Entry& entry = played.entries[i];
    if (entry.clip) {
      const Clip& clip = clips_->authored(*entry.clip);
      return Playing{&clip, timeWithin(clip, entry.time), left * entry.weight * entry.share()};
    }
    left *= 1 - entry.share();
  }
  return std::nullopt;
}

Player::Turn Player::turn(int track) const {
  if (!checkTrack(track)) return {};
  const Track& played = tracks_[std::size_t(track)];
  if (played.count == 0) return {};
  const auto clipOf = [&](const Entry& entry) {
    return entry.clip ? &clips_->authored(*entry.clip) : nullptr;
  };
  const Entry& top = played.entries[played.count - 1];
  Turn turn{.clip = clipOf(top), .share = top.share()};
  if (turn.clip) turn.time = timeWithin(*turn.clip, top.time);
  if (turn.share >= 1 || played.count < 2) return turn;
  const Entry& below = played.entries[played.count - 2];
  turn.from = clipOf(below);
  if (turn.from) turn.from_time = timeWithin(*turn.from, below.time);
  return turn;
}

}  // namespace vide
