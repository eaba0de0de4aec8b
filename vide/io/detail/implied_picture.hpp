// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "vide/core/error.hpp"

namespace vide::detail {

// For a picture that is written beside texts, as the page of an atlas is, without anyone having
// named it. Error: a file of that name is there that none of the texts, as they are now, names. It
// is no older output, and may be the drawing that all of it was made from.
Result<void> checkImpliedPicture(const std::string& picture, std::span<const std::string> texts);

}  // namespace vide::detail
