// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/formats/foreign_files.hpp"

// Whole small files as other programs make them, which play the same in every viewer.
namespace vide::test {

// Two triangles whose node is turned below a moving parent, with three shapes: one dense, one
// sparse without a buffer view of its own, one of bytes. `interpolation` is that of the weights.
inline std::vector<std::uint8_t> morphedFile(const std::string& interpolation) {
  Parts parts;
  const std::string bounds = R"(,"min":[0,0,0],"max":[1,1,0])";
  parts.add(Floats{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3", 3, bounds);
  parts.add(Floats{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
  parts.add(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}, "SCALAR", 1);
  parts.add(Floats{0, 0, 1, 0, 0, 0, 0.5f, 0, 0, 0, 0, -1}, "VEC3", 3,
            R"(,"min":[0,0,-1],"max":[0.5,0,1])");
  parts.add(std::vector<std::uint16_t>{1, 3}, "SCALAR", 1);
  parts.add(Floats{0, 2, 0, 0, 3, 0}, "VEC3", 3);
  parts.addBare(R"({"count":4,"type":"VEC3","componentType":5126,"min":[0,0,0],"max":[0,3,0],)"
                R"("sparse":{"count":2,"indices":{"bufferView":4,"componentType":5123},)"
                R"("values":{"bufferView":5}}})");
  parts.add(std::vector<std::int8_t>{127, 0, 0, 0, -127, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0}, "VEC4",
            4);  // four bytes apart, as glTF wants them
  parts.addBare(R"({"bufferView":6,"count":4,"type":"VEC3","componentType":5120,)"
                R"("normalized":true,"min":[-127,0,0],"max":[127,64,0]})");
  parts.stride(6, 4);
  parts.add(Floats{0, 1, 2}, "SCALAR", 1, R"(,"min":[0],"max":[2])");
  const bool is_cubic = interpolation == "CUBICSPLINE";
  parts.add(is_cubic ? Floats{0, 0, 0, 0,     0, 0, 1, 0, 0,     1, 0, 0, 1, 0.5f,
                              0, 0, 1, -0.5f, 0, 0, 0, 0, 0.25f, 1, 0, 0, 0}
                     : Floats{0, 0, 0, 1, 0.5f, 0, 0, 0.25f, 1},
            "SCALAR", 1);
  parts.add(Floats{0, 0, 0, 1, 0, 0.70710678f, 0, 0.70710678f, 0, 1, 0, 0}, "VEC4", 4);
  return parts.glb(
      R"(,"scene":0,"scenes":[{"nodes":[0]}],"extensionsUsed":["KHR_mesh_quantization"],)"
      R"("extensionsRequired":["KHR_mesh_quantization"],)"
      R"("nodes":[{"children":[1],"translation":[0,1,0]},)"
      R"({"mesh":0,"rotation":[0,0,0.6,0.8],"scale":[2,2,2],"weights":[0.5,0,0]}],)"
      R"("meshes":[{"weights":[0,0,0.25],"extras":{"targetNames":["lift","pull","push"]},)"
      R"("primitives":[{"indices":2,"attributes":{"POSITION":0,"NORMAL":1},)"
      R"("targets":[{"POSITION":3},{"POSITION":6},{"POSITION":8}]},)"
      R"({"indices":2,"attributes":{"POSITION":0,"NORMAL":1},)"
      R"("targets":[{"POSITION":8},{"POSITION":3},{"POSITION":6}]}]}],)"
      R"("animations":[{"name":"breathe","channels":[)"
      R"({"sampler":0,"target":{"node":1,"path":"weights"}},)"
      R"({"sampler":1,"target":{"node":0,"path":"rotation"}}],)"
      R"("samplers":[{"input":9,"output":10,"interpolation":")" +
      interpolation + R"("},{"input":9,"output":11}]}])");
}

// Two strips on two skins that share a chain of joints below a turned node that is none, the
// second mesh with short joint numbers and as many sets of weights (1 or 2).
inline std::vector<std::uint8_t> severalSkinsFile(int sets) {
  Parts parts;
  const std::string bounds = R"(,"min":[0,0,0],"max":[1,2,0])";
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0}, "VEC3", 3, bounds);
  parts.add(std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
                                      0, 1, 0, 0, 1, 2, 0, 0, 1, 2, 0, 0},
            "VEC4", 4);
  parts.add(std::vector<std::uint8_t>{255, 0,   0, 0, 255, 0,   0, 0, 128, 127, 0, 0,
                                      128, 127, 0, 0, 55,  200, 0, 0, 55,  200, 0, 0},
            "VEC4", 4, R"(,"normalized":true)");
  parts.add(std::vector<std::uint8_t>{0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}, "SCALAR", 1);
  // Joints of the second skin are listed tip first.
  parts.add(std::vector<std::uint16_t>{2, 1, 0, 0, 2, 1, 0, 0, 1, 2, 0, 0,
                                       1, 2, 0, 0, 0, 1, 2, 0, 0, 1, 2, 0},
            "VEC4", 4);
  const float rest = sets == 1 ? 0.5f : 0.25f;
  Floats first_set, second_set;
  for (int v = 0; v < 6; ++v) {
    first_set.insert(first_set.end(), {0.5f, rest, 0, 0});
    second_set.insert(second_set.end(), {0.25f, 0, 0, 0});
  }
  parts.add(first_set, "VEC4", 4);
  parts.add(std::vector<std::uint16_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                       0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0},
            "VEC4", 4);
  parts.add(second_set, "VEC4", 4);
  // The parent of the joints turns by a quarter about z: (x, y) becomes (-y, x).
  const auto bind = [](float up) {
    return Floats{0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, -up, 0, 1};
  };
  Floats first, second;
  for (int i = 0; i < 3; ++i) {
    const Floats matrix = bind(float(i)), reversed = bind(float(2 - i));
    first.insert(first.end(), matrix.begin(), matrix.end());
    second.insert(second.end(), reversed.begin(), reversed.end());
  }
  parts.add(first, "MAT4", 16);
  parts.add(second, "MAT4", 16);
  parts.add(Floats{0, 1, 2}, "SCALAR", 1, R"(,"min":[0],"max":[2])");
  parts.add(Floats{0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0.6f, 0, 0, 0.8f}, "VEC4", 4);
  return parts.glb(
      R"(,"scene":0,"scenes":[{"nodes":[0,4,5]}],"nodes":[)"
      R"({"name":"armature","children":[1],"rotation":[0,0,0.70710678,0.70710678]},)"
      R"({"name":"low","children":[2]},)"
      R"({"name":"middle","children":[3],"translation":[0,1,0]},)"
      R"({"name":"tip","translation":[0,1,0]},)"
      R"({"mesh":0,"skin":0},{"mesh":1,"skin":1}],)"
      R"("meshes":[{"primitives":[{"indices":3,"attributes":)"
      R"({"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]},)"
      R"({"primitives":[{"indices":3,"attributes":{"POSITION":0,"JOINTS_0":4,"WEIGHTS_0":5)" +
      std::string(sets == 1 ? "" : R"(,"JOINTS_1":6,"WEIGHTS_1":7)") +
      R"(}}]}],)"
      R"("skins":[{"joints":[1,2,3],"inverseBindMatrices":8},)"
      R"({"joints":[3,2,1],"inverseBindMatrices":9}],)"
      R"("animations":[{"name":"wave","channels":[)"
      R"({"sampler":0,"target":{"node":2,"path":"rotation"}},)"
      R"({"sampler":0,"target":{"node":3,"path":"rotation"}}],)"
      R"("samplers":[{"input":10,"output":11}]}])");
}

}  // namespace vide::test
