// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/formats/foreign_files.hpp"
#include "tests/formats/posed_vertices.hpp"
#include "tests/formats/real_files.hpp"
#include "tests/support/same_document.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/animation/sample.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_summary.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;
using namespace vide::test;

namespace {

Document opened(const GltfDocument& gltf) {
  auto document = documentIn(gltf);
  if (!document) {
    FAIL_CHECK(document.error().message);
    return {};
  }
  return *std::move(document);
}

Document openedText(const std::string& members) {
  const auto gltf = GltfDocument::parse(asBytes(R"({"asset":{"version":"2.0"},)" + members + "}"));
  if (!gltf) FAIL(gltf.error().message);
  return opened(*gltf);
}

std::string faultOf(const std::string& members) {
  const auto gltf = GltfDocument::parse(asBytes(R"({"asset":{"version":"2.0"},)" + members + "}"));
  if (!gltf) return gltf.error().message;
  const auto document = documentIn(*gltf);
  return document ? "" : document.error().message;
}

const Clip* clipNamed(const Document& document, const std::string& name) {
  for (const Clip& clip : document.clips) {
    if (name.empty() || clip.name == name) return &clip;
  }
  return nullptr;
}

void checkNear(Vec3 is, const nlohmann::json& wanted, double tolerance) {
  CHECK(std::abs(is.x - wanted[0].get<double>()) <= tolerance);
  CHECK(std::abs(is.y - wanted[1].get<double>()) <= tolerance);
  CHECK(std::abs(is.z - wanted[2].get<double>()) <= tolerance);
}

}  // namespace

TEST_CASE("real files open as valid documents with all their triangles") {
  for (const char* name : real_files) {
    CAPTURE(name);
    const auto gltf = realFile(name);
    if (!gltf) return;
    const Document document = opened(*gltf);
    const GltfSummary summary = summarize(*gltf);
    std::size_t triangles = 0, used = 0;
    for (const Layer& layer : document.layers) triangles += std::size_t(layer.mesh.F.rows());
    CHECK(triangles == summary.triangles);
    CHECK(document.clips.size() == summary.clips.size());
    for (const Clip& clip : document.clips) CHECK(validate(clip, document.skeleton));
    for (const Bone& bone : document.skeleton.bones()) used += bone.deform;
    if (summary.skins > 0) CHECK(used > 0);
  }
}

TEST_CASE("skinned vertices play back where independent programs put them") {
  const auto reference = sharedFile("reference/gltf_playback.json");
  if (!reference) return;
  const auto parsed = nlohmann::json::parse(*reference);
  for (const auto& wanted : parsed["cases"]) {
    const std::string model = wanted["model"], file = wanted["file"], name = wanted["clip"];
    CAPTURE(file);
    std::string folder = model;
    for (const char* known : real_files) {
      const std::string path = known;
      if (path.substr(path.find('/') + 1) == file) folder = path.substr(0, path.find('/'));
    }
    const auto gltf = realFile(folder + "/" + file);
    REQUIRE(gltf);
    const Document document = opened(*gltf);
    const Clip* clip = clipNamed(document, name);
    REQUIRE(clip);
    const auto all = verticesAt(document, *clip, wanted["t"].get<double>());
    REQUIRE(all.size() == wanted["nverts"].get<std::size_t>());
    Vec3 low = all[0], high = all[0], mean;
    for (const Vec3 v : all) {
      low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
      mean += v / double(all.size());
    }
    const double tolerance = wanted["tol"].get<double>();
    checkNear(low, wanted["bbox_min"], tolerance);
    checkNear(high, wanted["bbox_max"], tolerance);
    checkNear(mean, wanted["mean"], tolerance);
  }
}

TEST_CASE("a skin becomes bones that rest where its matrices bind them") {
  const Document document = openedText(TwoJoints{}.members());
  REQUIRE(document.skeleton.size() == 2);
  CHECK(document.skeleton[0].name == "a");
  CHECK(document.skeleton[1].parent == 0);
  CHECK(distance(document.skeleton.head(1), {0, 1, 0}) < 1e-12);
  CHECK(distance(document.skeleton.tail(0), {0, 1, 0}) < 1e-12);
  REQUIRE(document.layers.size() == 1);
  const Layer& layer = document.layers[0];
  CHECK(layer.attachment == Attachment::skinned);
  CHECK(layer.bones == std::vector<BoneId>{1, 2});
  const auto shared = layer.weights.weightsOf(2);
  REQUIRE(shared.size() == 2);
  CHECK(shared[0] == 0.5);
}

