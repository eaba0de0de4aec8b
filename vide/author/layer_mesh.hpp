// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/author/picture.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/rig/document.hpp"
#include "vide/vectorize/image_mesh.hpp"

// A layer's mesh by the settings that a document keeps of it.
namespace vide {

// The settings that make such meshes again, and the other way round. What is not set is the
// mesher's default; a skeleton's joints are not among them.
MeshSettings meshSettings(const ShapeOptions& shape, const MeshOptions& mesh);
MeshOptions meshOptions(const MeshSettings& settings);

// Every deforming bone's head asks for a denser mesh within about the width of a limb.
std::vector<DenseJoint> denseJoints(const Skeleton& skeleton, const Coverage& shape);

// A texture coordinate for each vertex of a mesh in the picture's own space.
Eigen::MatrixX2d textureCoordinates(const TriMesh& mesh, int width, int height);

struct LayerMesh {
  TriMesh mesh;  // document space
  Eigen::MatrixX2d uv;
  MeshReport report;
};

// The mesh that the settings ask for over the layer's picture, for replaceMesh; nothing changes.
// Where they want dense joints, those of the bones that the layer follows.
// Errors, with the layer's name: a layer without a picture, more than one of detail, edge length
// and budget, those of layer_picture.hpp and meshFromCoverage.
Result<LayerMesh> meshLayer(const Document& document, const Layer& layer, const Image& pixels,
                            const MeshSettings& settings, const Progress& progress = {});

}  // namespace vide
