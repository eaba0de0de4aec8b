// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// Small glTF files as other programs make them, put together piece by piece.
namespace vide::test {

inline std::span<const std::uint8_t> asBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

inline std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? std::uint32_t{bytes[i + k]} : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

// Puts numbers into a glTF: each list becomes a buffer view and an accessor of its own.
class Parts {
 public:
  template <class Number>
  std::size_t add(const std::vector<Number>& numbers, const std::string& type,
                  std::size_t components, const std::string& more = "") {
    constexpr int code = std::is_same_v<Number, float>          ? 5126
                         : std::is_same_v<Number, std::int8_t>  ? 5120
                         : std::is_same_v<Number, std::uint8_t> ? 5121
                                                                : 5123;
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    const auto* start = reinterpret_cast<const std::uint8_t*>(numbers.data());
    const std::string view = std::to_string(views_.size());
    views_.push_back(R"({"buffer":0,"byteOffset":)" + std::to_string(bytes_.size()) +
                     R"(,"byteLength":)" + std::to_string(numbers.size() * sizeof(Number)) + "}");
    bytes_.insert(bytes_.end(), start, start + numbers.size() * sizeof(Number));
    return addBare(R"({"bufferView":)" + view + R"(,"count":)" +
                   std::to_string(numbers.size() / components) + R"(,"type":")" + type +
                   R"(","componentType":)" + std::to_string(code) + more + "}");
  }

  // An accessor as it is, over views that exist.
  std::size_t addBare(const std::string& accessor) {
    accessors_.push_back(accessor);
    return accessors_.size() - 1;
  }

  void stride(std::size_t view, std::size_t bytes) {
    views_[view].pop_back();
    views_[view] += R"(,"byteStride":)" + std::to_string(bytes) + "}";
  }

  // The members of the glTF, the bytes in a data URI.
  std::string members() const {
    return membersWith(R"(,"uri":"data:application/octet-stream;base64,)" + base64(bytes_) + '"');
  }

  // A .glb of them and `more` members, the bytes in its binary chunk.
  std::vector<std::uint8_t> glb(const std::string& more) const {
    std::string json = R"({"asset":{"version":"2.0"},)" + membersWith("") + more + "}";
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::vector<std::uint8_t> binary = bytes_;
    binary.resize((binary.size() + 3) / 4 * 4);
    std::vector<std::uint8_t> file;
    const auto add = [&](std::size_t number) {
      for (int i = 0; i < 4; ++i) file.push_back(std::uint8_t(number >> (8 * i)));
    };
    for (const std::size_t number :
         {std::size_t{0x46546C67}, std::size_t{2}, 28 + json.size() + binary.size(), json.size(),
          std::size_t{0x4E4F534A}})
      add(number);
    file.insert(file.end(), json.begin(), json.end());
    add(binary.size());
    add(0x004E4942);
    file.insert(file.end(), binary.begin(), binary.end());
    return file;
  }

 private:
  std::string membersWith(const std::string& uri) const {
    return R"("buffers":[{"byteLength":)" + std::to_string(bytes_.size()) + uri +
           R"(}],"bufferViews":[)" + joined(views_) + R"(],"accessors":[)" + joined(accessors_) +
           "]";
  }

  static std::string joined(const std::vector<std::string>& items) {
    std::string all;
    for (const std::string& item : items) all += (all.empty() ? "" : ",") + item;
    return all;
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<std::string> views_, accessors_;
};

using Floats = std::vector<float>;

// Two triangles on two joints, the second of which stands at (0, 1, 0).
struct TwoJoints {
  Floats matrices{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                  1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
  Floats weights{1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.25f, 0, 0, 0, 1, 0, 0};
  std::vector<std::uint8_t> joints{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
  std::string nodes = R"([{"mesh":0,"skin":0},{"name":"a","children":[2]},)"
                      R"({"name":"b","translation":[0,1,0]}])";
  std::string joint_list = "[1,2]";

  std::string members() const {
    Parts parts;
    parts.add(Floats{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 2, 0}, "VEC3", 3);
    parts.add(joints, "VEC4", 4);
    parts.add(weights, "VEC4", 4);
    parts.add(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}, "SCALAR", 1);
    parts.add(matrices, "MAT4", 16);
    return parts.members() + R"(,"nodes":)" + nodes +
           R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},)"
           R"("indices":3}]}],"skins":[{"inverseBindMatrices":4,"joints":)" +
           joint_list + "}]";
  }
};

