// SPDX-License-Identifier: MIT
#include "vide/deform/rotation_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/weight_matrix.hpp"

namespace vide {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int most_rounds = 20;

auto wrong(auto... pieces) {
  return fail(ErrorCode::invalid_argument, text("clusters: ", pieces...));
}

// A point and its squared distance from the nearest mean.
struct Farthest {
  Eigen::Index point = 0;
  double squared = -1;
};

// Columns are points here: the numbers of one stand together.
class KMeans {
 public:
  KMeans(const Eigen::MatrixXd& points, int clusters)
      : points_(points.transpose()),
        means_(points_.rows(), clusters),
        nearest_(std::size_t(points_.cols()), 0),
        squared_(std::size_t(points_.cols()), infinity) {
    chooseMeans();
  }

  std::vector<int> run() {
    for (int round = 0; round < most_rounds; ++round) {
      moveMeans();
      if (!assign()) break;
    }
    return numbered();
  }

 private:
  // Compares all points with one more mean.
  Farthest compare(int mean) {
    Farthest farthest;
    for (Eigen::Index p = 0; p < points_.cols(); ++p) {
      const double squared = (points_.col(p) - means_.col(mean)).squaredNorm();
      if (squared < squared_[std::size_t(p)]) {
        squared_[std::size_t(p)] = squared;
        nearest_[std::size_t(p)] = mean;
      }
      if (squared_[std::size_t(p)] > farthest.squared) farthest = {p, squared_[std::size_t(p)]};
    }
    return farthest;
  }

  void chooseMeans() {
    means_.col(0) = points_.rowwise().mean();
    Farthest farthest = compare(0);
    std::ranges::fill(squared_, infinity);
    int chosen = 0;
    while (chosen < int(means_.cols())) {
      means_.col(chosen) = points_.col(farthest.point);
      farthest = compare(chosen++);
      if (!(farthest.squared > 0)) break;
    }
    means_.conservativeResize(Eigen::NoChange, chosen);
  }

  void moveMeans() {
    Eigen::VectorXd count = Eigen::VectorXd::Zero(means_.cols());
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(means_.rows(), means_.cols());
    for (Eigen::Index p = 0; p < points_.cols(); ++p) {
      sum.col(nearest_[std::size_t(p)]) += points_.col(p);
      count[nearest_[std::size_t(p)]] += 1;
    }
    for (Eigen::Index c = 0; c < means_.cols(); ++c) {
      if (count[c] > 0) means_.col(c) = sum.col(c) / count[c];
    }
  }

  // Says whether any point changed its mean.
  bool assign() {
    const std::vector<int> before = nearest_;
    std::ranges::fill(squared_, infinity);
    for (int c = 0; c < int(means_.cols()); ++c) compare(c);
    return nearest_ != before;
  }

  // Leaves no number out, where a mean has lost all its points.
  std::vector<int> numbered() const {
    std::vector<int> number(std::size_t(means_.cols()), -1);
    for (int c : nearest_) number[std::size_t(c)] = 0;
    int next = 0;
    for (int& n : number) n = n < 0 ? -1 : next++;
    std::vector<int> result;
    for (int c : nearest_) result.push_back(number[std::size_t(c)]);
    return result;
  }

  Eigen::MatrixXd points_, means_;
  std::vector<int> nearest_;
  std::vector<double> squared_;
};

using Neighbours = std::vector<std::vector<int>>;

template <class Elements>
Neighbours neighboursOf(Eigen::Index vertices, const Elements& elements) {
  Neighbours neighbours{static_cast<std::size_t>(vertices)};
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    for (int v : elements.row(e)) {
      for (int w : elements.row(e)) {
        if (v != w) neighbours[std::size_t(v)].push_back(w);
      }
    }
  }
  return neighbours;
}

