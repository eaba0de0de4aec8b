// SPDX-License-Identifier: MIT
// Files that older programs wrote stay readable.
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "tests/formats/sample_characters.hpp"
#include "tests/support/same_document.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;

namespace {

std::vector<std::uint8_t> kept(const std::string& version, const std::string& name) {
  const std::string path = VIDE_TESTS "/formats/kept/" + version + "/" + name + ".glb";
  std::vector<std::uint8_t> bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  REQUIRE_MESSAGE(file, path);
  for (int byte; (byte = std::fgetc(file)) != EOF;) bytes.push_back(std::uint8_t(byte));
  std::fclose(file);
  return bytes;
}

}  // namespace

TEST_CASE("documents of the first version are read as they were meant") {
  int read = 0;
  for (const auto& [name, document] : test::sampleDocuments()) {
    if (name == "dressed" || name == "empty") continue;  // not of that version, or nothing in it
    CAPTURE(name);
    const auto back = readGlb(kept("version_1", name));
    REQUIRE(back);
    CHECK(test::sameDocument(*back, document));
    ++read;
  }
  CHECK(read == 5);
}

TEST_CASE("a document of the second version holds what was put into it") {
  const Document document = readGlb(kept("version_2", "full")).value();
  CHECK(test::sameDocument(document, test::fullCharacter()));
  CHECK(document.canvas_width == 64);
  CHECK(document.canvas_height == 80);
  REQUIRE(document.layers.size() == 7);
  CHECK(document.draw_order == std::vector<LayerId>{5, 4, 10, 9, 3, 2, 1});
  const Layer& first = document.layers[0];
  CHECK(first.name == "add");
  CHECK(first.blend == BlendMode::add);
  CHECK(first.mask == LayerId{2});
  CHECK(first.mesh.V.row(2) == Eigen::RowVector2d(8, 8));
  REQUIRE(first.shapes.size() == 1);
  CHECK(first.shapes[0].name == "round");
  CHECK(first.shapes[0].offsets(3, 1) == 0.5);
  const Layer& skinned = document.layers[6];
  CHECK(skinned.bones == std::vector<BoneId>{6, 5, 4, 3, 2, 1});
  CHECK(skinned.weights.weight[1] == 0.375);
  REQUIRE(document.slots.size() == 2);
  CHECK(document.slots[0] == Slot{7, "hand", {3, 4}, 3});
  CHECK(document.skins == std::vector<Skin>{{3, "winter", {{2, 10}}}, {4, "bare", {}}});
  CHECK(document.skin == SkinId{3});
  REQUIRE(document.constraints.size() == 3);
  CHECK(document.constraints[0].mix == 0.5);
  CHECK(std::get<AimConstraint>(document.constraints[0].kind).offset == 0.25);
  const auto& reach = std::get<ReachConstraint>(document.constraints[1].kind);
  CHECK(reach.bend == Bend::clockwise);
  CHECK(reach.pole == BoneId{5});
  CHECK(std::get<CopyConstraint>(document.constraints[2].kind).keep_offset);
  REQUIRE(document.springs.size() == 1);
  CHECK(document.springs[0].gravity == Vec3{0, -9, 0});
}

TEST_CASE("a clip of the second version plays what was put into it") {
  const Document document = readGlb(kept("version_2", "full")).value();
  REQUIRE(document.clips.size() == 1);
  const Clip& clip = document.clips[0];
  CHECK(clip.duration == 2);
  REQUIRE(clip.bones.size() == 3);
  CHECK(clip.bones[0].angle[1].value == doctest::Approx(12.566370614359172).epsilon(1e-15));
  CHECK(clip.bones[1].angle[2].interpolation == Interpolation::bezier);
  CHECK(clip.bones[1].angle[2].easing == Easing{{0.42, 0}, {0.58, 1.2}});
  CHECK(clip.bones[1].angle[4].in_tangent == -1.25);
  CHECK(clip.bones[2].shear[0].value == Vec3{0.25, 0, 0});
  REQUIRE(clip.morphs.size() == 1);
  CHECK(clip.morphs[0].weight[0].time == 0.5);
  REQUIRE(clip.offsets.size() == 1);
  CHECK(clip.offsets[0].offsets[1].value[3] == Vec3{1, 2, 0});
  CHECK(clip.offsets[0].offsets[1].out_tangent[0] == Vec3{0.5, 0, 0});
  REQUIRE(clip.layers.size() == 1);
  CHECK(clip.layers[0].visible == StepTrack<bool>{{0.5, false}, {1, true}});
  CHECK(clip.layers[0].tint[0].value == Vec3{1, 0.5, 0.25});
  CHECK(clip.layers[0].opacity[0].interpolation == Interpolation::step);
  REQUIRE(clip.slots.size() == 1);
  CHECK(clip.slots[0].shown[0].value == LayerId{4});
  CHECK_FALSE(clip.slots[0].shown[1].value);
  CHECK(clip.constraints[0].mix[1].value == 1);
  CHECK(clip.draw_order[0].value == std::vector<LayerId>{1, 2, 3, 4, 5, 9, 10});
  REQUIRE(clip.events.size() == 2);
  CHECK(clip.events[0] == ClipEvent{0.5, "step", "left", 2});
}

TEST_CASE("kept documents say the same after a round trip, alone and in their files") {
  for (const auto& [version, name] : {std::pair("version_1", "arm"),
                                      {"version_1", "spatial"},
                                      {"version_2", "dressed"},
                                      {"version_2", "full"}}) {
    CAPTURE(name);
    const auto bytes = kept(version, name);
    const Document document = readGlb(bytes).value();
    CHECK(test::sameDocument(readGlb(writeGlb(document).value()).value(), document));
    CHECK(test::sameDocument(readGlb(updateGlb(bytes, document).value()).value(), document));
  }
}

TEST_CASE("a file is of the oldest version that can hold it") {
  const auto versionOf = [](const Document& document) {
    const auto bytes = writeGlb(document).value();
    const std::string text(bytes.begin(), bytes.end());
    return text.find("\"version\":1") != std::string::npos   ? 1
           : text.find("\"version\":2") != std::string::npos ? 2  // glTF's own is text
                                                             : 0;
  };
  Document document = test::unusualLayers();
  CHECK(versionOf(document) == 1);
  document.layers[0].mask = 2;
  CHECK(versionOf(document) == 2);
  CHECK(versionOf(test::dressedCharacter()) == 2);
}
