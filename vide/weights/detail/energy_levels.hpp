// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"
#include "vide/weights/detail/bounded_minimizer.hpp"

namespace vide::detail {

// The same minimisation on ever fewer vertices, so that the finest level starts with contact sets
// that are nearly right. Without it the number of solves would grow with the mesh.
struct EnergyLevel {
  BoundedEnergy energy;
  std::vector<int> finer;     // which vertex of the next finer level each vertex is
  SparseMatrix prolongation;  // from here to the next finer level; empty on the finest
};

struct LevelOptions {
  int parents = 3;  // vertices that a vertex is interpolated from; 4 in a solid
  int smallest = 400;
};

// The biharmonic energies K M^-1 K of a mesh and of coarser versions of it, finest first. `given`
// marks vertices whose values will be given: they are on every level. The coarse vertices are an
// independent set; the others are interpolated from the nearest ones, linear functions nearly
// exactly, with weights >= 0 that sum to one. K and M are carried over by that interpolation, so
// that no coarse mesh is needed.
Result<std::vector<EnergyLevel>> makeLevels(SparseMatrix K, std::vector<double> mass,
                                            Eigen::MatrixXd V, std::vector<std::uint8_t> given,
                                            const LevelOptions& options);

struct LevelsOutcome {
  double residual = 0;
  int whole_solves = 0;  // on the finest level
  int strip_solves = 0;
};

// Minimises from the coarsest level to the finest. `x` holds the given values on the finest level,
// anything elsewhere, and becomes the minimiser. `bound` becomes the last guess. Several threads
// may minimise at the same time. Errors: numeric_failure, cancelled.
Result<LevelsOutcome> minimizeOnLevels(std::span<const EnergyLevel> levels,
                                       std::span<const std::uint8_t> given,
                                       const MinimizerOptions& options, std::vector<double>& x,
                                       std::vector<Bound>& bound);

}  // namespace vide::detail
