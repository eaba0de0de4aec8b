// SPDX-License-Identifier: MIT
#pragma once

// Normals for lighting a surface that has none of its own: smooth across edges that are nearly
// flat, hard across sharp ones, whether or not the triangles there share their vertices. Files
// often split vertices along the seams of a picture, which must not show in the light.
//
// A corner's normal is the mean of its vertex's faces, by the angles they have there (G. Thürmer
// and C. Wüthrich, "Computing Vertex Normals from Polygonal Facets", 1998), over those faces that
// stand within the crease angle of the corner's own.

#include <Eigen/Core>

#include "vide/mesh/tri_mesh.hpp"

namespace vide {

struct CornerNormalOptions {
  double crease = 1.0;  // radians between the normals of faces that are smooth across their edge
};

// Row 3 f + c is the normal at corner c of triangle f: of unit length, zero where the triangle has
// no area. V is n x 3 and finite. Vertices with equal coordinates count as one. Where more than 256
// triangles meet, all of them are taken as smooth.
Eigen::MatrixX3d cornerNormals(const TriMesh& mesh, const CornerNormalOptions& options = {});

}  // namespace vide
