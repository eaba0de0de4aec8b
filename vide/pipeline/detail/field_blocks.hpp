// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/pipeline/detail/surface_net.hpp"

namespace vide::detail {

// A body's field on a lattice around it, cut into blocks that each know which fleshes matter to
// them: work grows with the skin, not with skin times bones. Refers to the field.
class FieldBlocks {
 public:
  // A lattice with a corner at `middle` and everything outside at its border. Errors: more corners
  // than 100 million (limit_exceeded).
  static Result<FieldBlocks> create(const BodyField& field, Vec3 middle, double cell);

  // Each of these says false once it is cancelled.
  bool findFleshes(ThreadPool* pool, const Progress& progress);
  bool fill(ThreadPool* pool, const Progress& progress);

  // The lattice, filled; it is given away.
  FieldLattice takeLattice() { return std::move(lattice_); }
  // The field near a point of the lattice, up to a cell beyond its block.
  const LocalField& near(Vec3 p) const;

 private:
  struct Range {
    std::array<int, 3> first, last;
  };

  explicit FieldBlocks(const BodyField& field) : field_(&field) {}
  std::size_t indexOf(int x, int y, int z) const;
  Vec3 middleOf(int x, int y, int z) const;
  double ballRadius() const;
  Range blocksOf(std::size_t flesh) const;
  void fillBlock(int x, int y, int z);

  const BodyField* field_;
  FieldLattice lattice_;
  Vec3 origin_;
  double cell_ = 1;
  std::array<int, 3> blocks_{};
  std::vector<LocalField> local_;  // x fastest
};

}  // namespace vide::detail
