// SPDX-License-Identifier: MIT
#include "bindings/wasm/character.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "bindings/wasm/blending.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/gltf_character.hpp"

namespace vide::wasm {
namespace {

using nlohmann::ordered_json;

ordered_json describeLayer(const Layer& layer, const Document& document) {
  const ImageAsset* image = layer.image ? findImage(document, *layer.image) : nullptr;
  ordered_json about{{"id", layer.id},
                     {"name", layer.name},
                     {"image", nullptr},
                     {"blend", nameOf(layer.blend)},
                     {"vertices", layer.mesh.V.rows()},
                     {"triangles", layer.mesh.F.rows()}};
  if (image) about["image"] = image - document.images.data();
  return about;
}

ordered_json describe(const Document& document) {
  ordered_json about{{"canvas", {document.canvas_width, document.canvas_height}}};
  auto& bones = about["bones"] = ordered_json::array();
  for (const Bone& bone : document.skeleton.bones()) {
    bones.push_back({{"id", bone.id}, {"name", bone.name}, {"parent", bone.parent}});
  }
  auto& images = about["images"] = ordered_json::array();
  for (const ImageAsset& image : document.images) {
    images.push_back({{"name", image.name},
                      {"mime", image.mime},
                      {"width", image.width},
                      {"height", image.height}});
  }
  auto& layers = about["layers"] = ordered_json::array();
  for (const Layer& layer : document.layers) layers.push_back(describeLayer(layer, document));
  auto& clips = about["clips"] = ordered_json::array();
  for (const Clip& clip : document.clips) {
    clips.push_back(
        {{"id", clip.id}, {"name", clip.name}, {"duration", clip.duration}, {"loop", clip.loop}});
  }
  about["blend_passes"] = describeBlending();
  return about;
}

}  // namespace

Result<Character> Character::open(std::span<const std::uint8_t> glb) {
  const auto gltf = GltfDocument::parse(glb);
  if (!gltf) return std::unexpected(gltf.error());
  auto document = documentIn(*gltf);
  if (!document) return std::unexpected(document.error());
  // A page has less memory than a machine: 128 MB for keys.
  auto actor = Actor::create(*std::move(document), {}, {.clips = {.max_values = 1 << 25}});
  if (!actor) return std::unexpected(actor.error());
  return Character(*std::move(actor));
}

Character::Character(Actor actor) : actor_(std::move(actor)) {
  description_ = describe(document()).dump();
  for (const Layer& layer : document().layers) {
    LayerArrays& arrays = layers_.emplace_back();
    for (Eigen::Index v = 0; v < layer.uv.rows(); ++v) {
      arrays.uv.push_back(float(layer.uv(v, 0)));
      arrays.uv.push_back(float(layer.uv(v, 1)));
    }
    for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) {
      for (Eigen::Index corner = 0; corner < 3; ++corner) {
        arrays.triangles.push_back(std::uint32_t(layer.mesh.F(f, corner)));
      }
    }
  }
  updateDrawn();
}

const std::string& Character::advance(double seconds) {
  auto events = ordered_json::array();
  actor_.advance(seconds, [&](int track, const Clip& clip, const ClipEvent& event) {
    events.push_back({{"track", track},
                      {"clip", clip.name},
                      {"name", event.name},
                      {"text", event.text},
                      {"number", event.number}});
  });
  updateDrawn();
  return events_ = events.dump();
}

Result<void> Character::show(ClipId id, double time) {
  const Clip* clip = findClip(document(), id);
  if (!clip) return fail(ErrorCode::not_found, text("there is no clip ", id));
  actor_.show(*clip, time);
  updateDrawn();
  return {};
}

void Character::updateDrawn() {
  drawn_.clear();
  for (const DrawnLayer& one : actor_.drawn()) {
    const Vec3& tint = one.look.tint;
    drawn_.push_back({.layer = std::uint32_t(one.layer),
                      .mask = one.mask ? std::int32_t(*one.mask) : -1,
                      .opacity = float(one.look.opacity),
                      .tint = {float(tint.x), float(tint.y), float(tint.z)}});
  }
}

}  // namespace vide::wasm
