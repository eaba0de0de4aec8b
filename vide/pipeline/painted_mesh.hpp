// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// What one material of a mesh file looks like.
struct MeshMaterial {
  std::string name;
  std::optional<ImageId> image;
  Vec3 tint{1, 1, 1};
  double opacity = 1;
  Transparency transparency = Transparency::opaque;
};

// How the triangles of a mesh are painted. Texture coordinates are a list of their own, as in the
// file, so that a vertex on a seam is one vertex of the mesh.
struct MeshPaint {
  Eigen::MatrixX2d uv;          // (0, 0) top-left
  Eigen::MatrixX3i uv_corners;  // per triangle: rows of uv, -1 for none; no rows without uv
  std::vector<MeshMaterial> materials;
  std::vector<int> material;  // per triangle: an index into materials; empty: nothing is painted
  std::vector<ImageAsset> images;
};

struct PaintedMesh {
  MeshContent mesh;
  MeshPaint paint;
  std::vector<std::string> warnings;  // each begins with a path
};

// A mesh file with its materials, where it has any: of an .obj those of its .mtl files, with their
// pictures, which must lie in its folder or below. A material is opaque unless its opacity is below
// one or its picture is transparent somewhere. What is missing, broken or outside the folder
// becomes a warning and leaves its triangles white. Errors: those of readMesh; texture coordinates
// beyond 1e30.
Result<PaintedMesh> readPaintedMesh(const std::string& path);

// Makes the only layer of a document of the mesh, whose vertices are rows of the mesh, a layer for
// each material. In each the vertices that its triangles use come first, in the mesh's order, those
// of no triangle being with the first material; then, where a vertex has several texture
// coordinates, a copy for each further one, with its weights, in the order in which the triangles
// name them. With one material all vertices keep their numbers.
void paintLayers(Document& document, const MeshPaint& paint);

}  // namespace vide
