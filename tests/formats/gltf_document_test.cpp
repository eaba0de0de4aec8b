// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_document.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/support/shared_data.hpp"

using namespace vide;

namespace {

using Bytes = std::vector<std::uint8_t>;
using Json = nlohmann::ordered_json;

Bytes bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

void addWord(Bytes& out, std::size_t word) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(std::uint8_t(word >> shift));
}

struct Chunk {
  std::string_view type;
  Bytes bytes;
};

// A GLB put together by hand; chunks are taken as they are.
Bytes glb(const std::vector<Chunk>& chunks, std::uint32_t version = 2) {
  Bytes out = bytesOf("glTF");
  std::size_t total = 12;
  for (const Chunk& chunk : chunks) total += 8 + chunk.bytes.size();
  addWord(out, version);
  addWord(out, total);
  for (const auto& [type, bytes] : chunks) {
    addWord(out, bytes.size());
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  return out;
}

constexpr std::string_view binary{"BIN\0", 4};

Bytes padded(std::string json) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  return bytesOf(json);
}

GltfDocument parsed(const Bytes& bytes, const GltfOptions& options = {}) {
  auto document = GltfDocument::parse(bytes, options);
  if (!document) FAIL(document.error().message);
  return *document;
}

std::string errorOf(const Bytes& bytes, const GltfOptions& options = {}) {
  const auto document = GltfDocument::parse(bytes, options);
  return document ? "" : document.error().message;
}

// A document with one buffer of these bytes and the given accessors and views.
Bytes withData(const Bytes& data, const std::string& accessors, const std::string& views) {
  return glb({{"JSON", padded(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" +
                              std::to_string(data.size()) + R"(}],"bufferViews":)" + views +
                              R"(,"accessors":)" + accessors + "}")},
              {binary, data}});
}

std::vector<double> numbersOf(const Bytes& data, const std::string& accessor,
                              const std::string& view = R"({"buffer":0,"byteLength":64})") {
  Bytes filled = data;
  filled.resize(64);
  const auto numbers =
      parsed(withData(filled, "[" + accessor + "]", "[" + view + "]")).readNumbers(0);
  if (!numbers) FAIL(numbers.error().message);
  return *numbers;
}

template <class Number>
Bytes raw(std::initializer_list<Number> numbers) {
  Bytes bytes(numbers.size() * sizeof(Number));
  std::memcpy(bytes.data(), numbers.begin(), bytes.size());
  return bytes;
}

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("each component type reads its numbers") {
  const auto scalar = [](int type, const char* more) {
    return R"({"bufferView":0,"count":3,"type":"SCALAR","componentType":)" + std::to_string(type) +
           more + "}";
  };
  CHECK(numbersOf(raw<std::int8_t>({-128, 5, 127}), scalar(5120, "")) == Numbers{-128, 5, 127});
  CHECK(numbersOf(raw<std::uint8_t>({0, 5, 255}), scalar(5121, "")) == Numbers{0, 5, 255});
  CHECK(numbersOf(raw<std::int16_t>({-32768, 5, 32767}), scalar(5122, "")) ==
        Numbers{-32768, 5, 32767});
  CHECK(numbersOf(raw<std::uint16_t>({0, 5, 65535}), scalar(5123, "")) == Numbers{0, 5, 65535});
  CHECK(numbersOf(raw<std::uint32_t>({0, 5, 4294967295u}), scalar(5125, "")) ==
        Numbers{0, 5, 4294967295.0});
  CHECK(numbersOf(raw<float>({-1.5f, 0.1f, 1e30f}), scalar(5126, "")) ==
        Numbers{-1.5, double(0.1f), double(1e30f)});
}

TEST_CASE("normalised integers reach exactly -1, 0 and 1") {
  const auto scalar = [](int type) {
    return R"({"bufferView":0,"count":4,"type":"SCALAR","normalized":true,"componentType":)" +
           std::to_string(type) + "}";
  };
  CHECK(numbersOf(raw<std::int8_t>({-128, -127, 0, 127}), scalar(5120)) == Numbers{-1, -1, 0, 1});
  CHECK(numbersOf(raw<std::uint8_t>({0, 51, 255, 255}), scalar(5121)) == Numbers{0, 0.2, 1, 1});
  CHECK(numbersOf(raw<std::int16_t>({-32768, -32767, 0, 32767}), scalar(5122)) ==
        Numbers{-1, -1, 0, 1});
  CHECK(numbersOf(raw<std::uint16_t>({0, 13107, 65535, 0}), scalar(5123)) == Numbers{0, 0.2, 1, 0});
}

