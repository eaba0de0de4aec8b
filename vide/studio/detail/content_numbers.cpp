// SPDX-License-Identifier: MIT
#include "vide/studio/detail/content_numbers.hpp"

#include <bit>
#include <concepts>
#include <string_view>

namespace vide::detail {
namespace {

// Words at a time, where FnvHash goes byte by byte: contents have megabytes.
class WordHash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::string_view text) {
    add(std::uint64_t(text.size()));
    for (const char c : text) add(std::uint64_t(static_cast<unsigned char>(c)));
  }
  std::uint64_t value() const { return value_; }
  // As a number of JavaScript holds it.
  std::uint64_t number() const { return value_ >> 11; }

 private:
  std::uint64_t value_ = 0x243f6a8885a308d3;
};

// Adds where something lies instead of what it is.
struct Addresses {
  WordHash hash;

  template <class List>
  void list(const List& list) {
    hash.add(std::uint64_t(reinterpret_cast<std::uintptr_t>(list.data())));
    hash.add(std::uint64_t(list.size()));
  }
};

// Adds contents.
struct Contents {
  WordHash hash;

  template <class List>
  void list(const List& list) {
    hash.add(std::uint64_t(list.size()));
    for (const auto& item : list) add(item);
  }
  template <class Scalar, int rows, int columns>
  void list(const Eigen::Matrix<Scalar, rows, columns>& matrix) {
    hash.add(std::uint64_t(matrix.rows()));
    for (Eigen::Index i = 0; i < matrix.size(); ++i) add(matrix.data()[i]);
  }

 private:
  void add(double number) { hash.add(number); }
  template <std::integral Integer>
  void add(Integer number) {
    hash.add(std::uint64_t(number));
  }
  void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  void add(Quat q) { add(q.x), add(q.y), add(q.z), add(q.w); }
  void add(const std::optional<std::uint32_t>& id) { add(id ? std::int64_t(*id) : -1); }
  template <class Item>
  void add(const std::vector<Item>& items) {
    list(items);
  }
  template <class Value>
  void add(const Key<Value>& key) {
    add(key.time), add(key.value), add(int(key.interpolation));
    add(key.in_tangent), add(key.out_tangent);
    add(key.easing.first.x), add(key.easing.first.y);
    add(key.easing.second.x), add(key.easing.second.y);
  }
  template <class Value>
  void add(const Step<Value>& step) {
    add(step.time), add(step.value);
  }
};

template <class Adder>
Adder of(const Layer& layer, const Skeleton& skeleton) {
  Adder adder;
  adder.list(layer.mesh.V);
  adder.list(layer.mesh.F);
  adder.list(layer.uv);
  adder.list(layer.weights.row_start);
  adder.list(layer.weights.handle);
  adder.list(layer.weights.weight);
  adder.hash.add(std::uint64_t(layer.attachment));
  for (const BoneId bone : layer.bones) adder.hash.add(std::uint64_t(findBone(skeleton, bone)));
  return adder;
}

template <class Adder>
Adder of(const Clip& clip) {
  Adder adder;
  WordHash& hash = adder.hash;
  hash.add(clip.name), hash.add(clip.duration), hash.add(std::uint64_t(clip.loop));
  const auto start = [&](std::uint64_t kind, std::uint64_t owner) {
    hash.add(kind), hash.add(owner);
  };
  for (const BoneTrack& track : clip.bones) {
    start(1, track.bone);
    adder.list(track.translation), adder.list(track.angle), adder.list(track.rotation);
    adder.list(track.scale), adder.list(track.shear);
  }
  for (const MorphTrack& track : clip.morphs) {
    start(2, track.layer), hash.add(std::uint64_t(track.shape)), adder.list(track.weight);
  }
  for (const OffsetTrack& track : clip.offsets) start(3, track.layer), adder.list(track.offsets);
  for (const LayerTrack& track : clip.layers) {
    start(4, track.layer);
    adder.list(track.visible), adder.list(track.tint), adder.list(track.opacity);
  }
  for (const SlotTrack& track : clip.slots) start(5, track.slot), adder.list(track.shown);
  for (const ConstraintTrack& track : clip.constraints) {
    start(6, track.constraint), adder.list(track.mix);
  }
  start(7, 0), adder.list(clip.draw_order);
  for (const ClipEvent& event : clip.events) {
    start(8, 0), hash.add(event.time), hash.add(event.number);
    hash.add(event.name), hash.add(event.text);
  }
  return adder;
}

}  // namespace

void ContentNumbers::update(const Document& document) {
  const auto renew = [](Entry& entry, const auto& hashed) {
    const std::uint64_t seen = hashed.template operator()<Addresses>().hash.value();
    if (entry.seen != seen) entry = {seen, hashed.template operator()<Contents>().hash.number()};
  };
  std::erase_if(layers_, [&](const auto& entry) { return !findLayer(document, entry.first); });
  std::erase_if(clips_, [&](const auto& entry) { return !findClip(document, entry.first); });
  for (const Layer& layer : document.layers) {
    renew(layers_[layer.id], [&]<class Adder>() { return of<Adder>(layer, document.skeleton); });
  }
  for (const Clip& clip : document.clips) {
    renew(clips_[clip.id], [&]<class Adder>() { return of<Adder>(clip); });
  }
}

}  // namespace vide::detail
