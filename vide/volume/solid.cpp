// SPDX-License-Identifier: MIT
#include "vide/volume/solid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "vide/core/largest_coordinate.hpp"
#include "vide/core/parallel_ranges.hpp"
#include "vide/core/text.hpp"
#include "vide/volume/detail/depth.hpp"
#include "vide/volume/detail/filled_lattice.hpp"
#include "vide/volume/line_samples.hpp"

namespace vide {
namespace {

using Place = SparseLattice::Place;

// What building takes at its height: bytes per place of the lattice and per cell.
constexpr std::size_t bytes_per_place = 12, bytes_per_cell = 128;
constexpr int cells_a_stretch = 64;
constexpr std::size_t cells_a_task = 8192;
constexpr int most_cells = 10'000'000;
// Where pieces are scattered so thinly that a cell has more places than this around it, cells get
// larger: finer ones would take time without end.
constexpr std::size_t places_per_cell = 1024, places_always = std::size_t(1) << 24;

Result<void> checkSurface(const TriMesh& surface) {
  if (surface.F.rows() == 0) {
    return fail(ErrorCode::invalid_argument, "surface: no triangles, so there is nothing to fill");
  }
  if (surface.V.cols() != 3) {
    return fail(ErrorCode::invalid_argument,
                text("surface: vertices have ", surface.V.cols(), " coordinates; give 3"));
  }
  for (Eigen::Index v = 0; v < surface.V.rows(); ++v) {
    // Negated, so that what is no number fails too.
    if ((surface.V.row(v).array().abs() <= largest_coordinate).all()) continue;
    return fail(ErrorCode::invalid_argument,
                text("vertex ", v, ": a coordinate is not a finite number, or beyond ",
                     largest_coordinate));
  }
  for (Eigen::Index face = 0; face < surface.F.rows(); ++face) {
    const auto corners = surface.F.row(face);
    if (corners.minCoeff() >= 0 && corners.maxCoeff() < surface.V.rows()) continue;
    return fail(ErrorCode::invalid_argument,
                text("triangle ", face, ": a vertex index is not in 0 .. ", surface.V.rows() - 1));
  }
  return {};
}

Result<detail::FillGoal> goalOf(const SolidOptions& options) {
  if (options.cells < 1 || options.cells > most_cells) {
    return fail(ErrorCode::invalid_argument,
                text("solid: ", options.cells, " cells; use 1 .. ", most_cells));
  }
  const std::size_t for_cells = std::size_t(options.cells) * bytes_per_cell;
  const std::size_t places =
      options.max_bytes > for_cells ? (options.max_bytes - for_cells) / bytes_per_place : 0;
  if (places == 0) {
    return fail(ErrorCode::limit_exceeded,
                text("solid: ", options.cells, " cells take more than max_bytes (",
                     options.max_bytes, "); allow more or ask for fewer"));
  }
  const std::size_t sensible = std::max(places_always, options.cells * places_per_cell);
  return detail::FillGoal{options.cells, std::min({places, sensible, std::size_t(0x7fffffff)}),
                          options.pool};
}

// Which of the eight cells at a corner of home (the first; -1 is none) are reached from it over
// faces: three rounds cover all.
std::array<bool, 8> reachedCorners(const std::array<int, 8>& corner) {
  std::array<bool, 8> reached{true};
  for (int round = 0; round < 3; ++round) {
    for (int k = 1; k < 8; ++k) {
      if (corner[k] < 0) continue;
      for (int axis = 0; axis < 3; ++axis) {
        if (reached[k ^ 1 << axis]) reached[k] = true;
      }
    }
  }
  return reached;
}

}  // namespace

struct Solid::Builder {
  static void number(Solid& solid, detail::FilledLattice filled) {
    solid.lattice_ = std::move(filled.lattice);
    solid.cell_in_.assign(filled.solid.size(), -1);
    solid.index_.reserve(std::size_t(filled.cells));
    for (std::size_t at = 0; at < filled.solid.size(); ++at) {
      if (!filled.solid[at]) continue;
      solid.cell_in_[at] = int(solid.index_.size());
      solid.index_.push_back(at);
    }
  }

  static void connect(Solid& solid, ThreadPool* pool) {
    const std::size_t count = solid.index_.size();
    solid.neighbors_.resize(count);
    solid.center_.resize(count);
    parallelRanges(pool, count, cells_a_task, [&](std::size_t begin, std::size_t end) {
      for (std::size_t cell = begin; cell < end; ++cell) {
        const std::size_t at = solid.index_[cell];
        solid.center_[cell] = solid.lattice_.center(solid.lattice_.place(at));
        for (int axis = 0; axis < 3; ++axis) {
          const std::size_t stride = solid.lattice_.stride(axis);
          solid.neighbors_[cell][2 * axis] = solid.cell_in_[at - stride];
          solid.neighbors_[cell][2 * axis + 1] = solid.cell_in_[at + stride];
        }
      }
    });
  }

