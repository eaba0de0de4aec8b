// SPDX-License-Identifier: MIT
// Writes what the JavaScript checks open: sample_files FOLDER makes NAME.glb for every sample
// document and NAME.json with where VIDE itself puts the skinned vertices at several times.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/formats/foreign_samples.hpp"
#include "tests/formats/posed_vertices.hpp"
#include "tests/formats/sample_characters.hpp"
#include "vide/animation/sample.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_weights.hpp"
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

// Linear blend skinning, written out.
Vec3 posed(const Layer& layer, Eigen::Index vertex, const Skeleton& skeleton,
           std::span<const Affine3> skinning, const Clip& clip, double time) {
  const auto transform = [&](BoneId id) { return skinning[std::size_t(findBone(skeleton, id))]; };
  const Vec3 rest = test::shapedVertex(layer, vertex, &clip, time);
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
      const Vec3 p = posed(layer, v, skeleton, skinning, once, time) / document.pixels_per_unit;
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
    if ((clip.bones.empty() && clip.morphs.empty()) || !playable(document)) continue;
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

int fail(const std::string& name, const Error& error) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), error.message.c_str());
  return 1;
}

// A file of the shared data; nothing without it.
std::optional<std::vector<std::uint8_t>> sharedBytes(const std::string& path) {
  const char* folder = std::getenv("VIDE_SHARED");
  if (!folder || !*folder) return std::nullopt;
  std::ifstream file(std::string(folder) + "/" + path, std::ios::binary);
  if (!file) std::exit(fail(path, {ErrorCode::not_found, "cannot be read"}));
  return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), {});
}

// Files of other programs, by name, each able to stand alone.
std::vector<std::pair<std::string, GltfDocument>> foreignFiles() {
  std::vector<std::pair<std::string, GltfDocument>> files;
  const auto add = [&](const char* name, std::span<const std::uint8_t> bytes,
                       const GltfOptions& options = {}) {
    auto gltf = GltfDocument::parse(bytes, options);
    if (!gltf) std::exit(fail(name, gltf.error()));
    files.emplace_back(name, *std::move(gltf));
  };
  add("foreign_morphed", test::morphedFile("CUBICSPLINE"));
  add("foreign_skins", test::severalSkinsFile(1));  // three.js reads one set of weights
  for (const auto& [name, path] : {std::pair{"real_skinned", "CesiumMan/CesiumMan.glb"},
                                   {"real_morphed", "MorphStressTest/MorphStressTest.gltf"},
                                   {"real_parts", "KayKitAdventurers/Knight.glb"}}) {
    const auto bytes = sharedBytes(std::string("data/3d/") + path);
    if (bytes) add(name, *bytes);
  }
  return files;
}

// A clip that turns every second bone a little, and moves the first shape of each layer.
Clip ownClip(const Document& document) {
  Clip clip{.id = 900, .name = "VIDE's own", .duration = 1};
  for (std::size_t i = 0; i < document.skeleton.size(); i += 2) {
    BoneTrack track{.bone = document.skeleton[i].id};
    Key<Quat> start, end;
    end.time = 1;
    end.value = rotationAbout({1, double(i % 3), 2}, 0.4);
    track.rotation = {start, end};
    clip.bones.push_back(track);
  }
  for (const Layer& layer : document.layers) {
    if (layer.shapes.empty()) continue;
    Key<double> start, end;
    end.time = 1;
    end.value = 0.75;
    clip.morphs.push_back({layer.id, 0, {start, end}});
  }
  return clip;
}

// Weights over a spine of three bones through the surface.
Result<GltfDocument> rigged(const GltfDocument& gltf) {
  const auto surface = surfaceOf(gltf);
  if (!surface) return std::unexpected(surface.error());
  const auto& V = surface->mesh.V;
  const double low = V.col(1).minCoeff(), height = V.col(1).maxCoeff() - low;
  std::vector<Bone> bones;
  for (int i = 0; i < 3; ++i) {
    bones.push_back({.id = BoneId(i), .name = "spine " + std::to_string(i), .parent = i - 1});
    bones.back().local.translation = {0, i == 0 ? low : height / 3, 0};
  }
  VertexWeights weights{.handles = 3};
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const double at = std::min(2.0, 2 * (V(v, 1) - low) / height);
    const int below = std::min(1, int(at));
    std::vector<Influence> row{{below, 1 - (at - below)}, {below + 1, at - below}};
    appendRow(weights, row);
  }
  return withSkeleton(gltf, *surface, Skeleton::fromBones(bones).value(), weights);
}

// NAME.before.glb as it came, NAME.glb with a clip of VIDE's own.
int writeForeign(const std::string& stem, const GltfDocument& before, const GltfDocument& gltf) {
  auto document = documentIn(gltf);
  if (!document) return fail(stem, document.error());
  document->clips.push_back(ownClip(*document));
  const auto saved = withDocument(gltf, *document);
  if (!saved) return fail(stem, saved.error());
  const auto old_bytes = before.writeGlb(), bytes = saved->writeGlb();
  const std::string json = expectations(*document).dump();
  writeFile(stem + ".before.glb", old_bytes.data(), old_bytes.size());
  writeFile(stem + ".glb", bytes.data(), bytes.size());
  writeFile(stem + ".json", json.data(), json.size());
  return 0;
}

int writeForeignFiles(const std::string& folder) {
  for (const auto& [name, gltf] : foreignFiles()) {
    if (int failed = writeForeign(folder + "/" + name, gltf, gltf)) return failed;
    const auto with_spine = rigged(gltf);
    if (!with_spine) return fail(name, with_spine.error());
    if (int failed = writeForeign(folder + "/" + name + "_rigged", gltf, *with_spine)) {
      return failed;
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: sample_files FOLDER\n");
    return 2;
  }
  for (const auto& [name, document] : test::sampleDocuments()) {
    const auto glb = writeGlb(document);
    if (!glb) return fail(name, glb.error());
    const std::string stem = std::string(arguments[1]) + "/" + name;
    const std::string json = expectations(document).dump();
    writeFile(stem + ".glb", glb->data(), glb->size());
    writeFile(stem + ".json", json.data(), json.size());
  }
  return writeForeignFiles(arguments[1]);
}
