// SPDX-License-Identifier: MIT
#include "vide/deform/detail/edge_sets.hpp"

#include <algorithm>
#include <utility>

#include "vide/deform/detail/rotation_fit.hpp"

namespace vide::detail {

namespace {

template <int Dimension>
using MatrixPair = std::array<Double2, Dimension * Dimension>;
template <int Dimension>
using VectorPair = std::array<Double2, Dimension>;

template <int Dimension>
VectorPair<Dimension> gather(const double* x, const std::array<int, 2>& point) {
  const double* first = x + std::ptrdiff_t(point[0]) * Dimension;
  const double* second = x + std::ptrdiff_t(point[1]) * Dimension;
  VectorPair<Dimension> value;
  for (int k = 0; k < Dimension; ++k) value[k] = Double2{first[k], second[k]};
  return value;
}

template <int Dimension>
void scatter(const VectorPair<Dimension>& value, const std::array<int, 2>& point, double* b) {
  for (int lane = 0; lane < 2; ++lane) {
    double* to = b + std::ptrdiff_t(point[lane]) * Dimension;
    for (int k = 0; k < Dimension; ++k) to[k] += value[k][lane];
  }
}

// Adds equal (set, point) up; the result is ordered by set, then point.
std::vector<Pull> merged(std::vector<Pull> pulls) {
  std::ranges::stable_sort(pulls, [](const Pull& a, const Pull& b) {
    return a.set != b.set ? a.set < b.set : a.point < b.point;
  });
  std::size_t count = 0;
  for (const Pull& pull : pulls) {
    if (count > 0 && pulls[count - 1].set == pull.set && pulls[count - 1].point == pull.point) {
      for (int k = 0; k < 3; ++k) pulls[count - 1].vector[k] += pull.vector[k];
    } else {
      pulls[count++] = pull;
    }
  }
  pulls.resize(count);
  return pulls;
}

// The pull of every corner of element e: -sum over its edges of w (other end - this end).
std::array<std::array<double, 3>, 4> cornerPulls(const ElementMesh& mesh, int e) {
  std::array<std::array<double, 3>, 4> pulls{};
  const int* corner = mesh.corner.data() + std::size_t(e) * mesh.corners;
  const double* weight = mesh.weight.data() + std::size_t(e) * mesh.edges();
  for (const auto& [a, b] : edgesOf(mesh)) {
    const double* from = mesh.restOf(corner[a]);
    const double* to = mesh.restOf(corner[b]);
    for (int k = 0; k < mesh.dimension; ++k) {
      const double pull = *weight * (to[k] - from[k]);
      pulls[a][k] -= pull;
      pulls[b][k] += pull;
    }
    ++weight;
  }
  return pulls;
}

std::array<double, 3> scaled(const std::array<double, 3>& v, double s) {
  return {v[0] * s, v[1] * s, v[2] * s};
}

std::vector<Pull> elementPulls(const ElementMesh& mesh) {
  std::vector<Pull> pulls;
  for (int e = 0; e < mesh.elements(); ++e) {
    const auto corner_pulls = cornerPulls(mesh, e);
    for (int c = 0; c < mesh.corners; ++c) {
      pulls.push_back({e, mesh.corner[std::size_t(e) * mesh.corners + c], corner_pulls[c]});
    }
  }
  return pulls;
}

// The edges of every element belong to each of its corners, in equal parts.
std::vector<Pull> spokesAndRimsPulls(const ElementMesh& mesh) {
  std::vector<Pull> pulls;
  pulls.reserve(mesh.corner.size() * std::size_t(mesh.corners));
  for (int e = 0; e < mesh.elements(); ++e) {
    const auto corner_pulls = cornerPulls(mesh, e);
    const int* corner = mesh.corner.data() + std::size_t(e) * mesh.corners;
    for (int c = 0; c < mesh.corners; ++c) {
      const std::array<double, 3> part = scaled(corner_pulls[c], 1.0 / mesh.corners);
      for (int set = 0; set < mesh.corners; ++set) pulls.push_back({corner[set], corner[c], part});
    }
  }
  return pulls;
}

// Every edge belongs to both its ends, half to each.
std::vector<Pull> spokesPulls(const ElementMesh& mesh) {
  std::vector<Pull> pulls;
  pulls.reserve(mesh.weight.size() * 4);
  const double* weight = mesh.weight.data();
  for (int e = 0; e < mesh.elements(); ++e) {
    const int* corner = mesh.corner.data() + std::size_t(e) * mesh.corners;
    for (const auto& [a, b] : edgesOf(mesh)) {
      const int i = corner[a], j = corner[b];
      const double half = *weight++ / 2;
      std::array<double, 3> pull{}, opposite{};
      for (int k = 0; k < mesh.dimension; ++k) {
        pull[k] = half * (mesh.restOf(j)[k] - mesh.restOf(i)[k]);
        opposite[k] = -pull[k];
      }
      pulls.insert(pulls.end(), {{i, j, pull}, {i, i, opposite}, {j, j, pull}, {j, i, opposite}});
    }
  }
  return pulls;
}

std::vector<Pull> pullsOf(const ElementMesh& mesh, ArapEnergy energy) {
  switch (energy) {
    case ArapEnergy::elements:
      return elementPulls(mesh);
    case ArapEnergy::spokes:
      return spokesPulls(mesh);
    case ArapEnergy::spokes_and_rims:
      break;
  }
  return spokesAndRimsPulls(mesh);
}

}  // namespace

EdgeSets::EdgeSets(int dimension, int sets, std::vector<Pull> pulls) : dimension_(dimension) {
  const std::vector<Pull> all = merged(std::move(pulls));
  const auto firstOf = [&](int set) {
    return std::ranges::lower_bound(all, set, {}, &Pull::set) - all.begin();
  };
  for (int set = 0; set < sets; set += 2) {
    std::array<std::ptrdiff_t, 2> next{firstOf(set), firstOf(set + 1)};
    const std::array<std::ptrdiff_t, 2> end{next[1], firstOf(set + 2)};
    Pair pair{{0, 0}, point_.size(), 0};
    for (int lane = 0; lane < 2; ++lane) {
      if (next[lane] < end[lane]) pair.center[lane] = all[std::size_t(next[lane]++)].point;
    }
    for (; next[0] < end[0] || next[1] < end[1]; ++next[0], ++next[1]) {
      std::array<Pull, 2> row;
      for (int lane = 0; lane < 2; ++lane) {
        const bool padding = next[lane] >= end[lane];
        row[lane] = padding ? Pull{set, pair.center[lane]} : all[std::size_t(next[lane])];
      }
      point_.push_back({row[0].point, row[1].point});
      for (int k = 0; k < dimension; ++k) {
        pull_.insert(pull_.end(), {row[0].vector[k], row[1].vector[k]});
      }
    }
    pair.end = point_.size();
    pairs_.push_back(pair);
  }
}

template <int Dimension>
std::array<Double2, Dimension * Dimension> EdgeSets::covarianceOf(const Pair& pair,
                                                                  const double* x) const {
  const VectorPair<Dimension> center = gather<Dimension>(x, pair.center);
  MatrixPair<Dimension> S{};
  for (std::size_t p = pair.first; p < pair.end; ++p) {
    const VectorPair<Dimension> at = gather<Dimension>(x, point_[p]);
    const double* pull = pull_.data() + p * (2 * Dimension);
    for (int i = 0; i < Dimension; ++i) {
      const Double2 edge = at[i] - center[i];
      for (int j = 0; j < Dimension; ++j) S[Dimension * i + j] += edge * load(pull + 2 * j);
    }
  }
  return S;
}

template <int Dimension>
void EdgeSets::rotationIn(int set, const double* x, double* R) const {
  MatrixPair<Dimension> rotations;
  fitRotations(covarianceOf<Dimension>(pairs_[std::size_t(set / 2)], x), rotations);
  for (int i = 0; i < Dimension * Dimension; ++i) R[i] = rotations[i][set % 2];
}

template <int Dimension>
double EdgeSets::fitIn(const double* x, double* b) const {
  Double2 trace{};
  for (const Pair& pair : pairs_) {
    MatrixPair<Dimension> R;
    trace += fitRotations(covarianceOf<Dimension>(pair, x), R);
    VectorPair<Dimension> sum{};
    for (std::size_t p = pair.first; p < pair.end; ++p) {
      const double* pull = pull_.data() + p * (2 * Dimension);
      VectorPair<Dimension> turned{};
      for (int i = 0; i < Dimension; ++i) {
        for (int j = 0; j < Dimension; ++j) turned[i] += R[Dimension * i + j] * load(pull + 2 * j);
        sum[i] -= turned[i];
      }
      scatter<Dimension>(turned, point_[p], b);
    }
    scatter<Dimension>(sum, pair.center, b);
  }
  return trace[0] + trace[1];
}

double EdgeSets::fit(std::span<const double> x, std::span<double> b) const {
  std::ranges::fill(b, 0.0);
  return dimension_ == 2 ? fitIn<2>(x.data(), b.data()) : fitIn<3>(x.data(), b.data());
}

int EdgeSets::setAt(int point) const {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Pair& pair = pairs_[i];
    for (int lane = 0; lane < 2; ++lane) {
      const auto isPoint = [&](const std::array<int, 2>& entry) { return entry[lane] == point; };
      const auto first = point_.begin() + std::ptrdiff_t(pair.first);
      const auto end = point_.begin() + std::ptrdiff_t(pair.end);
      // A set without pulls is centred on point 0 and padded with it.
      if (pair.first < pair.end && std::any_of(first, end, isPoint)) return int(2 * i) + lane;
    }
  }
  return -1;
}

void EdgeSets::rotationOf(int set, std::span<const double> x, std::span<double> R) const {
  if (dimension_ == 2) return rotationIn<2>(set, x.data(), R.data());
  rotationIn<3>(set, x.data(), R.data());
}

EdgeSets edgeSetsOf(const ElementMesh& mesh, ArapEnergy energy, std::span<const int> clusters) {
  std::vector<Pull> pulls = pullsOf(mesh, energy);
  int sets = energy == ArapEnergy::elements ? mesh.elements() : mesh.vertices();
  if (!clusters.empty()) {
    for (Pull& pull : pulls) pull.set = clusters[std::size_t(pull.set)];
    sets = *std::ranges::max_element(clusters) + 1;
  }
  return EdgeSets(mesh.dimension, sets, std::move(pulls));
}

}  // namespace vide::detail
