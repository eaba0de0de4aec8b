// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/mesh/tri_mesh.hpp"

namespace vide {

// A mesh whose vertices have one normal each: those on sharp edges are there several times.
struct LitMesh {
  std::vector<int> triangles;         // three vertices each
  std::vector<std::uint32_t> source;  // per vertex, the mesh's: 0, 1, .. n - 1, then repeated ones
  std::vector<float> normals;         // 3 per vertex, unit length or zero
};

// With the normals given (a row per vertex), or smooth ones where there are none. V is n x 3.
LitMesh litMesh(const TriMesh& mesh, const Eigen::MatrixX3d& normals = {});

}  // namespace vide
