// SPDX-License-Identifier: MIT
#include "vide/weights/detail/facet_energy.hpp"

#include <algorithm>
#include <cstddef>

namespace vide::detail {

namespace {

// An unevaluated sum of two doubles. Dekker, A floating-point technique for extending the available
// precision, 1971.
struct Twofold {
  double high = 0, low = 0;
};

Twofold exactSum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

// The halves of a double, so that products of halves are exact.
Twofold halves(double a) {
  const double scaled = 134217729.0 * a;  // 2^27 + 1
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

Twofold exactProduct(double a, double b) {
  const double product = a * b;
  const Twofold x = halves(a), y = halves(b);
  return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

Twofold times(Twofold a, double b) {
  const Twofold product = exactProduct(a.high, b);
  return exactSum(product.high, product.low + a.low * b);
}

void add(Twofold& a, Twofold b) {
  const Twofold sum = exactSum(a.high, b.high);
  a = exactSum(sum.high, sum.low + a.low + b.low);
}

using Vector = std::vector<Twofold>;

Vector multiplied(const SparseMatrix& A, const Vector& x) {
  Vector y(std::size_t(A.rows));
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) add(y[A.row[p]], times(x[c], A.value[p]));
  }
  return y;
}

Vector multipliedTransposed(const SparseMatrix& A, const Vector& x) {
  Vector y(std::size_t(A.columns));
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) add(y[c], times(x[A.row[p]], A.value[p]));
  }
  return y;
}

void scale(Vector& x, std::span<const double> factor) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = times(x[i], factor[i]);
}

}  // namespace

FacetEnergy::FacetEnergy(const FacetLaplacian& facets, int order)
    : order_(order),
      B_(product(facets.stiffness, facets.vertex_to_facet)),
      minus_L_(facets.stiffness),
      N_(facets.mass.size()) {
  // Only the ratio of masses matters to the minimiser; their size would be that of the mesh.
  const double largest = facets.mass.empty() ? 1 : *std::ranges::max_element(facets.mass);
  for (std::size_t f = 0; f < N_.size(); ++f) {
    N_[f] = facets.element_count[f] > 1 ? largest / facets.mass[f] : 0;
  }
}

SparseMatrix FacetEnergy::matrix() const {
  SparseMatrix right = B_;
  scaleRows(right, N_);
  if (order_ == 3) {
    right = product(minus_L_, right);
    scaleRows(right, N_);
  }
  return product(transposed(B_), right);
}

void FacetEnergy::multiplyExactly(std::span<const double> x, std::span<double> y) const {
  Vector values(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) values[i].high = x[i];
  values = multiplied(B_, values);
  scale(values, N_);
  if (order_ == 3) {
    values = multiplied(minus_L_, values);
    scale(values, N_);
  }
  values = multipliedTransposed(B_, values);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = values[i].high + values[i].low;
}

}  // namespace vide::detail
