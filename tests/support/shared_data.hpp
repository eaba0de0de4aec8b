// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vide::test {

// The bytes of a file below the folder that the environment variable VIDE_SHARED names (real
// characters, motions and reference values that do not ship with the project).
//
// Without VIDE_SHARED the result is empty and one line says that the caller's check was skipped,
// except under CI, where it fails the running test. A named folder that lacks the file always
// fails.
std::optional<std::string> sharedFile(std::string_view path);

// The path of the shared folder itself, under the same rules.
std::optional<std::string> sharedFolder();

}  // namespace vide::test
