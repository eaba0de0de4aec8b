// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

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

TEST_CASE("layers that engines bend otherwise are told of") {
  Document document = test::puppet();
  const auto skinned = std::ranges::find(document.layers, Attachment::skinned, &Layer::attachment);
  REQUIRE(skinned != document.layers.end());
  for (const auto& [deformer, is_told] :
       {std::pair{Deformer::linear_blend, false}, std::pair{Deformer::dual_quaternion, true},
        std::pair{Deformer::arap, true}, std::pair{Deformer::biharmonic, true}}) {
    skinned->settings.deformer = deformer;
    for (const Result<EngineText>& written :
         {writeDragonBones(document, {}), writeSpine(document, {}), writeGodot(document, {}, {})}) {
      REQUIRE(written);
      const auto tells = [&](const std::string& warning) {
        return warning.contains(skinned->name) && warning.contains("deformer");
      };
      CHECK(std::ranges::any_of(written->warnings, tells) == is_told);
    }
  }
}

TEST_CASE("what would take too many numbers to bake is refused, in words") {
  Document document = test::walker();
  document.constraints.clear();
  for (Clip& clip : document.clips) {
    clip.constraints.clear();
    for (BoneTrack& track : clip.bones) {
      for (auto& key : track.translation) key.interpolation = Interpolation::linear;
    }
  }
  document.clips[1].duration = 6 * 3600;
  for (const Result<EngineText>& written :
       {writeDragonBones(document, {}), writeSpine(document, {}), writeGodot(document, {}, {})}) {
    CHECK(written);  // however long, where nothing is baked
  }
  const auto isRefused = [](const Result<EngineText>& written) {
    return !written && written.error().code == ErrorCode::limit_exceeded &&
           written.error().message.contains("max_numbers");
  };
  const auto isRefusedByAll = [&] {
    return isRefused(writeDragonBones(document, {})) && isRefused(writeSpine(document, {})) &&
           isRefused(writeGodot(document, {}, {})) &&
           isRefused(writeGodot(document, {}, {.godot = GodotVersion::three}));
  };
  BoneTrack& track = document.clips[1].bones[0];
  SUBCASE("for a spring") {
    document.springs = {{.bone = 6}};
    CHECK(isRefusedByAll());
  }
  SUBCASE("for constraints that may be played as such") {
    document.constraints = test::walker().constraints;
    CHECK(isRefusedByAll());
  }
  SUBCASE("for a bone that clips shear") {
    track.shear = {{0, {}}, {6 * 3600, {0.25, 0, 0}}};
    CHECK(isRefusedByAll());
  }
  SUBCASE("for vertices on a curve") {
    const auto vertices = std::size_t(document.layers[0].mesh.V.rows());
    document.clips[1].offsets = {
        {1, {{0, Offsets(vertices), Interpolation::cubic}, {6 * 3600, Offsets(vertices)}}}};
    CHECK(isRefusedByAll());
  }
  SUBCASE("for curves where the format has none") {
    for (auto& key : track.translation) key.interpolation = Interpolation::bezier;
    track.angle = {{0, 0, Interpolation::bezier}, {6 * 3600, 1}};
    track.scale = {{0, {1, 1, 1}, Interpolation::bezier}, {6 * 3600, {2, 2, 1}}};
    CHECK(isRefused(writeGodot(document, {}, {})));
    CHECK(writeSpine(document, {}));
  }
}

TEST_CASE("the limit of what is baked is the caller's") {
  const Document document = test::walker();
  // Six bones in 1.8 seconds, ten numbers each, and at most a few per cent more.
  const double numbers = 6 * 1.8 * 480 * 10;
  EngineExportOptions options{.max_numbers = std::size_t(numbers)};
  CHECK_FALSE(writeSpine(document, options));
  options.max_numbers = std::size_t(1.02 * numbers);
  CHECK(writeSpine(document, options));
  options.bake_step *= 2;
  options.max_numbers /= 2;
  CHECK(writeSpine(document, options));
}

TEST_CASE("a step of no time is refused") {
  for (const double step : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const EngineExportOptions options{.bake_step = step};
    for (const Result<EngineText>& written :
         {writeDragonBones(test::puppet(), options), writeSpine(test::puppet(), options),
          writeGodot(test::puppet(), {}, options)}) {
      REQUIRE_FALSE(written);
      CHECK(written.error().code == ErrorCode::invalid_argument);
    }
  }
}
