// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/deform/handles.hpp"

namespace vide {

struct HandlesWithGroups {
  std::vector<Handle> handles;
  std::vector<int> groups;  // a number per vertex, or empty
};

// A handles file (see formats/handles_json.hpp) with the group file that it names, a .dmat of one
// row or column of whole numbers in the same folder or below. Messages begin with the path.
Result<HandlesWithGroups> readHandles(const std::string& path);

}  // namespace vide
