// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/godot_import.hpp"
#include "vide/rig/document.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto none = [](std::string_view path) -> vide::Result<std::vector<std::uint8_t>> {
    return vide::fail(vide::ErrorCode::not_found, std::string(path) + ": not there");
  };
  const auto imported = vide::importGodot({reinterpret_cast<const char*>(data), size}, none);
  if (imported) {
    require(vide::validate(imported->document).has_value());
  } else {
    require(!imported.error().message.empty());
  }
  return 0;
}
