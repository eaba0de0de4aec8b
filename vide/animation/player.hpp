// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/animation/mix.hpp"
#include "vide/animation/runtime_clip.hpp"
#include "vide/core/error.hpp"

namespace vide {

struct PlayerOptions {
  int tracks = 4;           // 1 .. 64
  int fades_at_a_time = 3;  // on each track, 1 .. 16; where one more begins, the oldest is cut
  RuntimeClipOptions clips;
};

// The clips of one skeleton, made ready once for any number of players. Cannot be changed.
class PlayableClips {
 public:
  // `skeleton` and `clips` must outlive it. Errors: those of RuntimeClip::build, two clips
  // with one id.
  static Result<PlayableClips> build(const Skeleton& skeleton, std::span<const Clip> clips,
                                     const RuntimeClipOptions& options = {});

  const Skeleton& skeleton() const { return *skeleton_; }
  std::size_t size() const { return packed_.size(); }
  const Clip& authored(std::size_t i) const { return authored_[i]; }
  const RuntimeClip& packed(std::size_t i) const { return packed_[i]; }
  // The place of the clip with that id, or none.
  std::optional<std::size_t> find(ClipId id) const;

 private:
  const Skeleton* skeleton_ = nullptr;
  std::span<const Clip> authored_;
  std::vector<RuntimeClip> packed_;
};

// How a clip starts on a track.
struct Start {
  double fade = 0.2;  // seconds of cross-fade from what the track plays; 0 cuts
  double time = 0;    // seconds into the clip
  double speed = 1;   // seconds of the clip per second; below 0 it plays backwards
  double weight = 1;  // of the track when the fade is over, 0..1
};

// Plays clips on numbered tracks and mixes them: track 0 first, each later one over or onto what
// those before it give, as far as its weight and its mask of bones say. On a track a new clip fades
// in over the one before (along 3 t^2 - 2 t^3, so that it neither starts nor ends with a jerk); a
// fade that is interrupted goes on beneath the new one, so that nothing jumps. Below the first
// track is the rest pose.
//
// The same calls give the same poses, to the bit. Nothing is allocated after create().
class Player {
 public:
  // `clips` must outlive the player. Errors: options out of range.
  static Result<Player> create(const PlayableClips& clips, const PlayerOptions& options = {});

  // Errors: a track or a clip that does not exist, numbers out of range.
  Result<void> play(int track, ClipId clip, const Start& start = {});
  // Fades the track out. Errors: a track that does not exist, a fade that is not 0 or more.
  Result<void> stop(int track, double fade = 0.2);
  // How the track acts on what lies below it, at once. Errors: a track that does not exist, a mask
  // of the wrong size or a share outside 0..1.
  Result<void> setMode(int track, MixMode mode);
  Result<void> setMask(int track, BoneMask mask);

  // Lets time pass, which must be finite and not negative, and works out the pose. Then `on_event`
  // is told of every event that was passed by a clip with weight, track by track; it may play and
  // stop clips, which shows from the next call on, but not advance.
  using OnEvent = std::function<void(int track, const Clip&, const ClipEvent&)>;
  void advance(double seconds, const OnEvent& on_event = {});

  // A_i of every bone.
  std::span<const PoseGroup> pose() const { return pose_; }

  // The clip that is uppermost on the track and the moment it is at, for what is not mixed: images,
  // draw order, looks. None where the track is silent.
  struct Playing {
    const Clip* clip = nullptr;
    double time = 0;    // seconds, within the clip
    double weight = 0;  // with its fade
  };
  std::optional<Playing> playing(int track) const;
  // What the track goes over to, and from: clips, or silence where there is none.
  struct Turn {
    const Clip* clip = nullptr;
    double time = 0;  // seconds, within the clip
    const Clip* from = nullptr;
    double from_time = 0;
    double share = 1;  // of the way that is done, 0..1
  };
  Turn turn(int track) const;

 private:
  // A clip on a track, or silence where there is none.
  struct Entry {
    std::optional<std::size_t> clip;
    SamplingCursor cursor;
    double time = 0, speed = 1, weight = 1;
    double fade = 0, faded = 0;  // seconds
    bool is_new = true;          // has not been advanced

    double share() const;  // of the fade that is done, 0..1
  };
  struct Track {
    std::vector<Entry>
        entries;  // as many as may fade at a time and one; `count` play, oldest first
    std::size_t count = 0;
    MixMode mode = MixMode::override;
    BoneMask mask;
  };

  // The stretch of a clip that went by on a track.
  struct Passage {
    int track = 0;
    const Clip* clip = nullptr;
    double from = 0, to = 0;
  };

  Result<void> checkTrack(int number) const;
  // Makes room for one more entry and hands it out.
  Entry& begin(Track& track);
  void pass(int number, double seconds);
  void mixIn(Track& track);

  const PlayableClips* clips_ = nullptr;
  std::vector<Track> tracks_;
  std::vector<PoseGroup> pose_, track_pose_, sampled_;
  std::vector<Passage> passed_;  // in the last call of advance()
};

}  // namespace vide
