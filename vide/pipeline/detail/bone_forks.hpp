// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// Where the ways from two bones to their root meet, in a few steps however deep the skeleton: it is
// cut into runs of bones, each going on with the child that has most below it, and a way up changes
// run at most log2(bones) times (heavy path decomposition; Sleator & Tarjan, "A Data Structure for
// Dynamic Trees", 1983).
class BoneForks {
 public:
  explicit BoneForks(const Skeleton& skeleton);

  // The last bones of both ways before the one that is on both, or -1 where a way starts there.
  struct Fork {
    int below_a = -1, below_b = -1;

    friend bool operator==(const Fork&, const Fork&) = default;
  };
  // None between bones that hang on different roots.
  std::optional<Fork> between(int a, int b) const;

 private:
  // By bone.
  std::vector<int> parent_, next_;  // next_: the child in the same run, or -1
  std::vector<int> top_, level_;    // the first bone of its run; how many bones are above it
};

}  // namespace vide::detail
