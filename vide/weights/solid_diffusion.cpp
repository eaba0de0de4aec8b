// SPDX-License-Identifier: MIT
#include "vide/weights/solid_diffusion.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/numeric/sparse_cholesky.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/fitting_solid.hpp"
#include "vide/weights/detail/solid_readout.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr const char* method = "solid diffusion weights";
constexpr int bones_a_solve = 8;
constexpr double least_weight = 1e-6;

// The cells that bones hold and their weights there, and the free ones that heat reaches.
class Domain {
 public:
  Domain(const Solid& solid, std::span<const detail::BoneCells> seeds)
      : solid_(solid), holders_(std::size_t(solid.cells())), number_(holders_.size(), -1) {
    std::vector<char> reached(std::size_t(solid.parts()), 0);
    for (std::size_t b = 0; b < seeds.size(); ++b) {
      for (const int cell : seeds[b].cells) {
        holders_[std::size_t(cell)].push_back(int(b));
        reached[std::size_t(solid.part(cell))] = 1;
      }
    }
    for (int cell = 0; cell < solid.cells(); ++cell) {
      if (!reached[std::size_t(solid.part(cell))] || !holders(cell).empty()) continue;
      number_[std::size_t(cell)] = int(free_.size());
      free_.push_back(cell);
    }
  }

  std::span<const int> holders(int cell) const { return holders_[std::size_t(cell)]; }
  std::span<const int> free() const { return free_; }
  int number(int cell) const { return number_[std::size_t(cell)]; }  // among the free, or -1

  SparseMatrix laplacian() const {
    std::vector<Triplet> entries;
    for (const int cell : free_) {
      int degree = 0;
      for (const int next : solid_.neighbors6(cell)) {
        if (next < 0) continue;
        ++degree;
        if (number(next) >= 0) entries.push_back({number(cell), number(next), -1});
      }
      entries.push_back({number(cell), number(cell), double(degree)});
    }
    const int n = int(free_.size());
    return fromTriplets(n, n, entries);
  }

  // Solves for bones first .. first + count - 1: a row for each free cell.
  std::vector<double> solve(const SparseCholesky& factor, int first, int count) const {
    std::vector<double> x(free_.size() * std::size_t(count), 0.0), scratch(x.size());
    for (std::size_t i = 0; i < free_.size(); ++i) {
      for (const int next : solid_.neighbors6(free_[i])) {
        if (next < 0) continue;
        for (const int b : holders(next)) {
          if (b < first || b >= first + count) continue;
          x[i * std::size_t(count) + std::size_t(b - first)] += 1.0 / double(holders(next).size());
        }
      }
    }
    factor.solve(std::span<const double>(x), x, count, scratch);
    return x;
  }

 private:
  const Solid& solid_;
  std::vector<std::vector<int>> holders_;  // per cell
  std::vector<int> number_, free_;
};

// Per free cell the weights of all bones that reach it.
using Rows = std::vector<std::vector<Influence>>;

Result<Rows> solveFree(const Domain& domain, std::span<const detail::SolidBone> bones,
                       ThreadPool* pool, const Progress& progress) {
  Rows rows(domain.free().size());
  if (rows.empty()) return rows;
  const auto factor = SparseCholesky::factorize(domain.laplacian());
  if (!factor) return failAt(method, factor.error());
  progress.report(0.5);
  const std::size_t batches = (bones.size() + bones_a_solve - 1) / bones_a_solve;
  std::vector<std::vector<double>> solved(batches);
  const auto countOf = [&](std::size_t batch) {
    return std::min(int(bones.size()) - int(batch) * bones_a_solve, bones_a_solve);
  };
  parallelFor(pool, batches, [&](std::size_t batch) {
    if (progress.cancelled()) return;
    solved[batch] = domain.solve(*factor, int(batch) * bones_a_solve, countOf(batch));
  });
  if (progress.cancelled()) return fail(ErrorCode::cancelled, text(method, ": cancelled"));
  for (std::size_t batch = 0; batch < batches; ++batch) {
    const int first = int(batch) * bones_a_solve;
    for (std::size_t i = 0; i < solved[batch].size(); ++i) {
      if (solved[batch][i] < least_weight) continue;
      const auto b = std::size_t(first) + i % std::size_t(countOf(batch));
      rows[i / std::size_t(countOf(batch))].push_back({bones[b].bone, solved[batch][i]});
    }
  }
  return rows;
}

VertexWeights cellWeights(const Solid& solid, const Domain& domain,
                          std::span<const detail::SolidBone> bones, Rows free, int handles) {
  VertexWeights cells;
  cells.handles = handles;
  std::vector<Influence> row;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    row.clear();
    if (domain.number(cell) >= 0) row = std::move(free[std::size_t(domain.number(cell))]);
    for (const int b : domain.holders(cell)) {
      row.push_back({bones[std::size_t(b)].bone, 1.0 / double(domain.holders(cell).size())});
    }
    appendRow(cells, row);
  }
  return cells;
}

Result<void> checkCells(int cells) {
  if (cells <= most_diffusion_cells) return {};
  return fail(ErrorCode::limit_exceeded,
              text(method, ": ", cells, " cells are more than ", most_diffusion_cells,
                   "; lower `cells`, or use solid heat"));
}

}  // namespace

Result<WeightsResult> solidDiffusionWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                            const SolidDiffusionOptions& options,
                                            const Progress& progress) {
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  if (auto few = checkCells(options.solid.cells); !few) return std::unexpected(few.error());
  SolidOptions on_pool = options.solid;
  on_pool.pool = options.pool;
  auto fitting =
      detail::fittingSolid(mesh, on_pool, detail::usual_bytes_per_cell, progress.slice(0, 0.1));
  if (!fitting) return std::unexpected(fitting.error());
  auto result =
      solidDiffusionWeights(fitting->solid, mesh.V, skeleton, options, progress.slice(0.1, 1));
  if (result) std::ranges::move(fitting->warnings, std::back_inserter(result->warnings));
  return result;
}

Result<WeightsResult> solidDiffusionWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                            const Skeleton& skeleton,
                                            const SolidDiffusionOptions& options,
                                            const Progress& progress) {
  if (auto usable = detail::checkReading(V, skeleton, options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  if (auto few = checkCells(solid.cells()); !few) return std::unexpected(few.error());
  const detail::SeededBones seeded = detail::seedBones(solid, skeleton);
  const auto& [bones, seeds] = seeded;
  const Domain domain(solid, seeds);
  auto free = solveFree(domain, bones, options.pool, progress);
  if (!free) return std::unexpected(free.error());

  WeightsResult result;
  detail::CellSources sources = detail::cellSources(solid, seeds);
  const VertexWeights cells =
      cellWeights(solid, domain, bones, std::move(*free), int(skeleton.size()));
  result.warnings = detail::outsideWarnings(skeleton, seeded);
  std::ranges::move(sources.warnings, std::back_inserter(result.warnings));
  result.weights = detail::readCells(solid, selectRows(cells, sources.cell), V, options.influences);
  return result;
}

}  // namespace vide
