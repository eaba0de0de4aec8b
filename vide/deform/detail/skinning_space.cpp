// SPDX-License-Identifier: MIT
#include "vide/deform/detail/skinning_space.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

namespace {

constexpr double whole_weight = 1 - 1e-6;

// The middle and the longest side of the box around all vertices.
void measure(const ElementMesh& mesh, SkinningSpace& space) {
  Vec3 low = mesh.pointOf(0), high = low;
  for (int v = 1; v < mesh.vertices(); ++v) {
    const Vec3 p = mesh.pointOf(v);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3 sides = high - low;
  space.middle = (low + high) / 2;
  space.size = std::max({sides.x, sides.y, sides.z});
}

void normalise(const SkinningSpace& space, ElementMesh& mesh) {
  const double middle[3] = {space.middle.x, space.middle.y, space.middle.z};
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    mesh.rest[i] = (mesh.rest[i] - middle[i % std::size_t(mesh.dimension)]) / space.size;
  }
}

// The numbers of one row of M that are not zero, one after the other: (row of T, value).
using MRow = std::vector<std::pair<int, double>>;

void appendRow(const ElementMesh& mesh, const VertexWeights& weights, int v, double sign,
               MRow& row) {
  const double* x = mesh.restOf(v);
  const auto handles = weights.handlesOf(std::size_t(v));
  const auto share = weights.weightsOf(std::size_t(v));
  for (std::size_t k = 0; k < handles.size(); ++k) {
    const int first = handles[k] * (mesh.dimension + 1);
    for (int c = 0; c < mesh.dimension; ++c) row.push_back({first + c, sign * share[k] * x[c]});
    row.push_back({first + mesh.dimension, sign * share[k]});
  }
}

// Sums over the edges of w (M_i - M_j)^T (M_i - M_j): differences keep their digits.
void addStretch(const ElementMesh& mesh, const VertexWeights& weights, SkinningSpace& space) {
  const SparseMatrix K = stiffnessOf(mesh);
  Eigen::VectorXd difference = Eigen::VectorXd::Zero(space.rows());
  MRow row;
  std::vector<int> touched;
  for (int j = 0; j < K.columns; ++j) {
    for (int p = K.start[j]; p < K.start[j + 1]; ++p) {
      const int i = K.row[p];
      if (i <= j) continue;
      const double w = -K.value[p];
      row.clear();
      appendRow(mesh, weights, i, 1, row);
      appendRow(mesh, weights, j, -1, row);
      touched.clear();
      for (const auto& [place, value] : row) {
        difference[place] += value;
        touched.push_back(place);
      }
      std::ranges::sort(touched);
      touched.erase(std::ranges::unique(touched).begin(), touched.end());
      for (int a : touched) {
        for (int b : touched) space.Q(b, a) += w * difference[a] * difference[b];
      }
      for (int a : touched) difference[a] = 0;
      space.rest_energy += w * squaredLength(mesh.pointOf(i) - mesh.pointOf(j));
    }
  }
}

// Pulls on the points of the space: sum over vertices of M^T pull.
EdgeSets reducedSets(const ElementMesh& mesh, const VertexWeights& weights, ArapEnergy energy,
                     std::span<const int> clusters, const SkinningSpace& space) {
  const int sets = *std::ranges::max_element(clusters) + 1;
  const std::size_t rows = std::size_t(space.rows());
  std::vector<std::array<double, 3>> sums(std::size_t(sets) * rows);
  MRow row;
  for (const Pull& pull : pullsOf(mesh, energy, clusters)) {
    row.clear();
    appendRow(mesh, weights, pull.point, 1, row);
    for (const auto& [place, value] : row) {
      std::array<double, 3>& sum = sums[std::size_t(pull.set) * rows + std::size_t(place)];
      for (int k = 0; k < mesh.dimension; ++k) sum[k] += value * pull.vector[k];
    }
  }
  std::vector<Pull> pulls;
  for (int set = 0; set < sets; ++set) {
    pulls.push_back({set, 0});
    for (std::size_t r = 0; r < rows; ++r) {
      pulls.push_back({set, int(r) + 1, sums[std::size_t(set) * rows + r]});
    }
  }
  return EdgeSets(mesh.dimension, sets, std::move(pulls));
}

void findPoints(const ElementMesh& mesh, const VertexWeights& weights, SkinningSpace& space) {
  const std::size_t handles = std::size_t(space.handles);
  std::vector<Vec3> own_sum(handles), sum(handles);
  std::vector<double> own_count(handles), total(handles);
  for (int v = 0; v < mesh.vertices(); ++v) {
    const Vec3 p = mesh.pointOf(v);
    const auto of_vertex = weights.handlesOf(std::size_t(v));
    for (std::size_t k = 0; k < of_vertex.size(); ++k) {
      const std::size_t handle = std::size_t(of_vertex[k]);
      const double w = weights.weightsOf(std::size_t(v))[k];
      sum[handle] += w * p;
      total[handle] += w;
      if (w < whole_weight) continue;
      own_sum[handle] += p;
      own_count[handle] += 1;
    }
  }
  for (std::size_t h = 0; h < handles; ++h) {
    const bool own = own_count[h] > 0;
    space.point.push_back(own ? std::optional(own_sum[h] / own_count[h]) : std::nullopt);
    space.pivot.push_back(own ? *space.point.back() : total[h] != 0 ? sum[h] / total[h] : Vec3{});
  }
}

}  // namespace

void SkinningSpace::toRows(const Affine3& transform, double* row) const {
  const std::ptrdiff_t stride = strideOf(dimension);
  const Mat3& A = transform.linear;
  const Vec3 columns[3] = {A.x, A.y, A.z};
  const auto write = [&](int at, Vec3 v) {
    row[at * stride] = v.x;
    row[at * stride + 1] = v.y;
    if (dimension == 3) row[at * stride + 2] = v.z;
  };
  for (int c = 0; c < dimension; ++c) write(c, columns[c]);
  write(dimension, transform.translation);
}

Affine3 SkinningSpace::fromRows(const double* row) const {
  const std::ptrdiff_t stride = strideOf(dimension);
  const auto read = [&](int at) {
    return Vec3{row[at * stride], row[at * stride + 1], dimension == 3 ? row[at * stride + 2] : 0};
  };
  Affine3 transform;
  transform.linear = {read(0), read(1), dimension == 3 ? read(2) : Vec3{0, 0, 1}};
  transform.translation = size * read(dimension) - (transform.linear * middle - middle);
  return transform;
}

SkinningSpace skinningSpace(ElementMesh& mesh, const VertexWeights& weights, ArapEnergy energy,
                            std::span<const int> clusters) {
  SkinningSpace space{mesh.dimension, weights.handles};
  measure(mesh, space);
  normalise(space, mesh);
  space.Q = Eigen::MatrixXd::Zero(space.rows(), space.rows());
  addStretch(mesh, weights, space);
  space.sets = reducedSets(mesh, weights, energy, clusters, space);
  findPoints(mesh, weights, space);
  return space;
}

}  // namespace vide::detail