TEST_CASE("offsets and strides are followed") {
  const Bytes data = raw<std::uint16_t>({9, 9, 1, 2, 9, 9, 3, 4, 9, 9, 5, 6});
  CHECK(numbersOf(data,
                  R"({"bufferView":0,"byteOffset":2,"count":3,"type":"VEC2","componentType":5123})",
                  R"({"buffer":0,"byteOffset":2,"byteLength":22,"byteStride":8})") ==
        Numbers{1, 2, 3, 4, 5, 6});
}

TEST_CASE("columns of small matrices start on four bytes") {
  const Bytes two = raw<std::uint8_t>({1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0, 0});
  CHECK(numbersOf(two, R"({"bufferView":0,"count":2,"type":"MAT2","componentType":5121})") ==
        Numbers{1, 2, 3, 4, 5, 6, 7, 8});
  const Bytes three = raw<std::uint8_t>({1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0});
  CHECK(numbersOf(three, R"({"bufferView":0,"count":1,"type":"MAT3","componentType":5121})") ==
        Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Bytes shorts = raw<std::uint16_t>({1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0});
  CHECK(numbersOf(shorts, R"({"bufferView":0,"count":1,"type":"MAT3","componentType":5123})") ==
        Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("sparse values replace those below them, or zeros") {
  const std::string sparse =
      R"("sparse":{"count":2,"indices":{"bufferView":0,"byteOffset":8,"componentType":5121},)"
      R"("values":{"bufferView":0,"byteOffset":12}})";
  Bytes data = raw<std::uint16_t>({1, 2, 3, 4});
  const Bytes indices = raw<std::uint8_t>({1, 3, 0, 0}), values = raw<std::uint16_t>({7, 8});
  data.insert(data.end(), indices.begin(), indices.end());
  data.insert(data.end(), values.begin(), values.end());
  CHECK(numbersOf(data, R"({"bufferView":0,"count":4,"type":"SCALAR","componentType":5123,)" +
                            sparse + "}") == Numbers{1, 7, 3, 8});
  CHECK(numbersOf(data, R"({"count":4,"type":"SCALAR","componentType":5123,)" + sparse + "}") ==
        Numbers{0, 7, 0, 8});
}

TEST_CASE("integers are read where they count and refused where they measure") {
  const Bytes data(64, 3);
  const Bytes file = withData(
      data,
      R"([{"bufferView":0,"count":2,"type":"VEC4","componentType":5121},)"
      R"({"bufferView":0,"count":2,"type":"SCALAR","componentType":5121,"normalized":true},)"
      R"({"bufferView":0,"count":2,"type":"SCALAR","componentType":5126}])",
      R"([{"buffer":0,"byteLength":64}])");
  const GltfDocument document = parsed(file);
  CHECK(*document.readIntegers(0) == std::vector<std::uint32_t>(8, 3));
  CHECK_FALSE(document.readIntegers(1));
  CHECK_FALSE(document.readIntegers(2));
}

TEST_CASE("accessors that leave their bytes are errors, never reads") {
  const char* accessors[] = {
      R"({"bufferView":0,"count":17,"type":"SCALAR","componentType":5126})",
      R"({"bufferView":0,"byteOffset":4,"count":16,"type":"SCALAR","componentType":5126})",
      R"({"bufferView":0,"byteOffset":65,"count":1,"type":"SCALAR","componentType":5121})",
      R"({"bufferView":0,"byteOffset":9007199254740991,"count":1,"type":"SCALAR","componentType":5126})",
      R"({"bufferView":0,"count":4503599627370496,"type":"MAT4","componentType":5126})",
      R"({"bufferView":0,"count":-1,"type":"SCALAR","componentType":5126})",
      R"({"bufferView":0,"count":1.5,"type":"SCALAR","componentType":5126})",
      R"({"bufferView":0,"count":1,"type":"VEC5","componentType":5126})",
      R"({"bufferView":0,"count":1,"type":"SCALAR","componentType":5124})",
      R"({"bufferView":7,"count":1,"type":"SCALAR","componentType":5126})",
      R"({"bufferView":"a","count":1,"type":"SCALAR","componentType":5126})",
      R"({"count":67108865,"type":"SCALAR","componentType":5121})",
      R"({"count":2,"type":"SCALAR","componentType":5121,"sparse":{"count":1,)"
      R"("indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}})",
      R"({"count":2,"type":"SCALAR","componentType":5121,"sparse":{"count":1,)"
      R"("indices":{"bufferView":0,"componentType":5126},"values":{"bufferView":0}}})",
      R"({"count":2,"type":"SCALAR","componentType":5121,"sparse":[]})",
      "3",
  };
  Bytes data(64, 0);
  data[60] = 9;
  for (const char* accessor : accessors) {
    CAPTURE(accessor);
    const auto document = parsed(
        withData(data, "[" + std::string(accessor) + "]",
                 R"([{"buffer":0,"byteLength":64},{"buffer":0,"byteOffset":60,"byteLength":4}])"));
    const auto numbers = document.readNumbers(0);
    REQUIRE_FALSE(numbers);
    CHECK(numbers.error().message.find("accessor 0") == 0);
    CHECK_FALSE(document.readNumbers(1));
  }
}