  static void findStretches(Solid& solid) {
    std::vector<Box3> boxes;
    for (int cell = 0; cell < solid.cells(); ++cell) {
      if (cell % cells_a_stretch == 0) boxes.emplace_back();
      boxes.back().include(solid.center_[cell]);
    }
    solid.stretches_ = BoxTree(boxes);
  }

  static void findParts(Solid& solid) {
    solid.part_.assign(solid.center_.size(), -1);
    std::vector<int> open;
    for (int start = 0; start < solid.cells(); ++start) {
      if (solid.part_[start] >= 0) continue;
      const int part = solid.parts();
      solid.part_cells_.push_back(0);
      solid.part_[start] = part;
      open.push_back(start);
      while (!open.empty()) {
        const int cell = open.back();
        open.pop_back();
        ++solid.part_cells_[part];
        for (const int next : solid.neighbors6(cell)) {
          if (next < 0 || solid.part_[next] >= 0) continue;
          solid.part_[next] = part;
          open.push_back(next);
        }
      }
    }
  }
};

Result<Solid> Solid::create(const TriMesh& surface, const SolidOptions& options,
                            const Progress& progress) {
  if (auto usable = checkSurface(surface); !usable) return std::unexpected(usable.error());
  const auto goal = goalOf(options);
  if (!goal) return std::unexpected(goal.error());
  auto outcome = detail::fillLattice(surface, *goal, progress.slice(0, 0.9));
  if (!outcome) return std::unexpected(outcome.error());
  Solid solid;
  solid.coarsened_ = outcome->coarsened;
  Builder::number(solid, std::move(outcome->filled));
  Builder::connect(solid, options.pool);
  Builder::findParts(solid);
  Builder::findStretches(solid);
  solid.depth_ = detail::depths(solid.lattice_, solid.cell_in_, solid.cells());
  progress.report(1);
  return solid;
}

SparseLattice::Place Solid::place(int cell) const { return lattice_.place(index_[cell]); }

int Solid::cellAt(Vec3 p) const {
  Place at;
  return lattice_.find(p, at) ? cellIn(at) : -1;
}

int Solid::nearestCell(Vec3 p) const {
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](int stretch) {
    const int first = stretch * cells_a_stretch, end = std::min(first + cells_a_stretch, cells());
    for (int cell = first; cell < end; ++cell) {
      const double squared = squaredLength(center_[cell] - p);
      // The first counts at any distance: far away squares are infinite, and none is less.
      if (nearest >= 0 && (squared > least || (squared == least && cell > nearest))) continue;
      nearest = cell;
      least = squared;
    }
    return least;
  };
  stretches_.search(
      least, [&](const Box3& box) { return box.squaredDistance(p); }, look);
  return nearest;
}

bool Solid::sees(Vec3 a, Vec3 b) const {
  return forLineSamples(*this, a, b, 1e6, [](Vec3, int cell) { return cell >= 0; });
}

std::array<int, 8> Solid::cornersAround(const Place& home,
                                        const std::array<double, 3>& along) const {
  std::array<int, 8> corner;
  for (int k = 0; k < 8; ++k) {
    Place at = home;
    for (int axis = 0; axis < 3; ++axis) {
      if (k >> axis & 1) at[axis] += along[axis] < 0 ? -1 : 1;
    }
    corner[k] = cellIn(at);
  }
  return corner;
}

SolidStencil Solid::stencil(Vec3 p) const {
  SolidStencil stencil;
  Place home;
  if (!lattice_.find(p, home) || cellIn(home) < 0) {
    stencil.count = 1;
    stencil.cell[0] = nearestCell(p);
    stencil.weight[0] = 1;
    return stencil;
  }
  const Vec3 off = lattice_.inCells(p) - lattice_.inCells(lattice_.center(home));
  const std::array<double, 3> along{off.x, off.y, off.z};
  const std::array<int, 8> corner = cornersAround(home, along);
  const std::array<bool, 8> reached = reachedCorners(corner);
  double sum = 0;
  for (int k = 0; k < 8; ++k) {
    if (!reached[k]) continue;
    double weight = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const double t = std::min(std::abs(along[axis]), 1.0);
      weight *= k >> axis & 1 ? t : 1 - t;
    }
    stencil.cell[stencil.count] = corner[k];
    stencil.weight[stencil.count++] = weight;
    sum += weight;
  }
  for (int k = 0; k < stencil.count; ++k) stencil.weight[k] /= sum;
  return stencil;
}

}  // namespace vide
