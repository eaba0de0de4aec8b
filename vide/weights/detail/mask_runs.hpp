// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"

namespace vide::detail {

// The inside pixels of one row without a gap between them: a rectangle one pixel high.
// Rows count from the bottom, so that pixel (column, row) covers [column, column + 1] x
// [row, row + 1] in document units.
struct Run {
  int row = 0;
  int begin = 0, end = 0;              // columns begin .. end - 1
  int part = 0;                        // which connected component it belongs to
  int below_begin = 0, below_end = 0;  // its portals to the row below, left to right
  int above_begin = 0, above_end = 0;  // its portals to the row above, left to right
};

// Where two runs of neighbouring rows touch: columns begin .. end - 1. Pixels that touch only at a
// corner are not connected.
struct Portal {
  int lower = 0, upper = 0;
  int begin = 0, end = 0;
};

// A place inside the shape.
struct Place {
  int run = -1;
  Vec2 point;
};

// A mask as the convex cells that paths are found in. Cost follows the outline, not the area.
class MaskRuns {
 public:
  // The mask must outlive this.
  explicit MaskRuns(const Coverage& mask);

  int height() const { return int(row_start_.size()) - 1; }
  int parts() const { return parts_; }
  std::span<const Run> runs() const { return runs_; }
  std::span<const Portal> portals() const { return portals_; }
  const Run& run(int index) const { return runs_[index]; }
  struct Range {
    int begin = 0, end = 0;
  };
  // Indices of a row's runs, left to right.
  Range rowRange(int row) const { return {row_start_[row], row_start_[row + 1]}; }
  // Index of the run that holds the point, or -1.
  int runAt(Vec2 point) const;
  // The place nearest to the point; `allowed` says by part which runs count, empty allows all.
  // run is -1 where none counts.
  Place nearest(Vec2 point, std::span<const char> allowed = {}) const;
  // From a corner of the shape on the pixel grid to where its soft outline turns: along the
  // diagonal through the one outside pixel, by how much further or nearer than at a hard edge the
  // coverage, bilinear between pixel centres, falls to the threshold. Nothing where not exactly one
  // of the four pixels is outside.
  Vec2 cornerShift(Vec2 corner) const;
  // Root mean square distance of the inside pixels from their centroid; 0 for an empty mask.
  double radius() const;

 private:
  void findRuns(const Coverage& mask);
  void findPortals();
  void findParts();
  void nearestInRow(int row, Vec2 point, std::span<const char> allowed, Place& best,
                    double& best_distance) const;

  const Coverage& mask_;
  std::vector<Run> runs_;
  std::vector<Portal> portals_;
  std::vector<int> row_start_;  // height + 1
  int parts_ = 0;
};

}  // namespace vide::detail
