// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// Dense arithmetic on tiles: four rows of a block side by side, so that element (i, k) of a block
// of w columns stands at (i / 4) * 4 w + 4 k + i % 4. Four rows are then one vector, and a block is
// read from front to back in both directions of a substitution.
//
// Every sum runs in the same order at any vector width and without fused multiplication, so that
// results are the same bits on every machine.
namespace vide::detail {

inline constexpr int tile_rows = 4;

constexpr int tilesFor(int rows) { return (rows + tile_rows - 1) / tile_rows; }

// Where tile t of a symmetric block begins: of its lower triangle tile t keeps columns 0 .. 4 t +
// 3. With t = the number of tiles it is the size of the whole.
constexpr std::size_t symmetricTile(int t) { return 8 * std::size_t(t) * (std::size_t(t) + 1); }

template <class Scalar>
struct TileKernels {
  // In place, a block of `columns` columns and `tiles` tiles, of which the first
  // tilesFor(columns) hold the square on top: the columns of its Cholesky factor, with the inverses
  // of the diagonal. Returns the first column whose pivot is not positive and finite, or -1.
  int (*factorize)(Scalar* block, int columns, int tiles);
  // S -= B B^T for a symmetric block of `tiles` tiles and B of as many and `columns` columns.
  void (*subtractSquare)(Scalar* S, const Scalar* B, int columns, int tiles);
  // One supernode's part of the substitutions with L and L^T, for `width` right-hand sides by rows
  // at x: its own rows begin at row `first`, those below are `row[0 .. rows)`.
  void (*forward)(const Scalar* block, int columns, int first, const int* row, int rows, Scalar* x,
                  int width);
  void (*backward)(const Scalar* block, int columns, int first, const int* row, int rows, Scalar* x,
                   int width);
};

// Those for the widest vectors that this machine has.
template <class Scalar>
const TileKernels<Scalar>& tileKernels();

}  // namespace vide::detail
