// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/full_disk.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"

using namespace vide::test;

namespace {

std::string rigLimb(const TemporaryFolder& folder) {
  const std::string path = folder.file("limb.glb");
  report({"rig", example("limb/limb.png"), "--skeleton", example("limb/skeleton.json"), "--clips",
          example("limb/clips.json"), "-o", path});
  return path;
}

}  // namespace

TEST_CASE("export writes the text and its pictures, and names them") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder);
  struct Format {
    std::string output;
    std::vector<std::string> beside;
  };
  const Format formats[] = {{"a_ske.json", {"a_tex.png", "a_tex.json"}},
                            {"b.spine.json", {"b.png", "b.atlas"}},
                            {"c.tscn", {"c.png"}},
                            {"d.glb", {}}};
  for (const auto& [output, beside] : formats) {
    CAPTURE(output);
    auto facts = report({"export", limb, "-o", folder.file(output)});
    nlohmann::json written = nlohmann::json::array();
    for (const std::string& name : beside) written.push_back(folder.file(name));
    written.push_back(folder.file(output));
    CHECK(facts["written"] == written);
    CHECK(facts["layers"] == 1);
    CHECK(facts["bones"] > 0);
    CHECK(facts["clips"] > 0);
    CHECK(facts.contains("seconds"));
    for (const auto& path : written) CHECK(std::filesystem::file_size(path) > 0);
  }
  CHECK(vide::readImage(folder.file("a_tex.png")));
}

TEST_CASE("what export writes is inspected and rendered again") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder);
  for (const std::string name : {"a_ske.json", "a.tscn"}) {
    CAPTURE(name);
    const std::string path = folder.file(name);
    const auto made = report({"export", limb, "-o", path});
    const auto facts = report({"inspect", path});
    CHECK(facts["bones"] == made["bones"]);
    CHECK(facts["layers"] == 1);
    CHECK(facts["skinned_layers"] == 1);
    CHECK(facts["clips"].size() == made["clips"]);
    const std::string clip = facts["clips"].begin().key();
    const auto frames =
        report({"render", path, "--clip", clip, "-o", folder.file(name + ".gif"), "--fps", "5"});
    CHECK(frames["frames"] > 1);
  }
}

TEST_CASE("export writes for the Godot that is asked for, and bakes constraints if told to") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder);
  report({"export", limb, "-o", folder.file("new.tscn")});
  CHECK(contentOf(folder.file("new.tscn")).starts_with("[gd_scene format=3]"));
  report({"export", limb, "--godot", "3", "-o", folder.file("old.tscn")});
  CHECK(contentOf(folder.file("old.tscn")).starts_with("[gd_scene format=2]"));
  CHECK(report({"inspect", folder.file("old.tscn")})["bones"] ==
        report({"inspect", folder.file("new.tscn")})["bones"]);
  report({"export", limb, "-o", folder.file("a_ske.json")});
  auto armature = nlohmann::json::parse(contentOf(folder.file("a_ske.json")));
  CHECK_FALSE(armature["armature"][0].contains("ik"));
  auto& bones = armature["armature"][0]["bone"];
  armature["armature"][0]["ik"] = {
      {{"name", "aims"}, {"bone", bones.back()["name"]}, {"target", "sight"}}};
  bones.push_back({{"name", "sight"}, {"transform", {{"x", 90}}}});
  writeText(folder.file("a_ske.json"), armature.dump());
  const auto again = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"export", folder.file("a_ske.json")});
    options.insert(options.end(), {"-o", folder.file("b.spine.json")});
    report(options);
    return nlohmann::json::parse(contentOf(folder.file("b.spine.json")));
  };
  CHECK(again({})["ik"][0]["name"] == "aims");
  CHECK_FALSE(again({"--bake-constraints"}).contains("ik"));
}

TEST_CASE("a failed export leaves no file and the old ones as they were") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder);
  checkRefused({"export", limb, "-o", folder.file("a.fbx")}, {"a.fbx", "_ske.json"});
  checkRefused({"export", folder.file("none.glb"), "-o", folder.file("a_ske.json")}, {"none.glb"});
  CHECK(folder.entries() == 1);

  // The page's picture cannot be written: nothing else is.
  std::filesystem::create_directory(folder.file("b_tex.png"));
  writeText(folder.file("b_ske.json"), "old");
  checkRefused({"export", limb, "-o", folder.file("b_ske.json")}, {"b_tex.png"});
  CHECK(contentOf(folder.file("b_ske.json")) == "old");
  CHECK_FALSE(std::filesystem::exists(folder.file("b_tex.json")));
}

