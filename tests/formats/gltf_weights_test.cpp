// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_weights.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "tests/formats/foreign_files.hpp"
#include "tests/formats/posed_vertices.hpp"
#include "tests/formats/real_files.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;
using namespace vide::test;
using vide::detail::Json;

namespace {

GltfDocument parsed(std::span<const std::uint8_t> bytes) {
  auto gltf = GltfDocument::parse(bytes);
  if (!gltf) FAIL(gltf.error().message);
  return *std::move(gltf);
}

GltfDocument parsedText(const std::string& members) {
  return parsed(asBytes(R"({"asset":{"version":"2.0"},)" + members + "}"));
}

// The real files, and one with most of what glTF has.
std::map<std::string, GltfDocument> files() {
  std::map<std::string, GltfDocument> all;
  for (const char* name : real_files) {
    if (auto gltf = realFile(name)) all.emplace(name, *std::move(gltf));
  }
  Parts parts;
  const std::string more = variedMembers(parts);
  TwoJoints two;
  all.emplace("two joints", parsedText(two.members()));
  two.nodes = R"([{"mesh":0,"skin":0},{"name":"a","children":[2,3]},)"
              R"({"name":"b","translation":[0,1,0]},)"
              R"({"mesh":0,"translation":[0,0,5],"scale":[-1,2,1]}])";
  all.emplace("a mesh worn twice", parsedText(two.members()));
  return all;
}

// A spine of three bones through the mesh.
Skeleton spineOf(const Eigen::MatrixXd& V) {
  const Eigen::RowVector3d low = V.colwise().minCoeff(), high = V.colwise().maxCoeff();
  const Eigen::RowVector3d middle = (low + high) / 2;
  const double step = (high.y() - low.y()) / 3;
  std::vector<Bone> bones;
  for (int i = 0; i < 3; ++i) {
    Bone bone{.id = BoneId(i), .name = "spine " + std::to_string(i), .parent = i - 1};
    bone.local.translation = i == 0 ? Vec3{middle.x(), low.y(), middle.z()} : Vec3{0, step, 0};
    bone.tail = {0, step, 0};
    bones.push_back(bone);
  }
  return Skeleton::fromBones(bones).value();
}

// Weights that change evenly with height; handles are the spine's bones.
VertexWeights weightsByHeight(const Eigen::MatrixXd& V) {
  const double low = V.col(1).minCoeff(), height = V.col(1).maxCoeff() - low;
  VertexWeights weights{.handles = 3};
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const double at = 2 * (V(v, 1) - low) / (height > 0 ? height : 1);
    const int below = std::min(1, static_cast<int>(at));
    std::vector<Influence> row{{below, 1 - (at - below)}, {below + 1, at - below}};
    appendRow(weights, row);
  }
  return weights;
}

std::vector<Transform> bent(std::size_t bones) {
  std::vector<Transform> pose(bones);
  for (std::size_t i = 0; i < bones; ++i) {
    pose[i].rotation = rotationAbout({1, double(i), 2}, 0.3 + 0.1 * double(i));
  }
  return pose;
}

// What the surface is where a skeleton bends it.
std::vector<Vec3> deformed(const Eigen::MatrixXd& V, const Skeleton& skeleton,
                           const VertexWeights& weights, std::span<const Transform> pose) {
  std::vector<Affine3> moved(skeleton.size());
  modelTransforms(skeleton, pose, moved);
  skinningTransforms(skeleton, moved, moved);
  std::vector<Vec3> all;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    const auto row = static_cast<Eigen::Index>(v);
    Vec3 sum;
    for (std::size_t k = 0; k < weights.handlesOf(v).size(); ++k) {
      sum += weights.weightsOf(v)[k] *
             (moved[std::size_t(weights.handlesOf(v)[k])] * Vec3{V(row, 0), V(row, 1), V(row, 2)});
    }
    all.push_back(sum);
  }
  return all;
}

// The parts' vertices one after the other.
std::vector<Vec3> byPart(const GltfSurface& surface, const std::vector<Vec3>& rows) {
  std::vector<Vec3> all;
  for (const GltfPart& part : surface.parts) {
    const auto first = rows.begin() + std::ptrdiff_t(part.first_row);
    all.insert(all.end(), first, first + std::ptrdiff_t(part.vertices));
  }
  return all;
}

// The same points in any order: seen along some directions they lie the same.
void checkSamePoints(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  REQUIRE(a.size() == b.size());
  double size = 0;
  for (const Vec3 p : a) size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  for (const Vec3 along : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.5, -0.3}, {-0.2, 0.7, 1}}) {
    std::vector<double> first, second;
    for (const Vec3 p : a) first.push_back(dot(p, along));
    for (const Vec3 p : b) second.push_back(dot(p, along));
    std::ranges::sort(first);
    std::ranges::sort(second);
    double apart = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      apart = std::max(apart, std::abs(first[i] - second[i]));
    CHECK(apart <= 2e-6 * size);
  }
}

