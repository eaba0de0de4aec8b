// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/mtl.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file =
      vide::parseMtl({reinterpret_cast<const char*>(data), size}, {.max_materials = 100});
  if (!file) {
    require(!file.error().message.empty());
    return 0;
  }
  require(file->materials.size() <= 100);
  require(file->warnings.size() <= vide::MtlFile::max_warnings);
  for (const vide::MtlMaterial& material : file->materials) {
    const auto [red, green, blue] = material.diffuse;
    for (const double part : {red, green, blue, material.opacity}) require(part >= 0 && part <= 1);
  }
  return 0;
}
