// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Object File Format (.off), as Geomview describes it.
namespace vide {

// Reads text files with any of the headers OFF, COFF, NOFF, CNOFF, STOFF and their mixtures, one
// vertex or face a line; colours, normals and texture coordinates are passed over. Errors name the
// line; files with four or n dimensions and binary ones are unsupported.
Result<MeshContent> parseOff(std::string_view text, const MeshLimits& limits = {});

// Positions in the shortest form that reads back as the same number; V is n x 2 (written with
// z = 0) or n x 3.
std::string writeOff(const TriMesh& mesh);

}  // namespace vide
