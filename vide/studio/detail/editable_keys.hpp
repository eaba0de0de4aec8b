// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "vide/studio/detail/key_edits.hpp"
#include "vide/studio/detail/smooth_keys.hpp"

// The keys of one track while they are edited, whatever their values are: what edits need of a
// track is made once for each kind of value, and not once more for each edit.
namespace vide::detail {

inline constexpr double same_time = 1e-6;  // seconds

// How many numbers a value has on a page; none at all where `least` is above `most`.
struct NumberRule {
  std::size_t least = 0, most = 0;
  bool is_id = false;
};

class EditableKeys {
 public:
  explicit EditableKeys(const TrackName& track) : track_(track) {}
  virtual ~EditableKeys() = default;

  // Each of a key that is there. Errors: there is none at the time; numbers that do not fit.
  Result<void> shape(double time, const KeyShape& shape);
  Result<void> raise(double time, const Numbers& by);
  // A key that is missing is made; it goes on as the one before it.
  Result<void> set(double time, const Numbers& numbers, const std::optional<KeyShape>& shape);
  void setPose(double time, Channel channel, const BonePose& pose);
  // Times ascend. Errors: there is no key at one of them.
  virtual Result<void> remove(const std::vector<double>& times) = 0;
  // What keys land on gives way. Errors: there is none at one of the times; a key before 0.
  virtual Result<void> move(const std::vector<double>& times, double by) = 0;
  // `source` is a track of the same kind.
  virtual Result<void> copyFrom(const EditableKeys& source, const std::vector<double>& times,
                                double by) = 0;

 protected:
  virtual std::size_t size() const = 0;
  virtual double timeOf(std::size_t i) const = 0;
  virtual void insert(std::size_t i, double time) = 0;
  virtual void takePose(std::size_t i, Channel channel, const BonePose& pose) = 0;
  virtual void takeShape(std::size_t i, const KeyShape& shape) = 0;
  virtual NumberRule rule() const = 0;
  virtual Numbers numbers(std::size_t i) const = 0;
  virtual void setNumbers(std::size_t i, const Numbers& numbers) = 0;
  virtual void setTangents(std::size_t i, const KeyShape& shape) = 0;

  // The first key that is not before the time.
  std::size_t placeOf(double time) const;
  Result<std::size_t> find(double time) const;
  Result<double> moved(double time, double by) const;

 private:
  std::size_t findOrInsert(double time);
  Result<void> fits(const Numbers& numbers) const;

  TrackName track_;
};

template <class Value>
void setShape(Key<Value>& key, const KeyShape& shape) {
  const bool becomes_cubic =
      shape.interpolation == Interpolation::cubic && key.interpolation != Interpolation::cubic;
  key.interpolation = shape.interpolation;
  key.easing = shape.interpolation == Interpolation::bezier ? shape.easing : Easing{};
  if (becomes_cubic) openTangents(key);
}
// Steps always hold.
template <class Value>
void setShape(Step<Value>&, const KeyShape&) {}

template <class Value>
Key<Value> newKey(const Track<Value>& keys, std::size_t place, double time) {
  Key<Value> key{.time = time};
  openTangents(key);
  if (place == 0) return key;
  key.interpolation = keys[place - 1].interpolation;
  key.easing = keys[place - 1].easing;
  return key;
}
template <class Value>
Step<Value> newKey(const StepTrack<Value>&, std::size_t, double time) {
  return {.time = time};
}

inline void takeFrom(const BonePose& pose, Channel channel, Key<Vec3>& key) {
  const Transform& local = pose.local;
  key.value = channel == Channel::translation ? local.translation
              : channel == Channel::scale     ? local.scale
                                              : local.shear;
}
inline void takeFrom(const BonePose& pose, Channel, Key<double>& key) { key.value = pose.angle; }
inline void takeFrom(const BonePose& pose, Channel, Key<Quat>& key) {
  key.value = pose.local.rotation;
}
template <class Other>
void takeFrom(const BonePose&, Channel, Other&) {}  // no channel of a bone

// What does not depend on how values are written.
template <class Keys>
class KeysIn : public EditableKeys {
 public:
  KeysIn(const TrackName& track, Keys keys) : EditableKeys(track), keys_(std::move(keys)) {
    openTangents(keys_);
  }
  // Ends the editing.
  Keys closed() {
    closeTangents(keys_);
    return std::move(keys_);
  }

