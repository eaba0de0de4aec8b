// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"

// Gmsh meshes (.msh) of the formats 2.x and 4.1, text and binary.
namespace vide {

// Reads nodes, in the order of the file whatever their numbers are, and the elements triangle,
// quadrangle (cut in two) and tetrahedron; points and lines, tags and other sections are passed
// over. Errors name the line, or the byte in binary files; other elements, among them those of
// higher order, and other versions are unsupported.
Result<MeshContent> parseGmsh(std::span<const std::uint8_t> bytes, const MeshLimits& limits = {});

// Version 2.2, which every program reads. Positions are kept exactly; binary is little endian.
std::string writeGmsh(const MeshContent& mesh, MeshEncoding encoding = MeshEncoding::binary);

}  // namespace vide
