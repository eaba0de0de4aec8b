// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_weights.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "tests/formats/foreign_samples.hpp"
#include "tests/formats/posed_vertices.hpp"
#include "tests/formats/real_files.hpp"
#include "tests/formats/sample_characters.hpp"
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

// The real files, and some small ones.
std::map<std::string, GltfDocument> files() {
  std::map<std::string, GltfDocument> all;
  for (const char* name : real_files) {
    if (auto gltf = realFile(name)) all.emplace(name, *std::move(gltf));
  }
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

// Every vertex wholly on one bone.
VertexWeights weightsOn(int bone, const GltfSurface& surface) {
  VertexWeights weights{.handles = static_cast<int>(surface.skeleton.size())};
  std::vector<Influence> row{{bone, 1}};
  for (Eigen::Index v = 0; v < surface.mesh.V.rows(); ++v) appendRow(weights, row);
  return weights;
}

template <class T>
void checkFails(const Result<T>& result, ErrorCode code, const std::string& named) {
  CAPTURE(named);
  REQUIRE_FALSE(result);
  CAPTURE(result.error().message);
  CHECK(result.error().code == code);
  CHECK(result.error().message.find(named) != std::string::npos);
}

// A file whose first skin has one joint and whose second has the other, each its own skeleton.
GltfDocument twoSkins() {
  TwoJoints two;
  two.nodes = R"([{"mesh":0,"skin":0},{"name":"a"},{"name":"b","translation":[0,1,0]},)"
              R"({"mesh":0,"skin":1}])";
  two.joints.assign(16, 0);
  two.weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
  two.joint_list = R"([1],"skeleton":1},{"joints":[2],"skeleton":2)";
  return parsedText(two.members());
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

TEST_CASE("a skin that gains joints forgets the node that stood above the old ones") {
  const GltfDocument gltf = twoSkins();
  const GltfSurface surface = surfaceOf(gltf).value();
  const int b = surface.skeleton.find("b");
  REQUIRE(b >= 0);
  const GltfDocument reweighed = withWeights(gltf, surface, weightsOn(b, surface)).value();
  const Json& skins = reweighed.content().root["skins"];
  CHECK(skins[0]["joints"] == Json::array({1, 2}));
  CHECK_FALSE(skins[0].contains("skeleton"));
  CHECK(skins[1]["joints"] == Json::array({2}));
  CHECK(skins[1]["skeleton"] == 2);
}

TEST_CASE("what animates morph targets follows a mesh that moves to the root of the scene") {
  const GltfDocument gltf = parsed(morphedFile("LINEAR"));
  const GltfSurface surface = surfaceOf(gltf).value();
  const auto rigged =
      withSkeleton(gltf, surface, spineOf(surface.mesh.V), weightsByHeight(surface.mesh.V));
  REQUIRE(rigged);
  const Json& root = rigged->content().root;
  const Json& channels = root["animations"][0]["channels"];
  const auto wearer = channels[0]["target"]["node"].get<std::size_t>();
  CHECK(root["nodes"][wearer]["mesh"] == 0);
  CHECK(root["nodes"][wearer].contains("skin"));
  CHECK(channels[1]["target"]["node"] == 0);
}

TEST_CASE("a file without a surface to weigh is a named error") {
  checkFails(surfaceOf(parsedText(R"("nodes":[{"mesh":7}])")), ErrorCode::malformed_data,
             "nodes[0]");
  checkFails(surfaceOf(parsed(writeGlb(armCharacter()).value())), ErrorCode::unsupported,
             "VIDE wrote");
  checkFails(surfaceOf(parsedText(R"("nodes":[{}])")), ErrorCode::invalid_argument, "no triangles");
  TwoJoints two;
  two.nodes = R"([{"mesh":0},{"name":"a","children":[2]},{"name":"b"}])";
  checkFails(surfaceOf(parsedText(two.members()), GltfParts::skinned), ErrorCode::invalid_argument,
             "no mesh of the file has weights");
}

TEST_CASE("a surface of another file is a named error") {
  TwoJoints two;
  const GltfDocument gltf = parsedText(two.members());
  const GltfSurface surface = surfaceOf(gltf).value();
  const VertexWeights weights = weightsOn(0, surface);
  REQUIRE(withWeights(gltf, surface, weights));
  const auto checkOther = [&](const GltfDocument& file, const GltfSurface& other) {
    checkFails(withWeights(file, other, weights), ErrorCode::invalid_argument, "this file");
  };
  for (const char* nodes : {R"([{"mesh":0},{},{}])", R"([{"mesh":0,"skin":1},{},{}])",
                            R"([{"skin":0},{},{}])", R"([])"}) {
    two.nodes = nodes;
    checkOther(parsedText(two.members()), surface);
  }
  two.nodes = R"([{"mesh":0,"skin":0},{}])";  // and joints that do not exist
  checkOther(parsedText(two.members()), surface);
  const auto checkPart = [&](auto change) {
    GltfSurface other = surface;
    change(other.parts[0]);
    checkOther(gltf, other);
  };
  checkPart([](GltfPart& part) { part.node = 1; });
  checkPart([](GltfPart& part) { part.mesh = 1; });
  checkPart([](GltfPart& part) { part.primitive = 1; });
  checkPart([](GltfPart& part) { part.skin = 1; });
  checkPart([](GltfPart& part) { part.vertices = 3; });
  checkPart([](GltfPart& part) { part.first_row = 1; });
  GltfSurface other = surface;
  std::vector<Bone> bones(surface.skeleton.bones().begin(), surface.skeleton.bones().end());
  bones[1].id = 3;
  other.skeleton = Skeleton::fromBones(bones).value();
  checkOther(gltf, other);
}

TEST_CASE("weights that do not fit a surface are a named error") {
  TwoJoints two;
  const GltfDocument gltf = parsedText(two.members());
  const GltfSurface surface = surfaceOf(gltf).value();
  const auto checkRefused = [&](const VertexWeights& weights, const std::string& named) {
    checkFails(withWeights(gltf, surface, weights), ErrorCode::invalid_argument, named);
    checkFails(withSkeleton(gltf, surface, surface.skeleton, weights), ErrorCode::invalid_argument,
               named);
  };
  VertexWeights weights = weightsOn(0, surface);
  weights.handles = 3;
  checkRefused(weights, "3 handles");
  weights = weightsOn(0, surface);
  std::vector<Influence> row{{0, 1}};
  appendRow(weights, row);
  checkRefused(weights, "");
  weights = weightsOn(0, surface);
  weights.weight[2] = 0.5;
  checkRefused(weights, "");
  weights = weightsOn(0, surface);
  weights.handle[2] = 2;
  checkRefused(weights, "");
}

TEST_CASE("parts that no weights can move alone are a named error") {
  TwoJoints two;
  GltfDocument gltf = parsedText(two.members());
  GltfSurface surface = surfaceOf(gltf).value();
  surface.parts[0].to_model.reset();
  checkFails(withWeights(gltf, surface, weightsOn(0, surface)), ErrorCode::unsupported,
             "each vertex differently");
  checkFails(withSkeleton(gltf, surface, surface.skeleton, weightsOn(0, surface)),
             ErrorCode::unsupported, "each vertex differently");
}

TEST_CASE("a skeleton without bones moves no surface") {
  TwoJoints two;
  const GltfDocument gltf = parsedText(two.members());
  const GltfSurface surface = surfaceOf(gltf).value();
  checkFails(withSkeleton(gltf, surface, Skeleton(), weightsOn(0, surface)),
             ErrorCode::invalid_argument, "no bones");
}
