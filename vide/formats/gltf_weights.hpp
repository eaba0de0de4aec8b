// SPDX-License-Identifier: MIT
#pragma once

// New weights, or a new skeleton, for a glTF that others made, with all else kept: materials,
// textures, morph targets, extras, unknown extensions, other nodes and animations stay as they are,
// and so do the number and order of every primitive's vertices.
//
//   const auto surface = surfaceOf(gltf);                       // one mesh of all that is shown
//   const auto weights = weigh(surface->mesh, skeleton);        // a row for each of its vertices
//   const auto rigged = withSkeleton(gltf, *surface, skeleton, weights);
//   const auto bytes = rigged->writeGlb();
//
// Only for what VIDE did not write: what it did is changed as a Document (gltf_character.hpp).
// VIDE_rig's record of such a file, if it has one, is dropped.

#include <cstddef>
#include <optional>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// Which primitives of triangles make up a surface.
enum class GltfParts {
  all,      // that the scene shows
  skinned,  // of them, those that have weights; what follows a bone as one piece is left alone
};

// A primitive of triangles on a node that the scene shows.
struct GltfPart {
  std::size_t node = 0;
  std::size_t mesh = 0;
  std::size_t primitive = 0;  // of the mesh
  // Its vertices are the rows first_row .. first_row + vertices - 1 of the surface. Primitives of
  // a node that share their positions share the rows.
  std::size_t first_row = 0;
  std::size_t vertices = 0;
  // From the primitive's own positions to the rows. None where its skin carries each vertex
  // differently at rest.
  std::optional<Affine3> to_model;
  std::optional<std::size_t> skin;  // that moves it now
};

struct GltfSurface {
  TriMesh mesh;  // n x 3, the model at rest: in the bind pose of its skins, else as it is posed
  std::vector<GltfPart> parts;
  Skeleton skeleton;  // the file's own, in the same space; a bone's id is the index of its node
};

// Errors: those of documentIn; a file whose surface VIDE wrote; nothing to weigh.
Result<GltfSurface> surfaceOf(const GltfDocument& gltf, GltfParts parts = GltfParts::all);

// The surface moved by the file's own joints. `weights` has a row for each of the surface's
// vertices and a handle for each bone of surface.skeleton. JOINTS and WEIGHTS of the parts are
// replaced; a skin grows by the joints that it lacks; a part without a skin gets one.
//
// Errors: a surface that is not this file's, weights that do not fit or are not valid (see
// validate), a part without `to_model`, a node with points or lines beside the parts.
Result<GltfDocument> withWeights(const GltfDocument& gltf, const GltfSurface& surface,
                                 const VertexWeights& weights);

// The surface moved by a new skeleton in its space; `weights` has a handle for each of its bones.
// The bones become nodes with translation, rotation and scale (a bone's shear is left out, as glTF
// has none, and the inverse bind matrices belong to what is written), all of them joints. Nodes of
// meshes that hang below others or are placed hand their mesh to a node at the root of the scene,
// because glTF wants skinned meshes there. Skins that nothing wears any longer go; joints and
// animations of before stay, without moving the parts.
//
// Errors: those of withWeights; a skeleton without bones.
Result<GltfDocument> withSkeleton(const GltfDocument& gltf, const GltfSurface& surface,
                                  const Skeleton& skeleton, const VertexWeights& weights);

}  // namespace vide
