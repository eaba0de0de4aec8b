// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"

namespace vide {

// What a job that writes files returns once its Progress says to stop. Errors: cancelled.
inline std::unexpected<Error> cancelled() {
  return fail(ErrorCode::cancelled, "cancelled; nothing was written");
}

}  // namespace vide
