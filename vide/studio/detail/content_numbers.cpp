// SPDX-License-Identifier: MIT
#include "vide/studio/detail/content_numbers.hpp"

#include <concepts>

#include "vide/core/word_hash.hpp"
#include "vide/studio/detail/tracks.hpp"

namespace vide::detail {
namespace {

// Numbers of JavaScript hold whole ones of 53 bits.
constexpr int unheld_bits = 11;

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
  visitKeyLists(clip, [&](auto, const TrackName& name, const auto& keys) {
    hash.add(std::uint64_t(name.of)), hash.add(std::uint64_t(name.owner));
    hash.add(std::uint64_t(name.shape)), adder.list(keys);
  });
  for (const ClipEvent& event : clip.events) {
    hash.add(event.time), hash.add(event.number);
    hash.add(event.name), hash.add(event.text);
  }
  return adder;
}

}  // namespace

void ContentNumbers::update(const Document& document) {
  const auto renew = [](Entry& entry, const auto& hashed) {
    const std::uint64_t seen = hashed.template operator()<Addresses>().hash.value();
    if (entry.seen == seen) return;
    entry = {seen, hashed.template operator()<Contents>().hash.value() >> unheld_bits};
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
