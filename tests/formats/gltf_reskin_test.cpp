// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstring>

#include "tests/formats/foreign_samples.hpp"
#include "tests/formats/posed_vertices.hpp"
#include "tests/formats/real_files.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_skeleton.hpp"
#include "vide/formats/gltf_summary.hpp"
#include "vide/formats/gltf_weights.hpp"

using namespace vide;
using namespace vide::test;
using vide::detail::Json;

namespace {

GltfDocument parsed(std::span<const std::uint8_t> bytes) {
  auto gltf = GltfDocument::parse(bytes);
  if (!gltf) FAIL(gltf.error().message);
  return *std::move(gltf);
}

// The file with its JSON changed.
GltfDocument changed(const GltfDocument& gltf, auto change) {
  detail::GltfContent content = gltf.content();
  change(content.root);
  return parsed(GltfDocument(std::move(content)).writeGlb());
}

const Json& rootOf(const GltfDocument& gltf) { return gltf.content().root; }

// Two bones along y.
Skeleton stick() {
  std::vector<Bone> bones(2);
  bones[0] = {.id = 0, .name = "lower"};
  bones[1] = {.id = 1, .name = "upper", .parent = 0};
  bones[1].local.translation = {0, 1, 0};
  return Skeleton::fromBones(bones).value();
}

VertexWeights weightsOn(int bone, const GltfSurface& surface, int handles) {
  VertexWeights weights{.handles = handles};
  std::vector<Influence> row{{bone, 1}};
  for (Eigen::Index v = 0; v < surface.mesh.V.rows(); ++v) appendRow(weights, row);
  return weights;
}

GltfDocument rerigged(const GltfDocument& gltf) {
  const GltfSurface surface = surfaceOf(gltf).value();
  auto result = withSkeleton(gltf, surface, stick(), weightsOn(1, surface, 2));
  if (!result) FAIL(result.error().message);
  return parsed(result->writeGlb());
}

std::size_t nodesNamed(const GltfDocument& gltf, const std::string& name) {
  std::size_t count = 0;
  for (const Json& node : rootOf(gltf)["nodes"]) count += node.value("name", "") == name;
  return count;
}

// Everything that names a node names one that is there.
void checkReferences(const GltfDocument& gltf) {
  const GltfSummary summary = summarize(gltf);
  for (const std::string& problem : summary.problems) FAIL_CHECK(problem);
  for (const Json& node : rootOf(gltf)["nodes"]) CHECK_FALSE(node.empty());
}

template <class T>
void checkFails(const Result<T>& result, const std::string& named) {
  CAPTURE(named);
  REQUIRE_FALSE(result);
  CAPTURE(result.error().message);
  CHECK(result.error().message.find(named) != std::string::npos);
}

// Where the document's vertices are when all its bones but the last turn.
std::vector<Vec3> bentVertices(const GltfDocument& gltf) {
  const Document document = documentIn(gltf).value();
  std::vector<Transform> pose(document.skeleton.size());
  for (std::size_t i = 0; i < pose.size(); ++i) {
    pose[i].rotation = rotationAbout({0, 0, 1}, 0.2 + 0.1 * double(i));
  }
  return vertices(document, pose);
}

}  // namespace

TEST_CASE("a new skeleton takes the old joints, what held them and their clips with it") {
  const GltfDocument before = parsed(severalSkinsFile(1));
  const GltfDocument once = rerigged(before), twice = rerigged(once);
  for (const GltfDocument* after : {&once, &twice}) {
    checkReferences(*after);
    CHECK(after->count("nodes") == 4);  // two meshes and two bones
    CHECK(after->count("skins") == 1);
    CHECK(after->count("animations") == 0);
    CHECK(nodesNamed(*after, "armature") + nodesNamed(*after, "low") == 0);
    CHECK(documentIn(*after)->layers.size() == 2);
  }
  CHECK(once.writeGlb().size() == twice.writeGlb().size());
}