// Dijkstra, A note on two problems in connexion with graphs, 1959.
Eigen::VectorXd distancesFrom(int source, const Eigen::MatrixXd& V, const Neighbours& neighbours) {
  Eigen::VectorXd distance = Eigen::VectorXd::Constant(V.rows(), infinity);
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[source] = 0;
  open.push({0, source});
  while (!open.empty()) {
    const auto [reached, v] = open.top();
    open.pop();
    if (reached > distance[v]) continue;
    for (int w : neighbours[std::size_t(v)]) {
      const double through = reached + (V.row(v) - V.row(w)).norm();
      if (through >= distance[w]) continue;
      distance[w] = through;
      open.push({through, w});
    }
  }
  return distance;
}

double largestFinite(const Eigen::MatrixXd& distances) {
  double largest = 0;
  for (double d : distances.reshaped()) {
    if (std::isfinite(d)) largest = std::max(largest, d);
  }
  return largest;
}

template <class Elements>
Result<void> checkMesh(const Eigen::MatrixXd& V, const Elements& elements, int landmarks) {
  if (landmarks < 1) return wrong(landmarks, " landmarks; give at least one");
  if (V.rows() == 0) return wrong("the mesh has no vertices");
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (!V.row(v).allFinite()) return wrong("vertex ", v, " is not finite");
  }
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    if (elements.row(e).minCoeff() < 0 || elements.row(e).maxCoeff() >= V.rows()) {
      return wrong("element ", e, " names a vertex outside 0 .. ", V.rows() - 1);
    }
  }
  return {};
}

template <class Elements>
Result<Eigen::MatrixXd> distancesToLandmarks(const Eigen::MatrixXd& V, const Elements& elements,
                                             int landmarks) {
  if (auto checked = checkMesh(V, elements, landmarks); !checked) {
    return std::unexpected(checked.error());
  }
  const Neighbours neighbours = neighboursOf(V.rows(), elements);
  const Eigen::Index count = std::min<Eigen::Index>(landmarks, V.rows());
  Eigen::MatrixXd distances(V.rows(), count);
  Eigen::VectorXd nearest = Eigen::VectorXd::Constant(V.rows(), infinity);
  Eigen::Index next = 0;
  for (Eigen::Index l = 0; l < count; ++l) {
    distances.col(l) = distancesFrom(int(next), V, neighbours);
    nearest = nearest.cwiseMin(distances.col(l));
    nearest.maxCoeff(&next);
  }
  const double largest = largestFinite(distances);
  const double scale = largest > 0 ? largest : 1;
  return distances.unaryExpr([&](double d) { return std::isfinite(d) ? d / scale : 2.0; });
}

template <class Elements>
Eigen::MatrixXd cornerMeans(const Elements& elements, const Eigen::MatrixXd& features) {
  Eigen::MatrixXd means = Eigen::MatrixXd::Zero(elements.rows(), features.cols());
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    for (int v : elements.row(e)) means.row(e) += features.row(v);
  }
  return means / double(elements.cols());
}

}  // namespace

Result<std::vector<int>> clusterPoints(const Eigen::MatrixXd& points, int clusters) {
  if (clusters < 1) return wrong(clusters, " asked for; give at least one");
  if (points.rows() == 0) return wrong("there are no points");
  if (!points.allFinite()) return wrong("a feature is not finite");
  return KMeans(points, int(std::min<Eigen::Index>(clusters, points.rows()))).run();
}

Eigen::MatrixXd weightFeatures(const VertexWeights& weights) { return toMatrix(weights); }

Result<Eigen::MatrixXd> distanceFeatures(const TriMesh& mesh, int landmarks) {
  return distancesToLandmarks(mesh.V, mesh.F, landmarks);
}

Result<Eigen::MatrixXd> distanceFeatures(const TetMesh& mesh, int landmarks) {
  return distancesToLandmarks(mesh.V, mesh.T, landmarks);
}

Eigen::MatrixXd averagedOver(const Eigen::MatrixX3i& F, const Eigen::MatrixXd& features) {
  return cornerMeans(F, features);
}

Eigen::MatrixXd averagedOver(const Eigen::MatrixX4i& T, const Eigen::MatrixXd& features) {
  return cornerMeans(T, features);
}

}  // namespace vide
