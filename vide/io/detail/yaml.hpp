// SPDX-License-Identifier: MIT
#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"

// Reading settings out of YAML. The functions that take a node report by exception, as yaml-cpp
// does; readYaml is where all of that becomes an error value. They look only at what they are asked
// for, so aliases that multiply are never followed.
namespace vide::detail {

using YamlReader = std::function<void(const YAML::Node& root)>;

// Parses the text and hands its root to `read`. Errors name the line: text that is not YAML, an
// exception from `read`, nesting deeper than yaml-cpp's own limit, more bytes than `max_bytes`.
Result<void> readYaml(std::string_view text, std::size_t max_bytes, const YamlReader& read);

// Ends the reading with the line of `node` and this message.
[[noreturn]] void rejectYaml(const YAML::Node& node, const std::string& message);

// The entry `key` of a map; the optional one is undefined (false) when missing or null.
YAML::Node yamlEntry(const YAML::Node& map, const std::string& key);
YAML::Node optionalYamlEntry(const YAML::Node& map, const std::string& key);

// `what` names the value in messages.
std::string yamlText(const YAML::Node& node, const std::string& what);
double yamlNumber(const YAML::Node& node, const std::string& what);
int yamlInteger(const YAML::Node& node, const std::string& what, int low, int high);
// A sequence with `low` to `high` entries; a tag such as !!python/tuple changes nothing.
const YAML::Node& yamlList(const YAML::Node& node, const std::string& what, std::size_t low,
                           std::size_t high);
std::vector<std::string> yamlTexts(const YAML::Node& node, const std::string& what, std::size_t low,
                                   std::size_t high);

}  // namespace vide::detail
