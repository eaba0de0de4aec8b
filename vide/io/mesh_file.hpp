// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"

// Mesh and matrix files by their path; the ending, in any case, says the format. Every message
// begins with the path.
namespace vide {

// .obj, .off, .ply, .stl, .mesh (Medit) or .msh (Gmsh). Errors: those of readFile and of the
// format's reader; unsupported for another ending.
Result<MeshContent> readMesh(const std::string& path, const MeshLimits& limits = {});

// The same endings; PLY, STL and Gmsh files are written binary. Errors: those of
// writeFileAtomically; unsupported for another ending, or for tetrahedra where the format has none.
Result<void> saveMesh(const std::string& path, const MeshContent& mesh);

// A .dmat file of any name.
Result<Eigen::MatrixXd> readMatrix(const std::string& path);
Result<void> saveMatrix(const std::string& path, const Eigen::MatrixXd& matrix);

}  // namespace vide
