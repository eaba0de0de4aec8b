// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "vide/core/error.hpp"

// Morph targets (blend shapes): a shape is the rest shape plus each target's offsets times its
// weight. They are added before skinning, as in glTF: let a skinning job read what this one writes.
namespace vide {

// One target. Sparse: offset i belongs to vertex `vertices[i]`, each named at most once; dense,
// with no `vertices`: offset i belongs to vertex i.
struct MorphTarget {
  std::span<const std::uint32_t> vertices;
  std::span<const float> offsets;         // 3 per vertex
  std::span<const float> normal_offsets;  // as many, or none
};

// One frame: out = rest + sum_t weights[t] targets[t], any weights (0 leaves a target out). Normals
// are not made unit length again; skinning by matrices does that.
struct MorphJob {
  std::span<const MorphTarget> targets;
  std::span<const float> weights;    // one per target
  std::span<const float> positions;  // 3 per vertex
  std::span<const float> normals;    // as many, or none
  std::span<float> out_positions;    // other memory than `positions`
  std::span<float> out_normals;      // other memory than `normals`

  // Errors: sizes that do not fit together, a vertex that the shape lacks, an offset that is not
  // finite.
  Result<void> validate() const;
  // Allocates nothing. The job must be valid.
  void run() const noexcept;
};

}  // namespace vide