// A file with most of what glTF has, as accessors of `parts` and the members that refer to them:
// two skins that bind one joint differently, a strip, sparse positions, normalised bytes and
// shorts, a picture, straight and curved keys, a rest pose that stretches unevenly.
inline std::string variedMembers(Parts& parts) {
  Floats matrices(64, 0.0f);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) matrices[16 * i + 5 * k] = 1;
    matrices[16 * i + 13] = i == 1 ? -1.0f : i == 3 ? -1.5f : 0.0f;
  }
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0}, "VEC3", 3,
            R"(,"sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},)"
            R"("values":{"bufferView":2}})");
  parts.add(std::vector<std::uint16_t>{5, 0}, "SCALAR", 1);
  parts.add(Floats{1, 2.5f, 0}, "VEC3", 3);
  parts.add(std::vector<std::uint8_t>{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
                                      0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
            "VEC4", 4);
  parts.add(std::vector<std::uint8_t>{255, 0,   0, 0, 255, 0, 0, 0, 128, 127, 0, 0,
                                      128, 127, 0, 0, 255, 0, 0, 0, 0,   0,   0, 0},
            "VEC4", 4, R"(,"normalized":true)");
  parts.add(
      std::vector<std::uint16_t>{0, 0, 65535, 0, 0, 32768, 65535, 32768, 0, 65535, 65535, 65535},
      "VEC2", 2, R"(,"normalized":true)");
  parts.add(matrices, "MAT4", 16);
  parts.add(Floats(matrices.begin() + 32, matrices.end()), "MAT4", 16);
  parts.add(Floats{0, 0.5f, 1}, "SCALAR", 1);
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0, 0, 0, 1}, "VEC4", 4);
  parts.add(Floats{0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
            "VEC3", 3);
  parts.add(std::vector<std::uint8_t>{0, 1, 2, 1, 3, 2}, "SCALAR", 1);
  parts.add(std::vector<std::uint8_t>{0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I',
                                      'H',  'D', 'R', 0,   0,  0,  2,  0,  0, 0, 2, 8,  6},
            "SCALAR", 1);
  parts.add(Floats{0, 0, 1, 0, 0, 2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, -1}, "VEC3", 3);
  parts.add(std::vector<std::uint8_t>{255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255,
                                      9,   9, 9, 255, 1, 2,   3, 4,   5, 6, 7,   8},
            "VEC4", 4, R"(,"normalized":true)");
  parts.add(Floats{0, 1, 0.5f, 0, 0, 1}, "SCALAR", 1);
  parts.add(Floats{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
  return R"(,"scene":0,"scenes":[{"nodes":[0,1,4,5]}],)"
         R"("nodes":[{"mesh":0,"skin":0,"scale":[2,2,2]},)"
         R"({"name":"a","children":[2],"scale":[1,3,1]},)"
         R"({"name":"b","translation":[0,1,0],"rotation":[0,0,0.6,0.8],"children":[3]},)"
         R"({"mesh":1,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1]},)"
         R"({"mesh":0,"skin":1},{"camera":0}],)"
         R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],)"
         R"("meshes":[{"primitives":[{"mode":5,"material":0,"attributes":)"
         R"({"POSITION":0,"JOINTS_0":3,"WEIGHTS_0":4,"TEXCOORD_0":5}}]},)"
         R"({"name":"prop","weights":[0.5,0],"extras":{"targetNames":["up","down"]},)"
         R"("primitives":[{"indices":11,"attributes":{"POSITION":0,"NORMAL":13,"COLOR_0":14},)"
         R"("targets":[{"POSITION":16,"NORMAL":16},{"POSITION":13}]},)"
         R"({"mode":1,"attributes":{"POSITION":0}}]}],)"
         R"("skins":[{"joints":[1,2],"inverseBindMatrices":6},)"
         R"({"joints":[1,2],"inverseBindMatrices":7}],)"
         R"("materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0,1],)"
         R"("baseColorTexture":{"index":0}}}],"textures":[{"source":0}],)"
         R"("images":[{"bufferView":12,"mimeType":"image/png"}],)"
         R"("animations":[{"name":"wave","channels":[)"
         R"({"sampler":0,"target":{"node":2,"path":"rotation"}},)"
         R"({"sampler":1,"target":{"node":1,"path":"translation"}},)"
         R"({"sampler":2,"target":{"node":3,"path":"weights"}}],)"
         R"("samplers":[{"input":8,"output":9},{"input":8,"output":10,)"
         R"("interpolation":"CUBICSPLINE"},{"input":8,"output":15,"interpolation":"STEP"}]}])";
}

}  // namespace vide::test
