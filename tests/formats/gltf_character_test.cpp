// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_character.hpp"

#include <doctest/doctest.h>

#include <random>

#include "tests/formats/sample_characters.hpp"
#include "tests/support/same_document.hpp"

using namespace vide;
using namespace vide::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes written(const Document& document) {
  auto bytes = writeGlb(document);
  if (!bytes) FAIL(bytes.error().message);
  return *bytes;
}

Document reread(const Bytes& bytes) {
  auto document = readGlb(bytes);
  if (!document) FAIL(document.error().message);
  return *document;
}

// The arm with weights and positions that no float holds.
Document unroundedArm() {
  Document document = armCharacter();
  Layer& layer = document.layers[0];
  layer.mesh.V.array() += 0.1;
  VertexWeights& weights = layer.weights;
  std::mt19937 random(7);
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    if (weights.handlesOf(v).size() != 2) continue;
    const double first = 0.5 + 0.5 * (static_cast<double>(random()) / 4294967296.0);
    weights.weight[weights.row_start[v]] = first;
    weights.weight[weights.row_start[v] + 1] = 1 - first;
  }
  return document;
}

}  // namespace

TEST_CASE("a document comes back equal") {
  for (const auto& [name, document] : sampleDocuments()) {
    CAPTURE(name);
    CHECK(sameDocument(reread(written(document)), document));
  }
}

TEST_CASE("writing what was read gives the same bytes") {
  for (const auto& [name, document] : sampleDocuments()) {
    CAPTURE(name);
    const Bytes first = written(document);
    CHECK(written(reread(first)) == first);
    CHECK(*updateGlb(first, reread(first)) == first);
  }
}

TEST_CASE("numbers that are no floats are rounded once") {
  const Document document = unroundedArm();
  const Bytes first = written(document);
  const Document back = reread(first);
  CHECK_FALSE(sameDocument(back, document));
  CHECK(written(back) == first);
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    const auto &was = document.layers[i], &is = back.layers[i];
    CHECK((was.mesh.V - is.mesh.V).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(was.weights.handle == is.weights.handle);
  }
}

TEST_CASE("weights that sum to one only roughly are written with a sum of one") {
  Document document = armCharacter();
  for (double& weight : document.layers[0].weights.weight) weight *= 1 - 9e-7;
  const Bytes first = written(document);
  const Document back = reread(first);
  const VertexWeights& weights = back.layers[0].weights;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    double sum = 0;
    for (const double weight : weights.weightsOf(v)) sum += weight;
    CHECK(sum == doctest::Approx(1).epsilon(1.5e-7));
  }
  CHECK(written(back) == first);
}

TEST_CASE("meshes of more vertices than 16 bits count are kept") {
  for (const int vertices : {65535, 65536}) {
    Document document = armCharacter();
    Layer& ground = document.layers[2];
    ground.mesh.V.setZero(vertices, 2);
    ground.uv.setZero(vertices, 2);
    ground.mesh.F.row(1) << vertices - 1, 0, vertices - 2;
    CHECK(sameDocument(reread(written(document)), document));
  }
}

TEST_CASE("what does not hold together is not written") {
  Document document = armCharacter();
  document.draw_order.pop_back();
  const auto bytes = writeGlb(document);
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().message == "draw order: layer 2 is not listed");
}

TEST_CASE("numbers beyond a float are refused by name") {
  Document document = armCharacter();
  document.clips[0].bones[0].translation = {{.time = 0, .value = {1e39, 0, 0}, .easing = {}},
                                            {.time = 1, .value = {0, 0, 0}, .easing = {}}};
  const auto bytes = writeGlb(document);
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().message.find("clip \"wave\": bone \"lower\": translation") == 0);
}

TEST_CASE("layers that share their bytes cannot ask for endless memory") {
  const Bytes bytes = written(armCharacter());
  CHECK(readGlb(bytes, {.max_accessor_values = 161}));
  const auto document = readGlb(bytes, {.max_accessor_values = 160});
  REQUIRE_FALSE(document);
  CHECK(document.error().code == ErrorCode::limit_exceeded);
}

TEST_CASE("every cut-off file is an error and no damaged byte harms") {
  for (const auto& [name, document] : sampleDocuments()) {
    Bytes bytes = written(document);
    CAPTURE(name);
    for (std::size_t size = 0; size < bytes.size(); size += 5) {
      if (readGlb(std::span(bytes).first(size))) FAIL("read a file cut off at byte ", size);
    }
    std::mt19937 random(3);
    for (int flip = 0; flip < 250; ++flip) {
      Bytes damaged = bytes;
      damaged[random() % damaged.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
      if (const auto back = readGlb(damaged)) CHECK(validate(*back));
    }
  }
}
