// SPDX-License-Identifier: MIT
#include "vide/weights/bone_heat.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/mesh/weld.hpp"
#include "vide/numeric/sparse_cholesky.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/heat_sources.hpp"
#include "vide/weights/detail/place_text.hpp"
#include "vide/weights/detail/robust_laplacian.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {

using detail::HeatSource;

namespace {

constexpr const char* method = "bone heat";
constexpr int bones_a_solve = 16;
constexpr double most_sharpness = 32;
constexpr std::size_t most_named = 10;
constexpr double least_weight = 1e-6;

// Which vertices belong to a piece of the mesh that some bone heats.
std::vector<int> heatedVertices(const Components& pieces, std::span<const HeatSource> sources) {
  std::vector<char> heated(std::size_t(pieces.count), 0);
  for (std::size_t v = 0; v < sources.size(); ++v) {
    if (sources[v].heat > 0) heated[std::size_t(pieces.of_vertex[v])] = 1;
  }
  std::vector<int> vertices;
  for (std::size_t v = 0; v < sources.size(); ++v) {
    if (heated[std::size_t(pieces.of_vertex[v])]) vertices.push_back(int(v));
  }
  return vertices;
}

// Solves for all bones on the vertices `kept`; the matrix has a row for each of them.
class HeatSystem {
 public:
  HeatSystem(const TriMesh& mesh, std::span<const HeatSource> sources, std::span<const int> kept)
      : sources_(sources), kept_(kept), laplacian_(detail::robustLaplacian(mesh)) {
    strength_.reserve(kept.size());
    for (const int v : kept) {
      // A vertex without area, that only degenerate triangles have, is a matter of its neighbours;
      // the small share keeps the system regular should it have none.
      const double mass = std::max(laplacian_.mass[std::size_t(v)], leastMass(mesh));
      strength_.push_back(mass * sources[std::size_t(v)].heat);
    }
  }

  Result<Eigen::MatrixXd> solve(int bones, ThreadPool* pool, const Progress& progress) const {
    SparseMatrix A = submatrix(laplacian_.stiffness, kept_, kept_);
    for (int c = 0; c < A.columns; ++c) {
      for (int e = A.start[c]; e < A.start[c + 1]; ++e) {
        if (A.row[e] == c) A.value[e] += strength_[std::size_t(c)];
      }
    }
    const auto factor = SparseCholesky::factorize(A);
    if (!factor) return failAt(method, factor.error());
    progress.report(0.4);
    Eigen::MatrixXd W(Eigen::Index(kept_.size()), bones);
    const int batches = (bones + bones_a_solve - 1) / bones_a_solve;
    parallelFor(pool, std::size_t(batches), [&](std::size_t batch) {
      if (progress.cancelled()) return;
      const int first = int(batch) * bones_a_solve;
      solveBatch(*factor, first, std::min(bones - first, bones_a_solve), W);
    });
    progress.report(1);
    return W;
  }

 private:
  static double leastMass(const TriMesh& mesh) {
    const double diagonal = (mesh.V.colwise().maxCoeff() - mesh.V.colwise().minCoeff()).norm();
    return diagonal > 0 ? 1e-12 * diagonal * diagonal : 1;
  }

  void solveBatch(const SparseCholesky& factor, int first, int count, Eigen::MatrixXd& W) const {
    std::vector<double> x(kept_.size() * std::size_t(count), 0.0), scratch(x.size());
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const HeatSource& source = sources_[std::size_t(kept_[i])];
      for (const int b : source.bones) {
        if (b < first || b >= first + count) continue;
        x[i * std::size_t(count) + std::size_t(b - first)] =
            strength_[i] / double(source.bones.size());
      }
    }
    factor.solve(std::span<const double>(x), x, count, scratch);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      for (int b = 0; b < count; ++b) {
        W(Eigen::Index(i), first + b) = x[i * std::size_t(count) + std::size_t(b)];
      }
    }
  }

  std::span<const HeatSource> sources_;
  std::span<const int> kept_;
  detail::RobustLaplacian laplacian_;
  std::vector<double> strength_;  // M H, per kept vertex
};

// The solution's rows to that power; prune() restores their sums.
VertexWeights sharpened(const Eigen::MatrixXd& solution, double sharpness) {
  return weightsFromMatrix(solution.unaryExpr([&](double w) {
    return w < least_weight ? 0 : sharpness == 1 ? w : math::pow(w, sharpness);
  }));
}

std::string warningFor(const TriMesh& mesh, std::span<const int> piece) {
  Vec3 sum;
  for (const int v : piece) sum += rowOf(mesh.V, v);
  return text("the piece of ", piece.size(), " vertices around ",
              detail::placeText(sum / double(piece.size())),
              " sees no bone; it takes the weights of what is nearest to it");
}

