// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/tgf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tgf = vide::parseTgf({reinterpret_cast<const char*>(data), size}, {1000});
  if (!tgf) {
    require(!tgf.error().message.empty());
    return 0;
  }
  const auto skeleton = vide::skeletonFromTgf(*tgf);
  if (skeleton) {
    require(skeleton->size() == tgf->edges.size());
    for (std::size_t i = 0; i < skeleton->size(); ++i) require(vide::isFinite(skeleton->tail(i)));
  }
  require(vide::pointHandles(*tgf).size() <= tgf->points.size());
  return 0;
}
