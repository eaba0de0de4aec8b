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
  // The file's own, in the same space; a bone's id is the index of its node. A file without skins
  // has none, but for chains of three nodes and more that carry nothing: those plainly are bones.
  Skeleton skeleton;
  std::size_t hidden_meshes = 0;  // worn outside the scene that the file shows, thus no part
  std::size_t loose = 0;          // primitives of points and lines that are shown, no parts either
};

// Errors: those of documentIn, required extensions that are not understood among them; a file whose
// surface VIDE wrote; nothing to weigh.
Result<GltfSurface> surfaceOf(const GltfDocument& gltf, GltfParts parts = GltfParts::all);

// How many animations move nodes, not shapes alone.
std::size_t clipsOfNodes(const GltfDocument& gltf);

// The surface moved by the file's own joints. `weights` has a row for each of the surface's
// vertices and a handle for each bone of surface.skeleton. JOINTS and WEIGHTS of the parts are
// replaced; a skin grows by the joints that it lacks; a part without a skin gets one.
//
// Errors: a surface that is not this file's, weights that do not fit or are not valid (see
// validate), a part without `to_model`.
//
// Points and lines beside a part that gets a skin stay as they are on its node, in a mesh of their
// own. A compressed copy of a part (KHR_draco_mesh_compression) goes, as it has the old weights.
Result<GltfDocument> withWeights(const GltfDocument& gltf, const GltfSurface& surface,
                                 const VertexWeights& weights);

// The surface moved by a new skeleton in its space; `weights` has a handle for each of its bones.
// The bones become nodes with translation, rotation and scale (a bone's shear is left out, as glTF
// has none, and the inverse bind matrices belong to what is written), all of them joints. Nodes of
// meshes that hang below others or are placed hand their mesh to a node at the root of the scene,
// because glTF wants skinned meshes there. Skins that nothing wears any longer go, and with them
// the nodes that were their joints, or held those, or gave their mesh away, and carry nothing else;
// animations that moved such nodes alone go too. They stay where an extension of unknown meaning or
// an extra holds what may be the number of a node or an animation. Other animations stay, without
// moving the parts.
//
// Errors: those of withWeights; a skeleton without bones.
Result<GltfDocument> withSkeleton(const GltfDocument& gltf, const GltfSurface& surface,
                                  const Skeleton& skeleton, const VertexWeights& weights);

}  // namespace vide