TEST_CASE("a drawing is never replaced by a picture that nobody asked for") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder);
  writeText(folder.file("a.png"), "the drawing");
  for (const std::string name : {"a.tscn", "a.spine.json"}) {
    checkRefused({"export", limb, "-o", folder.file(name)}, {"a.png", "another name"});
  }
  writeText(folder.file("a.json"), "its bones");
  checkRefused({"render", limb, "-o", folder.file("a.json")}, {"a.png", "another name"});
  CHECK(contentOf(folder.file("a.png")) == "the drawing");
  CHECK(contentOf(folder.file("a.json")) == "its bones");
  for (const std::string name : {"b.tscn", "c.spine.json", "d_ske.json"}) {
    for (int again = 0; again < 2; ++again) report({"export", limb, "-o", folder.file(name)});
  }
  for (int again = 0; again < 2; ++again) report({"render", limb, "-o", folder.file("e.json")});
}

TEST_CASE("characters of other programs that are broken are refused in one line") {
  const TemporaryFolder folder;
  writeText(folder.file("a_ske.json"), R"({"armature": []})");
  checkRefused({"inspect", folder.file("a_ske.json")}, {"a_tex.json"});
  writeText(folder.file("a_tex.json"), R"({"SubTexture": [], "imagePath": "../a.png"})");
  checkRefused({"inspect", folder.file("a_ske.json")}, {"a_tex.json", "outside"});
  writeText(folder.file("b.tscn"), "[gd_scene format=3]\n[node");
  checkRefused({"render", folder.file("b.tscn"), "-o", folder.file("b.png")}, {"b.tscn", "line 2"});
  writeText(folder.file("c.tscn"),
            "[gd_scene format=3]\n[ext_resource path=\"res://x/none.png\" id=\"1\"]\n"
            "[node name=\"a\" type=\"Polygon2D\"]\ntexture = ExtResource(\"1\")\n"
            "polygon = PackedVector2Array(0, 0, 1, 0, 0, 1)\n");
  checkRefused({"inspect", folder.file("c.tscn")}, {"none.png"});
}

TEST_CASE("export, pose and weights to .glb keep what others put into the file") {
  const TemporaryFolder folder;
  const auto limb = vide::readFile(rigLimb(folder)).value();
  auto file = vide::GltfDocument::parse(limb)->content();
  file.root["extras"]["acme"] = 1;
  file.root["extensions"]["VIDE_rig"]["acme"] = 2;
  file.root["extensions"]["VIDE_rig"]["bones"][0]["acme"] = 3;
  const std::string changed = folder.file("changed.glb");
  REQUIRE(vide::writeFileAtomically(changed, vide::GltfDocument(file).writeGlb()));
  const std::string bone = file.root["extensions"]["VIDE_rig"]["bones"][0]["name"];
  const std::string exported = folder.file("exported.glb"), posed = folder.file("posed.glb"),
                    weighed = folder.file("weighed.glb");
  report({"export", changed, "-o", exported});
  report({"pose", exported, "--rotate", bone + "=20", "-o", posed});
  report({"weights", posed, "--method", "geodesic", "-o", weighed});
  for (const std::string& path : {exported, posed, weighed}) {
    CAPTURE(path);
    const auto bytes = vide::readFile(path).value();
    const auto root = vide::GltfDocument::parse(bytes)->content().root;
    CHECK(root["extras"]["acme"] == 1);
    CHECK(root["extensions"]["VIDE_rig"]["acme"] == 2);
    CHECK(root["extensions"]["VIDE_rig"]["bones"][0]["acme"] == 3);
  }
}

TEST_CASE("a full disk is told in one line and leaves the old file") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder), before = contentOf(limb);
  const FullDisk disk(4096);
  checkRefused({"export", limb, "-o", limb}, {limb + ": cannot write: "});
  checkRefused({"pose", limb, "--rotate", "lower=20", "-o", limb}, {limb + ": cannot write: "});
  CHECK(contentOf(limb) == before);
  CHECK(folder.entries() == 1);
}

TEST_CASE("export bakes morph targets for viewers, and says what it took") {
  const TemporaryFolder folder;
  const std::string limb = rigLimb(folder), baked = folder.file("baked.glb");
  const auto facts = report({"export", limb, "-o", baked, "--bake-morphs", "--bake-fps", "12",
                             "--bake-tolerance", "0.5"});
  CHECK(facts["written"] == nlohmann::json::array({baked}));
  CHECK(facts["shapes"] > 0);
  CHECK(facts["bones"] == 0);
  const auto bytes = vide::readFile(baked).value();
  const auto root = vide::GltfDocument::parse(bytes)->content().root;
  CHECK(root.dump().find("VIDE_rig") == std::string::npos);
  CHECK(root["meshes"][0]["primitives"][0]["targets"].size() == facts["shapes"]);
  CHECK(report({"inspect", baked})["morph_targets"] == facts["shapes"]);
}
