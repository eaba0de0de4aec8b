// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"

// Dense matrices (.dmat) as libigl defines them: a line "columns rows", then the values column by
// column as text; or a line "0 0", a line "columns rows", and the values as little-endian doubles.
namespace vide {

// Errors name the line, or the byte in binary files: a value that is missing or not finite, words
// after the last value.
Result<Eigen::MatrixXd> parseDmat(std::span<const std::uint8_t> bytes);

// Text has each value in the shortest form that reads back as the same number.
std::string writeDmat(const Eigen::MatrixXd& matrix, MeshEncoding encoding = MeshEncoding::text);

}  // namespace vide
