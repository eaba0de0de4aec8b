// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace vide::detail {

// A new, empty and hidden file in the folder of `target`, open for writing; -1 and errno where
// there can be none.
//
// Its name follows from the target's, and it stays locked (flock) while it is open, so that the
// next writer of the same target can tell one that a killed process left behind, and removes it.
// Where the file system knows no locks, such files stay.
struct TemporaryFile {
  std::string path;
  int descriptor = -1;
};
TemporaryFile createTemporary(const std::string& target);

}  // namespace vide::detail
