// SPDX-License-Identifier: MIT
#include "vide/deform/detail/edge_set_kernels.hpp"

#include "vide/core/wide_registers.hpp"
#include "vide/deform/detail/lanes.hpp"
#include "vide/deform/detail/rotation_fit_lanes.hpp"

namespace vide::detail {

namespace {

// The same coordinate of four points in one vector.
VIDE_INLINE void gather(const double* x, const std::array<int, 4>& point, Four (&at)[3]) {
  Four rows[4];
#pragma GCC unroll 4
  for (int lane = 0; lane < 4; ++lane) rows[lane] = load(x + 4 * std::ptrdiff_t(point[lane]));
  transpose(rows);
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) at[k] = rows[k];
}

VIDE_INLINE void gather(const double* x, const std::array<int, 4>& point, Four (&at)[2]) {
  const double* p[4];
#pragma GCC unroll 4
  for (int lane = 0; lane < 4; ++lane) p[lane] = x + 2 * std::ptrdiff_t(point[lane]);
  at[0] = Four{p[0][0], p[1][0], p[2][0], p[3][0]};
  at[1] = Four{p[0][1], p[1][1], p[2][1], p[3][1]};
}

VIDE_INLINE void scatter(const Four (&value)[3], const std::array<int, 4>& point, double* b) {
  Four rows[4] = {value[0], value[1], value[2], splat(0)};
  transpose(rows);
#pragma GCC unroll 4
  for (int lane = 0; lane < 4; ++lane) {
    double* to = b + 4 * std::ptrdiff_t(point[lane]);
    store(to, load(to) + rows[lane]);
  }
}

VIDE_INLINE void scatter(const Four (&value)[2], const std::array<int, 4>& point, double* b) {
#pragma GCC unroll 4
  for (int lane = 0; lane < 4; ++lane) {
    double* to = b + 2 * std::ptrdiff_t(point[lane]);
    to[0] += value[0][lane];
    to[1] += value[1][lane];
  }
}

template <int Dimension>
VIDE_INLINE void covariance(const EdgeSetView& sets, const EdgeSetGroup& group, const double* x,
                            Four (&S)[Dimension * Dimension]) {
  Four center[Dimension];
  gather(x, group.center, center);
#pragma GCC unroll 9
  for (int i = 0; i < Dimension * Dimension; ++i) S[i] = splat(0);
  for (std::size_t p = group.first; p < group.end; ++p) {
    Four at[Dimension];
    gather(x, sets.point[p], at);
    const double* pull = sets.pull + p * (4 * Dimension);
#pragma GCC unroll 3
    for (int i = 0; i < Dimension; ++i) {
      const Four edge = at[i] - center[i];
#pragma GCC unroll 3
      for (int j = 0; j < Dimension; ++j) S[Dimension * i + j] += edge * load(pull + 4 * j);
    }
  }
}

template <int Dimension>
VIDE_INLINE void pushBack(const EdgeSetView& sets, const EdgeSetGroup& group,
                          const Four (&R)[Dimension * Dimension], double* b) {
  Four rest[Dimension];
#pragma GCC unroll 3
  for (int i = 0; i < Dimension; ++i) rest[i] = splat(0);
  for (std::size_t p = group.first; p < group.end; ++p) {
    const double* pull = sets.pull + p * (4 * Dimension);
    Four turned[Dimension];
#pragma GCC unroll 3
    for (int i = 0; i < Dimension; ++i) {
      turned[i] = R[Dimension * i] * load(pull);
#pragma GCC unroll 2
      for (int j = 1; j < Dimension; ++j) turned[i] += R[Dimension * i + j] * load(pull + 4 * j);
      rest[i] -= turned[i];
    }
    scatter(turned, sets.point[p], b);
  }
  scatter(rest, group.center, b);
}

template <int Dimension>
VIDE_INLINE double fitSets(const EdgeSetView& sets, const double* x, double* b) {
  Four trace = splat(0);
  for (const EdgeSetGroup& group : sets.groups) {
    Four S[Dimension * Dimension], R[Dimension * Dimension];
    covariance<Dimension>(sets, group, x, S);
    trace += fitRotations(S, R);
    pushBack<Dimension>(sets, group, R, b);
  }
  return sumOf(trace);
}

template <int Dimension>
VIDE_INLINE void rotationOf(const EdgeSetView& sets, std::size_t group, int lane, const double* x,
                            double* rotation) {
  Four S[Dimension * Dimension], R[Dimension * Dimension];
  covariance<Dimension>(sets, sets.groups[group], x, S);
  fitRotations(S, R);
  for (int i = 0; i < Dimension * Dimension; ++i) rotation[i] = R[i][lane];
}

VIDE_INLINE double stretchInSpace(std::span<const WeightedEdge> edges, const double* x, double* b) {
  Four sum = splat(0);
  for (const WeightedEdge& edge : edges) {
    const std::ptrdiff_t from = 4 * std::ptrdiff_t(edge.from), to = 4 * std::ptrdiff_t(edge.to);
    const Four change = load(x + to) - load(x + from);
    const Four force = splat(edge.weight) * change;
    sum += force * change;
    store(b + from, load(b + from) + force);
    store(b + to, load(b + to) - force);
  }
  return sumOf(sum);
}

VIDE_INLINE double stretchInPlane(std::span<const WeightedEdge> edges, const double* x, double* b) {
  double sums[2] = {};
  for (const WeightedEdge& edge : edges) {
    const std::ptrdiff_t from = 2 * std::ptrdiff_t(edge.from), to = 2 * std::ptrdiff_t(edge.to);
    for (int k = 0; k < 2; ++k) {
      const double change = x[to + k] - x[from + k];
      const double force = edge.weight * change;
      sums[k] += force * change;
      b[from + k] += force;
      b[to + k] -= force;
    }
  }
  return sums[0] + sums[1];
}

VIDE_INLINE void multiplyInSpace(const double* A, int rows, const double* x, double* y) {
  for (int row = 0; row < rows; ++row, A += rows) {
    Four even = splat(0), odd = splat(0);
    int column = 0;
    for (; column + 1 < rows; column += 2) {
      even += splat(A[column]) * load(x + 4 * column);
      odd += splat(A[column + 1]) * load(x + 4 * column + 4);
    }
    if (column < rows) even += splat(A[column]) * load(x + 4 * column);
    store(y + 4 * row, even + odd);
  }
}

VIDE_INLINE void multiplyInPlane(const double* A, int rows, const double* x, double* y) {
  for (int row = 0; row < rows; ++row, A += rows) {
    double sums[2] = {};
    for (int column = 0; column < rows; ++column) {
      for (int k = 0; k < 2; ++k) sums[k] += A[column] * x[2 * column + k];
    }
    for (int k = 0; k < 2; ++k) y[2 * row + k] = sums[k];
  }
}

// One set of the kernels, compiled for the machine that `target` names.
#define VIDE_KERNELS(Name, target)                                                       \
  template <int Dimension>                                                               \
  struct Name {                                                                          \
    target static double fit(const EdgeSetView& sets, const double* x, double* b) {      \
      return fitSets<Dimension>(sets, x, b);                                             \
    }                                                                                    \
    target static void rotation(const EdgeSetView& sets, std::size_t group, int lane,    \
                                const double* x, double* R) {                            \
      rotationOf<Dimension>(sets, group, lane, x, R);                                    \
    }                                                                                    \
    target static double stretch(std::span<const WeightedEdge> edges, const double* x,   \
                                 double* b) {                                            \
      if constexpr (Dimension == 2) return stretchInPlane(edges, x, b);                  \
      return stretchInSpace(edges, x, b);                                                \
    }                                                                                    \
    target static void multiply(const double* A, int rows, const double* x, double* y) { \
      if constexpr (Dimension == 2) return multiplyInPlane(A, rows, x, y);               \
      multiplyInSpace(A, rows, x, y);                                                    \
    }                                                                                    \
    static constexpr EdgeSetKernels table{fit, rotation, stretch, multiply};             \
  };

VIDE_KERNELS(BaselineKernels, )
#ifdef VIDE_WIDE_REGISTERS
VIDE_KERNELS(Avx2Kernels, __attribute__((target("avx2"))))
#endif

}  // namespace

const EdgeSetKernels& edgeSetKernels(int dimension) {
#ifdef VIDE_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx2")) {
    return dimension == 2 ? Avx2Kernels<2>::table : Avx2Kernels<3>::table;
  }
#endif
  return dimension == 2 ? BaselineKernels<2>::table : BaselineKernels<3>::table;
}

}  // namespace vide::detail
