// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Mesh files of any format, told apart by their ending.
namespace vide {

enum class MeshFormat { obj, off, ply, stl, medit, gmsh };

// By the ending of a file's name with its dot, in small letters: .obj, .off, .ply, .stl, .mesh or
// .msh.
std::optional<MeshFormat> meshFormatOf(std::string_view ending);
// Those endings in a list, for messages.
std::string_view meshEndings();

// The file in `bytes`; errors are those of the format's own reader.
Result<MeshContent> parseMesh(std::span<const std::uint8_t> bytes, MeshFormat format,
                              const MeshLimits& limits = {});

// The file that holds the mesh, binary where the format knows that. Errors: unsupported for
// tetrahedra in a format that has triangles only, and for coordinates that STL cannot hold.
Result<std::string> writeMesh(const MeshContent& mesh, MeshFormat format);

// The triangles alone, or the tetrahedra alone.
TriMesh trianglesOf(MeshContent mesh);
TetMesh tetrahedraOf(MeshContent mesh);

}  // namespace vide
