// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vide {

// What a bone of this name may be called on the other side: for each mark of a side in the name,
// the name with the opposite mark in the same case. Empty where there is none.
std::vector<std::string> mirroredNames(std::string_view name);

}  // namespace vide