  Result<void> remove(const std::vector<double>& times) override {
    for (const double time : times) {
      if (const auto at = find(time); !at) return std::unexpected(at.error());
    }
    takeOut(times);
    return {};
  }
  Result<void> move(const std::vector<double>& times, double by) override {
    auto away = taken(times, by);
    if (!away) return std::unexpected(away.error());
    takeOut(times);
    putIn(*std::move(away));
    return {};
  }
  Result<void> copyFrom(const EditableKeys& source, const std::vector<double>& times,
                        double by) override {
    auto copies = static_cast<const KeysIn&>(source).taken(times, by);
    if (!copies) return std::unexpected(copies.error());
    putIn(*std::move(copies));
    return {};
  }

 protected:
  std::size_t size() const override { return keys_.size(); }
  double timeOf(std::size_t i) const override { return keys_[i].time; }
  void insert(std::size_t i, double time) override {
    keys_.insert(keys_.begin() + std::ptrdiff_t(i), newKey(keys_, i, time));
  }
  void takePose(std::size_t i, Channel channel, const BonePose& pose) override {
    takeFrom(pose, channel, keys_[i]);
  }
  void takeShape(std::size_t i, const KeyShape& shape) override { setShape(keys_[i], shape); }

  Keys keys_;

 private:
  // In one pass: a clip may have as many keys as a recording has frames.
  void takeOut(const std::vector<double>& times) {
    auto time = times.begin();
    std::erase_if(keys_, [&](const auto& key) {
      while (time != times.end() && *time < key.time - same_time) ++time;
      return time != times.end() && *time <= key.time + same_time;
    });
  }
  // Likewise. Keys at the times of new ones give way.
  void putIn(Keys added) {
    Keys all;
    all.reserve(keys_.size() + added.size());
    auto old = keys_.begin();
    for (auto& key : added) {
      for (; old != keys_.end() && old->time <= key.time + same_time; ++old) {
        if (old->time < key.time - same_time) all.push_back(std::move(*old));
      }
      all.push_back(std::move(key));
    }
    all.insert(all.end(), std::move_iterator(old), std::move_iterator(keys_.end()));
    keys_ = std::move(all);
  }
  // Puts a key in its place; one at its time gives way.
  static void put(Keys& keys, typename Keys::value_type key) {
    const auto at =
        std::ranges::lower_bound(keys, key.time - same_time, {}, &Keys::value_type::time);
    if (at != keys.end() && at->time <= key.time + same_time) {
      *at = std::move(key);
    } else {
      keys.insert(at, std::move(key));
    }
  }
  Result<Keys> taken(const std::vector<double>& times, double by) const {
    Keys out;
    for (const double time : times) {
      const auto at = find(time);
      if (!at) return std::unexpected(at.error());
      auto key = keys_[*at];
      const auto moved_time = moved(key.time, by);
      if (!moved_time) return std::unexpected(moved_time.error());
      key.time = *moved_time;
      put(out, std::move(key));
    }
    return out;
  }
};

template <class Value, class Keys>
class KeysOf final : public KeysIn<Keys> {
 public:
  using KeysIn<Keys>::KeysIn;

 private:
  NumberRule rule() const override { return {Value::least, Value::most, Value::is_id}; }
  Numbers numbers(std::size_t i) const override { return Value::from(this->keys_[i].value); }
  void setNumbers(std::size_t i, const Numbers& numbers) override {
    auto& value = this->keys_[i].value;
    value = Value::to(numbers, value);
  }
  void setTangents(std::size_t i, const KeyShape& shape) override {
    if constexpr (requires { this->keys_[i].in_tangent; }) {
      auto& key = this->keys_[i];
      if (const auto& in = shape.in_tangent) {
        key.in_tangent = tangentOf<Value>(key.value, *in, key.in_tangent);
      }
      if (const auto& out = shape.out_tangent) {
        key.out_tangent = tangentOf<Value>(key.value, *out, key.out_tangent);
      }
    }
  }
};

}  // namespace vide::detail
