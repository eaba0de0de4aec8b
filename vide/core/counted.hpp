// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vide/core/text.hpp"

namespace vide {

// "1 clip", "2 clips", "0 clips". With `many` for what ends otherwise: "1 mesh is", "2 meshes are".
inline std::string counted(std::size_t count, std::string_view one, std::string_view many = {}) {
  if (count == 1) return text(count, " ", one);
  return many.empty() ? text(count, " ", one, "s") : text(count, " ", many);
}

}  // namespace vide
