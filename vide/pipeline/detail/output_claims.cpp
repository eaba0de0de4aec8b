// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/output_claims.hpp"

#include <charconv>
#include <filesystem>
#include <system_error>

namespace vide::detail {
namespace {

// The sheet of which a file of that name would be a further page.
std::optional<std::string> sheetOfPage(const std::string& path) {
  const std::string name = std::filesystem::path(path).replace_extension().string();
  const auto dash = name.find_last_of('-');
  if (dash == std::string::npos) return std::nullopt;
  std::size_t number = 0;
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + dash + 1, end, number);
  if (read.ec != std::errc() || read.ptr != end || number == 0) return std::nullopt;
  std::string sheet = name.substr(0, dash) + ".json";
  const SheetPage page = sheetPage(sheet, number);
  if (path != page.text && path != page.picture) return std::nullopt;
  return sheet;
}

}  // namespace

std::optional<std::size_t> OutputClaims::claim(std::size_t job, const std::string& path,
                                               AnimationFormat format) {
  std::optional<std::size_t> other;
  const auto look = [&](const Jobs& jobs, const std::string& name) {
    const auto found = jobs.find(name);
    if (!other && found != jobs.end()) other = found->second;
  };
  const bool is_sheet = format == AnimationFormat::sprite_sheet;
  const std::string picture = is_sheet ? sheetPage(path, 0).picture : path;
  const auto sheet = sheetOfPage(path);
  look(files_, path);
  look(files_, picture);
  if (sheet) look(sheets_, *sheet);
  if (is_sheet) look(pages_, path);
  if (other) return other;
  files_.emplace(path, job);
  files_.emplace(picture, job);
  if (sheet) pages_.emplace(*sheet, job);
  if (is_sheet) sheets_.emplace(path, job);
  return std::nullopt;
}

}  // namespace vide::detail
