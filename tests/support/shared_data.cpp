// SPDX-License-Identifier: MIT
#include "tests/support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

namespace vide::test {

std::optional<std::string> sharedFolder() {
  if (const char* folder = std::getenv("VIDE_SHARED"); folder && *folder) return folder;
  if (std::getenv("CI")) {
    FAIL_CHECK("VIDE_SHARED is not set; CI must not skip this check");
  } else {
    std::printf("skipped: a check that needs shared data (set VIDE_SHARED)\n");
  }
  return std::nullopt;
}

std::optional<std::string> sharedFile(std::string_view path) {
  const auto folder = sharedFolder();
  if (!folder) return std::nullopt;
  const std::string full = *folder + "/" + std::string(path);
  std::FILE* file = std::fopen(full.c_str(), "rb");
  if (!file) {
    FAIL_CHECK("cannot open ", full);
    return std::nullopt;
  }
  std::string bytes;
  char buffer[1 << 16];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) {
    bytes.append(buffer, got);
  }
  std::fclose(file);
  return bytes;
}

}  // namespace vide::test
