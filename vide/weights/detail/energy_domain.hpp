// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"
#include "vide/weights/handle_constraints.hpp"

namespace vide::detail {

// The part of a mesh on which weights are found by minimising an energy: the pieces that a handle
// holds. Vertices are renumbered 0 .. size() - 1.
struct EnergyDomain {
  Eigen::MatrixXd V;
  SparseMatrix K;                   // cotangent stiffness
  std::vector<double> mass;         // lumped
  std::vector<int> vertex;          // which of the mesh's vertices each is; ascending
  std::vector<int> constraint;      // which constraint holds it, or -1
  std::vector<std::uint8_t> given;  // constraint >= 0, as a mask
  std::vector<int> follows;         // per vertex of the mesh that is not here: which constraint's
                                    // weights it takes; -1 for those that are here
  std::vector<std::string> warnings;

  int size() const { return int(vertex.size()); }
};

enum class DomainMass { voronoi, barycentric };

// Errors: those of boundedBiharmonicWeights about the mesh and the constraints. Tetrahedra have
// barycentric masses whatever `mass` says.
Result<EnergyDomain> makeDomain(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F,
                                const HandleConstraints& constraints, DomainMass mass);
Result<EnergyDomain> makeDomain(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T,
                                const HandleConstraints& constraints, DomainMass mass);

}  // namespace vide::detail
