// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "tests/formats/foreign_files.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;
using namespace vide::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> variedFiles() {
  Parts parts;
  const std::string members = variedMembers(parts);
  const std::string text = R"({"asset":{"version":"2.0"},)" + parts.members() + members + "}";
  return {parts.glb(members), Bytes(text.begin(), text.end())};
}

std::size_t keysIn(const Document& document) {
  std::size_t keys = 0;
  for (const Clip& clip : document.clips) {
    for (const BoneTrack& track : clip.bones) {
      keys += track.translation.size() + track.rotation.size() + track.scale.size() +
              track.shear.size();
    }
  }
  return keys;
}

std::size_t numbersIn(const Document& document) {
  std::size_t numbers = keysIn(document);
  for (const Layer& layer : document.layers) {
    numbers += std::size_t(layer.mesh.V.size() + layer.mesh.F.size() + layer.uv.size()) +
               layer.weights.weight.size();
  }
  return numbers;
}

bool hasFiniteNumbers(const Document& document) {
  for (const Layer& layer : document.layers) {
    if (!layer.mesh.V.allFinite() || !layer.uv.allFinite()) return false;
    for (const double weight : layer.weights.weight) {
      if (!std::isfinite(weight)) return false;
    }
  }
  for (std::size_t i = 0; i < document.skeleton.size(); ++i) {
    const int bone = int(i);
    if (!isFinite(document.skeleton.head(bone)) || !isFinite(document.skeleton.tail(bone))) {
      return false;
    }
  }
  return true;
}

// One clear error, or a document that is valid and can be saved.
void checkOpened(const Bytes& bytes) {
  const Bytes exact(bytes);  // no spare memory behind the last byte
  const auto gltf = GltfDocument::parse(exact);
  const auto document = gltf ? documentIn(*gltf) : Result<Document>(std::unexpected(gltf.error()));
  if (!document) {
    CHECK(!document.error().message.empty());
    CHECK(document.error().message.find('\n') == std::string::npos);
    return;
  }
  CHECK(validate(*document));
  CHECK(hasFiniteNumbers(*document));
  CHECK(numbersIn(*document) < 600'000);
  const auto saved = withDocument(*gltf, *document);
  if (saved) {
    const auto again = documentIn(*saved);
    if (!again) FAIL_CHECK(again.error().message);
  } else {
    CHECK(!saved.error().message.empty());
  }
}

// A .glb that is cut off fails at its length; with that put right, what lies behind is reached.
void correctLength(Bytes& bytes) {
  if (bytes.size() < 12 || bytes[0] != 'g') return;
  for (std::size_t i = 0; i < 4; ++i) bytes[8 + i] = std::uint8_t(bytes.size() >> (8 * i));
}

std::string faultOf(std::string_view text, const GltfOptions& options) {
  const auto gltf = GltfDocument::parse(asBytes(text), options);
  if (!gltf) return gltf.error().message;
  const auto document = documentIn(*gltf);
  return document ? "" : document.error().message;
}

// What a file says is wrong when its bytes may be used only once (and some to spare).
std::string faultOnce(const std::string& members) {
  return faultOf(R"({"asset":{"version":"2.0"},)" + members + "}", {.max_repeats = 1});
}

std::string repeated(const std::string& item, int count) {
  std::string all = item;
  for (int i = 1; i < count; ++i) all += "," + item;
  return all;
}

void checkLimited(const std::string& members) {
  CHECK(faultOnce(members).find("max_repeats") != std::string::npos);
}

}  // namespace

TEST_CASE("a file with most of what glTF has opens whole") {
  for (const Bytes& file : variedFiles()) {
    const auto document = readGlb(file);
    if (!document) FAIL(document.error().message);
    CHECK(document->layers.size() == 3);
    CHECK(document->skeleton.size() == 2);
    CHECK(document->images.size() == 1);
    CHECK(document->clips.size() == 1);
    checkOpened(file);
  }
}

TEST_CASE("every truncated prefix is one clear error") {
  for (const Bytes& file : variedFiles()) {
    for (std::size_t length = 0; length < file.size(); ++length) {
      Bytes prefix(file.begin(), file.begin() + std::ptrdiff_t(length));
      checkOpened(prefix);
      correctLength(prefix);
      checkOpened(prefix);
    }
  }
}

TEST_CASE("flipped bytes give an error or a valid document") {
  std::mt19937 draw(7);
  for (const Bytes& file : variedFiles()) {
    for (int copy = 0; copy < 1500; ++copy) {
      CAPTURE(copy);
      Bytes changed = file;
      for (auto count = 1 + draw() % 3; count > 0; --count) {
        auto& byte = changed[draw() % changed.size()];
        byte = std::uint8_t(draw() % 2 ? byte ^ 1u << draw() % 8 : draw());
      }
      checkOpened(changed);
    }
  }
}