TEST_CASE("joints that come first in a file go too, however often it is rigged") {
  const auto before = test::realFile("CesiumMan/CesiumMan.glb");
  if (!before) return;
  const GltfDocument once = rerigged(*before), twice = rerigged(once);
  CHECK(once.count("nodes") == twice.count("nodes"));
  CHECK(once.writeGlb().size() == twice.writeGlb().size());
}

TEST_CASE("what an old joint carries besides keeps it, what is above it and its clips") {
  const GltfDocument plain = parsed(severalSkinsFile(1));
  const auto check = [&](auto change, std::size_t kept, std::size_t clips) {
    const GltfDocument after = rerigged(changed(plain, change));
    checkReferences(after);
    const std::size_t found = nodesNamed(after, "armature") + nodesNamed(after, "low") +
                              nodesNamed(after, "middle") + nodesNamed(after, "tip");
    CHECK(found == kept);
    CHECK(after.count("animations") == clips);
  };
  check([](Json&) {}, 0, 0);
  check([](Json& root) { root["nodes"][1]["extras"]["note"] = "mine"; }, 2, 0);
  check([](Json& root) { root["nodes"][2]["extensions"]["X_y"]["z"] = "a"; }, 4, 1);
  check(
      [](Json& root) {  // a hat on the tip
        root["nodes"].push_back({{"name", "hat"}, {"extras", {{"size", 0.5}}}});
        root["nodes"][3]["children"] = {6};
      },
      4, 1);
  check(
      [](Json& root) {
        root["cameras"] = {{{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}}};
        root["nodes"][1]["camera"] = 0;
      },
      2, 0);
  check(
      [](Json& root) {  // the clip moves a lamp too
        root["nodes"].push_back({{"name", "lamp"}});
        root["scenes"][0]["nodes"].push_back(6);
        root["animations"][0]["channels"].push_back(
            {{"sampler", 0}, {"target", {{"node", 6}, {"path", "rotation"}}}});
      },
      4, 1);
  check([](Json& root) { root["skins"].push_back({{"joints", {2}}}); }, 4, 1);
  check([](Json& root) { root["animations"][0]["channels"][0]["target"].erase("path"); }, 4, 1);
  check([](Json& root) { root["extensions"]["X_rig"]["hips"] = 3; }, 4, 1);
  check([](Json& root) { root["extras"]["at"] = "/nodes/2/rotation"; }, 4, 1);
  check([](Json& root) { root["extras"]["size"] = 1.5; }, 0, 0);
  check([](Json& root) { root["extensions"]["X_rig"]["hips"] = 900; }, 0, 0);
}

TEST_CASE("channels of a clip that stays go on naming the node that they named") {
  const GltfDocument before = changed(parsed(severalSkinsFile(1)), [](Json& root) {
    root["animations"][0]["channels"][0]["target"] = {{"node", 2}, {"path", "weights"}};
  });
  const std::string name = rootOf(before)["nodes"][2]["name"];
  const GltfDocument after = rerigged(before);
  checkReferences(after);
  REQUIRE(after.count("animations") == 1);
  const Json& target = rootOf(after)["animations"][0]["channels"][0]["target"];
  CHECK(rootOf(after)["nodes"][target["node"].get<std::size_t>()].value("name", "") == name);
}

