// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/handles_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = vide::parseHandles({reinterpret_cast<const char*>(data), size});
  if (!file) {
    require(!file.error().message.empty());
    return 0;
  }
  Eigen::MatrixXd V(4, 3);
  V << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const std::vector<int> groups{0, 1, 2, 3};
  const auto selected = vide::selectVertices(V, file->handles, groups);
  if (!selected) return 0;
  require(selected->size() == file->handles.size());
  const auto held = vide::heldVertices(V, file->handles, *selected, 0.5);
  require(std::size_t(held.targets.rows()) == held.vertices.size());
  return 0;
}
