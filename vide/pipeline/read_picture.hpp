// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/author/picture.hpp"
#include "vide/core/error.hpp"
#include "vide/io/image_file.hpp"

namespace vide {

// Reads the picture and, unless empty, its mask. Messages begin with the path at fault.
Result<Picture> readPicture(const std::string& path, const std::string& mask_path = {},
                            const ImageLimits& limits = {});

}  // namespace vide
