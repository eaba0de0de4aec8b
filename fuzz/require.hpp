// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

// Stops the harness where a result breaks a promise.
inline void require(bool promise) {
  if (!promise) std::abort();
}
