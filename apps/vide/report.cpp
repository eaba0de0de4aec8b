// SPDX-License-Identifier: MIT
#include "apps/vide/report.hpp"

#include <filesystem>

#include "vide/core/text.hpp"

namespace vide::cli {
namespace {

std::string sizeOf(const std::string& path) {
  std::error_code trouble;
  if (std::filesystem::is_directory(path, trouble)) return "folder";
  const auto bytes = std::filesystem::file_size(path, trouble);
  if (trouble) return "?";
  return bytes < 10000 ? text(bytes, " bytes") : text((bytes + 512) / 1024, " kB");
}

// Numbers to four digits: more is noise to a person.
std::string readable(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number_float()) return value.dump();
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value.get<double>());
  return buffer;
}

}  // namespace

std::string Report::json() const {
  nlohmann::ordered_json all = facts_;
  all["warnings"] = warnings_;
  all["written"] = written_;
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string Report::plain() const {
  std::string out;
  for (const auto& path : written_) out += text("wrote ", path, " (", sizeOf(path), ")\n");
  for (const auto& [name, value] : facts_.items()) {
    if (value.is_structured()) {
      for (const auto& [key, entry] : value.items()) {
        out += text("  ", value.is_object() ? key : name, ": ",
                    entry.is_structured() ? entry.dump() : readable(entry), "\n");
      }
    } else {
      out += text("  ", name, ": ", readable(value), "\n");
    }
  }
  return out;
}

}  // namespace vide::cli
