// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Polygon files (.ply, Stanford), format 1.0: text, and binary in either byte order.
namespace vide {

// Reads x, y and z of the element `vertex` and the list vertex_indices (or vertex_index) of the
// element `face`, of whatever number type; other elements and properties are passed over. Errors
// name the line, or the byte in binary files.
Result<MeshContent> parsePly(std::span<const std::uint8_t> bytes, const MeshLimits& limits = {});

// Positions as doubles, exactly; binary is little endian. V is n x 2 (written with z = 0) or n x 3.
std::string writePly(const TriMesh& mesh, MeshEncoding encoding = MeshEncoding::binary);

}  // namespace vide
