// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/skeleton_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto skeleton = vide::parseSkeletonJson(text);
  if (!skeleton) {
    require(!skeleton.error().message.empty());
    return 0;
  }
  const auto segments = vide::parseBoneSegments(text);
  require(segments && segments->size() == skeleton->size());
  const auto again = vide::parseBoneSegments(vide::writeBoneSegments(*segments));
  require(again && again->size() == segments->size());
  for (std::size_t i = 0; i < again->size(); ++i) {
    require((*again)[i].name == (*segments)[i].name && (*again)[i].tail == (*segments)[i].tail);
  }
  return 0;
}
