// SPDX-License-Identifier: MIT
#include "vide/author/detail/key_shapes.hpp"
#include "vide/core/cancelled.hpp"

#include <algorithm>
#include <vector>

namespace vide::detail {
namespace {

struct Worst {
  Eigen::Index frame = 0;
  double squared_distance = 0;
};

Worst worstOf(const Eigen::MatrixXd& frames) {
  Worst worst;
  for (Eigen::Index f = 0; f < frames.cols(); ++f) {
    for (Eigen::Index v = 0; v < frames.rows(); v += 3) {
      const double squared = frames.col(f).segment<3>(v).squaredNorm();
      if (squared > worst.squared_distance) worst = {f, squared};
    }
  }
  return worst;
}

// Towards what the frames have most in common, starting from one of them; not as far if cancelled.
Eigen::VectorXd strongestDirection(const Eigen::MatrixXd& frames, Eigen::Index start,
                                   const Progress& progress) {
  constexpr int iterations = 6;
  Eigen::VectorXd direction = frames.col(start).normalized();
  for (int i = 0; i < iterations && !progress.cancelled(); ++i) {
    const Eigen::VectorXd shares = frames.transpose() * direction;
    direction = (frames * shares).normalized();
  }
  return direction;
}

}  // namespace

Result<KeyShapes> keyShapes(Eigen::MatrixXd& frames, double tolerance, const Progress& progress) {
  std::vector<Eigen::VectorXd> shapes, weights;
  // Each round takes one rank away.
  const auto most = static_cast<std::size_t>(std::min(frames.rows(), frames.cols()));
  while (shapes.size() < most) {
    const Worst worst = worstOf(frames);
    if (worst.squared_distance <= tolerance * tolerance) break;
    const Eigen::VectorXd direction = strongestDirection(frames, worst.frame, progress);
    if (progress.cancelled()) return cancelled();
    const Eigen::VectorXd shares = frames.transpose() * direction;
    frames -= direction * shares.transpose();
    const double largest = shares.cwiseAbs().maxCoeff();
    shapes.push_back(direction * largest);
    weights.push_back(shares / largest);
  }
  KeyShapes found{Eigen::MatrixXd(frames.rows(), Eigen::Index(shapes.size())),
                  Eigen::MatrixXd(Eigen::Index(shapes.size()), frames.cols())};
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    found.shapes.col(Eigen::Index(k)) = shapes[k];
    found.weights.row(Eigen::Index(k)) = weights[k].transpose();
  }
  return found;
}

}  // namespace vide::detail
