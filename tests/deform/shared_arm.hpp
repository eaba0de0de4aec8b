// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/dmat.hpp"
#include "vide/core/transform.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide::test {

// The vertices of an OBJ file below the shared folder.
inline Eigen::MatrixXd sharedVertices(std::string_view path) {
  std::istringstream in(sharedFile(path).value_or(""));
  std::vector<double> numbers;
  for (std::string line, word; std::getline(in, line);) {
    std::istringstream words(line);
    words >> word;
    double x, y, z;
    if (word == "v" && words >> x >> y >> z) numbers.insert(numbers.end(), {x, y, z});
  }
  return Eigen::Map<Eigen::Matrix3Xd>(numbers.data(), 3, Eigen::Index(numbers.size() / 3))
      .transpose();
}

// All entries of a matrix of vertices x handles, each row's largest first.
inline VertexWeights sortedWeights(const Eigen::MatrixXd& W) {
  VertexWeights weights;
  weights.handles = int(W.cols());
  std::vector<int> order(std::size_t(W.cols()));
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) { return W(v, a) > W(v, b); });
    for (const int handle : order) {
      weights.handle.push_back(handle);
      weights.weight.push_back(W(v, handle));
    }
    weights.row_start.push_back(weights.weight.size());
  }
  return weights;
}

// The reference arm, its weights, and how the reference bends each bone.
struct SharedArm {
  Eigen::MatrixXd V;
  VertexWeights weights;
  std::vector<Affine3> transforms;
  double box = 0;  // the diagonal of its bounding box
};

// Call where the shared folder is known to be there.
inline SharedArm sharedArm() {
  SharedArm arm{sharedVertices("data/geometry/arm.obj"),
                sortedWeights(*sharedMatrix("reference/skinning/arm_W.dmat")),
                {}};
  const auto q = sharedMatrix("reference/skinning/arm_bend_q_xyzw.dmat");
  const auto t = sharedMatrix("reference/skinning/arm_bend_t.dmat");
  for (Eigen::Index h = 0; h < q->rows(); ++h) {
    const Quat turn{(*q)(h, 0), (*q)(h, 1), (*q)(h, 2), (*q)(h, 3)};
    arm.transforms.push_back({toMatrix(turn), {(*t)(h, 0), (*t)(h, 1), (*t)(h, 2)}});
  }
  arm.box = (arm.V.colwise().maxCoeff() - arm.V.colwise().minCoeff()).norm();
  return arm;
}

}  // namespace vide::test
