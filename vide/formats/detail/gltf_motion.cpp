// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_motion.hpp"

#include <map>

#include "vide/core/text.hpp"
#include "vide/formats/detail/bone_samples.hpp"
#include "vide/formats/detail/gltf_numbers.hpp"

namespace vide::detail {
namespace {

void append(std::vector<double>& numbers, Vec3 v) {
  numbers.insert(numbers.end(), {v.x, v.y, v.z});
}
void append(std::vector<double>& numbers, Quat q) {
  numbers.insert(numbers.end(), {q.x, q.y, q.z, q.w});
}

// One glTF animation in the making; channels with the same times share them.
class AnimationWriter {
 public:
  explicit AnimationWriter(GltfBuilder& builder) : builder_(builder) {}

  template <class Value>
  Result<void> add(const SampledTrack<Value>& track, std::size_t node, const char* path) {
    if (track.times.empty()) return {};
    const auto input = timesAccessor(track.times);
    if (!input) return std::unexpected(input.error());
    std::vector<double> numbers;
    for (const Value value : track.values) append(numbers, value);
    const auto output = addFloats(
        builder_, numbers, {.components = static_cast<int>(numbers.size() / track.values.size())});
    if (!output) return failAt(path, output.error());
    const bool steps = track.between == SampledTrack<Value>::Between::steps;
    channels_.push_back(
        {{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers_.push_back(
        {{"input", *input}, {"interpolation", steps ? "STEP" : "LINEAR"}, {"output", *output}});
    return {};
  }

  void finish(const Clip& clip) && {
    if (channels_.empty()) return;
    builder_.put("animations", {"clip", clip.id},
                 {{"name", clip.name},
                  {"channels", std::move(channels_)},
                  {"samplers", std::move(samplers_)}});
  }

 private:
  Result<std::size_t> timesAccessor(const std::vector<double>& times) {
    if (const auto known = times_.find(times); known != times_.end()) return known->second;
    const auto accessor = addFloats(builder_, times, {.bounds = FloatLayout::Bounds::written});
    if (!accessor) return failAt("times", accessor.error());
    return times_[times] = *accessor;
  }

  GltfBuilder& builder_;
  Json channels_ = Json::array();
  Json samplers_ = Json::array();
  std::map<std::vector<double>, std::size_t> times_;
};

Result<void> writeClip(GltfBuilder& builder, const Clip& clip, const Skeleton& skeleton,
                       const GltfJoints& joints) {
  AnimationWriter animation(builder);
  for (const SampledBone& sampled : sampleBones(clip, skeleton)) {
    const std::size_t node = joints.nodes[sampled.bone];
    Result<void> added = animation.add(sampled.translation, node, "translation");
    if (added) added = animation.add(sampled.rotation, node, "rotation");
    if (added) added = animation.add(sampled.scale, node, "scale");
    if (!added) return failAt(text("bone \"", skeleton[sampled.bone].name, "\""), added.error());
  }
  std::move(animation).finish(clip);
  return {};
}

}  // namespace

Result<void> writeMotion(GltfBuilder& builder, const Document& document, const GltfJoints& joints) {
  for (const Clip& clip : document.clips) {
    if (auto ok = writeClip(builder, clip, document.skeleton, joints); !ok) {
      return failAt(text("clip \"", clip.name, "\""), ok.error());
    }
  }
  return {};
}

}  // namespace vide::detail
