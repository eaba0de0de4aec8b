// SPDX-License-Identifier: MIT
#include "vide/io/detail/yaml.hpp"

#include <charconv>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

// What a message quotes of a file: short, and on one line.
std::string printable(std::string_view text, std::size_t longest = 60) {
  std::string result;
  for (const char c : text.substr(0, longest)) result += c >= ' ' && c != '\x7f' ? c : '?';
  return text.size() > longest ? result + "..." : result;
}

constexpr std::size_t longest_message = 400;

std::string scalar(const YAML::Node& node, const std::string& what) {
  if (!node.IsScalar()) rejectYaml(node, what + " is not a single value");
  return node.Scalar();
}

}  // namespace

Result<void> readYaml(std::string_view source, std::size_t max_bytes, const YamlReader& read) {
  if (source.size() > max_bytes) {
    return fail(ErrorCode::limit_exceeded,
                text("the file has ", source.size(), " bytes; max_bytes is ", max_bytes));
  }
  try {
    const YAML::Node root = YAML::Load(std::string(source));
    if (!root.IsMap()) rejectYaml(root, "expected a list of settings, each \"name: value\"");
    read(root);
    return {};
  } catch (const YAML::Exception& error) {
    const std::string message = printable(error.msg, longest_message);
    if (error.mark.is_null()) return fail(ErrorCode::malformed_data, message);
    return fail(ErrorCode::malformed_data, text("line ", error.mark.line + 1, ": ", message));
  } catch (const std::exception& error) {
    return fail(ErrorCode::malformed_data, printable(error.what(), longest_message));
  }
}

void rejectYaml(const YAML::Node& node, const std::string& message) {
  throw YAML::RepresentationException(node.Mark(), message);
}

YAML::Node optionalYamlEntry(const YAML::Node& map, const std::string& key) {
  if (!map.IsMap()) rejectYaml(map, "expected settings, each \"name: value\"");
  const YAML::Node entry = map[key];
  return entry && !entry.IsNull() ? entry : YAML::Node(YAML::NodeType::Undefined);
}

YAML::Node yamlEntry(const YAML::Node& map, const std::string& key) {
  const YAML::Node entry = optionalYamlEntry(map, key);
  if (!entry) rejectYaml(map, "\"" + key + "\" is missing; add it");
  return entry;
}

std::string yamlText(const YAML::Node& node, const std::string& what) {
  const std::string value = scalar(node, what);
  if (value.empty()) rejectYaml(node, what + " is empty");
  return value;
}

double yamlNumber(const YAML::Node& node, const std::string& what) {
  const std::string value = scalar(node, what);
  double number = 0;
  const char* begin = value.data() + (value.starts_with('+') ? 1 : 0);
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) {
    rejectYaml(node, text(what, " is \"", printable(value), "\", not a number"));
  }
  return number;
}

int yamlInteger(const YAML::Node& node, const std::string& what, int low, int high) {
  const double number = yamlNumber(node, what);
  if (number != std::floor(number) || number < low || number > high) {
    rejectYaml(node,
               text(what, " is ", number, "; it must be a whole number from ", low, " to ", high));
  }
  return int(number);
}

const YAML::Node& yamlList(const YAML::Node& node, const std::string& what, std::size_t low,
                           std::size_t high) {
  if (!node.IsSequence()) rejectYaml(node, what + " is not a list");
  if (node.size() < low || node.size() > high) {
    rejectYaml(node, text(what, " has ", node.size(), " entries; it needs ", low,
                          low == high ? std::string() : text(" to ", high)));
  }
  return node;
}

std::vector<std::string> yamlTexts(const YAML::Node& node, const std::string& what, std::size_t low,
                                   std::size_t high) {
  std::vector<std::string> texts;
  for (const YAML::Node& entry : yamlList(node, what, low, high)) {
    texts.push_back(yamlText(entry, "an entry of " + what));
  }
  return texts;
}

}  // namespace vide::detail
