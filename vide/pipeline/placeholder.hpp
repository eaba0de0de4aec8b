// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

class ThreadPool;

struct PlaceholderOptions {
  double thickness = 1;        // factor of all radii, 0.1 .. 10
  int cells = 128;             // of the lattice along the skeleton's longest side, 8 .. 512
  int influences = 4;          // most bones a vertex may have, >= 1
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// A body for a skeleton that has none, so that a motion can be seen and used before any model
// exists: a capsule around every deforming bone, thick as its limb is long and as what hangs on it
// is heavy, all that meet melted into one closed skin.
//
// A bone reaches from its joint to the joints of its children too (a chest to its shoulders), and
// one without length becomes a small ball. Weights are the capsules' own: a vertex belongs to the
// nearest bone and shares with that bone's neighbours in the skeleton alone. Every edge of the skin
// has two triangles; bones that are no neighbours in the skeleton but touch are joined, so that
// limbs should lie free (see partLimbs). Symmetric skeletons get symmetric bodies, to rounding.
struct PlaceholderBody {
  TriMesh mesh;           // n x 3, in the skeleton's space
  VertexWeights weights;  // a handle per bone of the skeleton
};

// Errors: no deforming bone, bones that are not finite, options out of range (invalid_argument);
// more than 10 000 deforming bones (limit_exceeded); cancelled.
Result<PlaceholderBody> placeholderBody(const Skeleton& skeleton,
                                        const PlaceholderOptions& options = {},
                                        const Progress& progress = {});

// A skeleton with the motions that its file has: a .bvh's recording and a .glb's clips.
struct MovingSkeleton {
  Skeleton skeleton;
  std::vector<Clip> clips;
};

// What readSkeleton takes. Errors begin with the path.
Result<MovingSkeleton> readMovingSkeleton(const std::string& path);

// A document of the body, skinned to the skeleton, with the clips.
Document placeholderDocument(const std::string& name, const MovingSkeleton& source,
                             const PlaceholderBody& body);

}  // namespace vide
