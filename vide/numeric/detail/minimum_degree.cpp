// SPDX-License-Identifier: MIT
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "vide/numeric/detail/supernodes.hpp"

namespace vide::detail {

std::vector<int> minimumDegreeOrder(const SparseMatrix& A) {
  if (A.rows == 0) return {};
  using EigenMatrix = Eigen::SparseMatrix<double>;
  const Eigen::Map<const EigenMatrix> view(A.rows, A.columns, Eigen::Index(A.row.size()),
                                           A.start.data(), A.row.data(), A.value.data());
  const EigenMatrix whole = view.selfadjointView<Eigen::Lower>();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(whole, permutation);
  return {permutation.indices().data(),
          permutation.indices().data() + permutation.indices().size()};
}

}  // namespace vide::detail
