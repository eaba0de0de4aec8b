// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <functional>

#include "tests/formats/sample_characters.hpp"
#include "tests/support/same_document.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;
using namespace vide::detail;
using namespace vide::test;

namespace {

GltfDocument parsed(std::span<const std::uint8_t> bytes) {
  auto document = GltfDocument::parse(bytes);
  if (!document) FAIL(document.error().message);
  return *document;
}

GltfDocument saved(const Document& document) { return parsed(*writeGlb(document)); }

// What someone else does to a file: `change` edits the JSON and the bytes.
GltfDocument edited(const GltfDocument& original,
                    const std::function<void(Json&, std::vector<std::uint8_t>&)>& change) {
  GltfContent content = original.content();
  change(content.root, content.buffers[0]);
  return GltfDocument(std::move(content));
}

Json& withName(Json& list, const std::string& name) {
  for (Json& object : list) {
    if (object.value("name", "") == name) return object;
  }
  FAIL("no object named ", name);
  return list[0];
}

// A prop by another program: a textured mesh with data of its own, hung on a bone, and things that
// VIDE knows nothing of.
void addProp(Json& root, std::vector<std::uint8_t>& binary) {
  const std::size_t view = root["bufferViews"].size(), accessor = root["accessors"].size();
  root["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", 37}});
  root["accessors"].push_back({{"bufferView", view},
                               {"componentType", 5126},
                               {"count", 3},
                               {"type", "VEC3"},
                               {"min", {0, 0, 0}},
                               {"max", {0, 0, 0}}});
  for (int i = 0; i < 37; ++i) binary.push_back(i < 36 ? 0 : 7);
  root["buffers"][0]["byteLength"] = binary.size();
  root["meshes"].push_back(
      {{"name", "prop"},
       {"primitives", Json::array({{{"attributes", {{"POSITION", accessor}}}}})}});
  root["nodes"].push_back({{"name", "prop"}, {"mesh", root["meshes"].size() - 1}});
  withName(root["nodes"], "lower")["children"].push_back(root["nodes"].size() - 1);
  root["cameras"] = {{{"type", "perspective"}, {"perspective", {{"yfov", 0.7}, {"znear", 0.01}}}}};
  root["nodes"].push_back({{"name", "camera"}, {"camera", 0}});
  root["scenes"][0]["nodes"].push_back(root["nodes"].size() - 1);
}

void addExtras(Json& root, std::vector<std::uint8_t>&) {
  root["extras"] = {{"author", "someone"}, {"big", 9007199254740993}, {"small", 1e-300}};
  root["extensions"]["ACME_world"] = {{"gravity", {0, -9.81, 0}}};
  root["asset"]["copyright"] = "someone";
  withName(root["nodes"], "lower")["extras"] = {{"mass", 3}};
  withName(root["nodes"], "arm")["extensions"]["ACME_node"] = {{"a", true}};
  withName(root["materials"], "arm")["emissiveFactor"] = {0.5, 0.5, 0.5};
  withName(root["meshes"], "arm")["primitives"][0]["extras"] = "mine";
}

// The elements of a list that VIDE did not write, with their places.
std::vector<std::pair<std::size_t, Json>> foreign(const GltfDocument& gltf, const char* list) {
  std::vector<std::pair<std::size_t, Json>> found;
  const Json* array = member(gltf.content().root, list);
  for (std::size_t i = 0; array && i < array->size(); ++i) {
    const std::string text = (*array)[i].dump();
    if (text.find("VIDE_rig") == std::string::npos) found.emplace_back(i, (*array)[i]);
  }
  return found;
}

Document withoutHat() {
  Document document = armCharacter();
  document.layers.erase(document.layers.begin() + 1);
  document.draw_order = {3, 1};
  return document;
}

}  // namespace

