// SPDX-License-Identifier: MIT
#include "vide/deform/rotation_clusters.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "tests/support/mesh_family.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/tet_grid.hpp"

using namespace vide;
using test::failsWith;

namespace {

double squaredSpread(const Eigen::MatrixXd& points, const std::vector<int>& cluster) {
  const int count = *std::ranges::max_element(cluster) + 1;
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(count, points.cols());
  Eigen::VectorXd size = Eigen::VectorXd::Zero(count);
  for (Eigen::Index p = 0; p < points.rows(); ++p) {
    mean.row(cluster[std::size_t(p)]) += points.row(p);
    size[cluster[std::size_t(p)]] += 1;
  }
  double sum = 0;
  for (Eigen::Index p = 0; p < points.rows(); ++p) {
    const int c = cluster[std::size_t(p)];
    sum += (points.row(p) - mean.row(c) / size[c]).squaredNorm();
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "clusters are numbered without gaps, the same every time, and tighter the more there are") {
  for (const auto& [name, mesh, held] : test::meshFamily()) {
    CAPTURE(name);
    const Eigen::MatrixXd features = distanceFeatures(mesh, 5).value();
    CHECK(features.minCoeff() == 0);
    CHECK(features.maxCoeff() == 1);
    double before = INFINITY;
    for (int count : {1, 2, 5, 12}) {
      const std::vector<int> cluster = clusterPoints(features, count).value();
      CHECK(cluster == clusterPoints(features, count).value());
      const std::set<int> used(cluster.begin(), cluster.end());
      CHECK(int(used.size()) == count);
      CHECK(*used.rbegin() == count - 1);
      const double spread = squaredSpread(features, cluster);
      CHECK(spread < before);
      before = spread;
    }
  }
}

TEST_CASE("points that stand in heaps are clustered by heap") {
  Eigen::MatrixXd points(30, 2);
  for (int p = 0; p < 30; ++p) points.row(p) << 10.0 * (p % 3) + 0.01 * p, 0.02 * p;
  const std::vector<int> cluster = clusterPoints(points, 3).value();
  for (int p = 3; p < 30; ++p) CHECK(cluster[std::size_t(p)] == cluster[std::size_t(p % 3)]);
  CHECK(std::set<int>(cluster.begin(), cluster.end()).size() == 3);
  // Two places give two clusters, however many are asked for.
  Eigen::MatrixXd twins = Eigen::MatrixXd::Zero(6, 2);
  twins.bottomRows(3).setOnes();
  CHECK(clusterPoints(twins, 5).value() == std::vector<int>{0, 0, 0, 1, 1, 1});
}

TEST_CASE("distances go along the mesh, and parts are farther from each other than any within") {
  const TriMesh two = test::besides(test::gridMesh(3, 3), test::gridMesh(3, 3), 3.1, 0);
  const Eigen::MatrixXd features = distanceFeatures(two, 4).value();
  CHECK(features(31, 0) == 2);
  CHECK(features(3, 0) <= 1);
  const TetMesh solid = test::tetGrid(2, 2, 2);
  CHECK(distanceFeatures(solid, 3).value().rows() == 27);
  CHECK(averagedOver(solid.T, distanceFeatures(solid, 3).value()).rows() == 48);
}

TEST_CASE("what cannot be clustered is a named error") {
  CHECK(failsWith(clusterPoints(Eigen::MatrixXd::Zero(3, 2), 0), "0 asked for"));
  CHECK(failsWith(clusterPoints(Eigen::MatrixXd(0, 2), 2), "no points"));
  CHECK(failsWith(clusterPoints(Eigen::MatrixXd::Constant(3, 2, NAN), 2), "not finite"));
  CHECK(failsWith(distanceFeatures(TriMesh{}, 3), "no vertices"));
  TriMesh mesh = test::gridMesh(2, 2);
  CHECK(failsWith(distanceFeatures(mesh, 0), "0 landmarks"));
  mesh.F(1, 1) = 9;
  CHECK(failsWith(distanceFeatures(mesh, 2), "element 1"));
}
