// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"

// A number for each pair of a vertex and a handle is soon more than a machine holds: what makes
// such a table has an option max_entries and refuses a larger one before it asks for memory.
namespace vide {

inline constexpr std::size_t usual_max_entries = std::size_t{1} << 28;  // doubles of two gigabytes

// Error: rows x columns is more than max_entries (limit_exceeded). `what` the table is, for the
// message.
inline Result<void> checkEntries(std::string_view what, std::size_t rows, std::size_t columns,
                                 std::size_t max_entries) {
  if (columns == 0 || rows <= max_entries / columns) return {};
  return fail(ErrorCode::limit_exceeded,
              text(what, ": ", rows, " x ", columns, " numbers; max_entries is ", max_entries));
}

}  // namespace vide