TEST_CASE("rings of nodes are refused wherever they hang") {
  Parts parts;
  const std::string members = variedMembers(parts);
  for (const char* children : {"[1]", "[2]", "[0,1]", "[3]"}) {
    std::string ring = members;
    ring.replace(ring.find(R"("children":[3])"), 14, std::string(R"("children":)") + children);
    const auto fault = faultOf(R"({"asset":{"version":"2.0"},)" + parts.members() + ring + "}", {});
    CHECK(fault.empty() == (std::string(children) == "[3]"));
  }
}

TEST_CASE("motion that many nodes share counts for each of them") {
  Parts parts;
  Floats times(8000), turns(32000, 0.0f);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = float(i), turns[4 * i + 3] = 1;
  parts.add(times, "SCALAR", 1);
  parts.add(turns, "VEC4", 4);
  const auto members = [&](int count) {
    std::string channels;
    for (int i = 0; i < count; ++i) {
      channels += (i ? "," : "") +
                  std::string(R"({"sampler":0,"target":{"path":"rotation","node":)") +
                  std::to_string(i) + "}}";
    }
    return parts.members() + R"(,"nodes":[)" + repeated("{}", count) +
           R"(],"animations":[{"channels":[)" + channels +
           R"(],"samplers":[{"input":0,"output":1}]}])";
  };
  CHECK(faultOnce(members(2)).empty());
  checkLimited(members(20));
}

TEST_CASE("long motions that must be sampled get coarser, not larger") {
  Parts parts;
  parts.add(Floats{0, 1e6f}, "SCALAR", 1);
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0.6f, 0.8f}, "VEC4", 4);
  std::string nodes = R"({"children":[1,2,3,4,5,6,7,8]})", channels;
  for (int i = 1; i <= 8; ++i) {
    nodes += "," + std::string(R"({"scale":[1,2,3]})");
    channels += (i > 1 ? "," : "") +
                std::string(R"({"sampler":0,"target":{"path":"rotation","node":)") +
                std::to_string(i) + "}}";
  }
  const std::string file = R"({"asset":{"version":"2.0"},)" + parts.members() + R"(,"nodes":[)" +
                           nodes + R"(],"animations":[{"channels":[)" + channels +
                           R"(],"samplers":[{"input":0,"output":1}]}])" + "}";
  const auto document = readGlb(asBytes(file));
  if (!document) FAIL(document.error().message);
  CHECK(document->clips[0].bones.size() == 8);
  CHECK(keysIn(*document) > 100'000);
  CHECK(keysIn(*document) < 4 * 110'000);
}

TEST_CASE("a few bytes cannot stand for many tracks, layers, matrices or pictures") {
  const std::string nodes = R"("nodes":[)" + repeated(R"({"mesh":0})", 100) + "]";
  std::string joints = "0";
  for (int i = 1; i < 100; ++i) joints += "," + std::to_string(i);
  checkLimited(R"("nodes":[)" + repeated("{}", 100) + R"(],"skins":[{"joints":[)" + joints +
               R"(]}],"animations":[)" + repeated("{}", 3000) + "]");
  checkLimited(R"("accessors":[{"count":0,"type":"VEC3","componentType":5126}],)" + nodes +
               R"(,"meshes":[{"primitives":[)" + repeated(R"({"attributes":{"POSITION":0}})", 100) +
               "]}]");
  Parts matrices;
  Floats many(16'000, 0.0f);
  for (std::size_t i = 0; i < 16; i += 5) many[i] = 1;
  matrices.add(many, "MAT4", 16);
  checkLimited(matrices.members() + R"(,"nodes":[{}],"skins":[)" +
               repeated(R"({"joints":[0],"inverseBindMatrices":0})", 20) + "]");
  Parts pictures;
  std::vector<std::uint8_t> png(60'000, 0);
  const std::string_view head("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\2", 24);
  std::copy(head.begin(), head.end(), png.begin());
  pictures.add(png, "SCALAR", 1);
  pictures.add(Floats{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
  pictures.add(Floats{0, 0, 1, 0, 0, 1}, "VEC2", 2);
  std::string materials, textures, primitives;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i), comma = i ? "," : "";
    textures += comma + R"({"source":)" + n + "}";
    materials += comma + R"({"pbrMetallicRoughness":{"baseColorTexture":{"index":)" + n + "}}}";
    primitives += comma + R"({"attributes":{"POSITION":1,"TEXCOORD_0":2},"material":)" + n + "}";
  }
  checkLimited(pictures.members() + R"(,"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" +
               primitives + R"(]}],"materials":[)" + materials + R"(],"textures":[)" + textures +
               R"(],"images":[)" + repeated(R"({"bufferView":0})", 20) + "]");
}
