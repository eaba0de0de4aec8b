// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/box_tree.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/volume/sparse_lattice.hpp"

namespace vide {

class ThreadPool;

struct SolidOptions {
  // About how many cells the solid gets, 1 .. 10 million; their size follows from it, so a long
  // thin body gets as fine a solid as a round one.
  int cells = 40'000;
  // Most memory that building may take. Where it does not suffice, cells get larger; so they do
  // where pieces are scattered so thinly that a lattice around them has more than a thousand times
  // as many places as cells.
  std::size_t max_bytes = std::size_t(256) << 20;
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// Where a point reads what cells hold: up to eight cells with weights that sum to one.
struct SolidStencil {
  int count = 0;
  std::array<int, 8> cell{};
  std::array<double, 8> weight{};
};

// The space that a surface fills, as equal cubic cells on a lattice.
//
// It takes surfaces as artists leave them: open, crossing themselves, of many shells, with split
// seams, flipped faces and stray vertices. A cell belongs to the solid when
//   - a triangle touches it,
//   - or empty cells do not lead from it to the outside (over faces of cells),
//   - or it is walled in: of the 26 directions of the lattice at least 20 meet the surface. So a
//     surface with holes in it is still full.
// The lattice is centred on the surface's bounding box and knows no other unit than its extent:
// scaling changes nothing. Only space near the surface is stored, however far apart its parts are.
//
// Cells are numbered 0, 1, ... in the order z, y, x (x fastest). Not guaranteed: that sheets less
// than two cells apart stay apart, or that an open vessel stays empty.
class Solid {
 public:
  // surface: V is n x 3, F is m x 3; winding does not matter, vertices in no triangle count for
  // nothing. Errors: no triangles, V that is not n x 3, numbers that are not finite or beyond
  // 1e75, indices out of range, options out of range (invalid_argument); max_bytes too small for
  // any solid (limit_exceeded); cancelled.
  static Result<Solid> create(const TriMesh& surface, const SolidOptions& options = {},
                              const Progress& progress = {});

  int cells() const { return int(center_.size()); }
  double cellSize() const { return lattice_.cellSize(); }  // the edge of a cell, in the unit of V
  // True when max_bytes, or the space between pieces, made cells larger than `cells` asks for.
  bool coarsened() const { return coarsened_; }

  Vec3 center(int cell) const { return center_[cell]; }
  // Where the cell stands in storage; neighbours differ by one.
  SparseLattice::Place place(int cell) const;
  // The cells across the faces -x, +x, -y, +y, -z, +z; -1 where the solid ends.
  std::span<const int, 6> neighbors6(int cell) const { return neighbors_[cell]; }
  // Distance from the cell's centre to the nearest centre of a place outside, less half a cell, in
  // cell sizes: 0.5 at the surface.
  float depth(int cell) const { return depth_[cell]; }

  // Pieces that are connected over cell faces, numbered in the order of their lowest cell.
  int parts() const { return int(part_cells_.size()); }
  int part(int cell) const { return part_[cell]; }
  int partCells(int part) const { return part_cells_[part]; }  // how many cells a piece has

  // The cell that holds p, or -1 outside. p must be finite here and below.
  int cellAt(Vec3 p) const;
  // The cell whose centre is nearest to p; ties go to the lower one. It looks at few cells, however
  // far away p is.
  int nearestCell(Vec3 p) const;
  // The solid holds the straight line from a to b, as far as points half a cell apart can tell.
  bool sees(Vec3 a, Vec3 b) const;
  // Trilinear interpolation between the cells around p, of those that are connected with p's own
  // cell among the eight; outside the solid the nearest cell alone. It depends on p only, so that
  // vertices at one place read the same.
  SolidStencil stencil(Vec3 p) const;

 private:
  struct Builder;

  int cellIn(const SparseLattice::Place& at) const { return cell_in_[lattice_.index(at)]; }
  // Home and the cells around the corner of it that lies in the direction `along`, or -1: number k
  // lies on the far side of home along the axes whose bit it has.
  std::array<int, 8> cornersAround(const SparseLattice::Place& home,
                                   const std::array<double, 3>& along) const;

  SparseLattice lattice_;
  bool coarsened_ = false;
  std::vector<int> cell_in_;        // per place of the lattice: its cell, or -1
  std::vector<std::size_t> index_;  // per cell: its place of the lattice
  std::vector<Vec3> center_;
  std::vector<std::array<int, 6>> neighbors_;
  std::vector<float> depth_;
  std::vector<int> part_;
  std::vector<int> part_cells_;
  BoxTree stretches_;  // boxes around the centres of so many cells in a row
};

}  // namespace vide