TEST_CASE("a vertex without weights follows the first joint it names") {
  TwoJoints file;
  std::fill(file.weights.begin() + 12, file.weights.end(), 0.0f);
  file.joints[12] = 1;
  const Document document = openedText(file.members());
  const auto handles = document.layers[0].weights.handlesOf(3);
  REQUIRE(handles.size() == 1);
  CHECK(handles[0] == 1);
}

TEST_CASE("a mesh that hangs on a joint moves with it") {
  TwoJoints file;
  file.nodes = R"([{"mesh":0,"skin":0},{"name":"a","children":[2]},)"
               R"({"name":"b","translation":[0,1,0],"children":[3]},)"
               R"({"mesh":0,"translation":[0,0,5]}])";
  const Document document = openedText(file.members());
  REQUIRE(document.layers.size() == 2);
  const Layer& prop = document.layers[1];
  CHECK(prop.attachment == Attachment::rigid);
  CHECK(prop.bones == std::vector<BoneId>{2});
  CHECK(prop.mesh.V(0, 1) == doctest::Approx(1));
  CHECK(prop.mesh.V(0, 2) == doctest::Approx(5));
}

TEST_CASE("strips, fans and vertices without indices become the triangles they draw") {
  const auto facesOf = [](int mode, const std::string& indices) {
    Parts parts;
    parts.add(Floats{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 2, 0}, "VEC3", 3);
    parts.add(std::vector<std::uint8_t>{0, 1, 2, 3, 4}, "SCALAR", 1);
    const Document document =
        openedText(parts.members() + R"(,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"mode":)" +
                   std::to_string(mode) + indices + R"(,"attributes":{"POSITION":0}}]}])");
    return document.layers.front().mesh.F;
  };
  Eigen::MatrixX3i strip(3, 3), fan(3, 3);
  strip << 0, 1, 2, 1, 3, 2, 2, 3, 4;
  fan << 1, 2, 0, 2, 3, 0, 3, 4, 0;
  CHECK(facesOf(5, R"(,"indices":1)") == strip);
  CHECK(facesOf(5, "") == strip);
  CHECK(facesOf(6, R"(,"indices":1)") == fan);
}

TEST_CASE("quantised positions and weights are measured, not counted") {
  Parts parts;
  parts.add(std::vector<std::uint16_t>{0, 0, 0, 65535, 0, 0, 0, 65535, 0}, "VEC3", 3,
            R"(,"normalized":true)");
  const Document document = openedText(
      parts.members() +
      R"(,"nodes":[{"mesh":0,"scale":[2,2,2]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])");
  const Layer& layer = document.layers.front();
  CHECK(layer.attachment == Attachment::fixed);
  CHECK(layer.mesh.V.maxCoeff() == 2);
}

TEST_CASE("steps, lines and curves reach a node's own motion") {
  Parts parts;
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
  parts.add(Floats{0, 2}, "SCALAR", 1);
  parts.add(Floats{0, 0, 0, 4, 0, 0}, "VEC3", 3);
  parts.add(Floats{0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0}, "VEC3", 3);
  const auto xAt = [&](const char* how, int output, double time) {
    const Document document = openedText(
        parts.members() +
        R"(,"nodes":[{"children":[1],"translation":[0,7,0]},{"mesh":0,"translation":[9,9,9]}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
        R"("animations":[{"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}],)"
        R"("samplers":[{"input":1,"output":)" +
        std::to_string(output) + R"(,"interpolation":")" + how + R"("}]}])");
    REQUIRE(document.clips.size() == 1);
    CHECK(document.clips[0].duration == 2);
    const Vec3 corner = verticesAt(document, document.clips[0], time)[0];
    CHECK(corner.y == doctest::Approx(7));
    return corner.x;
  };
  CHECK(xAt("STEP", 2, 1.9) == doctest::Approx(0));
  CHECK(xAt("LINEAR", 2, 0.5) == doctest::Approx(1));
  CHECK(xAt("CUBICSPLINE", 3, 1) == doctest::Approx(1.5 + 2 * 3.0 / 8));
  CHECK(xAt("CUBICSPLINE", 3, 5) == doctest::Approx(2));
}

