// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_summary.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/formats/foreign_samples.hpp"
#include "tests/formats/sample_characters.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;

namespace {

GltfSummary summaryOf(std::string_view bytes) {
  const auto gltf =
      GltfDocument::parse({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!gltf) FAIL(gltf.error().message);
  return summarize(*gltf);
}

GltfSummary summaryOf(const Document& document) {
  const auto bytes = writeGlb(document);
  return summaryOf(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
}

struct Fault {
  const char* named;
  const char* members;  // beside the asset
};

constexpr Fault faults[] = {
    {"nodes[0].mesh: points", R"("nodes":[{"mesh":0}])"},
    {"nodes[0].children: points", R"("nodes":[{"children":[1]}])"},
    {"skins[0].joints: points", R"("skins":[{"joints":["a"]}])"},
    {"nodes[1]: hangs in two places", R"("nodes":[{"children":[1]},{},{"children":[1]}])"},
    {"nodes[0]: hangs below itself", R"("nodes":[{"children":[1]},{"children":[0]}])"},
    {"accessor 0: type", R"("accessors":[{}])"},
    {"image 0 has neither", R"("images":[{}])"},
    {"image 0: it needs the file \"x.png\"", R"("images":[{"uri":"x.png"}])"},
    {"meshes[0].primitives[0]: has no attributes", R"("meshes":[{"primitives":[{}]}])"},
    {"meshes[0].primitives[0].indices: points at a vertex",
     R"("accessors":[{"count":1,"type":"VEC3","componentType":5126},)"
     R"({"count":3,"type":"SCALAR","componentType":5121,"sparse":{"count":1,)"
     R"("indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}}],)"
     R"("buffers":[{"byteLength":1,"uri":"data:;base64,AQ=="}],)"
     R"("bufferViews":[{"buffer":0,"byteLength":1}],)"
     R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"},
    {"attributes.TEXCOORD_0: does not have one element",
     R"("accessors":[{"count":1,"type":"VEC3","componentType":5126},)"
     R"({"count":2,"type":"VEC2","componentType":5126}],)"
     R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1}}]}])"},
    {"the weights of 2 vertices",
     R"("accessors":[{"count":2,"type":"VEC4","componentType":5126}],)"
     R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"WEIGHTS_0":0}}]}])"},
    {"animations[0].samplers[0]: has no keys", R"("animations":[{"samplers":[{}]}])"},
    {"ACME_x is not known", R"("extensionsRequired":["ACME_x","KHR_materials_unlit"])"},
    {"VIDE_rig: VIDE_rig.version is missing", R"("extensions":{"VIDE_rig":{}})"},
    {"VIDE_rig: VIDE_rig has version 3", R"("extensions":{"VIDE_rig":{"version":3}})"},
};

}  // namespace

TEST_CASE("what VIDE writes is counted and has no problems") {
  for (const auto& [name, document] : test::sampleDocuments()) {
    CAPTURE(name);
    const GltfSummary summary = summaryOf(document);
    for (const std::string& problem : summary.problems) CHECK_MESSAGE(false, problem);
    CHECK(summary.has_rig);
    CHECK(summary.images == document.images.size());
    std::size_t vertices = 0, triangles = 0;
    for (const Layer& layer : document.layers) {
      vertices += std::size_t(layer.mesh.V.rows());
      triangles += std::size_t(layer.mesh.F.rows());
    }
    CHECK(summary.vertices == vertices);
    CHECK(summary.triangles == triangles);
  }
  const GltfSummary arm = summaryOf(test::armCharacter());
  CHECK(arm.version == "2.0");
  CHECK(arm.skins == 2);
  CHECK(arm.joints == 3);
  REQUIRE(arm.clips.size() == 2);
  CHECK(arm.clips[0].name == "wave");
  CHECK(arm.clips[0].seconds == 2);
  CHECK(arm.clips[0].channels == 1);
}

TEST_CASE("morph targets of every primitive are counted") {
  const auto bytes = test::morphedFile("LINEAR");
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  CHECK(summaryOf(text).morph_targets == 6);
  CHECK(summaryOf(test::armCharacter()).morph_targets == 0);
}

TEST_CASE("each fault is named") {
  for (const Fault& fault : faults) {
    const GltfSummary summary =
        summaryOf(std::string(R"({"asset":{"version":"2.0"},)") + fault.members + "}");
    CAPTURE(fault.named);
    REQUIRE(summary.problems.size() >= 1);
    CAPTURE(summary.problems[0]);
    CHECK(std::ranges::any_of(summary.problems, [&](const std::string& problem) {
      return problem.find(fault.named) != std::string::npos;
    }));
  }
}

TEST_CASE("a hopeless file does not fill the report without end") {
  std::string nodes = R"({"asset":{"version":"2.0"},"nodes":[{})";
  for (int i = 0; i < 500; ++i) nodes += R"(,{"mesh":0})";
  CHECK(summaryOf(nodes + "]}").problems.size() == GltfSummary::max_problems);
}

TEST_CASE("a real character is counted") {
  const auto fox = test::sharedFile("data/3d/Fox/Fox.glb");
  if (!fox) return;
  const GltfSummary summary = summaryOf(*fox);
  CHECK(summary.problems.empty());
  CHECK(summary.clips.size() == 3);
  CHECK(summary.joints == 24);
  CHECK(summary.vertices == 1728);
  CHECK(summary.triangles == 576);
  CHECK_FALSE(summary.has_rig);
}
