// SPDX-License-Identifier: MIT
#include "apps/vide/report.hpp"

#include <filesystem>
#include <map>

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

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The message without its numbers and what stands in quotation marks.
std::string kindOf(const std::string& message) {
  std::string kind;
  char quote = 0;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if ((c == '\'' || c == '"') && (i == 0 || message[i - 1] == ' ')) {
      quote = c;
      kind += '?';
    } else if (!isDigit(c)) {
      kind += c;
    } else if (i == 0 || !isDigit(message[i - 1])) {
      kind += '#';
    }
  }
  return kind;
}

}  // namespace

void Report::warn(const std::vector<std::string>& messages) {
  warnings_.insert(warnings_.end(), messages.begin(), messages.end());
}

std::vector<std::string> Report::warningsForPeople() const {
  constexpr std::size_t few = 3;
  std::map<std::string, std::size_t> counts;
  for (const std::string& message : warnings_) ++counts[kindOf(message)];
  std::vector<std::string> told;
  for (const std::string& message : warnings_) {
    std::size_t& count = counts[kindOf(message)];
    if (count == 0) continue;  // summed up before
    if (count <= few) {
      told.push_back(message);
    } else {
      told.push_back(text(message, " (and ", count - 1, " more of this kind)"));
      count = 0;
    }
  }
  return told;
}

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