// The largest pieces are named and the rest counted.
std::vector<std::string> warningsFor(const TriMesh& mesh, const Components& pieces,
                                     std::span<const int> unheated) {
  std::vector<std::vector<int>> members(std::size_t(pieces.count));
  for (const int v : unheated) members[std::size_t(pieces.of_vertex[std::size_t(v)])].push_back(v);
  std::erase_if(members, [](const auto& piece) { return piece.empty(); });
  std::ranges::stable_sort(members,
                           [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < std::min(members.size(), most_named); ++i) {
    warnings.push_back(warningFor(mesh, members[i]));
  }
  if (members.size() > most_named) {
    warnings.push_back(text(members.size() - most_named,
                            " smaller pieces see no bone either; each takes what is nearest"));
  }
  return warnings;
}

TriMesh partOf(const TriMesh& mesh, std::span<const int> kept) {
  std::vector<int> number(std::size_t(mesh.V.rows()), -1);
  for (std::size_t i = 0; i < kept.size(); ++i) number[std::size_t(kept[i])] = int(i);
  std::vector<Eigen::Index> faces;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    if (number[std::size_t(mesh.F(f, 0))] >= 0) faces.push_back(f);
  }
  TriMesh part{mesh.V(kept, Eigen::all), mesh.F(faces, Eigen::all)};
  for (int& v : part.F.reshaped()) v = number[std::size_t(v)];
  return part;
}

// One row per vertex: those of `solved` where they are kept, and elsewhere the nearest of them.
Result<VertexWeights> spread(const TriMesh& mesh, std::span<const int> kept,
                             const VertexWeights& solved) {
  if (kept.size() == std::size_t(mesh.V.rows())) return solved;
  const auto locator = SurfaceLocator::build(partOf(mesh, kept));
  if (!locator) return failAt(method, locator.error());
  VertexWeights all;
  all.handles = solved.handles;
  std::size_t next = 0;
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (next < kept.size() && kept[next] == v) {
      detail::copyRow(solved, next++, all);
    } else {
      detail::appendMixedRow(solved, locator->nearest(rowOf(mesh.V, v)), all);
    }
  }
  return all;
}

Result<void> checkInput(const TriMesh& mesh, const Skeleton& skeleton,
                        const BoneHeatOptions& options) {
  if (auto usable = detail::checkVertices(mesh.V, 2, 3); !usable) return usable;
  if (auto usable = detail::checkBones(skeleton); !usable) return usable;
  if (auto usable = detail::checkInfluences(options.influences); !usable) return usable;
  if (!(options.heat > 0 && std::isfinite(options.heat))) {
    return fail(ErrorCode::invalid_argument,
                text(method, ": the heat is ", options.heat, "; use a number above 0"));
  }
  if (options.sharpness >= 1 && options.sharpness <= most_sharpness) return {};
  return fail(ErrorCode::invalid_argument, text(method, ": the sharpness is ", options.sharpness,
                                                "; use 1 .. ", most_sharpness));
}

// On a mesh in which every place has one vertex.
Result<WeightsResult> heatWelded(const TriMesh& mesh, const Skeleton& skeleton,
                                 const BoneHeatOptions& options, const Progress& progress) {
  const auto locator = SurfaceLocator::build(mesh);
  if (!locator) return failAt(method, locator.error());
  const auto sourcesSeen = [&](detail::BonesSeen seen) {
    return detail::heatSources(mesh, *locator, skeleton, options.heat, seen, options.pool,
                               progress);
  };
  auto sources = sourcesSeen(detail::BonesSeen::where_it_is_open);
  if (progress.cancelled()) return fail(ErrorCode::cancelled, text(method, ": cancelled"));
  progress.report(0.5);

  WeightsResult result;
  const Components pieces = connectedComponents(int(mesh.V.rows()), mesh.F);
  std::vector<int> kept = heatedVertices(pieces, sources);
  if (kept.empty()) {
    result.warnings.push_back("no vertex sees a bone; each is heated by its nearest");
    sources = sourcesSeen(detail::BonesSeen::through_the_surface);
    kept = heatedVertices(pieces, sources);
  }
  const HeatSystem system(mesh, sources, kept);
  const auto solved = system.solve(int(skeleton.size()), options.pool, progress.slice(0.5, 1));
  if (!solved) return std::unexpected(solved.error());
  if (progress.cancelled()) return fail(ErrorCode::cancelled, text(method, ": cancelled"));

  auto weights =
      spread(mesh, kept, prune(sharpened(*solved, options.sharpness), options.influences));
  if (!weights) return std::unexpected(weights.error());
  result.weights = prune(*weights, options.influences);
  std::vector<int> vertices(std::size_t(mesh.V.rows())), unheated;
  std::iota(vertices.begin(), vertices.end(), 0);
  std::ranges::set_difference(vertices, kept, std::back_inserter(unheated));
  std::ranges::move(warningsFor(mesh, pieces, unheated), std::back_inserter(result.warnings));
  return result;
}

}  // namespace

Result<WeightsResult> boneHeatWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                      const BoneHeatOptions& options, const Progress& progress) {
  if (auto usable = checkInput(mesh, skeleton, options); !usable) {
    return std::unexpected(usable.error());
  }
  if (const auto surface = SurfaceLocator::build(mesh); !surface) {
    return failAt(method, surface.error());
  }
  const WeldedMesh welded = weld(mesh);
  auto result = heatWelded(welded.mesh, skeleton, options, progress);
  if (result) result->weights = selectRows(result->weights, welded.vertex);
  return result;
}

}  // namespace vide
