// SPDX-License-Identifier: MIT
#include "vide/volume/detail/depth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace vide::detail {
namespace {

// Squared distances to what is outside, built axis by axis: along a line, the nearest outside place
// is where (own value of that place) + (distance)^2 is least.
class SquaredDepths {
 public:
  SquaredDepths(const SparseLattice& lattice, const std::vector<int>& cell_in)
      : lattice_(lattice), squared_(cell_in.size(), 0) {
    // As far as the rim at most; what is outside stays 0.
    for (std::size_t at = 0; at < cell_in.size(); ++at) {
      if (cell_in[at] >= 0) inside_.push_back(at);
    }
    alongX(cell_in);
    along(1);
    along(2);
  }

  float depth(std::size_t at) const { return std::sqrt(float(squared_[at])) - 0.5f; }

 private:
  void alongX(const std::vector<int>& cell_in) {
    std::int64_t run = 0;
    for (const std::size_t at : inside_) {
      run = cell_in[at - 1] >= 0 ? run + 1 : 1;
      squared_[at] = run;
    }
    for (auto it = inside_.rbegin(); it != inside_.rend(); ++it) {
      const std::size_t at = *it;
      run = cell_in[at + 1] >= 0 ? run + 1 : 1;
      squared_[at] = std::min(squared_[at], run);
    }
    for (const std::size_t at : inside_) squared_[at] *= squared_[at];
  }

  void along(int axis) {
    const std::ptrdiff_t stride = std::ptrdiff_t(lattice_.stride(axis));
    std::vector<std::int64_t> next(inside_.size());
    for (std::size_t k = 0; k < inside_.size(); ++k) {
      const std::int64_t* here = &squared_[inside_[k]];
      std::int64_t least = *here;
      for (std::int64_t step = 1; step * step < least; ++step) {
        const std::ptrdiff_t off = std::ptrdiff_t(step) * stride;
        least = std::min({least, here[off] + step * step, here[-off] + step * step});
      }
      next[k] = least;
    }
    for (std::size_t k = 0; k < inside_.size(); ++k) squared_[inside_[k]] = next[k];
  }

  const SparseLattice& lattice_;
  std::vector<std::size_t> inside_;  // places, ascending
  std::vector<std::int64_t> squared_;
};

}  // namespace

std::vector<float> depths(const SparseLattice& lattice, const std::vector<int>& cell_in,
                          int cells) {
  const SquaredDepths squared(lattice, cell_in);
  std::vector<float> depth(cells);
  for (std::size_t at = 0; at < cell_in.size(); ++at) {
    if (cell_in[at] >= 0) depth[cell_in[at]] = squared.depth(at);
  }
  return depth;
}

}  // namespace vide::detail
