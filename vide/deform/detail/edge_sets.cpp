// SPDX-License-Identifier: MIT
#include "vide/deform/detail/edge_sets.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "vide/core/text.hpp"

namespace vide::detail {

namespace {

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

}  // namespace

EdgeSets::EdgeSets(int dimension, int sets, std::vector<Pull> pulls)
    : dimension_(dimension), place_(std::size_t(sets)) {
  const std::vector<Pull> all = merged(std::move(pulls));
  std::vector<Rows> rows(static_cast<std::size_t>(sets));
  for (std::size_t first = 0, end; first < all.size(); first = end) {
    for (end = first; end < all.size() && all[end].set == all[first].set; ++end) {
      const std::size_t point = std::size_t(all[end].point);
      if (point >= lowest_set_.size()) lowest_set_.resize(point + 1, -1);
      if (lowest_set_[point] < 0) lowest_set_[point] = all[end].set;
    }
    rows[std::size_t(all[first].set)] = Rows(all).subspan(first, end - first);
  }
  // Sets of equal length side by side need no padding.
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int set) { return rows[std::size_t(set)].size(); });
  for (std::size_t i = 0; i < order.size(); i += 4) {
    std::array<Rows, 4> group;
    for (std::size_t lane = 0; lane < std::min<std::size_t>(4, order.size() - i); ++lane) {
      group[lane] = rows[std::size_t(order[i + lane])];
      place_[std::size_t(order[i + lane])] = int(i + lane);
    }
    append(group);
  }
}

void EdgeSets::append(const std::array<Rows, 4>& sets) {
  EdgeSetGroup group{{}, point_.size(), 0};
  std::size_t longest = 0;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    if (!sets[lane].empty()) group.center[lane] = sets[lane].front().point;
    longest = std::max(longest, sets[lane].size());
  }
  for (std::size_t i = 1; i < longest; ++i) {
    std::array<const Pull*, 4> row{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
      if (i < sets[lane].size()) row[lane] = &sets[lane][i];
    }
    std::array<int, 4>& point = point_.emplace_back(group.center);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      if (row[lane]) point[lane] = row[lane]->point;
    }
    for (std::size_t k = 0; k < std::size_t(dimension_); ++k) {
      for (const Pull* pull : row) pull_.push_back(pull ? pull->vector[k] : 0);
    }
  }
  group.end = point_.size();
  groups_.push_back(group);
}

double EdgeSets::fit(std::span<const double> x, std::span<double> b) const {
  std::ranges::fill(b, 0.0);
  return edgeSetKernels(dimension_).fit(view(), x.data(), b.data());
}

int EdgeSets::setAt(int point) const {
  return std::size_t(point) < lowest_set_.size() ? lowest_set_[std::size_t(point)] : -1;
}

void EdgeSets::rotationOf(int set, std::span<const double> x, std::span<double> R) const {
  const int place = place_[std::size_t(set)];
  edgeSetKernels(dimension_)
      .rotation(view(), std::size_t(place / 4), place % 4, x.data(), R.data());
}

Result<void> checkClusters(std::span<const int> clusters, int sets) {
  const auto wrong = [](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text(pieces...));
  };
  if (clusters.empty()) return {};
  if (clusters.size() != std::size_t(sets)) {
    return wrong(clusters.size(), " cluster numbers for ", sets, " edge sets");
  }
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (clusters[i] >= 0 && clusters[i] < sets) continue;
    return wrong("edge set ", i, " has cluster ", clusters[i], "; number them 0 .. k - 1");
  }
  return {};
}

std::vector<Pull> pullsOf(const ElementMesh& mesh, ArapEnergy energy,
                          std::span<const int> clusters) {
  std::vector<Pull> pulls = energy == ArapEnergy::elements ? elementPulls(mesh)
                            : energy == ArapEnergy::spokes ? spokesPulls(mesh)
                                                           : spokesAndRimsPulls(mesh);
  if (clusters.empty()) return pulls;
  for (Pull& pull : pulls) pull.set = clusters[std::size_t(pull.set)];
  return pulls;
}

EdgeSets edgeSetsOf(const ElementMesh& mesh, ArapEnergy energy, std::span<const int> clusters) {
  const int own = energy == ArapEnergy::elements ? mesh.elements() : mesh.vertices();
  const int sets = clusters.empty() ? own : *std::ranges::max_element(clusters) + 1;
  return EdgeSets(mesh.dimension, sets, pullsOf(mesh, energy, clusters));
}

}  // namespace vide::detail
