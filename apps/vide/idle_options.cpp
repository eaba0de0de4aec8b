// SPDX-License-Identifier: MIT
#include "apps/vide/idle_options.hpp"

#include <algorithm>

#include "vide/core/text.hpp"

namespace vide::cli {

void refuseIdleOptions(const CLI::App& app, const std::string& choice,
                       std::span<const ReservedOption> options) {
  for (const auto& [name, readers] : options) {
    if (app.count(name) == 0 || std::ranges::find(readers, choice) != readers.end()) continue;
    std::string listed;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      if (i > 0) listed += i + 1 < readers.size() ? ", " : " and ";
      listed += readers[i];
    }
    throw CLI::ValidationError(name, text(choice, " does not read it; it is for ", listed));
  }
}

}  // namespace vide::cli
