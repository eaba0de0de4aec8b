// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace vide {

// Whether the bytes are well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no
// surrogates.
bool isUtf8(std::string_view bytes);

}  // namespace vide
