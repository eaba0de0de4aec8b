// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <span>
#include <type_traits>

#include "vide/studio/studio.hpp"

namespace vide::detail {

// Numbers as they lie in memory, which is little-endian wherever VIDE runs.
template <class Number>
Blob toBlob(std::span<const std::type_identity_t<Number>> numbers) {
  Blob blob(numbers.size_bytes());
  if (!blob.empty()) std::memcpy(blob.data(), numbers.data(), blob.size());
  return blob;
}

}  // namespace vide::detail
