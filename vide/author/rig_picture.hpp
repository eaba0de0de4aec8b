// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vide/author/picture.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"
#include "vide/vectorize/image_mesh.hpp"
#include "vide/weights/geodesic.hpp"

namespace vide {

// A document made from one picture, and what there is to say about the making.
struct PictureDocument {
  Document document;
  Image picture;  // decoded, as the document holds it
  MeshReport mesh;
  std::vector<std::string> warnings;  // the mesh's and the weights'
};

// Picture to document: one layer, meshed, not bound to anything.
Result<PictureDocument> meshPicture(const Picture& picture, const ShapeOptions& shape = {},
                                    const MeshOptions& mesh = {}, const Progress& progress = {});

enum class JointDensity {
  even,    // the mesh is equally dense everywhere
  denser,  // and denser around the joints, where bending happens
};

struct RigOptions {
  ShapeOptions shape;
  MeshOptions mesh;
  JointDensity joints = JointDensity::even;
  WeightMethod method = WeightMethod::geodesic;  // or straight
  GeodesicMetric metric = GeodesicMetric::euclidean;
  double smoothness = 0;                                        // pixels; 0: the method's default
  std::vector<std::pair<std::string, double>> bone_smoothness;  // bone name, pixels
  int influences = 4;
  Deformer deformer = Deformer::linear_blend;  // or dual_quaternion, or arap
  ThreadPool* pool = nullptr;
};

// Picture and skeleton to document: one layer, meshed and skinned to the skeleton. Triangles are
// painted in the order of the bones that pull them most: bones later in the skeleton lie in front.
//
// Errors: those of the stages, an unknown bone in bone_smoothness, a method that does not work on
// pictures.
Result<PictureDocument> rigPicture(const Picture& picture, const Skeleton& skeleton,
                                   const RigOptions& options = {}, const Progress& progress = {});

}  // namespace vide
