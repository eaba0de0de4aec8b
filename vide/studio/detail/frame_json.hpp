// SPDX-License-Identifier: MIT
#pragma once

#include "vide/studio/detail/method.hpp"

namespace vide::detail {

class Session;
struct ShownMoment;

// `Frame` of protocol.ts with its blobs.
Reply frameOf(Session& session, const ShownMoment& moment);
// What an edit that poses answers: `Edited` with the frame of the shown moment and its blobs.
Reply editedWithFrame(Session& session, std::vector<std::string> warnings = {});

}  // namespace vide::detail