// A pose of the bones with those names; all others rest.
std::vector<Transform> poseByName(const Skeleton& skeleton, const Skeleton& named,
                                  std::span<const Transform> pose) {
  std::vector<Transform> all(skeleton.size());
  for (std::size_t i = 0; i < named.size(); ++i) {
    const int bone = skeleton.find(named[i].name);
    REQUIRE(bone >= 0);
    all[std::size_t(bone)] = pose[i];
  }
  return all;
}

// Everything that weights do not touch.
void checkKept(const GltfDocument& before, const GltfDocument& after) {
  for (const char* list : {"materials", "textures", "images", "samplers", "cameras", "extras"}) {
    const Json* was = vide::detail::member(before.content().root, list);
    const Json* is = vide::detail::member(after.content().root, list);
    CHECK((was ? *was : nullptr) == (is ? *is : nullptr));
  }
  for (std::size_t i = 0; i < before.count("images"); ++i) {
    if (before.imageBytes(i)) CHECK(*before.imageBytes(i) == *after.imageBytes(i));
  }
  const Json& meshes = before.content().root["meshes"];
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    for (std::size_t p = 0; p < meshes[m]["primitives"].size(); ++p) {
      Json was = meshes[m]["primitives"][p];
      Json is = after.content().root["meshes"][m]["primitives"][p];
      for (Json* primitive : {&was, &is}) {
        for (const char* set : {"JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1"}) {
          (*primitive)["attributes"].erase(set);
        }
      }
      CHECK(was == is);
      for (const auto& [name, accessor] : was["attributes"].items()) {
        const auto index = accessor.get<std::size_t>();
        CHECK(*before.readNumbers(index) == *after.readNumbers(index));
      }
    }
  }
}

}  // namespace

TEST_CASE("a surface holds every vertex that the document's layers have") {
  for (const auto& [name, gltf] : files()) {
    CAPTURE(name);
    const auto surface = surfaceOf(gltf);
    REQUIRE(surface);
    const Document document = documentIn(gltf).value();
    const std::vector<Transform> rest(document.skeleton.size());
    REQUIRE(surface->parts.size() == document.layers.size());
    std::vector<Vec3> rows;
    for (Eigen::Index v = 0; v < surface->mesh.V.rows(); ++v) {
      rows.push_back({surface->mesh.V(v, 0), surface->mesh.V(v, 1), surface->mesh.V(v, 2)});
    }
    const auto stacked = byPart(*surface, rows);
    const auto wanted = vertices(document, rest);
    REQUIRE(stacked.size() == wanted.size());
    double size = 0, apart = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      size = std::max(size, length(wanted[i]));
      apart = std::max(apart, distance(wanted[i], stacked[i]));
    }
    CHECK(apart <= 1e-6 * size);
  }
}

TEST_CASE("a new skeleton moves the whole surface and leaves the rest of the file alone") {
  for (const auto& [name, gltf] : files()) {
    CAPTURE(name);
    const auto surface = surfaceOf(gltf);
    REQUIRE(surface);
    const Skeleton spine = spineOf(surface->mesh.V);
    const VertexWeights weights = weightsByHeight(surface->mesh.V);
    const auto rigged = withSkeleton(gltf, *surface, spine, weights);
    if (!rigged) {
      FAIL_CHECK(rigged.error().message);
      continue;
    }
    checkKept(gltf, *rigged);
    const GltfDocument back = parsed(rigged->writeGlb());
    const Document document = documentIn(back).value();
    const auto pose = bent(spine.size());
    checkSamePoints(vertices(document, poseByName(document.skeleton, spine, pose)),
                    byPart(*surface, deformed(surface->mesh.V, spine, weights, pose)));
  }
}

TEST_CASE("the file's own joints take new weights") {
  for (const auto& [name, gltf] : files()) {
    CAPTURE(name);
    const auto surface = surfaceOf(gltf, GltfParts::skinned);
    if (!surface) continue;
    const auto bones = static_cast<int>(surface->skeleton.size());
    if (bones < 3) continue;
    VertexWeights weights = weightsByHeight(surface->mesh.V);
    weights.handles = bones;
    for (int& handle : weights.handle) handle = handle * (bones - 1) / 2;
    const auto reweighed = withWeights(gltf, *surface, weights);
    if (!reweighed) {
      FAIL_CHECK(reweighed.error().message);
      continue;
    }
    checkKept(gltf, *reweighed);
    if (name != "a mesh worn twice") {
      CHECK(reweighed->content().root["nodes"] == gltf.content().root["nodes"]);
    }
    const GltfDocument back = parsed(reweighed->writeGlb());
    const auto again = surfaceOf(back, GltfParts::skinned);
    REQUIRE(again);
    const auto pose = bent(std::size_t(bones));
    Document document = documentIn(back).value();
    std::erase_if(document.layers,
                  [](const Layer& layer) { return layer.attachment != Attachment::skinned; });
    checkSamePoints(vertices(document, pose),
                    byPart(*surface, deformed(surface->mesh.V, surface->skeleton, weights, pose)));
  }
}
