// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

// A working figure, recording and settings, each of which can be spoilt.
class Figure {
 public:
  explicit Figure(const std::string& shared) {
    const std::string drawings = shared + "/data/2d/AnimatedDrawings/";
    for (const std::string name : {"char_cfg.yaml", "texture.png", "mask.png"}) {
      copy(drawings + "char1/" + name, name);
    }
    copy(drawings + "retarget/fair1_ppf.yaml", "retarget.yaml");
    copy(shared + "/data/motion/fair1/dab.bvh", "dab.bvh");
    copy(drawings + "motion/dab.yaml", "motion.yaml");
    change("motion.yaml", "../../../motion/fair1/dab.bvh", "dab.bvh");
    change("motion.yaml", "end_frame_idx: 339", "end_frame_idx: 6");
  }

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string content(const std::string& name) const { return contentOf(file(name)); }
  std::size_t entries() const { return folder_.entries(); }

  void change(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = content(name);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    if (at != std::string::npos) writeText(file(name), text.replace(at, from.size(), to));
  }
  void truncate(const std::string& name, std::size_t length) const {
    writeText(file(name), content(name).substr(0, length));
  }

  std::vector<std::string> animate() const {
    return {"animate",    file("char_cfg.yaml"),
            "--motion",   file("motion.yaml"),
            "--retarget", file("retarget.yaml"),
            "--detail",   "0",
            "--size",     "40x40",
            "-o",         file("out.png")};
  }
  void refuse(std::vector<std::string> parts) const {
    const std::size_t before = entries();
    checkRefused(animate(), parts);
    CHECK(entries() == before);
  }

 private:
  void copy(const std::string& from, const std::string& name) const {
    std::filesystem::copy_file(from, file(name));
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("an unspoilt figure moves") {
  const auto shared = sharedFolder();
  if (!shared) return;
  CHECK(report(Figure(*shared).animate())["frames"] == 6);
}

TEST_CASE("settings that are missing, empty, cut off or of another kind are named") {
  const auto shared = sharedFolder();
  if (!shared) return;
  for (const std::string name : {"char_cfg.yaml", "motion.yaml", "retarget.yaml"}) {
    CAPTURE(name);
    const Figure figure(*shared);
    const std::string whole = figure.content(name);
    for (const std::string text : {"", "[", "a: b: c", "- 1", "hello", "\xff\xfe\0\0"}) {
      CAPTURE(text);
      writeText(figure.file(name), text);
      figure.refuse({figure.file(name) + ": "});
    }
    writeText(figure.file(name), whole.substr(0, 60));
    figure.refuse({figure.file(name) + ": "});
    std::filesystem::remove(figure.file(name));
    figure.refuse({figure.file(name)});
    std::filesystem::create_directory(figure.file(name));
    figure.refuse({figure.file(name), "folder"});
  }
}

TEST_CASE("recordings that are missing, empty or cut off are named with the line") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const Figure figure(*shared);
  for (const std::size_t length : {50'000, 5'000, 1'000, 30, 0}) {
    CAPTURE(length);
    figure.truncate("dab.bvh", length);
    figure.refuse({figure.file("dab.bvh") + ": line "});
  }
  std::filesystem::remove(figure.file("dab.bvh"));
  figure.refuse({figure.file("motion.yaml"), "dab.bvh"});
}

TEST_CASE("joints that one file names and another lacks are named with the settings' files") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const auto refused = [&](const std::string& name, const std::string& from, const std::string& to,
                           std::vector<std::string> parts) {
    const Figure figure(*shared);
    figure.change(name, from, to);
    parts.push_back(figure.file("motion.yaml"));
    parts.push_back(figure.file("retarget.yaml"));
    figure.refuse(parts);
  };
  refused("retarget.yaml", "  - right_shoulder", "  - wing", {"character has no joint \"wing\""});
  refused("motion.yaml", "groundplane_joint: LeftFoot", "groundplane_joint: Hoof",
          {"groundplane_joint", "no joint \"Hoof\""});
  refused("motion.yaml", "- LeftShoulder", "- Wing", {"forward_perp_joint_vectors", "\"Wing\""});
  refused("motion.yaml", "start_frame_idx: 0", "start_frame_idx: 900", {"start_frame_idx is 900"});
}

TEST_CASE("values that no setting can have are named with their line") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const auto refused = [&](const std::string& from, const std::string& to,
                           const std::string& part) {
    const Figure figure(*shared);
    figure.change("motion.yaml", from, to);
    figure.refuse({figure.file("motion.yaml") + ": line ", part});
  };
  refused("scale: 0.025", "scale: nan", "scale");
  refused("scale: 0.025", "scale: large", "scale");
  refused("up: +z", "up: +x", "up");
  refused("start_frame_idx: 0", "start_frame_idx: first", "start_frame_idx");
}

TEST_CASE("a drawing that is missing, damaged or of another size than its settings say is named") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const Figure figure(*shared);
  const std::string texture = figure.content("texture.png");
  figure.change("char_cfg.yaml", "height: 602", "height: 603");
  figure.refuse({"603", "602"});
  figure.change("char_cfg.yaml", "height: 603", "height: 602");
  figure.truncate("texture.png", 200);
  figure.refuse({figure.file("texture.png")});
  writeText(figure.file("texture.png"), texture);
  figure.truncate("mask.png", 100);
  figure.refuse({figure.file("mask.png")});
  std::filesystem::remove(figure.file("texture.png"));
  figure.refuse({"texture.png"});
}

TEST_CASE("inspect tells a figure's files apart") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const Figure figure(*shared);
  const auto kind = [&](const std::string& name) {
    return report({"inspect", figure.file(name)})["kind"];
  };
  CHECK(kind("char_cfg.yaml") == "character");
  CHECK(kind("motion.yaml") == "motion settings");
  CHECK(kind("retarget.yaml") == "retarget settings");
  CHECK(kind("dab.bvh") == "motion");
  CHECK(kind("texture.png") == "picture");
  CHECK(report({"inspect", figure.file("dab.bvh")})["frames"] == 339);
}

TEST_CASE("inspect reads a glTF with the files beside it") {
  const auto shared = sharedFolder();
  if (!shared) return;
  auto facts = report({"inspect", *shared + "/data/3d/QuaterniusAlien/Alien_Scolitex.gltf"});
  CHECK(facts["kind"] == "glTF");
  CHECK(facts["triangles"] > 100);
}
