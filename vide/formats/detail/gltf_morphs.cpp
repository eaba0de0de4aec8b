// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_morphs.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/detail/gltf_import.hpp"
#include "vide/formats/detail/gltf_sampler.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t key_price = 16;  // in numbers

Track<double> trackOf(const GltfSampler& sampler, std::size_t shape, std::size_t shapes) {
  Track<double> track;
  const bool is_cubic = sampler.interpolation == Interpolation::cubic;
  for (std::size_t i = 0; i < sampler.times.size(); ++i) {
    const double* values = sampler.values.data() + sampler.valuesPerKey() * shapes * i + shape;
    Key<double> key{.time = sampler.times[i], .interpolation = sampler.interpolation};
    key.value = values[is_cubic ? shapes : 0];
    if (is_cubic) {
      key.in_tangent = values[0];
      key.out_tangent = values[2 * shapes];
    }
    track.push_back(key);
  }
  return track;
}

// One channel that moves the weights of a node's mesh, for each layer that the node became.
Result<void> readChannel(const GltfDocument& gltf, const Json& animation, const Json& channel,
                         const Document& document, GltfAllowance& allowance, Clip& clip) {
  const Json* target = member(channel, "target");
  const std::string* path = target ? textIn(*target, "path") : nullptr;
  const auto node = target ? countIn(*target, "node") : std::nullopt;
  if (!path || *path != "weights" || !node) return {};
  std::optional<GltfSampler> sampler;
  for (const Layer& layer : document.layers) {
    if (primitiveOf(layer.id).node != *node || layer.shapes.empty()) continue;
    if (!sampler) {
      auto read = readSampler(gltf, animation, channel, allowance);
      if (!read) return std::unexpected(read.error());
      sampler = *std::move(read);
      clip.duration = std::max(clip.duration, sampler->times.back());
    }
    const std::size_t shapes = layer.shapes.size(), keys = sampler->times.size();
    if (sampler->values.size() != sampler->valuesPerKey() * keys * shapes) {
      return fail(ErrorCode::malformed_data, text(sampler->values.size(), " values for ", keys,
                                                  " keys of ", shapes, " morph targets"));
    }
    if (auto taken = allowance.take(key_price * keys * shapes); !taken) return taken;
    std::erase_if(clip.morphs, [&](const MorphTrack& track) { return track.layer == layer.id; });
    for (std::size_t shape = 0; shape < shapes; ++shape) {
      clip.morphs.push_back({layer.id, static_cast<int>(shape), trackOf(*sampler, shape, shapes)});
    }
  }
  return {};
}

}  // namespace

void nameShapes(const GltfDocument& gltf, std::size_t node, std::vector<MorphShape>& shapes) {
  const Json& object = *listed(gltf.content(), "nodes", node);
  const Json& mesh = *listed(gltf.content(), "meshes", *countIn(object, "mesh"));
  const Json* weights = member(object, "weights");
  if (!weights) weights = member(mesh, "weights");
  const Json* extras = member(mesh, "extras");
  const Json* names = extras ? member(*extras, "targetNames") : nullptr;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::string* name = asText(element(names, i));
    shapes[i].name = name && isUtf8(*name) ? *name : text("shape ", i);
    shapes[i].weight = asNumber(element(weights, i)).value_or(0);
  }
}

Result<void> readMorphTracks(const GltfDocument& gltf, Document& document,
                             GltfAllowance& allowance) {
  for (Clip& clip : document.clips) {
    const Json& animation = *listed(gltf.content(), "animations", clip.id);
    const Json* channels = member(animation, "channels");
    for (std::size_t i = 0; const Json* channel = element(channels, i); ++i) {
      const auto read = readChannel(gltf, animation, *channel, document, allowance, clip);
      if (!read) return failAt(text("animations[", clip.id, "]: channels[", i, "]"), read.error());
    }
  }
  return {};
}

}  // namespace vide::detail
