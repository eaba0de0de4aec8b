// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/rig/document.hpp"

namespace vide {

// A document out of another program's file, and what of that file it does not hold.
struct ImportedDocument {
  Document document;
  std::vector<std::string> warnings;
};

}  // namespace vide
