// SPDX-License-Identifier: MIT
#include "apps/vide/studio_page.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/io/file.hpp"

namespace vide::cli {
namespace {

namespace fs = std::filesystem;

std::optional<std::vector<std::uint8_t>> embeddedFile(std::string_view name) {
  const auto files = embeddedPage();
  const auto found = std::ranges::find(files, name, &PageFile::name);
  if (found == files.end()) return std::nullopt;
  return std::vector(found->bytes.begin(), found->bytes.end());
}

std::optional<std::vector<std::uint8_t>> fileIn(const std::string& folder, std::string_view name) {
  std::error_code trouble;
  for (const auto& entry : fs::recursive_directory_iterator(folder, trouble)) {
    if (!entry.is_regular_file(trouble)) continue;
    if (entry.path().lexically_relative(folder).generic_string() != name) continue;
    auto bytes = readFile(entry.path().string());
    return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Result<StudioPage> pageInProgram() {
  if (!embeddedPage().empty()) return StudioPage(embeddedFile);
  return fail(ErrorCode::not_found,
              "this vide was built without the editor: run scripts/build_editor.sh, build vide "
              "again, or name a built editor with --page FOLDER");
}

Result<StudioPage> pageInFolder(const std::string& folder) {
  if (!fileIn(folder, "index.html")) {
    return fail(ErrorCode::not_found,
                text(folder, ": holds no index.html; name the folder of a built editor"));
  }
  return [folder](std::string_view name) { return fileIn(folder, name); };
}

const char* pageMime(std::string_view name) {
  constexpr struct {
    std::string_view ending;
    const char* mime;
  } kinds[] = {{".html", "text/html; charset=utf-8"},
               {".js", "text/javascript; charset=utf-8"},
               {".css", "text/css; charset=utf-8"},
               {".wasm", "application/wasm"},
               {".svg", "image/svg+xml"},
               {".png", "image/png"},
               {".txt", "text/plain; charset=utf-8"},
               {".json", "application/json"},
               {".map", "application/json"},
               {".webmanifest", "application/manifest+json"}};
  for (const auto& kind : kinds) {
    if (name.ends_with(kind.ending)) return kind.mime;
  }
  return "application/octet-stream";
}

}  // namespace vide::cli
