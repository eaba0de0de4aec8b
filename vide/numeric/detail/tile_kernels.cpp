// SPDX-License-Identifier: MIT
#include "vide/numeric/detail/tile_kernels.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/inline.hpp"
#include "vide/core/wide_registers.hpp"

namespace vide::detail {

namespace {

// Four numbers, in as many machine registers of `Bytes` as that takes.
template <class Scalar, int Bytes>
struct Lanes {
  static constexpr int parts =
      tile_rows * int(sizeof(Scalar)) < Bytes ? 1 : tile_rows * int(sizeof(Scalar)) / Bytes;
  static constexpr int per_part = tile_rows / parts;
  typedef Scalar Vector __attribute__((vector_size(per_part * sizeof(Scalar))));
  typedef Scalar Unaligned
      __attribute__((vector_size(per_part * sizeof(Scalar)), aligned(sizeof(Scalar)), may_alias));

  Vector part[parts];

  VIDE_INLINE void load(const Scalar* from) {
#pragma GCC unroll 4
    for (int p = 0; p < parts; ++p) {
      part[p] = *reinterpret_cast<const Unaligned*>(from + p * per_part);
    }
  }
  VIDE_INLINE void store(Scalar* to) const {
#pragma GCC unroll 4
    for (int p = 0; p < parts; ++p) *reinterpret_cast<Unaligned*>(to + p * per_part) = part[p];
  }
  VIDE_INLINE void subtractProduct(const Lanes& a, Scalar b) {
#pragma GCC unroll 4
    for (int p = 0; p < parts; ++p) part[p] -= a.part[p] * b;
  }
  VIDE_INLINE void subtractProduct(const Lanes& a, const Lanes& b) {
#pragma GCC unroll 4
    for (int p = 0; p < parts; ++p) part[p] -= a.part[p] * b.part[p];
  }
  VIDE_INLINE void scale(Scalar factor) {
#pragma GCC unroll 4
    for (int p = 0; p < parts; ++p) part[p] *= factor;
  }
};

// C -= A B^T for `Tiles` tiles of C and A and `Width` columns of C: element (i, j) of tile t stands
// at c[t][4 j + i]. The four rows of tile `b` are the columns.
template <class Scalar, int Bytes, int Tiles, int Width>
VIDE_INLINE void subtractOuter(Scalar* const (&c)[Tiles], const Scalar* const (&a)[Tiles],
                               const Scalar* b, int columns) {
  Lanes<Scalar, Bytes> sum[Tiles][Width];
#pragma GCC unroll 4
  for (int t = 0; t < Tiles; ++t) {
#pragma GCC unroll 4
    for (int j = 0; j < Width; ++j) sum[t][j].load(c[t] + j * tile_rows);
  }
  for (int k = 0; k < columns; ++k) {
    Lanes<Scalar, Bytes> left[Tiles];
#pragma GCC unroll 4
    for (int t = 0; t < Tiles; ++t) left[t].load(a[t] + k * tile_rows);
#pragma GCC unroll 4
    for (int j = 0; j < Width; ++j) {
      const Scalar right = b[k * tile_rows + j];
#pragma GCC unroll 4
      for (int t = 0; t < Tiles; ++t) sum[t][j].subtractProduct(left[t], right);
    }
  }
#pragma GCC unroll 4
  for (int t = 0; t < Tiles; ++t) {
#pragma GCC unroll 4
    for (int j = 0; j < Width; ++j) sum[t][j].store(c[t] + j * tile_rows);
  }
}

// The same for tiles 0 .. tiles of C and A, which begin at place(t) and a + t a_stride.
template <class Scalar, int Bytes, int Width, class Place>
VIDE_INLINE void subtractOuters(Place place, const Scalar* a, std::size_t a_stride, int tiles,
                                const Scalar* b, int columns) {
  constexpr int at_once = Lanes<Scalar, Bytes>::parts == 1 ? 3 : 1;
  int t = 0;
  for (; t + at_once <= tiles; t += at_once) {
    Scalar* c[at_once];
    const Scalar* from[at_once];
    for (int i = 0; i < at_once; ++i) {
      c[i] = place(t + i);
      from[i] = a + std::size_t(t + i) * a_stride;
    }
    subtractOuter<Scalar, Bytes, at_once, Width>(c, from, b, columns);
  }
  for (; t < tiles; ++t) {
    Scalar* const c[1] = {place(t)};
    const Scalar* const from[1] = {a + std::size_t(t) * a_stride};
    subtractOuter<Scalar, Bytes, 1, Width>(c, from, b, columns);
  }
}

// The Cholesky factor of the `width` x `width` corner at d, element (i, j) at d[4 j + i], with the
// inverses of the diagonal. Returns the first bad column or -1.
template <class Scalar>
VIDE_INLINE int factorizeCorner(Scalar* d, int width) {
  for (int j = 0; j < width; ++j) {
    Scalar* column = d + j * tile_rows;
    for (int k = 0; k < j; ++k) {
      for (int i = j; i < width; ++i) {
        column[i] -= d[k * tile_rows + i] * d[k * tile_rows + j];
      }
    }
    if (!(column[j] > 0) || !std::isfinite(column[j])) return j;
    column[j] = 1 / std::sqrt(column[j]);
    for (int i = j + 1; i < width; ++i) column[i] *= column[j];
  }
  return -1;
}

template <class Scalar, int Bytes>
VIDE_INLINE void solveCorner(Scalar* rows, const Scalar* d, int width) {
  Lanes<Scalar, Bytes> column[tile_rows];
  for (int j = 0; j < width; ++j) {
    column[j].load(rows + j * tile_rows);
    for (int k = 0; k < j; ++k) column[j].subtractProduct(column[k], d[k * tile_rows + j]);
    column[j].scale(d[j * tile_rows + j]);
    column[j].store(rows + j * tile_rows);
  }
}

template <class Scalar, int Bytes, int Width>
VIDE_INLINE int factorizeColumns(Scalar* block, int at, int tiles, std::size_t stride) {
  const int top = at / tile_rows;
  Scalar* corner_tile = block + std::size_t(top) * stride;
  Scalar* corner = corner_tile + at * tile_rows;
  subtractOuters<Scalar, Bytes, Width>([&](int t) { return corner + std::size_t(t) * stride; },
                                       corner_tile, stride, tiles - top, corner_tile, at);
  const int bad = factorizeCorner(corner, Width);
  if (bad >= 0) return at + bad;
  for (int t = 1; t < tiles - top; ++t) {
    solveCorner<Scalar, Bytes>(corner + std::size_t(t) * stride, corner, Width);
  }
  return -1;
}

template <class Scalar, int Bytes>
VIDE_INLINE int factorize(Scalar* block, int columns, int tiles) {
  const std::size_t stride = std::size_t(columns) * tile_rows;
  int at = 0, bad = -1;
  for (; at + tile_rows <= columns && bad < 0; at += tile_rows) {
    bad = factorizeColumns<Scalar, Bytes, 4>(block, at, tiles, stride);
  }
  if (bad >= 0) return bad;
  switch (columns - at) {
    case 1:
      return factorizeColumns<Scalar, Bytes, 1>(block, at, tiles, stride);
    case 2:
      return factorizeColumns<Scalar, Bytes, 2>(block, at, tiles, stride);
    case 3:
      return factorizeColumns<Scalar, Bytes, 3>(block, at, tiles, stride);
    default:
      return -1;
  }
}

template <class Scalar, int Bytes>
VIDE_INLINE void subtractSquare(Scalar* S, const Scalar* B, int columns, int tiles) {
  const std::size_t stride = std::size_t(columns) * tile_rows;
  for (int u = 0; u < tiles; ++u) {
    const Scalar* b = B + std::size_t(u) * stride;
    subtractOuters<Scalar, Bytes, 4>(
        [&](int t) { return S + symmetricTile(u + t) + 16 * std::size_t(u); }, b, stride, tiles - u,
        b, columns);
  }
}

// sum[w] -= the tile's rows times column w of `own`, whose rows are `width` apart.
template <class Scalar, int Bytes, int Vectors>
VIDE_INLINE void subtractRows(Lanes<Scalar, Bytes> (&sum)[Vectors], const Scalar* tile,
                              const Scalar* own, int columns, int width) {
  for (int k = 0; k < columns; ++k) {
    Lanes<Scalar, Bytes> rows;
    rows.load(tile + k * tile_rows);
#pragma GCC unroll 4
    for (int w = 0; w < Vectors; ++w) {
      sum[w].subtractProduct(rows, own[std::ptrdiff_t(k) * width + w]);
    }
  }
}

// The square on top: own := L^-1 own.
template <class Scalar, int Bytes, int Vectors>
VIDE_INLINE void forwardSquare(const Scalar* block, int columns, Scalar* own, int width) {
  const std::size_t stride = std::size_t(columns) * tile_rows;
  for (int at = 0; at < columns; at += tile_rows) {
    const Scalar* tile = block + std::size_t(at / tile_rows) * stride;
    const int rows = std::min(tile_rows, columns - at);
    Lanes<Scalar, Bytes> sum[Vectors];
    Scalar value[Vectors][tile_rows] = {};
    for (int i = 0; i < rows; ++i) {
      for (int w = 0; w < Vectors; ++w) value[w][i] = own[std::ptrdiff_t(at + i) * width + w];
    }
    for (int w = 0; w < Vectors; ++w) sum[w].load(value[w]);
    subtractRows<Scalar, Bytes, Vectors>(sum, tile, own, at, width);
    for (int w = 0; w < Vectors; ++w) sum[w].store(value[w]);
    const Scalar* corner = tile + at * tile_rows;
    for (int j = 0; j < rows; ++j) {
      for (int w = 0; w < Vectors; ++w) {
        const Scalar solved = value[w][j] * corner[j * tile_rows + j];
        own[std::ptrdiff_t(at + j) * width + w] = solved;
        for (int i = j + 1; i < rows; ++i) value[w][i] -= corner[j * tile_rows + i] * solved;
      }
    }
  }
}

template <class Scalar, int Bytes, int Vectors>
VIDE_INLINE void forwardVectors(const Scalar* block, int columns, int first, const int* row,
                                int rows, Scalar* x, int width) {
  Scalar* own = x + std::ptrdiff_t(first) * width;
  forwardSquare<Scalar, Bytes, Vectors>(block, columns, own, width);
  const std::size_t stride = std::size_t(columns) * tile_rows;
  const Scalar* tile = block + std::size_t(tilesFor(columns)) * stride;
  for (int at = 0; at < rows; at += tile_rows, tile += stride) {
    Lanes<Scalar, Bytes> sum[Vectors] = {};
    subtractRows<Scalar, Bytes, Vectors>(sum, tile, own, columns, width);
    Scalar value[Vectors][tile_rows];
    for (int w = 0; w < Vectors; ++w) sum[w].store(value[w]);
    const int here = std::min(tile_rows, rows - at);
    for (int i = 0; i < here; ++i) {
      Scalar* to = x + std::ptrdiff_t(row[at + i]) * width;
      for (int w = 0; w < Vectors; ++w) to[w] += value[w][i];
    }
  }
}

// own -= tile^T values, for the values of the tile's four rows.
template <class Scalar, int Bytes, int Vectors>
VIDE_INLINE void subtractColumns(Scalar* own, const Scalar* tile,
                                 const Scalar (&value)[tile_rows][Vectors], int columns,
                                 int width) {
  if constexpr (Vectors == tile_rows) {
    Lanes<Scalar, Bytes> factor[tile_rows];
    for (int i = 0; i < tile_rows; ++i) factor[i].load(value[i]);
    for (int k = 0; k < columns; ++k) {
      Lanes<Scalar, Bytes> sum;
      sum.load(own + std::ptrdiff_t(k) * width);
#pragma GCC unroll 4
      for (int i = 0; i < tile_rows; ++i) sum.subtractProduct(factor[i], tile[k * tile_rows + i]);
      sum.store(own + std::ptrdiff_t(k) * width);
    }
  } else {
    for (int k = 0; k < columns; ++k) {
      const Scalar* t = tile + k * tile_rows;
#pragma GCC unroll 4
      for (int w = 0; w < Vectors; ++w) {
        own[std::ptrdiff_t(k) * width + w] -=
            (t[0] * value[0][w] + t[1] * value[1][w]) + (t[2] * value[2][w] + t[3] * value[3][w]);
      }
    }
  }
}

// The square on top: own := L^-T own.
template <class Scalar, int Bytes, int Vectors>
VIDE_INLINE void backwardSquare(const Scalar* block, int columns, Scalar* own, int width) {
  const std::size_t stride = std::size_t(columns) * tile_rows;
  for (int at = (tilesFor(columns) - 1) * tile_rows; at >= 0; at -= tile_rows) {
    const Scalar* tile = block + std::size_t(at / tile_rows) * stride;
    const Scalar* corner = tile + at * tile_rows;
    const int rows = std::min(tile_rows, columns - at);
    Scalar value[tile_rows][Vectors] = {};
    for (int j = rows - 1; j >= 0; --j) {
      for (int w = 0; w < Vectors; ++w) {
        Scalar sum = own[std::ptrdiff_t(at + j) * width + w];
        for (int i = j + 1; i < rows; ++i) sum -= corner[j * tile_rows + i] * value[i][w];
        value[j][w] = sum * corner[j * tile_rows + j];
        own[std::ptrdiff_t(at + j) * width + w] = value[j][w];
      }
    }
    subtractColumns<Scalar, Bytes, Vectors>(own, tile, value, at, width);
  }
}

template <class Scalar, int Bytes, int Vectors>
VIDE_INLINE void backwardVectors(const Scalar* block, int columns, int first, const int* row,
                                 int rows, Scalar* x, int width) {
  Scalar* own = x + std::ptrdiff_t(first) * width;
  const std::size_t stride = std::size_t(columns) * tile_rows;
  const Scalar* tile = block + std::size_t(tilesFor(columns)) * stride;
  for (int at = 0; at < rows; at += tile_rows, tile += stride) {
    Scalar value[tile_rows][Vectors] = {};
    const int here = std::min(tile_rows, rows - at);
    for (int i = 0; i < here; ++i) {
      const Scalar* from = x + std::ptrdiff_t(row[at + i]) * width;
      for (int w = 0; w < Vectors; ++w) value[i][w] = from[w];
    }
    subtractColumns<Scalar, Bytes, Vectors>(own, tile, value, columns, width);
  }
  backwardSquare<Scalar, Bytes, Vectors>(block, columns, own, width);
}

// Four right-hand sides at a time, then the rest.
#define VIDE_FOR_VECTORS(function)                                                          \
  for (; width - done >= 4; done += 4) {                                                    \
    function<Scalar, Bytes, 4>(block, columns, first, row, rows, x + done, width);          \
  }                                                                                         \
  switch (width - done) {                                                                   \
    case 1:                                                                                 \
      return function<Scalar, Bytes, 1>(block, columns, first, row, rows, x + done, width); \
    case 2:                                                                                 \
      return function<Scalar, Bytes, 2>(block, columns, first, row, rows, x + done, width); \
    case 3:                                                                                 \
      return function<Scalar, Bytes, 3>(block, columns, first, row, rows, x + done, width); \
    default:                                                                                \
      return;                                                                               \
  }

template <class Scalar, int Bytes>
VIDE_INLINE void forward(const Scalar* block, int columns, int first, const int* row, int rows,
                         Scalar* x, int width) {
  int done = 0;
  VIDE_FOR_VECTORS(forwardVectors)
}

template <class Scalar, int Bytes>
VIDE_INLINE void backward(const Scalar* block, int columns, int first, const int* row, int rows,
                          Scalar* x, int width) {
  int done = 0;
  VIDE_FOR_VECTORS(backwardVectors)
}

// One set of the four kernels, compiled for the machine that `target` names.
#define VIDE_KERNELS(Name, Bytes, target)                                                     \
  template <class Scalar>                                                                     \
  struct Name {                                                                               \
    target static int factorize(Scalar* block, int columns, int tiles) {                      \
      return detail::factorize<Scalar, Bytes>(block, columns, tiles);                         \
    }                                                                                         \
    target static void subtractSquare(Scalar* S, const Scalar* B, int columns, int tiles) {   \
      detail::subtractSquare<Scalar, Bytes>(S, B, columns, tiles);                            \
    }                                                                                         \
    target static void forward(const Scalar* block, int columns, int first, const int* row,   \
                               int rows, Scalar* x, int width) {                              \
      detail::forward<Scalar, Bytes>(block, columns, first, row, rows, x, width);             \
    }                                                                                         \
    target static void backward(const Scalar* block, int columns, int first, const int* row,  \
                                int rows, Scalar* x, int width) {                             \
      detail::backward<Scalar, Bytes>(block, columns, first, row, rows, x, width);            \
    }                                                                                         \
    static constexpr TileKernels<Scalar> table{factorize, subtractSquare, forward, backward}; \
  };

VIDE_KERNELS(BaselineKernels, 16, )
#ifdef VIDE_WIDE_REGISTERS
VIDE_KERNELS(Avx2Kernels, 32, __attribute__((target("avx2"))))
#endif

}  // namespace

template <class Scalar>
const TileKernels<Scalar>& tileKernels() {
#ifdef VIDE_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx2")) return Avx2Kernels<Scalar>::table;
#endif
  return BaselineKernels<Scalar>::table;
}

template const TileKernels<double>& tileKernels();
template const TileKernels<float>& tileKernels();

}  // namespace vide::detail
