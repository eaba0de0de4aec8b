// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/require.hpp"
#include "vide/formats/dmat.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto matrix = vide::parseDmat({data, size});
  if (!matrix) {
    require(!matrix.error().message.empty());
    return 0;
  }
  require(matrix->allFinite());
  for (const auto encoding : {vide::MeshEncoding::text, vide::MeshEncoding::binary}) {
    const std::string written = vide::writeDmat(*matrix, encoding);
    const auto again =
        vide::parseDmat({reinterpret_cast<const std::uint8_t*>(written.data()), written.size()});
    require(again && again->rows() == matrix->rows() && *again == *matrix);
  }
  return 0;
}