TEST_CASE("views that leave their buffer are errors") {
  for (const char* view :
       {R"({"buffer":0,"byteOffset":1,"byteLength":64})", R"({"buffer":1,"byteLength":1})",
        R"({"buffer":0,"byteOffset":-1,"byteLength":1})", R"({"buffer":0})", R"([])"}) {
    CAPTURE(view);
    const auto document = parsed(withData(Bytes(64), "[]", "[" + std::string(view) + "]"));
    CHECK_FALSE(document.bufferView(0));
  }
}

TEST_CASE("headers and chunks that do not fit are named") {
  const Bytes json = padded(R"({"asset":{"version":"2.0"}})");
  CHECK(errorOf(glb({{"JSON", json}})).empty());
  CHECK(errorOf(glb({{"JSON", json}}, 1)).find("GLB version 1") == 0);
  CHECK(errorOf(glb({})).find("first GLB chunk") != std::string::npos);
  CHECK(errorOf(glb({{binary, {}}, {"JSON", json}})).find("first GLB chunk") != std::string::npos);
  CHECK(errorOf(bytesOf("glTF")).find("cut off") != std::string::npos);
  Bytes longer = glb({{"JSON", json}});
  longer.push_back(0);
  CHECK(errorOf(longer).find("the GLB header says") == 0);
  Bytes beyond = glb({{"JSON", json}});
  beyond[12] = 0xFF;
  CHECK(errorOf(beyond).find("passes the end") != std::string::npos);
  CHECK(errorOf(bytesOf(R"({"asset":{"version":"1.0"}})")).find("glTF version 1.0") == 0);
  CHECK(errorOf(bytesOf("[]")).find("asset.version") == 0);
  CHECK(errorOf(bytesOf(R"({"asset":{"version":"2.0"},})"))
            .find("byte 28 of it: the text is not JSON") != std::string::npos);
  CHECK(errorOf({}).find("not glTF") != std::string::npos);
}

TEST_CASE("a buffer that is shorter than it says is an error") {
  const std::string root = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":5}]})";
  CHECK(errorOf(glb({{"JSON", padded(root)}, {binary, Bytes(4)}})) ==
        "buffer 0: says 5 bytes but has 4");
  CHECK(errorOf(bytesOf(root)).find("buffer 0") == 0);
}

TEST_CASE("limits are named when they are passed") {
  const std::string deep = R"({"asset":{"version":"2.0"},"extras":)" + std::string(200, '[') +
                           std::string(200, ']') + "}";
  CHECK(errorOf(bytesOf(deep)).find("max_nesting") != std::string::npos);
  CHECK(errorOf(bytesOf(deep), {.max_nesting = 201}).empty());
  const std::string quoted = R"({"asset":{"version":"2.0"},"extras":"[[[\"[[["})";
  CHECK(errorOf(bytesOf(quoted), {.max_nesting = 2}).empty());
  CHECK(errorOf(bytesOf(deep), {.max_file_bytes = 100}).find("max_file_bytes") !=
        std::string::npos);
  std::string wide = R"({"asset":{"version":"2.0"},"extras":{)";
  for (int i = 0; i < 50; ++i) wide += "\"k" + std::to_string(i) + "\":[1,2,3],";
  wide += "\"last\":0}}";
  CHECK(errorOf(bytesOf(wide), {.max_members = 50}).find("max_members") != std::string::npos);
  CHECK(errorOf(bytesOf(wide), {.max_members = 51}).empty());
}

TEST_CASE("what is not understood passes through") {
  const std::string root =
      R"({"extras":{"b":1,"a":[1.0,0.1,-0.0,1e-300,9007199254740993,-7,true,null,"\u00e4\n"]},)"
      R"("asset":{"version":"2.0"},"extensionsRequired":["ACME_x"],"extensions":{"ACME_x":{}},)"
      R"("buffers":[{"byteLength":5}],"nonsense":[[],{}]})";
  const Bytes first = glb({{"JSON", padded(root)},
                           {binary, {1, 2, 3, 4, 5, 0, 0, 0}},
                           {"ACME", {9, 8, 7, 6}},
                           {binary, {4, 3, 2, 1}}});
  const Bytes second = parsed(first).writeGlb();
  CHECK(second == parsed(second).writeGlb());
  const std::size_t json_size = std::size_t{second[12]} + 256 * std::size_t{second[13]};
  const Json json =
      Json::parse(std::string_view(reinterpret_cast<const char*>(second.data()) + 20, json_size));
  CHECK(json == Json::parse(root));
  CHECK(json.begin().key() == "extras");
  CHECK(json["extras"]["a"].dump() ==
        "[1.0,0.1,-0.0,1e-300,9007199254740993,-7,true,null,\"ä\\n\"]");
  const Bytes tail(first.end() - 40, first.end());
  CHECK(Bytes(second.end() - 40, second.end()) == tail);
}

TEST_CASE("data URIs are read and kept") {
  for (const char* uri : {"data:application/octet-stream;base64,AQIDBA==", "data:;base64,AQIDBA"}) {
    const std::string root = R"({"asset":{"version":"2.0"},"buffers":[{"uri":")" +
                             std::string(uri) +
                             R"(","byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}]})";
    const GltfDocument document = parsed(bytesOf(root));
    CHECK(std::ranges::equal(*document.bufferView(0), Bytes{1, 2, 3, 4}));
    CHECK(std::ranges::equal(*parsed(document.writeGlb()).bufferView(0), Bytes{1, 2, 3, 4}));
  }
  CHECK(errorOf(bytesOf(R"({"asset":{"version":"2.0"},"buffers":[{"uri":"data:;base64,A?==",)"
                        R"("byteLength":1}]})")) == "buffer 0: its data URI is not base64");
}

