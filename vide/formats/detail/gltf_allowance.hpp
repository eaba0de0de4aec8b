// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/formats/gltf_document.hpp"

namespace vide::detail {

// Many layers, skins and channels may point at the same bytes, so a small file could ask for any
// amount of memory and time. All of a document together get no more numbers than one accessor may
// have, and no more than the document's bytes justify.
class GltfAllowance {
 public:
  explicit GltfAllowance(const GltfContent& content);

  // Error: the limit is passed.
  Result<void> take(std::size_t numbers);
  // As many numbers as the accessor holds. Errors: the limit, an accessor that does not exist.
  Result<void> takeAccessor(const GltfDocument& gltf, std::size_t accessor);
  // Bytes that are copied as they are.
  Result<void> takeBytes(std::size_t bytes) { return take(bytes / sizeof(double)); }

 private:
  std::size_t left_;
};

}  // namespace vide::detail
