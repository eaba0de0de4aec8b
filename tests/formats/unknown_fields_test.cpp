// SPDX-License-Identifier: MIT
// What a newer VIDE or another program put into a file comes through an edit.
#include <doctest/doctest.h>

#include <functional>

#include "tests/formats/sample_characters.hpp"
#include "tests/support/same_document.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/rig/history.hpp"
#include "vide/rig/layer_commands.hpp"

using namespace vide;
using namespace vide::detail;
using namespace vide::test;

namespace {

// Gives every object in `json` a member that VIDE does not know, with the place of it.
int addToAll(Json& json, const std::string& place) {
  int added = 0;
  if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      added += addToAll(json[i], place + "/" + std::to_string(i));
    }
  }
  if (!json.is_object()) return added;
  for (auto& [name, part] : json.items()) added += addToAll(part, place + "/" + name);
  json["acmeNote"] = {{"of", place}, {"bufferView", 12345}, {"time", 1}, {"id", 1}};
  return added + 1;
}

GltfDocument edited(const Document& document, const std::function<void(Json& root)>& change) {
  GltfContent content = GltfDocument::parse(writeGlb(document).value())->content();
  change(content.root);
  return GltfDocument(std::move(content));
}

Json& rigOf(Json& root) { return root["extensions"]["VIDE_rig"]; }

GltfDocument withNotes() {
  return edited(fullCharacter(), [](Json& root) { CHECK(addToAll(rigOf(root), "") > 60); });
}

// The file after a command on the document in it.
Json rigAfter(const GltfDocument& file, const std::function<Result<void>(Edit&)>& work) {
  History history = *History::create(documentIn(file).value());
  const auto run = history.run({.name = "test", .work = work});
  if (!run) FAIL(run.error().message);
  GltfContent content = withDocument(file, history.document()).value().content();
  return rigOf(content.root);
}

}  // namespace

TEST_CASE("members of VIDE_rig that VIDE does not know stay wherever they are") {
  const GltfDocument original = withNotes();
  const Document document = documentIn(original).value();
  CHECK(sameDocument(document, fullCharacter()));
  CHECK(withDocument(original, document)->writeGlb() == original.writeGlb());
}

TEST_CASE("a rename changes a name alone") {
  const GltfDocument original = withNotes();
  Json expected = original.content().root["extensions"]["VIDE_rig"];
  expected["layers"][1]["name"] = "sleeve";
  const Json rig =
      rigAfter(original, [](Edit& edit) { return edit.set<Layer>(2, &Layer::name, "sleeve"); });
  CHECK(rig == expected);
}

TEST_CASE("what is taken away takes its unknown members along, and others keep theirs") {
  const GltfDocument original = withNotes();
  const Json& before = original.content().root["extensions"]["VIDE_rig"];
  const Json rig = rigAfter(original, [](Edit& edit) { return removeLayer(edit, 1); });
  REQUIRE(rig["layers"].size() + 1 == before["layers"].size());
  for (std::size_t i = 0; i < rig["layers"].size(); ++i) {
    CHECK(rig["layers"][i] == before["layers"][i + 1]);
  }
  CHECK(rig["bones"] == before["bones"]);
  CHECK(rig["clips"][0]["bones"] == before["clips"][0]["bones"]);
  CHECK(rig["clips"][0]["layers"] == before["clips"][0]["layers"]);
}

TEST_CASE("an item keeps its unknown members in another place of its list") {
  const GltfDocument original = withNotes();
  const Json& before = original.content().root["extensions"]["VIDE_rig"]["layers"];
  Document document = documentIn(original).value();
  std::ranges::reverse(document.layers);
  const GltfContent content = withDocument(original, document)->content();
  const Json* layers = member(content.root["extensions"]["VIDE_rig"], "layers");
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK((*layers)[i] == before[before.size() - 1 - i]);
  }
}

TEST_CASE("a value that became usual does not come back from the older file") {
  const GltfDocument original = withNotes();
  const Json rig =
      rigAfter(original, [](Edit& edit) { return edit.set<Layer>(2, &Layer::opacity, 1); });
  CHECK_FALSE(rig["layers"][1].contains("opacity"));
  CHECK(rig["layers"][1].contains("acmeNote"));
}

TEST_CASE("settings that are all as usual keep what is beside them") {
  const GltfDocument original = edited(fullCharacter(), [](Json& root) {
    CHECK_FALSE(rigOf(root)["layers"][0].contains("settings"));
    rigOf(root)["layers"][0]["settings"]["mesh"]["acmeNote"] = 1;
  });
  const Json rig =
      rigAfter(original, [](Edit& edit) { return edit.set<Layer>(1, &Layer::name, "n"); });
  CHECK(rig["layers"][0]["settings"]["mesh"]["acmeNote"] == 1);
}