TEST_CASE("external files are asked for by name and taken in") {
  const std::string root =
      R"({"asset":{"version":"2.0"},"buffers":[{"uri":"a%20b.bin","byteLength":4},)"
      R"({"uri":"c.bin","byteLength":2}],"bufferViews":[{"buffer":0,"byteLength":4},)"
      R"({"buffer":1,"byteLength":2}],"images":[{"uri":"d.png"}]})";
  CHECK(errorOf(bytesOf(root)).find("needs the file \"a b.bin\"") != std::string::npos);
  const GltfOptions options{.resolve = [](std::string_view name) -> Result<Bytes> {
    if (name == "a b.bin") return Bytes{1, 2, 3, 4};
    if (name == "c.bin") return Bytes{5, 6};
    if (name == "d.png") return bytesOf("\x89PNG");
    return fail(ErrorCode::not_found, "no such file");
  }};
  const GltfDocument alone = parsed(parsed(bytesOf(root), options).writeGlb());
  CHECK(std::ranges::equal(*alone.bufferView(0), Bytes{1, 2, 3, 4}));
  CHECK(std::ranges::equal(*alone.bufferView(1), Bytes{5, 6}));
  CHECK(*alone.imageBytes(0) == bytesOf("\x89PNG"));
  const GltfOptions no_picture{.resolve = [&](std::string_view name) -> Result<Bytes> {
    if (name == "d.png") return fail(ErrorCode::not_found, "no such file");
    return options.resolve(name);
  }};
  CHECK_FALSE(parsed(bytesOf(root), no_picture).imageBytes(0));
}

TEST_CASE("every cut-off text is an error") {
  const std::string root =
      R"({"asset":{"version":"2.0"},"extras":["\u00e4",1e3],"nodes":[{"name":"a"}]})";
  for (std::size_t size = 0; size < root.size(); ++size) {
    CHECK_FALSE(GltfDocument::parse(bytesOf(root.substr(0, size))));
  }
}

TEST_CASE("real files pass through") {
  for (const char* name :
       {"CesiumMan/CesiumMan.glb", "Fox/Fox.glb", "Greenman/greenman.glb",
        "InterpolationTest/interpolation_test.gltf", "MorphStressTest/MorphStressTest.gltf",
        "QuaterniusAlien/Alien_Scolitex.gltf", "RiggedSimple/rigged_simple.gltf", "Robot/robot.glb",
        "SimpleSkin/SimpleSkin.gltf", "WebXRHand/left.glb"}) {
    const auto file = test::sharedFile(std::string("data/3d/") + name);
    if (!file) return;
    CAPTURE(name);
    const std::string folder = std::string("data/3d/") + name;
    const GltfOptions options{.resolve = [&](std::string_view other) -> Result<Bytes> {
      if (!other.ends_with(".bin")) return fail(ErrorCode::not_found, "pictures are not at hand");
      return bytesOf(
          test::sharedFile(folder.substr(0, folder.rfind('/') + 1) + std::string(other)).value());
    }};
    const GltfDocument document = parsed(bytesOf(*file), options);
    const Bytes written = document.writeGlb();
    const GltfDocument again = parsed(written);
    CHECK(again.writeGlb() == written);
    CHECK(document.count("accessors") > 0);
    for (std::size_t i = 0; i < document.count("accessors"); ++i) {
      const auto numbers = document.readNumbers(i);
      const auto numbers_again = again.readNumbers(i);
      REQUIRE(numbers);
      REQUIRE(numbers_again);
      CHECK(*numbers == *numbers_again);
    }
  }
}
