// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"

// Medit files (.mesh) as text, as tetrahedral meshers write them.
namespace vide {

// Reads Vertices (of dimension 2 or 3), Triangles, Quadrilaterals (cut into triangles) and
// Tetrahedra; reference numbers and other sections are passed over. Errors name the line;
// hexahedra, prisms and pyramids are unsupported.
Result<MeshContent> parseMedit(std::string_view text, const MeshLimits& limits = {});

// Positions in the shortest form that reads back as the same number; all references are 0.
std::string writeMedit(const MeshContent& mesh);

}  // namespace vide
