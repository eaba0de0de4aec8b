// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include "fuzz/require.hpp"
#include "vide/animation/sample.hpp"
#include "vide/formats/clip_json.hpp"

namespace {

vide::Skeleton arm() {
  std::vector<vide::Bone> bones(2);
  bones[0].name = "arm";
  bones[1].name = "hand";
  bones[1].id = 1;
  bones[1].parent = 0;
  return *vide::Skeleton::fromBones(bones);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  vide::Document document;
  document.skeleton = arm();
  document.layers.resize(2);
  document.layers[0].name = "face";
  document.layers[0].shapes = {{.name = "smile"}, {.name = "blink"}};
  document.layers[1].id = 1;
  document.layers[1].name = "shout";
  document.draw_order = {0, 1};
  document.slots = {{.id = 3, .name = "mouth", .layers = {0, 1}}};
  document.constraints = {
      {.id = 4, .name = "aim", .kind = vide::AimConstraint{.bone = 1, .target = 0}}};
  const vide::Skeleton& skeleton = document.skeleton;
  const auto clips = vide::parseClips({reinterpret_cast<const char*>(data), size}, document);
  if (!clips) {
    require(!clips.error().message.empty());
    return 0;
  }
  std::vector<vide::Transform> pose(skeleton.size());
  for (const vide::Clip& clip : *clips) {
    require(vide::validate(clip, document).has_value());
    for (const vide::MorphTrack& track : clip.morphs) require(track.shape >= 0 && track.shape < 2);
    for (const double share : {-0.5, 0.0, 0.3, 1.0, 1.7}) {
      vide::samplePose(clip, skeleton, share * clip.duration, pose);
      for (const vide::Transform& t : pose) require(vide::isFinite(t.translation + t.scale));
    }
  }
  return 0;
}