TEST_CASE("a constraint of another kind keeps what is not of the kind") {
  const GltfDocument original = withNotes();
  const Json rig = rigAfter(original, [](Edit& edit) {
    return edit.set<Constraint>(1, &Constraint::kind, CopyConstraint{.bone = 2, .source = 1});
  });
  CHECK(rig["constraints"][0].contains("acmeNote"));
  CHECK_FALSE(rig["constraints"][0].contains("aim"));
  CHECK_FALSE(rig["constraints"][0]["copy"].contains("acmeNote"));
}

TEST_CASE("two events at one time keep their own members") {
  const GltfDocument original = withNotes();
  Json expected = original.content().root["extensions"]["VIDE_rig"]["clips"][0]["events"];
  expected[0]["name"] = "stamp";
  const Json rig = rigAfter(original, [](Edit& edit) {
    auto events = edit.document().clips[0].events;
    events[0].name = "stamp";
    return edit.set<Clip>(1, &Clip::events, events);
  });
  CHECK(rig["clips"][0]["events"] == expected);
}

TEST_CASE("a file that is kept more than version 1 can say stays of its version") {
  Document plain = unusualLayers();
  const GltfDocument original = edited(plain, [](Json& root) {
    rigOf(root)["version"] = 2;
    rigOf(root)["layers"][0]["acmeNote"] = 1;
  });
  CHECK(rigAfter(original, [](Edit&) { return Result<void>(); })["version"] == 2);
  const GltfDocument bare = edited(plain, [](Json& root) { rigOf(root)["version"] = 2; });
  CHECK(rigAfter(bare, [](Edit&) { return Result<void>(); })["version"] == 1);
}

TEST_CASE("a file of a newer version is neither read nor written over") {
  const GltfDocument newer =
      edited(fullCharacter(), [](Json& root) { rigOf(root)["version"] = 3; });
  for (const auto& error :
       {documentIn(newer).error(), withDocument(newer, fullCharacter()).error()}) {
    CHECK(error.code == ErrorCode::unsupported);
    CHECK(error.message.find("version 3") != std::string::npos);
    CHECK(error.message.find("newer") != std::string::npos);
  }
}

TEST_CASE("extras and unknown extensions of every glTF object come through a rename") {
  const auto addTo = [](Json& object) {
    object["extras"]["acme"] = {{"mass", 3}};
    object["extensions"]["ACME_thing"] = {{"bufferView", 0}};
  };
  const GltfDocument original = edited(fullCharacter(), [&](Json& root) {
    addTo(root);
    addTo(root["asset"]);
    for (const char* list : {"nodes", "meshes", "materials", "scenes", "skins", "animations",
                             "images", "textures", "samplers"}) {
      REQUIRE(root[list].size() > 0);
      for (Json& object : root[list]) addTo(object);
    }
    for (Json& mesh : root["meshes"]) addTo(mesh["primitives"][0]);
    root["acmeList"] = {1, 2, 3};
  });
  Document document = documentIn(original).value();
  document.layers[1].name = "sleeve";
  const auto renamed = withDocument(original, document).value();
  std::string expected = original.content().root.dump(), found = renamed.content().root.dump();
  const std::string old_name = "\"multiply\"", new_name = "\"sleeve\"";
  for (std::size_t at; (at = found.find(new_name)) != found.npos;) {
    found.replace(at, new_name.size(), old_name);
  }
  CHECK(found == expected);
}

TEST_CASE("data that only unknown members name stay") {
  GltfContent content = GltfDocument::parse(writeGlb(fullCharacter()).value())->content();
  const std::size_t view = content.root["bufferViews"].size();
  std::vector<std::uint8_t>& binary = content.buffers[0];
  content.root["bufferViews"].push_back(
      {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", 4}});
  binary.insert(binary.end(), {9, 8, 7, 6});
  content.root["buffers"][0]["byteLength"] = binary.size();
  rigOf(content.root)["layers"][0]["acmeCloth"] = {{"bufferView", view}};
  const GltfDocument original(std::move(content));
  const GltfDocument smaller = withDocument(original, armCharacter()).value();
  const GltfDocument back = withDocument(smaller, fullCharacter()).value();
  for (const GltfDocument& file : {smaller, back}) {
    const auto bytes = file.bufferView(view);
    REQUIRE(bytes);
    CHECK(std::ranges::equal(*bytes, std::vector<std::uint8_t>{9, 8, 7, 6}));
  }
}
