// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>

#include "vide/mesh/tri_mesh.hpp"

// Wavefront OBJ files.
namespace vide {

// One named mesh of a file. `uv` has a row per vertex, glTF's way up ((0, 0) top-left), or none.
struct ObjObject {
  std::string name;
  TriMesh mesh;  // V is n x 2 (written with z = 0) or n x 3
  Eigen::MatrixX2d uv;
};

// Positions to nine digits, texture coordinates with v turned up as OBJ has it, vertices in the
// mesh's order. Characters below a space in names become spaces.
std::string writeObj(std::span<const ObjObject> objects);

}  // namespace vide
