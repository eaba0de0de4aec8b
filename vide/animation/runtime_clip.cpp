// SPDX-License-Identifier: MIT
#include "vide/animation/runtime_clip.hpp"

#include <algorithm>
#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/core/float4.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

auto wrong(auto... pieces) {
  return fail(ErrorCode::invalid_argument, text("sampling: ", pieces...));
}

// Two keys around a moment and how far it is from the first to the second, 0 .. 1.
struct Between {
  std::uint32_t key;
  float share;
};

// The last key but one that is not later than `time`, or the first; from where it was last.
std::uint32_t keyBefore(std::span<const float> times, float time, std::uint32_t key) {
  constexpr int most_steps = 4;
  const auto last = std::uint32_t(times.size()) - 2;
  for (int step = 0; step < most_steps; ++step) {
    if (key < last && times[key + 1] <= time) {
      ++key;
    } else if (key > 0 && times[key] > time) {
      --key;
    } else {
      return key;
    }
  }
  const auto later = std::upper_bound(times.begin(), times.end(), time) - times.begin();
  return std::uint32_t(std::clamp<std::ptrdiff_t>(later - 1, 0, last));
}

Between between(std::span<const float> times, float time, std::uint32_t key) {
  key = keyBefore(times, time, key);
  const float from = times[key], span = times[key + 1] - from;
  const float share = span > 0 ? (time - from) / span : (time < from ? 0.0f : 1.0f);
  return {key, std::clamp(share, 0.0f, 1.0f)};
}

Float4 mixed(const float* from, const float* to, float share) {
  const Float4 a = loadFloat4(from), b = loadFloat4(to);
  return a + (b - a) * share;
}

void sampleVectors(const float* keys, const Between& at, float (&out)[3][4]) {
  const float* from = keys + 12 * std::size_t(at.key);
  for (int d = 0; d < 3; ++d) {
    storeFloat4(out[d], mixed(from + 4 * d, from + 12 + 4 * d, at.share));
  }
}

void sampleRotations(const float* keys, const Between& at, float (&out)[4][4]) {
  const float* from = keys + 16 * std::size_t(at.key);
  Float4 q[4];
  for (int d = 0; d < 4; ++d) q[d] = mixed(from + 4 * d, from + 16 + 4 * d, at.share);
  const Float4 squared = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
  Int4 bits;
  std::memcpy(&bits, &squared, sizeof bits);
  const Float4 scale = inverseRoot(squared, bits);
  for (int d = 0; d < 4; ++d) storeFloat4(out[d], q[d] * scale);
}

}  // namespace

Result<void> SampleJob::validate() const {
  if (!clip) return wrong("there is no clip");
  if (!std::isfinite(time)) return wrong("the time is not finite");
  if (!cursor) return wrong("there is no cursor");
  if (cursor->key_.size() != clip->channels()) return wrong("the cursor belongs to another clip");
  for (std::size_t c = 0; c < cursor->key_.size(); ++c) {
    if (cursor->key_[c] + 1 < clip->channels_[c].keys) continue;
    return wrong("the cursor belongs to another clip");
  }
  if (out.size() != clip->groups()) {
    return wrong(out.size(), " groups where the clip has ", clip->groups());
  }
  return {};
}

void SampleJob::run() const noexcept {
  std::ranges::copy(clip->still_, out.begin());
  const auto now = float(timeWithin(clip->duration_, clip->loop_, time));
  const std::span times(clip->times_);
  for (std::size_t c = 0; c < clip->channels_.size(); ++c) {
    const RuntimeClip::Channel& channel = clip->channels_[c];
    const Between at =
        between(times.subspan(channel.first_key, channel.keys), now, cursor->key_[c]);
    cursor->key_[c] = at.key;
    const float* keys = clip->values_.data() + channel.first_value;
    PoseGroup& group = out[channel.group];
    switch (channel.part) {
      case RuntimeClip::Part::translation:
        sampleVectors(keys, at, group.translation);
        break;
      case RuntimeClip::Part::rotation:
        sampleRotations(keys, at, group.rotation);
        break;
      case RuntimeClip::Part::scale:
        sampleVectors(keys, at, group.scale);
        break;
      case RuntimeClip::Part::shear:
        sampleVectors(keys, at, group.shear);
        break;
    }
  }
}

}  // namespace vide
