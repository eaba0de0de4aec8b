// SPDX-License-Identifier: MIT
#include "vide/io/detail/implied_picture.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/io/file.hpp"

namespace vide::detail {

Result<void> checkImpliedPicture(const std::string& picture, std::span<const std::string> texts) {
  std::error_code unknown;
  if (!std::filesystem::exists(picture, unknown)) return {};
  const std::string name = std::filesystem::path(picture).filename().string();
  for (const std::string& path : texts) {
    const auto content = readFile(path);
    if (content && !std::ranges::search(*content, name).empty()) return {};
  }
  return fail(ErrorCode::file_access,
              text(picture,
                   ": would be written too, but a file of that name is there that no such "
                   "output made; choose another name for -o, or move it away"));
}

}  // namespace vide::detail
