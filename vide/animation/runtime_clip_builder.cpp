// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "vide/animation/runtime_clip.hpp"
#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

// The numbers of one part of one bone: x y z, or x y z w.
using Numbers = std::array<double, 4>;

Numbers numbersOf(Vec3 v) { return {v.x, v.y, v.z, 0}; }
Numbers numbersOf(Quat q) {
  q = normalized(q);
  return {q.x, q.y, q.z, q.w};
}
Numbers numbersOf(double angle) { return numbersOf(rotationInPlane(angle)); }

double dotOf(const Numbers& a, const Numbers& b) {
  return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}
Numbers scaled(Numbers a, double s) {
  for (double& x : a) x *= s;
  return a;
}
Numbers sum(Numbers a, const Numbers& b) {
  for (std::size_t i = 0; i < 4; ++i) a[i] += b[i];
  return a;
}
double distanceOf(const Numbers& a, const Numbers& b) {
  const Numbers d = sum(a, scaled(b, -1));
  return std::sqrt(dotOf(d, d));
}

// A place in a packed track. Where a step ends, one moment has two of them.
struct Moment {
  double time;
  bool after_step;
  friend auto operator<=>(const Moment&, const Moment&) = default;
};

// One part of one bone as it was authored, whatever the type of its keys.
class Curve {
 public:
  virtual ~Curve() = default;
  virtual std::size_t keys() const = 0;
  virtual Numbers at(const Moment& moment) const = 0;
  // The moments between which straight pieces are near enough; once there are more than `most`,
  // some are left out.
  virtual std::vector<Moment> moments(std::size_t most) const = 0;
};

template <class Value>
class TrackCurve : public Curve {
 public:
  static constexpr bool turns = !std::is_same_v<Value, Vec3>;

  TrackCurve(const Track<Value>& track, Value rest, double tolerance)
      : track_(track), rest_(rest), tolerance_(tolerance) {}

  std::size_t keys() const override { return track_.size(); }

  Numbers at(const Moment& moment) const override {
    if (!moment.after_step) {
      const auto key = std::ranges::lower_bound(track_, moment.time, {}, &Key<Value>::time);
      const bool ends_step = key != track_.begin() && key != track_.end() &&
                             key->time == moment.time &&
                             (key - 1)->interpolation == Interpolation::step;
      if (ends_step) return numbersOf((key - 1)->value);
    }
    return numbersOf(sampleTrack(track_, moment.time, rest_));
  }

  std::vector<Moment> moments(std::size_t most) const override {
    std::vector<Moment> all;
    for (std::size_t k = 0; k < track_.size() && all.size() <= most; ++k) {
      all.push_back({track_[k].time, false});
      if (k > 0 && track_[k - 1].interpolation == Interpolation::step) {
        all.push_back({track_[k].time, true});
      }
      if (k + 1 < track_.size()) divide(k, most, all);
    }
    return all;
  }

 private:
  // Adds what lies between keys k and k + 1.
  void divide(std::size_t k, std::size_t most, std::vector<Moment>& all) const {
    const Key<Value>&from = track_[k], &to = track_[k + 1];
    if (from.interpolation == Interpolation::step) return;
    const int pieces = piecesBetween(from, to);
    // What turns within less than this is a blur to anyone.
    const double finest = std::min(0x1p-12, (to.time - from.time) / 256);
    double begin = from.time;
    for (int piece = 1; piece <= pieces && all.size() <= most; ++piece) {
      const double end =
          piece == pieces ? to.time : from.time + (to.time - from.time) * piece / pieces;
      bisect(begin, end, finest, all);
      if (piece < pieces) all.push_back({end, false});
      begin = end;
    }
  }

  // Enough that three probes in each cannot miss a turn or a bend.
  static int piecesBetween(const Key<Value>& from, const Key<Value>& to) {
    constexpr int curved = 4, most = 4096;
    int pieces = from.interpolation == Interpolation::linear ? 1 : curved;
    if constexpr (std::is_same_v<Value, double>) {
      const double eighths = std::abs(to.value - from.value) / (math::pi / 4);
      pieces = std::max(pieces, int(std::min(std::ceil(eighths), double(most))));
    }
    return pieces;
  }

