// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Wavefront OBJ files.
namespace vide {

// What parseObj returns: the whole file as one mesh. Texture coordinates are a list of their own,
// as in the file, so that a vertex on a seam stays one vertex.
struct ObjMesh {
  TriMesh mesh;                     // V is n x 3
  Eigen::MatrixX2d uv;              // glTF's way up, (0, 0) top-left; no rows if the file has none
  Eigen::MatrixX3i uv_corners;      // per triangle: rows of uv, -1 for none; no rows without uv
  std::vector<std::string> groups;  // names of objects (o) and groups (g) that have faces
  std::vector<int> group;           // per triangle: an index into groups
  std::vector<std::string> libraries;  // names of the files that hold its materials (mtllib)
  std::vector<std::string> materials;  // names of materials (usemtl) that have faces
  std::vector<int> material;           // per triangle: an index into materials
};

// Reads positions, texture coordinates and faces, indices counted from the front or (negative) from
// the back; polygons become triangles, see MeshContent. Normals, lines, points and curves are
// passed over; what materials are is for parseMtl to say. Faces before the first name belong to a
// group or material "". Errors name the line and count vertices from 1, as the file does.
Result<ObjMesh> parseObj(std::string_view text, const MeshLimits& limits = {});

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