TEST_CASE("points and lines beside triangles stay where they are when the triangles get a skin") {
  const GltfDocument before = changed(parsed(morphedFile("LINEAR")), [](Json& root) {
    Json lines = root["meshes"][0]["primitives"][1];
    lines["mode"] = 1;
    root["meshes"][0]["primitives"].insert(root["meshes"][0]["primitives"].begin(), lines);
  });
  const GltfSurface surface = surfaceOf(before).value();
  CHECK(surface.loose == 1);
  CHECK(surface.parts.size() == 2);
  const GltfDocument after = rerigged(before);
  checkReferences(after);
  const Json& root = rootOf(after);
  const Json& old = root["nodes"][1];
  CHECK_FALSE(old.contains("skin"));
  const Json& rest = root["meshes"][old["mesh"].get<std::size_t>()];
  REQUIRE(rest["primitives"].size() == 1);
  CHECK(rest["primitives"][0] == rootOf(before)["meshes"][0]["primitives"][0]);
  std::size_t skinned = 0;
  for (const Json& node : root["nodes"]) {
    if (!node.contains("skin")) continue;
    ++skinned;
    const Json& mesh = root["meshes"][node["mesh"].get<std::size_t>()];
    CHECK(mesh["primitives"].size() == 2);
    CHECK(mesh["extras"] == rootOf(before)["meshes"][0]["extras"]);
    CHECK(mesh["primitives"][0]["attributes"].contains("JOINTS_0"));
  }
  CHECK(skinned == 1);
  std::size_t weight_channels = 0;  // both halves take the shapes
  for (const Json& channel : root["animations"][0]["channels"]) {
    weight_channels += channel["target"]["path"] == "weights";
  }
  CHECK(weight_channels == 2);
}

TEST_CASE("meshes outside the scene that is shown are counted and left alone") {
  const GltfDocument before = changed(parsed(severalSkinsFile(1)), [](Json& root) {
    root["scenes"] = {{{"nodes", {0, 4}}}, {{"nodes", {5}}}};
  });
  CHECK(surfaceOf(before)->hidden_meshes == 1);
  const GltfDocument after = rerigged(before);
  checkReferences(after);
  CHECK(after.count("skins") == 2);  // that of the hidden mesh stays, and its joints
  CHECK(nodesNamed(after, "tip") == 1);
}

TEST_CASE("required extensions that are not understood are refused by name") {
  const GltfDocument plain = parsed(severalSkinsFile(1));
  const auto requiring = [&](std::vector<std::string> names) {
    return changed(plain, [&](Json& root) { root["extensionsRequired"] = names; });
  };
  for (const char* name : {"KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization",
                           "EXT_texture_webp", "KHR_materials_specular"}) {
    CAPTURE(name);
    CHECK(surfaceOf(requiring({name})));
    CHECK(documentIn(requiring({name})));
    CHECK(summarize(requiring({name})).problems.empty());
  }
  const GltfDocument foreign =
      requiring({"KHR_texture_transform", "FOO_bones", "EXT_meshopt_compression"});
  checkFails(surfaceOf(foreign), "without FOO_bones, EXT_meshopt_compression; save it without");
  checkFails(documentIn(foreign), "KHR_texture_transform");  // among those understood
  checkFails(skeletonIn(foreign), "FOO_bones");
  CHECK(summarize(foreign).problems.size() == 2);
  checkFails(surfaceOf(requiring(std::vector<std::string>(20, "FOO_a"))), "and 12 more");
}

TEST_CASE("compressed meshes are read from their plain copy, which new weights leave alone") {
  const auto compress = [](Json& root) {
    root["extensionsUsed"] = {"KHR_draco_mesh_compression"};
    root["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {
        {"bufferView", 0}, {"attributes", {{"POSITION", 0}, {"JOINTS_0", 1}}}};
  };
  const GltfDocument before = changed(parsed(severalSkinsFile(1)), compress);
  const GltfDocument after = rerigged(before);
  CHECK_FALSE(rootOf(after)["meshes"][0]["primitives"][0].contains("extensions"));
  const GltfDocument bare = changed(before, [](Json& root) {
    root["accessors"][0].erase("bufferView");
    root["accessors"][0].erase("byteOffset");
  });
  checkFails(surfaceOf(bare), "no plain copy");
  checkFails(GltfDocument::parse(
                 asBytes(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"extensions":)"
                         R"({"EXT_meshopt_compression":{"fallback":true}}}]})")),
             "EXT_meshopt_compression");
}