  void bisect(double begin, double end, double finest, std::vector<Moment>& all) const {
    if (end - begin <= finest || isStraight(begin, end)) return;
    const double middle = begin + (end - begin) / 2;
    bisect(begin, middle, finest, all);
    all.push_back({middle, false});
    bisect(middle, end, finest, all);
  }

  bool isStraight(double begin, double end) const {
    const Numbers from = at({begin, true});
    Numbers to = at({end, false});
    if (turns && dotOf(from, to) < 0) to = scaled(to, -1);
    return std::ranges::all_of(std::array{0.25, 0.5, 0.75}, [&](double share) {
      Numbers mixed = sum(scaled(from, 1 - share), scaled(to, share));
      const Numbers exact = at({begin + (end - begin) * share, true});
      if constexpr (!turns) return distanceOf(mixed, exact) <= tolerance_;
      mixed = scaled(mixed, 1 / std::sqrt(dotOf(mixed, mixed)));
      // The angle between rotations is twice that between their quaternions.
      return 2 * std::min(distanceOf(mixed, exact), distanceOf(mixed, scaled(exact, -1))) <=
             tolerance_;
    });
  }

  const Track<Value>& track_;
  Value rest_;
  double tolerance_;
};

}  // namespace

class RuntimeClipBuilder {
 public:
  RuntimeClipBuilder(const Clip& clip, const Skeleton& skeleton, const RuntimeClipOptions& options)
      : options_(options), tracks_(skeleton.size(), nullptr) {
    runtime_.duration_ = clip.duration;
    runtime_.loop_ = clip.loop;
    runtime_.still_.resize(poseGroups(skeleton.size()));
    for (const BoneTrack& track : clip.bones) {
      const auto bone = std::ranges::find(skeleton.bones(), track.bone, &Bone::id);
      tracks_[std::size_t(bone - skeleton.bones().begin())] = &track;
    }
  }

  Result<RuntimeClip> build() {
    using Part = RuntimeClip::Part;
    for (std::size_t group = 0; group < runtime_.groups(); ++group) {
      for (const Part part : {Part::translation, Part::rotation, Part::scale, Part::shear}) {
        if (auto added = addPart(part, group); !added) return std::unexpected(added.error());
      }
    }
    return std::move(runtime_);
  }

 private:
  using Curves = std::array<std::unique_ptr<Curve>, 4>;

  // Of the four bones of a group; none for bones without keys in this part.
  Curves curvesOf(RuntimeClip::Part part, std::size_t group) const {
    Curves curves;
    for (std::size_t lane = 0; lane < 4 && 4 * group + lane < tracks_.size(); ++lane) {
      const BoneTrack* track = tracks_[4 * group + lane];
      if (track) curves[lane] = curveOf(part, *track);
      if (curves[lane] && curves[lane]->keys() == 0) curves[lane].reset();
    }
    return curves;
  }

  std::unique_ptr<Curve> curveOf(RuntimeClip::Part part, const BoneTrack& track) const {
    const auto vectors = [](const Track<Vec3>& keys, Vec3 rest, double tolerance) {
      return std::make_unique<TrackCurve<Vec3>>(keys, rest, tolerance);
    };
    switch (part) {
      case RuntimeClip::Part::translation:
        return vectors(track.translation, {}, options_.translation_tolerance);
      case RuntimeClip::Part::scale:
        return vectors(track.scale, {1, 1, 1}, options_.scale_tolerance);
      case RuntimeClip::Part::shear:
        return vectors(track.shear, {}, options_.scale_tolerance);
      case RuntimeClip::Part::rotation:
        break;
    }
    if (track.angle.empty()) {
      return std::make_unique<TrackCurve<Quat>>(track.rotation, Quat{},
                                                options_.rotation_tolerance);
    }
    return std::make_unique<TrackCurve<double>>(track.angle, 0.0, options_.rotation_tolerance);
  }

