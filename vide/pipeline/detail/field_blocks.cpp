// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/field_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t most_corners = 100'000'000;
constexpr int border = 2;        // cells outside the body on every side
constexpr int side = 4;          // of a block, in cells
constexpr double beyond = 1.25;  // how far outside a block its field still holds, in cells

std::array<double, 3> toArray(Vec3 v) { return {v.x, v.y, v.z}; }

}  // namespace

Result<FieldBlocks> FieldBlocks::create(const BodyField& field, Vec3 middle, double cell) {
  std::array<double, 3> reach{};
  for (std::size_t f = 0; f < field.fleshes().size(); ++f) {
    for (const Capsule& capsule : field.fleshes()[f].capsules) {
      const double around = std::max(capsule.from_radius, capsule.to_radius) + field.reach(f);
      for (const Vec3 end : {capsule.from, capsule.to}) {
        const auto away = toArray(end - middle);
        for (std::size_t a = 0; a < 3; ++a) {
          reach[a] = std::max(reach[a], std::abs(away[a]) + around);
        }
      }
    }
  }
  FieldBlocks blocks(field);
  std::array<int, 3> half;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    half[axis] = int(std::ceil(reach[axis] / cell)) + border;
    blocks.lattice_.corners[axis] = 2 * half[axis] + 1;
    blocks.blocks_[axis] = (blocks.lattice_.corners[axis] + side - 1) / side;
  }
  blocks.cell_ = blocks.lattice_.cell = cell;
  blocks.origin_ = middle - Vec3{double(half[0]), double(half[1]), double(half[2])} * cell;
  blocks.lattice_.origin = blocks.origin_;
  const std::size_t corners = blocks.lattice_.index(0, 0, blocks.lattice_.corners[2]);
  if (corners > most_corners) {
    return fail(ErrorCode::limit_exceeded,
                text("placeholder: a lattice of ", corners, " corners, at most ", most_corners,
                     "; ask for fewer cells or less thickness"));
  }
  blocks.lattice_.value.assign(corners, cell);
  return blocks;
}

std::size_t FieldBlocks::indexOf(int x, int y, int z) const {
  return std::size_t(x) +
         std::size_t(blocks_[0]) * (std::size_t(y) + std::size_t(blocks_[1]) * std::size_t(z));
}

Vec3 FieldBlocks::middleOf(int x, int y, int z) const {
  return origin_ + Vec3{x + 0.5, y + 0.5, z + 0.5} * (side * cell_);
}

double FieldBlocks::ballRadius() const { return (side / 2 * std::sqrt(3.0) + beyond) * cell_; }

FieldBlocks::Range FieldBlocks::blocksOf(std::size_t flesh) const {
  const double infinity = std::numeric_limits<double>::infinity();
  std::array<double, 3> low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
  for (const Capsule& capsule : field_->fleshes()[flesh].capsules) {
    const double around =
        std::max(capsule.from_radius, capsule.to_radius) + field_->reach(flesh) + beyond * cell_;
    for (const Vec3 end : {capsule.from, capsule.to}) {
      const auto at = toArray(end - origin_);
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], at[a] - around);
        high[a] = std::max(high[a], at[a] + around);
      }
    }
  }
  Range range;
  for (std::size_t a = 0; a < 3; ++a) {
    range.first[a] = std::clamp(int(low[a] / (side * cell_)), 0, blocks_[a] - 1);
    range.last[a] = std::clamp(int(high[a] / (side * cell_)), 0, blocks_[a] - 1);
  }
  return range;
}

bool FieldBlocks::findFleshes(ThreadPool* pool, const Progress& progress) {
  local_.resize(indexOf(0, 0, blocks_[2]));
  std::vector<std::vector<int>> candidates(local_.size());
  for (std::size_t f = 0; f < field_->fleshes().size(); ++f) {
    if (progress.cancelled()) return false;
    const Flesh& flesh = field_->fleshes()[f];
    const double reach = field_->reach(f) + ballRadius();
    const auto [first, last] = blocksOf(f);
    for (int z = first[2]; z <= last[2]; ++z) {
      for (int y = first[1]; y <= last[1]; ++y) {
        for (int x = first[0]; x <= last[0]; ++x) {
          if (flesh.leastDistance(middleOf(x, y, z)) > reach) continue;
          candidates[indexOf(x, y, z)].push_back(int(f));
        }
      }
    }
  }
  parallelFor(pool, std::size_t(blocks_[2]), [&](std::size_t z) {
    for (int y = 0; y < blocks_[1]; ++y) {
      for (int x = 0; x < blocks_[0] && !progress.cancelled(); ++x) {
        const std::size_t block = indexOf(x, y, int(z));
        local_[block] = field_->inBall(candidates[block], middleOf(x, y, int(z)), ballRadius());
      }
    }
  });
  progress.report(1);
  return !progress.cancelled();
}

void FieldBlocks::fillBlock(int x, int y, int z) {
  const LocalField& local = local_[indexOf(x, y, z)];
  if (local.empty()) return;
  const std::array<int, 3> block{x, y, z};
  Range range;
  for (std::size_t a = 0; a < 3; ++a) {
    range.first[a] = std::max(side * block[a], 1);
    range.last[a] = std::min(side * block[a] + side - 1, lattice_.corners[a] - 2);
  }
  for (int k = range.first[2]; k <= range.last[2]; ++k) {
    for (int j = range.first[1]; j <= range.last[1]; ++j) {
      for (int i = range.first[0]; i <= range.last[0]; ++i) {
        lattice_.value[lattice_.index(i, j, k)] =
            std::min(cell_, local.at(lattice_.position(i, j, k)));
      }
    }
  }
}

bool FieldBlocks::fill(ThreadPool* pool, const Progress& progress) {
  for (int z = 0; z < blocks_[2]; ++z) {
    parallelFor(pool, std::size_t(blocks_[1]) * std::size_t(blocks_[0]), [&](std::size_t i) {
      if (progress.cancelled()) return;
      fillBlock(int(i % std::size_t(blocks_[0])), int(i / std::size_t(blocks_[0])), z);
    });
    if (progress.cancelled()) return false;
    progress.report(double(z + 1) / blocks_[2]);
  }
  return true;
}

const LocalField& FieldBlocks::near(Vec3 p) const {
  const auto at = toArray((p - origin_) / (side * cell_));
  std::array<int, 3> block;
  for (std::size_t a = 0; a < 3; ++a) block[a] = std::clamp(int(at[a]), 0, blocks_[a] - 1);
  return local_[indexOf(block[0], block[1], block[2])];
}

}  // namespace vide::detail
