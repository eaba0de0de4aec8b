// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/core/text.hpp"

namespace vide::detail {

inline std::string quoted(const std::string& name) { return text("\"", name, "\""); }

}  // namespace vide::detail
