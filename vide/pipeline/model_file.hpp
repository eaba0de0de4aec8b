// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/gltf_weights.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/pipeline/painted_mesh.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// What a file is opened for.
enum class ModelParts {
  all,      // everything that it shows
  skinned,  // of a glTF that others made, what has weights already; else everything
};

// A file that has a mesh to be weighed: a mesh file, a glTF of others, or a document of VIDE's own.
// Saving changes the weights and, if asked to, the skeleton, and keeps everything else. Of a mesh
// file it keeps what readPaintedMesh reads, see paintLayers.
class ModelFile {
 public:
  // .glb, .gltf or what readPaintedMesh takes. Errors begin with the path: those of it, of
  // readGltf, documentIn and surfaceOf; a document without a mesh; coordinates beyond those that
  // validate allows.
  static Result<ModelFile> open(const std::string& path, ModelParts parts = ModelParts::all);

  // Every part at rest, one after the other, in the file's order.
  const MeshContent& mesh() const { return mesh_; }
  // The file's own bones, in the mesh's space; without any in a mesh file. For a glTF of others see
  // GltfSurface.
  const Skeleton& skeleton() const { return skeleton_; }
  // What of the file is missing or will not be moved, for a person to read.
  const std::vector<std::string>& warnings() const { return warnings_; }
  // Where the bones come from, if the file does not say itself that they are bones; else empty.
  const std::string& boneNote() const { return bone_note_; }
  // Writes the model as .glb, moved by the file's own skeleton or by `skeleton`. `weights` has a
  // row for each vertex of mesh() and a handle for each bone. What a new skeleton leaves behind is
  // told in the warnings that come back. Errors: weights that do not fit or that checkWeights
  // refuses, those of writeDocument and gltf_weights.hpp.
  Result<std::vector<std::string>> saveRigged(const std::string& path, const VertexWeights& weights,
                                              const LayerSettings& settings,
                                              const Skeleton* skeleton = nullptr) const;

 private:
  struct Foreign {
    GltfDocument file;
    GltfSurface surface;
  };
  // MeshPaint: a mesh file.
  using Source = std::variant<MeshPaint, Foreign, OpenDocument>;

  static Result<ModelFile> openGltf(const std::string& path, ModelParts parts);

  MeshContent mesh_;
  Skeleton skeleton_;
  std::string name_, bone_note_;
  std::vector<std::string> warnings_;
  Source source_;
};

// The layers of a document that follow bones, at rest, as one mesh, and what they follow: a handle
// per bone of the document's skeleton. A layer that follows one bone as a piece does so wholly.
struct RiggedSurface {
  TriMesh mesh;  // n x 3
  VertexWeights weights;
};
RiggedSurface riggedSurfaceOf(const Document& document);

}  // namespace vide
