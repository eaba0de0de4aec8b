// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include "tests/formats/foreign_samples.hpp"
#include "tests/formats/posed_vertices.hpp"
#include "tests/formats/real_files.hpp"
#include "tests/support/same_document.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;
using namespace vide::test;

namespace {

GltfDocument parsed(std::span<const std::uint8_t> bytes) {
  auto gltf = GltfDocument::parse(bytes);
  if (!gltf) FAIL(gltf.error().message);
  return *std::move(gltf);
}

Document opened(const GltfDocument& gltf) {
  auto document = documentIn(gltf);
  if (!document) FAIL(document.error().message);
  return *std::move(document);
}

void checkAt(Vec3 is, Vec3 wanted) {
  CHECK(is.x == doctest::Approx(wanted.x).epsilon(1e-6));
  CHECK(is.y == doctest::Approx(wanted.y).epsilon(1e-6));
  CHECK(is.z == doctest::Approx(wanted.z).epsilon(1e-6));
}

// What the node of morphedFile does to its mesh's own space at rest: scaled by two, turned by 2
// asin(0.6) about z, moved up by one.
Vec3 placed(Vec3 p) { return rotate({0, 0, 0.6, 0.8}, 2 * p) + Vec3{0, 1, 0}; }

// By target: where it moves the four vertices, in the mesh's own space.
constexpr Vec3 lift[4] = {{0, 0, 1}, {0, 0, 0}, {0.5, 0, 0}, {0, 0, -1}};
constexpr Vec3 pull[4] = {{}, {0, 2, 0}, {}, {0, 3, 0}};
constexpr Vec3 push[4] = {{1, 0, 0}, {-1, 0, 0}, {0, 64.0 / 127, 0}, {}};
constexpr Vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};

}  // namespace

TEST_CASE("targets of every storage become shapes with names and the node's weights") {
  const Document document = opened(parsed(morphedFile("LINEAR")));
  REQUIRE(document.layers.size() == 2);
  const auto& shapes = document.layers[0].shapes;
  REQUIRE(shapes.size() == 3);
  CHECK(shapes[0].name == "lift");
  CHECK(shapes[2].name == "push");
  CHECK(shapes[0].weight == 0.5);  // the node's weights hide those of the mesh
  CHECK(shapes[2].weight == 0);
  const std::vector<Transform> rest(document.skeleton.size());
  const auto all = vertices(document, rest);
  REQUIRE(all.size() == 8);
  for (std::size_t v = 0; v < 4; ++v) {
    checkAt(all[v], placed(corners[v] + 0.5 * lift[v]));
    checkAt(all[4 + v], placed(corners[v] + 0.5 * push[v]));  // its targets stand in another order
  }
}

TEST_CASE("steps, lines and curves move the weights of shapes, together with nodes above") {
  struct Moment {
    const char* how;
    double time;
    Vec3 weights;
  };
  // Of the curve from 0 to 1 with the tangents 1 and 1 the half is reached half-way.
  for (const auto& [how, time, weights] :
       {Moment{"STEP", 0.9, {0, 0, 0}}, Moment{"STEP", 1.5, {1, 0.5, 0}},
        Moment{"LINEAR", 0.25, {0.25, 0.125, 0}}, Moment{"LINEAR", 1.5, {0.5, 0.375, 0.5}},
        Moment{"LINEAR", 7, {0, 0.25, 1}}, Moment{"CUBICSPLINE", 1, {1, 0.5, 0}},
        Moment{"CUBICSPLINE", 0.5, {0.5, 0.25, 0}}}) {
    CAPTURE(how);
    CAPTURE(time);
    const Document document = opened(parsed(morphedFile(how)));
    REQUIRE(document.clips.size() == 1);
    CHECK(document.clips[0].duration == 2);
    std::vector<double> is(3);
    for (const Layer& layer : document.layers) {
      sampleMorphs(document.clips[0], layer.id, time, is);
      checkAt({is[0], is[1], is[2]}, weights);
    }
    const auto all = verticesAt(document, document.clips[0], time);
    std::vector<Transform> pose(document.skeleton.size());
    samplePose(document.clips[0], document.skeleton, time, pose);
    REQUIRE(document.skeleton.size() == 1);
    for (std::size_t v = 0; v < 4; ++v) {
      const Vec3 shaped =
          corners[v] + weights.x * lift[v] + weights.y * pull[v] + weights.z * push[v];
      checkAt(all[v], rotate(pose[0].rotation, placed(shaped) - Vec3{0, 1, 0}) + Vec3{0, 1, 0});
    }
  }
}

