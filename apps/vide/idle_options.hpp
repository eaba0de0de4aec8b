// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <vector>

namespace vide::cli {

// An option that only some choices read: methods, or the endings of what is written.
struct ReservedOption {
  const char* name;
  std::vector<std::string> readers;
};

// For a parse_complete_callback: throws a usage error that names the readers where an option was
// given that `choice` would not read.
void refuseIdleOptions(const CLI::App& app, const std::string& choice,
                       std::span<const ReservedOption> options);

}  // namespace vide::cli
