// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/vide/report.hpp"
#include "vide/core/error.hpp"

namespace vide::cli {

// Reports what a file of clips holds; `listed` is its list of them. Errors: those of readClips,
// with a document that has all that the clips name.
Result<void> inspectClips(const std::string& path, const nlohmann::ordered_json& listed,
                          Report& report);

}  // namespace vide::cli