TEST_CASE("files with shapes are saved unchanged and read back equal") {
  for (const char* how : {"STEP", "LINEAR", "CUBICSPLINE"}) {
    const GltfDocument original = parsed(morphedFile(how));
    const Document document = opened(original);
    const auto saved = withDocument(original, document);
    REQUIRE(saved);
    for (const char* list : {"meshes", "animations", "accessors", "bufferViews", "nodes"}) {
      CHECK(saved->content().root[list] == original.content().root[list]);
    }
    const auto back = readGlb(saved->writeGlb());
    REQUIRE(back);
    CHECK(sameDocument(*back, document));
  }
}

TEST_CASE("a clip of VIDE's own moves the shapes of another program's mesh") {
  const GltfDocument original = parsed(morphedFile("LINEAR"));
  Document document = opened(original);
  Key<double> key;
  key.value = 0.75;
  document.clips.push_back({.id = 9, .name = "hold", .duration = 1});
  document.clips.back().morphs = {{document.layers[0].id, 1, {key}}};
  const auto saved = withDocument(original, document);
  REQUIRE(saved);
  const auto& channels = saved->content().root["animations"][1]["channels"];
  REQUIRE(channels.size() == 1);
  CHECK(channels[0]["target"]["node"] == 1);
  CHECK(channels[0]["target"]["path"] == "weights");
  const auto output = saved->content().root["animations"][1]["samplers"][0]["output"];
  const auto weights = *saved->readNumbers(output.get<std::size_t>());
  REQUIRE(weights.size() >= 3);
  CHECK(weights[0] == 0.5);  // what the clip leaves alone keeps its own weight
  CHECK(weights[1] == 0.75);
  CHECK(weights[2] == 0);
  const auto back = readGlb(saved->writeGlb());
  REQUIRE(back);
  CHECK(sameDocument(*back, document));
}

TEST_CASE("weights that do not fit the number of shapes are a named error") {
  Parts parts;
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
  parts.add(Floats{0, 1}, "SCALAR", 1);
  parts.add(Floats{0, 1, 0}, "SCALAR", 1);
  const auto document = readGlb(
      parts.glb(R"(,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
                R"("targets":[{"POSITION":0},{"POSITION":0}]}]}],"animations":[{"channels":[)"
                R"({"sampler":0,"target":{"node":0,"path":"weights"}}],)"
                R"("samplers":[{"input":1,"output":2}]}])"));
  REQUIRE_FALSE(document);
  CHECK(document.error().message ==
        "animations[0]: channels[0]: 3 values for 2 keys of 2 morph targets");
}

TEST_CASE("several skins, short joints, eight weights and a turned armature play together") {
  const Document document = opened(parsed(severalSkinsFile(2)));
  REQUIRE(document.layers.size() == 2);
  CHECK(document.skeleton.size() == 3);
  CHECK(document.layers[1].weights.weightsOf(5).size() == 3);  // one joint is named twice
  const std::vector<Transform> rest(3);
  const auto all = vertices(document, rest);
  const Vec3 strip[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 2, 0}, {1, 2, 0}};
  for (std::size_t v = 0; v < all.size(); ++v) checkAt(all[v], strip[v % 6]);
}

TEST_CASE("normals, colours and the use of alpha are taken from the file") {
  Parts parts;
  const std::string members = variedMembers(parts);
  const Document document = opened(parsed(parts.glb(members)));
  const Layer* prop = nullptr;
  for (const Layer& layer : document.layers) {
    if (!layer.shapes.empty()) prop = &layer;
  }
  REQUIRE(prop);
  REQUIRE(prop->normals.rows() == 6);
  REQUIRE(prop->colors.rows() == 6);
  CHECK(prop->colors(1, 1) == 1);
  CHECK(prop->colors(1, 3) == doctest::Approx(128 / 255.0));
  CHECK(prop->transparency == Transparency::opaque);
  for (Eigen::Index v = 0; v < 6; ++v) {
    const double size = prop->normals.row(v).norm();
    CHECK((std::abs(size - 1) < 1e-12 || size == 0));
  }
}

TEST_CASE("real files with shapes move them") {
  const auto gltf = realFile("MorphStressTest/MorphStressTest.gltf");
  if (!gltf) return;
  const Document document = opened(*gltf);
  for (const Clip& clip : document.clips) {
    CAPTURE(clip.name);
    CHECK_FALSE(clip.morphs.empty());
    const auto start = verticesAt(document, clip, 0);
    double moved = 0;
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const auto now = verticesAt(document, clip, share * clip.duration);
      for (std::size_t v = 0; v < now.size(); ++v)
        moved = std::max(moved, distance(start[v], now[v]));
    }
    CHECK(moved > 0.1);
  }
}
