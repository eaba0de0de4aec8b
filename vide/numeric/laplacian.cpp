// SPDX-License-Identifier: MIT
#include "vide/numeric/laplacian.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "vide/core/text.hpp"
#include "vide/core/vec.hpp"

namespace vide {

namespace {

constexpr double flatness = 1e-10;

Vec3 position(const Eigen::MatrixXd& V, int v) {
  return {V(v, 0), V(v, 1), V.cols() == 3 ? V(v, 2) : 0};
}

Result<void> checkMesh(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  const auto wrong = [](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text("mesh: ", pieces...));
  };
  if (V.cols() != 2 && V.cols() != 3) {
    return wrong("positions have ", V.cols(), " coordinates; give 2 or 3");
  }
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (!V.row(v).allFinite()) return wrong("vertex ", v, " has a coordinate that is not finite");
  }
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    if (F.row(f).minCoeff() < 0 || F.row(f).maxCoeff() >= V.rows()) {
      return wrong("triangle ", f, " names a vertex outside 0 .. ", V.rows() - 1);
    }
  }
  return {};
}

struct Corners {
  std::array<double, 3> squared_edge;  // opposite to corner 0, 1, 2
  double doubled_area;

  double halfCotangent(int k) const {
    const double next = squared_edge[(k + 1) % 3], after = squared_edge[(k + 2) % 3];
    return (next + after - squared_edge[k]) / (4 * doubled_area);
  }
};

Corners cornersOf(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F, Eigen::Index f) {
  const Vec3 a = position(V, F(f, 0)), b = position(V, F(f, 1)), c = position(V, F(f, 2));
  return {{squaredLength(c - b), squaredLength(a - c), squaredLength(b - a)},
          length(cross(b - a, c - a))};
}

// Calls visit(f, corners) for every triangle of a mesh that passes the checks.
template <class Visit>
Result<void> forEachTriangle(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F, Visit visit) {
  if (auto checked = checkMesh(V, F); !checked) return checked;
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    const Corners corners = cornersOf(V, F, f);
    const double longest = *std::ranges::max_element(corners.squared_edge);
    if (!(corners.doubled_area > flatness * longest)) {
      return fail(ErrorCode::invalid_argument,
                  text("mesh: triangle ", f, " has no area; remove it or move its corners apart"));
    }
    visit(f, corners);
  }
  return {};
}

// How a triangle's area is shared among its corners.
std::array<double, 3> cornerAreas(const Corners& corners) {
  std::array<double, 3> area;
  for (int k = 0; k < 3; ++k) {
    if (corners.halfCotangent(k) >= 0) continue;
    area.fill(corners.doubled_area / 8);
    area[k] = corners.doubled_area / 4;
    return area;
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    area[k] = (corners.squared_edge[i] * corners.halfCotangent(i) +
               corners.squared_edge[j] * corners.halfCotangent(j)) /
              4;
  }
  return area;
}

}  // namespace

Result<Eigen::MatrixX3d> halfCotangents(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  Eigen::MatrixX3d half(F.rows(), 3);
  const auto done = forEachTriangle(V, F, [&](Eigen::Index f, const Corners& corners) {
    for (int k = 0; k < 3; ++k) half(f, k) = corners.halfCotangent(k);
  });
  if (!done) return std::unexpected(done.error());
  return half;
}

Result<SparseMatrix> cotangentStiffness(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<Triplet> entries;
  entries.reserve(std::size_t(F.rows()) * 12);
  const auto done = forEachTriangle(V, F, [&](Eigen::Index f, const Corners& corners) {
    for (int k = 0; k < 3; ++k) {
      const int i = F(f, (k + 1) % 3), j = F(f, (k + 2) % 3);
      const double w = corners.halfCotangent(k);
      entries.insert(entries.end(), {{i, i, w}, {j, j, w}, {i, j, -w}, {j, i, -w}});
    }
  });
  if (!done) return std::unexpected(done.error());
  return fromTriplets(int(V.rows()), int(V.rows()), entries);
}

Result<std::vector<double>> voronoiMass(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<double> mass(std::size_t(V.rows()));
  const auto done = forEachTriangle(V, F, [&](Eigen::Index f, const Corners& corners) {
    const std::array<double, 3> area = cornerAreas(corners);
    for (int k = 0; k < 3; ++k) mass[F(f, k)] += area[k];
  });
  if (!done) return std::unexpected(done.error());
  return mass;
}

}  // namespace vide