TEST_CASE("without a skin only chains of nodes that carry nothing are bones") {
  TwoJoints two;
  const auto skeletonOf = [&](const std::string& nodes) {
    std::string members = two.members();
    members.resize(members.find(R"(,"nodes")"));
    const GltfDocument gltf = parsed(asBytes(
        R"({"asset":{"version":"2.0"},)" + members + R"(,"meshes":[{"primitives":[{"attributes":)" +
        R"({"POSITION":0},"indices":3}]}],"nodes":)" + nodes + "}"));
    const Skeleton skeleton = surfaceOf(gltf)->skeleton;
    std::string names;
    for (const Bone& bone : skeleton.bones()) names += bone.name + (bone.deform ? " " : "- ");
    CHECK(skeletonIn(gltf)->size() == skeleton.size());
    return names;
  };
  CHECK(skeletonOf(R"([{"mesh":0}])") == "");
  CHECK(skeletonOf(R"([{"mesh":0,"children":[1]},{"mesh":0}])") == "");
  CHECK(skeletonOf(R"([{"mesh":0},{"name":"a","children":[2]},{"name":"b"}])") == "");
  const std::string chain =
      R"({"name":"a","translation":[0,1,0],"children":[2]},{"name":"b","children":[3]},{"name":"c"})";
  CHECK(skeletonOf(R"([{"mesh":0},)" + chain + "]") == "a b c ");
  // Groups above meshes are none, also where an armature hangs below them.
  CHECK(skeletonOf(R"([{"name":"g","children":[4,1]},)" + chain + R"(,{"mesh":0}])") == "a b c ");
  CHECK(skeletonOf(R"([{"name":"x","children":[1]},{"name":"y","children":[2]},{"name":"z",)"
                   R"("children":[3]},{"mesh":0}])") == "");
  // An object that holds the armature, and one that stands elsewhere.
  CHECK(skeletonOf(R"([{"name":"h","children":[1]},)" + chain + R"(,{"mesh":0}])") == "h- a b c ");
  CHECK(skeletonOf(R"([{"name":"h","translation":[1,0,0],"children":[1]},)" + chain +
                   R"(,{"mesh":0}])") == "h a b c ");
}

TEST_CASE("an armature without a skin takes weights") {
  TwoJoints two;
  two.nodes = R"([{"mesh":0,"translation":[0,0,1]},{"name":"a","children":[2]},)"
              R"({"name":"b","translation":[0,1,0],"children":[3]},)"
              R"({"name":"c","translation":[0,1,0]}])";
  const GltfDocument before = changed(
      parsed(asBytes(R"({"asset":{"version":"2.0"},)" + two.members() + "}")), [](Json& root) {
        root.erase("skins");
        for (const char* set : {"JOINTS_0", "WEIGHTS_0"}) {
          root["meshes"][0]["primitives"][0]["attributes"].erase(set);
        }
      });
  const GltfSurface surface = surfaceOf(before).value();
  REQUIRE(surface.skeleton.size() == 3);
  const auto weighed = withWeights(before, surface, weightsOn(1, surface, 3));
  REQUIRE(weighed);
  const GltfDocument after = parsed(weighed->writeGlb());
  checkReferences(after);
  CHECK(rootOf(after)["skins"][0]["joints"] == Json::array({1, 2, 3}));
  const GltfSurface again = surfaceOf(after).value();
  CHECK((again.mesh.V - surface.mesh.V).cwiseAbs().maxCoeff() < 1e-6);
  const auto twice = withWeights(after, again, weightsOn(1, again, 3));
  const auto thrice = withWeights(*twice, again, weightsOn(0, again, 3));
  CHECK(twice->writeGlb().size() == thrice->writeGlb().size());
}