TEST_CASE("skeletons and skins that make no sense are named errors") {
  TwoJoints file;
  file.nodes = R"([{"mesh":0,"skin":0},{"children":[2]},{"children":[1]}])";
  CHECK(faultOf(file.members()) == "nodes: one hangs below itself; cut the ring");
  file.nodes = R"([{"mesh":0,"skin":0},{"children":[2]},{},{"children":[2]}])";
  CHECK(faultOf(file.members()) == "nodes[2]: hangs in two places");
  file = {};
  file.joint_list = "[1,9]";
  CHECK(faultOf(file.members()) == "skins[0]: joints: points at a node that does not exist");
  file.joint_list = "[1]";
  CHECK(faultOf(file.members()).find("vertex 2 follows a joint that does not exist") !=
        std::string::npos);
  file.joint_list = "[]";
  CHECK(faultOf(file.members()) == "skins[0]: has no joints");
  file = {};
  file.matrices[5] = std::nanf("");
  CHECK(faultOf(file.members()).find("joint 0: holds a number that is not finite") !=
        std::string::npos);
  file.matrices[5] = 0;
  CHECK(faultOf(file.members()).find("joint 0: has no inverse") != std::string::npos);
  file = {};
  file.weights[0] = -1;
  CHECK(faultOf(file.members()).find("vertex 0 has a negative weight") != std::string::npos);
  file.weights[0] = INFINITY;
  CHECK(faultOf(file.members()).find("WEIGHTS_0 holds a number that is not finite") !=
        std::string::npos);
}

TEST_CASE("compressed vertices are refused by name, not read as zeros") {
  CHECK(faultOf(R"("accessors":[{"count":3,"type":"VEC3","componentType":5126}],)"
                R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
                R"("extensions":{"KHR_draco_mesh_compression":{"bufferView":0}}}]}])")
            .find("KHR_draco_mesh_compression") != std::string::npos);
}

TEST_CASE("a small file cannot ask for more memory than its bytes justify") {
  CHECK(faultOf(R"("accessors":[{"count":1000000,"type":"VEC3","componentType":5126}],)"
                R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])")
            .find("limit") != std::string::npos);
  Parts parts;
  parts.add(Floats(306, 0.0f), "VEC3", 3);
  std::string nodes = R"({"mesh":0})";
  for (int i = 0; i < 2000; ++i) nodes += R"(,{"mesh":0})";
  CHECK(faultOf(parts.members() + R"(,"nodes":[)" + nodes +
                R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])")
            .find("max_repeats") != std::string::npos);
}

TEST_CASE("saving into a file of others keeps what they made and adds only what is VIDE's") {
  for (const char* name : real_files) {
    CAPTURE(name);
    const auto original = realFile(name);
    if (!original) return;
    const Document document = opened(*original);
    const auto saved = withDocument(*original, document);
    REQUIRE(saved);
    for (const char* list : {"nodes", "meshes", "skins", "materials", "textures", "images",
                             "samplers", "animations", "accessors", "bufferViews", "scenes"}) {
      const auto* before = vide::detail::member(original->content().root, list);
      const auto* after = vide::detail::member(saved->content().root, list);
      CHECK((before ? *before : nullptr) == (after ? *after : nullptr));
    }
    const auto bytes = saved->writeGlb();
    const auto back = readGlb(bytes);
    REQUIRE(back);
    CHECK(sameDocument(*back, document));
    CHECK(*updateGlb(bytes, *back) == bytes);
  }
}

TEST_CASE("what VIDE adds to a file of others comes back beside it") {
  const auto original = GltfDocument::parse(
      asBytes(R"({"asset":{"version":"2.0"},"extras":{"mine":1},)" + TwoJoints{}.members() + "}"));
  Document document = opened(*original);
  document.skeleton = Skeleton::fromBones([&] {
                        const auto bones = document.skeleton.bones();
                        std::vector<Bone> all(bones.begin(), bones.end());
                        all.push_back({.id = 50, .name = "new", .parent = 1, .tail = {0, 1, 0}});
                        return all;
                      }())
                          .value();
  document.layers[0].opacity = 0.5;
  Layer layer = document.layers[0];
  layer.id = 77;
  layer.name = "copy";
  layer.bones = {1, 50};
  document.layers.push_back(layer);
  document.draw_order.push_back(77);
  BoneTrack track{.bone = 2};
  Key<Quat> key;
  key.value = rotationInPlane(0.5);
  track.rotation = {key};
  document.clips.push_back({.id = 3, .name = "pose", .duration = 1, .bones = {track}});
  const auto saved = withDocument(*original, document);
  REQUIRE(saved);
  const auto bytes = saved->writeGlb();
  const auto back = readGlb(bytes);
  if (!back) {
    FAIL_CHECK(back.error().message);
    return;
  }
  CHECK(sameDocument(*back, document));
  CHECK(*updateGlb(bytes, document) == bytes);
  CHECK(saved->content().root["extras"]["mine"] == 1);
  CHECK(saved->content().root["nodes"][0] == original->content().root["nodes"][0]);
  Document less = document;
  less.layers.pop_back();
  less.draw_order.pop_back();
  less.clips.clear();
  const auto smaller = updateGlb(bytes, less);
  REQUIRE(smaller);
  CHECK(sameDocument(*readGlb(*smaller), less));
}
