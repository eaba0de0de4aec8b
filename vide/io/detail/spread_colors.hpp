// SPDX-License-Identifier: MIT
#pragma once

#include "vide/image/image.hpp"

namespace vide::detail {

// Gives wholly transparent pixels within `reach` rows or columns of others the colour of a near
// one, and leaves them transparent. A codec that mixes the colours of neighbours without asking for
// their alpha, as videos do, then does not draw black into the edges.
void spreadColors(Image& image, int reach);

}  // namespace vide::detail
