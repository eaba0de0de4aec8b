// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/deform/arap.hpp"
#include "vide/deform/fast.hpp"
#include "vide/deform/handles.hpp"
#include "vide/deform/harmonic.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/weights/biharmonic_coordinates.hpp"

namespace vide {

class ThreadPool;

// How a mesh follows its handles. Each has a header of its own in vide/deform
// or, for the biharmonic coordinates, vide/weights.
enum class DeformMethod { harmonic, arap, coordinates, fast, linear_blend, dual_quaternion };

struct DeformOptions {
  DeformMethod method = DeformMethod::arap;
  HarmonicOptions harmonic;
  ArapOptions arap;
  FastOptions fast;
  BiharmonicCoordinatesOptions coordinates;
  // For the methods that move vertices by weights, the last three: a column per handle, in the
  // handles' order. Where they are not given they are found: bounded biharmonic weights of the
  // handles' vertices, with `influences` a vertex.
  std::optional<VertexWeights> weights;
  int influences = 4;
  ThreadPool* pool = nullptr;  // for finding weights; null: on the calling thread
};

struct DeformOutcome {
  // Of arap and fast; harmonic takes one linear solve. The others only add up what weights say: 0.
  int iterations = 0;
  std::optional<double> energy;  // what arap, fast and harmonic minimise
};

// A mesh with its handles and one deformer, made once and asked for any time. A mesh without
// tetrahedra whose vertices all lie at z = 0 is taken as a shape in the plane and stays there.
class MeshDeformer {
 public:
  // `groups`: a number per vertex, or nothing where no handle asks for a group. Errors: those of
  // selectVertices, of the deformer and of the weights; weights that do not fit; no triangles or
  // tetrahedra; cancelled, which finding weights or coordinates asks for often.
  static Result<MeshDeformer> create(const MeshContent& mesh, std::vector<Handle> handles,
                                     std::span<const int> groups, const DeformOptions& options,
                                     const Progress& progress = {});
  MeshDeformer(MeshDeformer&&) noexcept;
  MeshDeformer& operator=(MeshDeformer&&) noexcept;
  ~MeshDeformer();

  // The vertices at a time >= 0, n x 3. Every time is found from the rest shape alone. Errors: a
  // target, or what comes of it, that is not finite.
  Result<DeformOutcome> deform(double time, Eigen::MatrixXd& V);

  std::span<const std::string> warnings() const;

 private:
  struct Parts;
  explicit MeshDeformer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace vide
