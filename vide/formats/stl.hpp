// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Stereolithography files (.stl), text and binary.
namespace vide {

// STL repeats a vertex in every triangle: corners at exactly the same position become one vertex
// again, in the order in which they first appear. Normals, names and colours are passed over. A
// file is binary if it has exactly the size that its count of triangles asks for or does not begin
// with "solid". Errors name the line, or the byte in binary files.
Result<MeshContent> parseStl(std::span<const std::uint8_t> bytes, const MeshLimits& limits = {});

// Binary files hold positions as floats (rounded), text ones exactly. Normals are those of the
// triangles, zero where one has no area. V is n x 2 (written with z = 0) or n x 3.
std::string writeStl(const TriMesh& mesh, MeshEncoding encoding = MeshEncoding::binary);

}  // namespace vide