TEST_CASE("a scale above the joints that is no joint's stays in the surface and the motion") {
  const GltfDocument plain = parsed(severalSkinsFile(1));
  const GltfDocument scaled = changed(plain, [&](Json& root) {
    root["nodes"][0]["scale"] = {0.01, 0.01, 0.01};
    for (const std::size_t joint : {2, 3}) root["nodes"][joint]["translation"] = {0, 100, 0};
  });
  // Bind matrices in centimetres: the inverse of (quarter turn, scaled by 0.01, moved up).
  detail::GltfContent content = scaled.content();
  for (const std::size_t accessor : {8, 9}) {
    const auto view = content.root["accessors"][accessor]["bufferView"].get<std::size_t>();
    const auto start = content.root["bufferViews"][view]["byteOffset"].get<std::size_t>();
    for (std::size_t i = 0; i < 48; ++i) {
      if (i % 16 == 15) continue;
      float number = 0;
      std::uint8_t* at = content.buffers[0].data() + start + 4 * i;
      std::memcpy(&number, at, sizeof number);
      number *= 100;
      std::memcpy(at, &number, sizeof number);
    }
  }
  const GltfDocument file = parsed(GltfDocument(std::move(content)).writeGlb());
  const auto wanted = bentVertices(plain), found = bentVertices(file);
  REQUIRE(wanted.size() == found.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(distance(wanted[i], found[i]) < 1e-5);

  const auto reweighed = [](const GltfDocument& gltf) {
    const GltfSurface surface = surfaceOf(gltf).value();
    return parsed(withWeights(gltf, surface, weightsOn(2, surface, 3))->writeGlb());
  };
  const auto wanted_again = bentVertices(reweighed(plain));
  const auto found_again = bentVertices(reweighed(file));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(distance(wanted_again[i], found_again[i]) < 1e-5);
  }
}

TEST_CASE("what places a picture stays when weights change") {
  const GltfDocument before = changed(parsed(severalSkinsFile(2)), [](Json& root) {
    root["extensionsUsed"] = {"KHR_texture_transform"};
    root["extensionsRequired"] = {"KHR_texture_transform"};
    root["images"] = {{{"uri", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAY="}}};
    root["textures"] = {{{"source", 0}}};
    Json texture = {{"index", 0}};
    texture["extensions"]["KHR_texture_transform"] = {
        {"offset", {0.25, 0.5}}, {"scale", {2, 3}}, {"rotation", 0.5}, {"texCoord", 0}};
    root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", texture}}}}};
    Json& primitive = root["meshes"][0]["primitives"][0];
    primitive["material"] = 0;
    primitive["attributes"]["TEXCOORD_0"] = root["accessors"].size();
    root["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"count", 6}, {"type", "VEC2"}});
  });
  const GltfSurface surface = surfaceOf(before).value();
  const Layer layer = documentIn(before)->layers[0];
  REQUIRE(layer.uv.rows() == 6);
  for (const GltfDocument& after :
       {withWeights(before, surface, weightsOn(0, surface, 3)).value(), rerigged(before)}) {
    for (const char* list : {"materials", "textures", "extensionsUsed", "extensionsRequired"}) {
      CHECK(rootOf(after)[list] == rootOf(before)[list]);
    }
    CHECK(documentIn(after)->layers[0].uv == layer.uv);
  }
}

TEST_CASE("files beside a document are asked for by their plain names") {
  const std::string start = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":12,"uri":)";
  for (const auto& [uri, name] : {std::pair{"my%20mesh%C3%A9.bin", "my mesh\xC3\xA9.bin"},
                                  {"a/b%2Bc.bin", "a/b+c.bin"},
                                  {"50%25.bin", "50%.bin"}}) {
    std::string asked;
    const GltfOptions options{
        .resolve = [&](std::string_view file) -> Result<std::vector<std::uint8_t>> {
          asked = file;
          return std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        }};
    const auto gltf =
        GltfDocument::parse(asBytes(start + '"' + uri + R"(",)" + R"("name":"n"}]})"), options);
    REQUIRE(gltf);
    CHECK(asked == name);
    const auto again = GltfDocument::parse(gltf->writeGlb());
    REQUIRE(again);
    CHECK(again->content().buffers[0].size() == 12);
  }
}