  // How many keys of so many numbers still fit; offsets are stored in 32 bits.
  std::size_t keysLeft(std::size_t numbers) const {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    return (std::min(options_.max_values, most) - runtime_.values_.size()) / numbers;
  }

  // The moments of all four, in order; more than `most` where there are too many.
  static std::vector<Moment> momentsOf(const Curves& curves, std::size_t most) {
    std::vector<Moment> all;
    for (const auto& curve : curves) {
      if (!curve) continue;
      const auto own = curve->moments(most);
      all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    return all;
  }

  static std::span<float> rowsOf(RuntimeClip::Part part, PoseGroup& group) {
    switch (part) {
      case RuntimeClip::Part::translation:
        return {group.translation[0], 12};
      case RuntimeClip::Part::rotation:
        return {group.rotation[0], 16};
      case RuntimeClip::Part::scale:
        return {group.scale[0], 12};
      case RuntimeClip::Part::shear:
        break;
    }
    return {group.shear[0], 12};
  }

  Result<void> addPart(RuntimeClip::Part part, std::size_t group) {
    const Curves curves = curvesOf(part, group);
    const std::span<float> still = rowsOf(part, runtime_.still_[group]);
    const std::size_t most = keysLeft(still.size());
    const std::vector<Moment> moments = momentsOf(curves, most);
    if (moments.size() > most) {
      return fail(ErrorCode::limit_exceeded,
                  text("packing a clip: its keys hold more than ", options_.max_values,
                       " numbers (max_values); allow a larger tolerance"));
    }
    std::vector<float> values;
    for (const Moment& moment : moments) {
      appendKey(curves, moment, still, values);
    }
    if (moments.empty()) return {};
    const auto first = std::span(values).first(still.size());
    bool moves = false;
    for (std::size_t i = 0; i < values.size(); ++i) moves |= values[i] != first[i % still.size()];
    if (!moves) {
      std::ranges::copy(first, still.begin());
      return {};
    }
    runtime_.channels_.push_back({part, std::uint32_t(group), std::uint32_t(runtime_.times_.size()),
                                  std::uint32_t(moments.size()),
                                  std::uint32_t(runtime_.values_.size())});
    for (const Moment& moment : moments) runtime_.times_.push_back(float(moment.time));
    runtime_.values_.insert(runtime_.values_.end(), values.begin(), values.end());
    return {};
  }

  // The numbers of four bones side by side: as the rows of a PoseGroup. A quaternion has the sign
  // that is nearer to the one before.
  static void appendKey(const Curves& curves, const Moment& moment, std::span<const float> still,
                        std::vector<float>& values) {
    const std::size_t before = values.size() - (values.empty() ? 0 : still.size());
    const bool first = values.empty();
    const std::size_t begin = values.size();
    values.insert(values.end(), still.begin(), still.end());
    for (std::size_t lane = 0; lane < 4; ++lane) {
      if (!curves[lane]) continue;
      const Numbers now = curves[lane]->at(moment);
      double cosine = 1;
      if (!first && still.size() == 16) {
        cosine = 0;
        for (std::size_t d = 0; d < 4; ++d) {
          cosine += now[d] * double(values[before + 4 * d + lane]);
        }
      }
      for (std::size_t d = 0; d < still.size() / 4; ++d) {
        values[begin + 4 * d + lane] = float(cosine < 0 ? -now[d] : now[d]);
      }
    }
  }

  const RuntimeClipOptions& options_;
  std::vector<const BoneTrack*> tracks_;  // per bone, or none
  RuntimeClip runtime_;
};

Result<RuntimeClip> RuntimeClip::build(const Clip& clip, const Skeleton& skeleton,
                                       const RuntimeClipOptions& options) {
  if (const auto valid = validate(clip, skeleton); !valid) return std::unexpected(valid.error());
  for (const double tolerance :
       {options.rotation_tolerance, options.translation_tolerance, options.scale_tolerance}) {
    if (!(tolerance > 0)) {
      return fail(ErrorCode::invalid_argument,
                  text("packing a clip: the tolerance ", tolerance, " must be positive"));
    }
  }
  return RuntimeClipBuilder(clip, skeleton, options).build();
}

}  // namespace vide
