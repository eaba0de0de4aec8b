// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// A document as a .glb of core glTF alone, for viewers and engines: what docs/document-format.md
// calls a plain viewer's view of it, without VIDE_rig and its marks. VIDE opens it as it opens the
// files of others. Errors: those of writeGlb.
Result<std::vector<std::uint8_t>> writePlainGlb(const Document& document);

}  // namespace vide