TEST_CASE("extras and unknown extensions stay where they were through an edit") {
  const GltfDocument original = edited(saved(armCharacter()), addExtras);
  Document document = *documentIn(original);
  document.layers[0].name = "sleeve";
  document.pixels_per_unit = 50;
  const GltfDocument updated = *withDocument(original, document);
  Json root = updated.content().root;
  CHECK(root["extras"] == original.content().root["extras"]);
  CHECK(root["extensions"]["ACME_world"] == original.content().root["extensions"]["ACME_world"]);
  CHECK(root["asset"]["copyright"] == "someone");
  CHECK(withName(root["nodes"], "lower")["extras"]["mass"] == 3);
  CHECK(withName(root["nodes"], "sleeve")["extensions"]["ACME_node"]["a"] == true);
  CHECK(withName(root["materials"], "sleeve")["emissiveFactor"][0] == 0.5);
  CHECK(withName(root["meshes"], "sleeve")["primitives"][0]["extras"] == "mine");
  CHECK(sameDocument(*documentIn(updated), document));
}

TEST_CASE("objects of others keep their places and bytes through an edit") {
  const GltfDocument original = edited(saved(armCharacter()), addProp);
  for (const Document& document : {armCharacter(), withoutHat(), oddSkeleton()}) {
    const GltfDocument updated = *withDocument(original, document);
    CHECK(sameDocument(*documentIn(updated), document));
    for (const char* list : {"nodes", "meshes", "cameras"}) {
      CHECK(foreign(updated, list) == foreign(original, list));
    }
    const std::size_t view = original.count("bufferViews") - 1;
    CHECK(std::ranges::equal(*updated.bufferView(view), *original.bufferView(view)));
    Json root = updated.content().root;
    const std::size_t prop = original.count("nodes") - 2, camera = prop + 1;
    CHECK(withName(root["nodes"], "lower")["children"].back() == prop);
    CHECK(root["scenes"][0]["nodes"][0] == camera);
  }
}

TEST_CASE("saving again and again neither grows the file nor changes it") {
  for (const auto& change : {addProp, addExtras}) {
    const GltfDocument original = edited(saved(armCharacter()), change);
    const auto once = withDocument(original, withoutHat())->writeGlb();
    const auto twice = *updateGlb(once, withoutHat());
    CHECK(twice == once);
    const auto larger = *updateGlb(once, armCharacter());
    CHECK(*updateGlb(larger, withoutHat()) ==
          *updateGlb(*updateGlb(larger, withoutHat()), withoutHat()));
    CHECK(updateGlb(larger, withoutHat())->size() <= once.size() + 8);
  }
}

TEST_CASE("references that point at nothing do no harm") {
  const GltfDocument original =
      edited(saved(armCharacter()), [](Json& root, std::vector<std::uint8_t>& binary) {
        addProp(root, binary);
        root["animations"][0]["samplers"][0]["output"] = 9007199254740992;
        root["meshes"][0]["primitives"][0]["indices"] = 100000;
      });
  const auto updated = withDocument(original, armCharacter());
  REQUIRE(updated);
  CHECK(sameDocument(*documentIn(*updated), armCharacter()));
  // The two accessors that lost their references count as someone else's.
  CHECK(updated->count("accessors") == original.count("accessors") + 2);
}

TEST_CASE("a document can be put into the file of another program") {
  const std::string plain =
      R"({"asset":{"version":"2.0","generator":"other"},"scene":0,"scenes":[{"nodes":[0]}],)"
      R"("nodes":[{"name":"cube"}],"buffers":[{"byteLength":3,"uri":"data:;base64,AQID"}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":3}],"extensionsUsed":["ACME_x"]})";
  const GltfDocument original =
      parsed({reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size()});
  const GltfDocument updated = *withDocument(original, armCharacter());
  CHECK(sameDocument(*documentIn(updated), armCharacter()));
  CHECK(updated.content().root["nodes"][0] == Json{{"name", "cube"}});
  CHECK(updated.content().root["asset"]["generator"] == "other");
  CHECK(updated.content().root["extensionsUsed"][0] == "ACME_x");
  CHECK(std::ranges::equal(*updated.bufferView(0), std::vector<std::uint8_t>{1, 2, 3}));
}
