// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/skeleton/runtime_skeleton.hpp"

// Playing clips every frame: an authored Clip is built once into a packed form with float keys of
// four bones side by side, which a job samples for one moment. The order of use is
//
//   authored Clip -> RuntimeClip::build -> SampleJob (with a SamplingCursor for each player)
//   -> poses -> PoseJob -> matrices -> SkinningJob
namespace vide {

struct RuntimeClipOptions {
  // How far the packed motion may be from samplePose between keys; rounding to floats comes on top
  // (times keep seven digits of the clip's duration). Shear and scale have no unit.
  double rotation_tolerance = 1e-4;     // radians
  double translation_tolerance = 1e-4;  // units of the skeleton
  double scale_tolerance = 1e-4;        // and shear
  // Of all keys together: a gigabyte of floats. 2^32 - 1 at most.
  std::size_t max_values = std::size_t{1} << 28;
};

// A clip for one skeleton, as SampleJob reads it. Cannot be changed.
//
// Every kind of interpolation becomes straight pieces: rotations are interpolated number by number
// and made unit quaternions again, all else linearly; where that strays from the authored curve
// by more than the tolerance, keys are put in between, as near as 1/4096 s or a 256th of the way
// from key to key: what spins or bends faster than that is not kept. A step is two keys at one
// time.
class RuntimeClip {
 public:
  RuntimeClip() = default;
  // Errors: those of validate(clip, skeleton); tolerances that are not positive; limit_exceeded
  // where the keys would hold more than max_values, found before they are made.
  static Result<RuntimeClip> build(const Clip& clip, const Skeleton& skeleton,
                                   const RuntimeClipOptions& options = {});

  double duration() const { return duration_; }  // seconds
  bool loop() const { return loop_; }
  std::size_t groups() const { return still_.size(); }  // of four bones
  std::size_t channels() const { return channels_.size(); }
  std::size_t keys() const { return times_.size(); }  // of all channels

 private:
  friend class SampleJob;
  friend class RuntimeClipBuilder;

  // What moves in a group, the numbers it goes to and how they are laid out.
  enum class Part : std::uint8_t { translation, rotation, scale, shear };
  struct Channel {
    Part part;
    std::uint32_t group;
    std::uint32_t first_key, keys;  // in times_; two or more
    std::uint32_t first_value;      // in values_; four floats for each number of each key
  };

  double duration_ = 0;
  bool loop_ = false;
  std::vector<Channel> channels_;
  std::vector<float> times_;
  std::vector<float> values_;
  std::vector<PoseGroup> still_;  // where nothing moves
};

// Where a player stands in a clip. Playing on, or back, from there costs the same however long the
// clip is; a jump costs a search. One for each player and thread.
class SamplingCursor {
 public:
  SamplingCursor() = default;
  explicit SamplingCursor(const RuntimeClip& clip) { restart(clip); }

  // Goes to the start of a clip. Allocates only where no clip before had as many channels.
  void restart(const RuntimeClip& clip) { key_.assign(clip.channels(), 0); }

 private:
  friend class SampleJob;
  std::vector<std::uint32_t> key_;  // per channel, the key before the moment sampled last
};

// The pose at one moment: clamped to 0 .. duration, or wrapped into it if the clip loops.
class SampleJob {
 public:
  const RuntimeClip* clip = nullptr;
  SamplingCursor* cursor = nullptr;
  double time = 0;  // seconds
  std::span<PoseGroup> out;

  // Errors: no clip or cursor, a cursor made for another clip, a wrong number of groups, a time
  // that is not finite.
  Result<void> validate() const;
  // Allocates nothing. The job must be valid.
  void run() const noexcept;
};

}  // namespace vide
