// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/error.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/pipeline/placeholder.hpp"

namespace vide::detail {

// Whether a body can be put around the skeleton. Errors: those of placeholderBody.
Result<void> checkBody(const Skeleton& skeleton, const PlaceholderOptions& options);

// Where the body is and how fine its lattice.
struct BodySize {
  Vec3 middle;
  double cell = 1;
};

BodySize bodySize(const Skeleton& skeleton, int cells);

// The flesh on its bones, thick enough to show on that lattice.
std::vector<Flesh> bodyFleshes(const Skeleton& skeleton, const PlaceholderOptions& options);

}  // namespace vide::detail
