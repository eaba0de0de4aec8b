// SPDX-License-Identifier: MIT
#pragma once

#include "vide/studio/detail/arguments.hpp"

namespace vide::detail {

class Session;

// `State` of protocol.ts.
Json stateJson(const Session& session);

}  // namespace vide::detail
