// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_node_motion.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_sampler.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

Vec3 valueAt(const std::vector<double>& values, std::size_t at, Vec3) {
  return {values[3 * at], values[3 * at + 1], values[3 * at + 2]};
}
Quat valueAt(const std::vector<double>& values, std::size_t at, Quat) {
  return {values[4 * at], values[4 * at + 1], values[4 * at + 2], values[4 * at + 3]};
}

Result<void> settle(Vec3&) { return {}; }
Result<void> settle(Quat& q) {
  if (!(dot(q, q) > 1e-6)) return malformed("a rotation has no direction");
  q = normalized(q);
  return {};
}

template <class Value>
Result<Track<Value>> trackOf(const GltfSampler& sampler) {
  constexpr std::size_t width = std::is_same_v<Value, Quat> ? 4 : 3;
  const bool is_cubic = sampler.interpolation == Interpolation::cubic;
  if (sampler.values.size() != width * sampler.valuesPerKey() * sampler.times.size()) {
    return malformed(text(sampler.values.size(), " values for ", sampler.times.size(), " keys"));
  }
  Track<Value> track;
  for (std::size_t i = 0; i < sampler.times.size(); ++i) {
    Key<Value> key;
    key.time = sampler.times[i];
    key.interpolation = sampler.interpolation;
    key.value = valueAt(sampler.values, is_cubic ? 3 * i + 1 : i, Value{});
    if (is_cubic) {
      key.in_tangent = valueAt(sampler.values, 3 * i, Value{});
      key.out_tangent = valueAt(sampler.values, 3 * i + 2, Value{});
    }
    if (auto settled = settle(key.value); !settled) return std::unexpected(settled.error());
    track.push_back(key);
  }
  return track;
}

// One animation of the file, node by node.
class AnimationReader {
 public:
  AnimationReader(const GltfDocument& gltf, const Json& animation, const GltfBones& bones,
                  GltfAllowance& allowance)
      : gltf_(gltf), animation_(animation), bones_(bones), allowance_(allowance) {}

  Result<NodeMotions> read() && {
    const Json* channels = member(animation_, "channels");
    for (std::size_t i = 0; const Json* channel = element(channels, i); ++i) {
      if (auto ok = readChannel(*channel); !ok)
        return failAt(text("channels[", i, "]"), ok.error());
    }
    return std::move(motions_);
  }

 private:
  Result<void> readChannel(const Json& channel) {
    const Json* target = member(channel, "target");
    const std::string* path = target ? textIn(*target, "path") : nullptr;
    if (!path || !member(*target, "node") || *path == "weights") return {};
    const auto node = countIn(*target, "node");
    if (!node || *node >= bones_.of_node.size()) return malformed("its node does not exist");
    const int bone = bones_.of_node[*node];
    if (bone < 0) return {};  // a camera, a light
    const auto sampler = readSampler(gltf_, animation_, channel, allowance_);
    if (!sampler) return std::unexpected(sampler.error());
    motions_.duration = std::max(motions_.duration, sampler->times.back());
    NodeMotion& moved = motions_.by_bone[bone];
    if (*path == "translation") return keep(trackOf<Vec3>(*sampler), moved.translation);
    if (*path == "rotation") return keep(trackOf<Quat>(*sampler), moved.rotation);
    if (*path == "scale") return keep(trackOf<Vec3>(*sampler), moved.scale);
    return {};
  }

  template <class Track>
  static Result<void> keep(Result<Track> track, Track& place) {
    if (!track) return std::unexpected(track.error());
    place = *std::move(track);
    return {};
  }

  const GltfDocument& gltf_;
  const Json& animation_;
  const GltfBones& bones_;
  GltfAllowance& allowance_;
  NodeMotions motions_;
};

}  // namespace

Result<NodeMotions> readNodeMotions(const GltfDocument& gltf, const Json& animation,
                                    const GltfBones& bones, GltfAllowance& allowance) {
  return AnimationReader(gltf, animation, bones, allowance).read();
}

}  // namespace vide::detail
