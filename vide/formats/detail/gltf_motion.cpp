// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_motion.hpp"

#include <cmath>
#include <map>
#include <set>

#include "vide/core/text.hpp"
#include "vide/formats/detail/bone_samples.hpp"
#include "vide/formats/detail/gltf_import.hpp"
#include "vide/formats/detail/gltf_numbers.hpp"

namespace vide::detail {
namespace {

void append(std::vector<double>& numbers, Vec3 v) {
  numbers.insert(numbers.end(), {v.x, v.y, v.z});
}
void append(std::vector<double>& numbers, Quat q) {
  numbers.insert(numbers.end(), {q.x, q.y, q.z, q.w});
}
void append(std::vector<double>& numbers, const std::vector<double>& weights) {
  numbers.insert(numbers.end(), weights.begin(), weights.end());
}

int componentsOf(Vec3) { return 3; }
int componentsOf(Quat) { return 4; }
int componentsOf(const std::vector<double>&) { return 1; }  // glTF counts each weight

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
    for (const Value& value : track.values) append(numbers, value);
    const auto output =
        addFloats(builder_, numbers, {.components = componentsOf(track.values.front())});
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

template <class Value>
SampledTrack<Value> stillTrack(Value value) {
  return {.times = {0}, .values = {value}};
}

// A node of others stands in another frame than its bone does, and in the file's pose rather than
// at rest: what the clip leaves alone has to be said too where the two differ.
void fitToNode(SampledBone& sampled, const Transform& rest, const ImportedNode& node) {
  const Transform frame = decompose(node.from_bone);
  for (Vec3& value : sampled.translation.values) value = node.from_bone * value;
  for (Quat& value : sampled.rotation.values) value = normalized(frame.rotation * value);
  for (Vec3& value : sampled.scale.values) value = frame.scale.x * value;
  const Vec3 offset = node.from_bone * rest.translation;
  const Quat turned = normalized(frame.rotation * rest.rotation);
  const Vec3 scale = frame.scale.x * rest.scale;
  constexpr double unnoticed = 1e-6;
  if (sampled.translation.times.empty() &&
      distance(offset, node.shown.translation) > unnoticed * (1 + length(offset))) {
    sampled.translation = stillTrack(offset);
  }
  if (sampled.rotation.times.empty() && 1 - std::abs(dot(turned, node.shown.rotation)) > 1e-12) {
    sampled.rotation = stillTrack(turned);
  }
  if (sampled.scale.times.empty() && distance(scale, node.shown.scale) > unnoticed) {
    sampled.scale = stillTrack(scale);
  }
}

// A clip's bones as sampled, and imported ones that the clip leaves alone.
std::vector<SampledBone> movedBones(const Clip& clip, const Skeleton& skeleton,
                                    const GltfJoints& joints) {
  std::vector<SampledBone> moved = sampleBones(clip, skeleton);
  if (moved.empty()) return moved;
  std::vector<bool> is_moved(skeleton.size(), false);
  for (const SampledBone& sampled : moved) is_moved[sampled.bone] = true;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    if (joints.imported[i] && !is_moved[i]) moved.push_back({.bone = i});
  }
  for (SampledBone& sampled : moved) {
    const ImportedNode* node = joints.imported[sampled.bone];
    if (node) fitToNode(sampled, skeleton[sampled.bone].local, *node);
  }
  return moved;
}

// Layers that are one node share its weights.
Result<void> writeShapes(GltfBuilder& builder, const Clip& clip, const Document& document,
                         const GltfImports& imports, AnimationWriter& animation) {
  std::set<std::size_t> done;
  for (const Layer& layer : document.layers) {
    std::vector<double> rest;
    for (const MorphShape& shape : layer.shapes) rest.push_back(shape.weight);
    const auto weights = sampleShapes(clip, layer.id, rest);
    if (weights.times.empty()) continue;
    const std::size_t node = imports.unchanged.layers.contains(layer.id)
                                 ? primitiveOf(layer.id).node
                                 : builder.place("nodes", {"layer", layer.id});
    if (!done.insert(node).second) continue;
    if (auto added = animation.add(weights, node, "weights"); !added) {
      return failAt(text("layer \"", layer.name, "\""), added.error());
    }
  }
  return {};
}

Result<void> writeClip(GltfBuilder& builder, const Clip& clip, const Document& document,
                       const GltfJoints& joints, const GltfImports& imports) {
  const Skeleton& skeleton = document.skeleton;
  AnimationWriter animation(builder);
  for (const SampledBone& sampled : movedBones(clip, skeleton, joints)) {
    const std::size_t node = joints.nodes[sampled.bone];
    Result<void> added = animation.add(sampled.translation, node, "translation");
    if (added) added = animation.add(sampled.rotation, node, "rotation");
    if (added) added = animation.add(sampled.scale, node, "scale");
    if (!added) return failAt(text("bone \"", skeleton[sampled.bone].name, "\""), added.error());
  }
  if (auto added = writeShapes(builder, clip, document, imports, animation); !added) return added;
  std::move(animation).finish(clip);
  return {};
}

}  // namespace

Result<void> writeMotion(GltfBuilder& builder, const Document& document, const GltfJoints& joints,
                         const GltfImports& imports) {
  for (const Clip& clip : document.clips) {
    if (imports.unchanged.clips.contains(clip.id)) continue;
    if (auto ok = writeClip(builder, clip, document, joints, imports); !ok) {
      return failAt(text("clip \"", clip.name, "\""), ok.error());
    }
  }
  return {};
}

}  // namespace vide::detail
