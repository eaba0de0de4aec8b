// SPDX-License-Identifier: MIT
// Writes what the JavaScript checks open: sample_files FOLDER makes NAME.glb for every sample
// document and NAME.json with where VIDE itself puts the skinned vertices at several times.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/formats/sample_characters.hpp"
#include "vide/animation/sample.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;

namespace {

void writeFile(const std::string& path, const void* bytes, std::size_t size) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite(bytes, 1, size, file) != size || std::fclose(file) != 0) {
    std::fprintf(stderr, "cannot write %s\n", path.c_str());
    std::exit(1);
  }
}

Vec3 restPosition(const Layer& layer, Eigen::Index vertex) {
  const auto& V = layer.mesh.V;
  return {V(vertex, 0), V(vertex, 1), V.cols() == 3 ? V(vertex, 2) : 0};
}

// Linear blend skinning, written out.
Vec3 posed(const Layer& layer, Eigen::Index vertex, const Skeleton& skeleton,
           std::span<const Affine3> skinning) {
  const auto transform = [&](BoneId id) { return skinning[std::size_t(findBone(skeleton, id))]; };
  const Vec3 rest = restPosition(layer, vertex);
  if (layer.attachment == Attachment::fixed) return rest;
  if (layer.attachment == Attachment::rigid) return transform(layer.bones[0]) * rest;
  Vec3 sum;
  const auto handles = layer.weights.handlesOf(std::size_t(vertex));
  const auto weights = layer.weights.weightsOf(std::size_t(vertex));
  for (std::size_t k = 0; k < handles.size(); ++k) {
    sum = sum + transform(layer.bones[std::size_t(handles[k])]) * rest * weights[k];
  }
  return sum;
}

nlohmann::json layersAt(const Document& document, const Clip& clip, double time) {
  const Skeleton& skeleton = document.skeleton;
  Clip once = clip;
  once.loop = false;
  std::vector<Transform> pose(skeleton.size());
  std::vector<Affine3> skinning(skeleton.size());
  samplePose(once, skeleton, time, pose);
  modelTransforms(skeleton, pose, skinning);
  skinningTransforms(skeleton, skinning, skinning);
  nlohmann::json layers = nlohmann::json::array();
  for (const Layer& layer : document.layers) {
    if (!layer.visible || layer.mesh.V.rows() == 0) continue;
    nlohmann::json positions = nlohmann::json::array();
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      const Vec3 p = posed(layer, v, skeleton, skinning) / document.pixels_per_unit;
      positions.push_back({p.x, p.y, p.z});
    }
    layers.push_back({{"layer", layer.id}, {"positions", std::move(positions)}});
  }
  return layers;
}

// Of the figure's size. Straight lines and turns in the plane are the same motion in glTF; curves
// and independent bones are sampled 60 times a second.
double toleranceOf(const Clip& clip, const Skeleton& skeleton) {
  const auto curved = [](const auto& track) {
    return std::ranges::any_of(track, [](const auto& key) {
      return key.interpolation == Interpolation::cubic ||
             key.interpolation == Interpolation::bezier;
    });
  };
  const bool sampled =
      std::ranges::any_of(
          skeleton.bones(),
          [](const Bone& bone) { return !bone.inherit_rotation || !bone.inherit_scale; }) ||
      std::ranges::any_of(clip.bones, [&](const BoneTrack& track) {
        return curved(track.angle) || curved(track.translation) || curved(track.scale);
      });
  return sampled ? 2e-3 : 1e-5;
}

// Whether nodes of glTF can say how the bones move: shear, and uneven scales that others turn in,
// they cannot.
bool playable(const Document& document) {
  return std::ranges::none_of(document.skeleton.bones(),
                              [](const Bone& bone) { return bone.local.shear != Vec3{}; });
}

nlohmann::json expectations(const Document& document) {
  nlohmann::json clips = nlohmann::json::array();
  for (const Clip& clip : document.clips) {
    if (clip.bones.empty() || !playable(document)) continue;
    nlohmann::json moments = nlohmann::json::array();
    for (const double share : {0.0, 0.11, 0.25, 0.47, 0.5, 0.73, 0.9, 1.0}) {
      const double time = share * clip.duration;
      moments.push_back({{"time", time}, {"layers", layersAt(document, clip, time)}});
    }
    clips.push_back({{"name", clip.name},
                     {"tolerance", toleranceOf(clip, document.skeleton)},
                     {"moments", std::move(moments)}});
  }
  return {{"clips", clips}, {"flat", document.canvas_width > 0}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: sample_files FOLDER\n");
    return 2;
  }
  for (const auto& [name, document] : test::sampleDocuments()) {
    const auto glb = writeGlb(document);
    if (!glb) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), glb.error().message.c_str());
      return 1;
    }
    const std::string stem = std::string(arguments[1]) + "/" + name;
    const std::string json = expectations(document).dump();
    writeFile(stem + ".glb", glb->data(), glb->size());
    writeFile(stem + ".json", json.data(), json.size());
  }
  return 0;
}
