// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "vide/core/thread_pool.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/detail/cell_columns.hpp"

namespace vide::detail {

// Weights that are kept in the cells of a solid.
struct CellWeights {
  const CellColumns& columns;      // cells x columns, >= 0
  std::span<const int> follows;    // per cell: the cell whose row it has
  std::span<const int> handle_of;  // per column
  int handles = 0;
};

// Rows for every row of V (n x 3), read through its stencil: the `influences` largest entries,
// normalised. Entries below a thousandth are the solver's noise and left out.
VertexWeights readColumns(const Solid& solid, const Eigen::MatrixXd& V, const CellWeights& weights,
                          int influences, ThreadPool* pool);

}  // namespace vide::detail
