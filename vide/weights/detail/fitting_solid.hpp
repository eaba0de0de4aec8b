// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/volume/solid.hpp"

namespace vide::detail {

// What a method that brings no large system keeps of each cell: whom it is near to, and its row.
inline constexpr std::size_t usual_bytes_per_cell = 160;

struct FittingSolid {
  Solid solid;
  std::vector<std::string> warnings;  // that memory made its cells larger
};

// The solid that a method weighs: where building it and `bytes_per_cell` of the method's own would
// take more than options.max_bytes, it has fewer cells. Errors: those of Solid::create.
Result<FittingSolid> fittingSolid(const TriMesh& mesh, SolidOptions options,
                                  std::size_t bytes_per_cell, const Progress& progress);

}  // namespace vide::detail
