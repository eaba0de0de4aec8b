// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/formats/engine_samples.hpp"
#include "vide/formats/engine_export.hpp"

using namespace vide;

namespace {

// What every engine reads of a document; the messages of those that cannot be written.
std::vector<std::string> writtenFor(const Document& document, EngineExportOptions options = {}) {
  std::vector<std::string> texts;
  const auto add = [&](const Result<EngineText>& written) {
    texts.push_back(written ? written->text : written.error().message);
  };
  add(writeDragonBones(document, options));
  add(writeSpine(document, options));
  add(writeGodot(document, {}, options));
  options.godot = GodotVersion::three;
  add(writeGodot(document, {}, options));
  return texts;
}

}  // namespace

TEST_CASE("tracks without keys leave what is exported as it is") {
  Document document = test::puppet();
  document.clips = {{.id = 1, .name = "still", .duration = 1}};
  Document idle = document;
  Clip& clip = idle.clips[0];
  for (const Bone& bone : idle.skeleton.bones()) clip.bones.push_back({.bone = bone.id});
  clip.morphs = {{.layer = 2, .shape = 0}};
  for (const Layer& layer : idle.layers) {
    clip.offsets.push_back({.layer = layer.id});
    clip.layers.push_back({.layer = layer.id});
  }
  clip.slots = {{.slot = 1}};
  clip.constraints = {{.constraint = 1}};
  REQUIRE(validate(idle));
  for (const auto constraints : {ConstraintExport::native, ConstraintExport::baked}) {
    CHECK(writtenFor(idle, {.constraints = constraints}) ==
          writtenFor(document, {.constraints = constraints}));
  }
}
