// SPDX-License-Identifier: MIT
#include "vide/weights/smooth_weights.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/mesh/weld.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr int most_rounds = 10'000;

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("smoothing of weights: ", pieces...));
}

Result<void> checkInput(const VertexWeights& weights, const TriMesh& mesh,
                        const SmoothWeightsOptions& options) {
  const auto n = std::size_t(mesh.V.rows());
  if (auto usable = checkWeights(weights, n, WeightSigns::positive); !usable) return usable;
  if (!(options.strength >= 0 && options.strength <= 1)) {
    return wrong("the strength is ", options.strength, "; use 0 .. 1");
  }
  if (options.rounds < 0 || options.rounds > most_rounds) {
    return wrong(options.rounds, " rounds; use 0 .. ", most_rounds);
  }
  if (options.influences < 1) return wrong("influences is ", options.influences, "; use >= 1");
  if (!options.mask.empty() && options.mask.size() != n) {
    return wrong("the mask has ", options.mask.size(), " values for ", n, " vertices");
  }
  for (const double share : options.mask) {
    if (!(share >= 0 && share <= 1)) return wrong("the mask has a value ", share, "; use 0 .. 1");
  }
  if (mesh.F.size() > 0 && (mesh.F.minCoeff() < 0 || mesh.F.maxCoeff() >= mesh.V.rows())) {
    return wrong("a triangle names a vertex outside 0 .. ", mesh.V.rows() - 1);
  }
  if (!mesh.V.allFinite()) return wrong("a position is not finite");
  return {};
}

// For each place the places that share an edge with it, ascending, without repeats.
std::vector<std::vector<int>> neighboursOf(const TriMesh& mesh) {
  std::vector<std::vector<int>> neighbours(std::size_t(mesh.V.rows()));
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) {
      const int a = mesh.F(f, k), b = mesh.F(f, (k + 1) % 3);
      if (a == b) continue;
      neighbours[std::size_t(a)].push_back(b);
      neighbours[std::size_t(b)].push_back(a);
    }
  }
  for (auto& list : neighbours) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
  return neighbours;
}

// Sparse rows that are mixed into a dense scratch row.
class RowMixer {
 public:
  explicit RowMixer(int handles) : sum_(std::size_t(handles), 0.0) {}

  void add(std::span<const Influence> row, double share) {
    for (const Influence& entry : row) {
      double& sum = sum_[std::size_t(entry.handle)];
      if (sum == 0) touched_.push_back(entry.handle);
      sum += share * entry.weight;
    }
  }
  // The mixed row by ascending handle; the scratch is empty afterwards.
  std::vector<Influence> take() {
    std::ranges::sort(touched_);
    std::vector<Influence> row;
    for (const int handle : touched_) {
      double& sum = sum_[std::size_t(handle)];
      if (sum > 0) row.push_back({handle, std::exchange(sum, 0.0)});
    }
    touched_.clear();
    return row;
  }

 private:
  std::vector<double> sum_;
  std::vector<int> touched_;
};

using Rows = std::vector<std::vector<Influence>>;

// Per place the mean of its vertices' weights, and the strength where their mask is largest.
struct Places {
  Rows rows;
  std::vector<double> strength;
};

Places placesOf(const VertexWeights& weights, const WeldedMesh& welded,
                const SmoothWeightsOptions& options) {
  const auto count = std::size_t(welded.mesh.V.rows());
  std::vector<std::vector<int>> members(count);
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    members[std::size_t(welded.vertex[v])].push_back(int(v));
  }
  Places places{Rows(count), std::vector<double>(count, 0.0)};
  RowMixer mixer(weights.handles);
  for (std::size_t p = 0; p < count; ++p) {
    const double share = 1.0 / double(members[p].size());
    for (const int v : members[p]) {
      std::vector<Influence> row;
      for (std::size_t i = 0; i < weights.handlesOf(std::size_t(v)).size(); ++i) {
        row.push_back({weights.handlesOf(std::size_t(v))[i], weights.weightsOf(std::size_t(v))[i]});
      }
      mixer.add(row, share);
      const double mask = options.mask.empty() ? 1 : options.mask[std::size_t(v)];
      places.strength[p] = std::max(places.strength[p], options.strength * mask);
    }
    places.rows[p] = mixer.take();
  }
  return places;
}

Rows smoothedOnce(const Places& places, const std::vector<std::vector<int>>& neighbours,
                  RowMixer& mixer) {
  Rows next(places.rows.size());
  for (std::size_t p = 0; p < next.size(); ++p) {
    const double strength = neighbours[p].empty() ? 0 : places.strength[p];
    mixer.add(places.rows[p], 1 - strength);
    if (strength > 0) {
      const double share = strength / double(neighbours[p].size());
      for (const int q : neighbours[p]) mixer.add(places.rows[std::size_t(q)], share);
    }
    next[p] = mixer.take();
  }
  return next;
}

}  // namespace

Result<VertexWeights> smoothWeights(const VertexWeights& weights, const TriMesh& mesh,
                                    const SmoothWeightsOptions& options, const Progress& progress) {
  if (auto usable = checkInput(weights, mesh, options); !usable) {
    return std::unexpected(usable.error());
  }
  const WeldedMesh welded = weld(mesh);
  const auto neighbours = neighboursOf(welded.mesh);
  Places places = placesOf(weights, welded, options);
  RowMixer mixer(weights.handles);
  for (int round = 0; round < options.rounds; ++round) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "smoothing weights: cancelled");
    places.rows = smoothedOnce(places, neighbours, mixer);
  }
  VertexWeights smoothed;
  smoothed.handles = weights.handles;
  for (auto& row : places.rows) appendRow(smoothed, row);
  smoothed = prune(smoothed, options.influences);

  VertexWeights result;
  result.handles = weights.handles;
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    const auto place = std::size_t(welded.vertex[v]);
    const bool moves = options.rounds > 0 && options.strength > 0 && !neighbours[place].empty() &&
                       (options.mask.empty() || options.mask[v] > 0);
    detail::copyRow(moves ? smoothed : weights, moves ? place : v, result);
  }
  return result;
}

}  // namespace vide
