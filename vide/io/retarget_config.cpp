// SPDX-License-Identifier: MIT
#include "vide/io/retarget_config.hpp"

#include "vide/core/text.hpp"
#include "vide/io/detail/yaml.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

using namespace detail;

constexpr std::size_t max_entries = 10'000;

std::optional<Projection> readMethod(const YAML::Node& node) {
  const std::string method = yamlText(node, "method");
  if (method == "pca") return std::nullopt;
  if (method == "frontal") return Projection::frontal;
  // Older files have the second spelling.
  if (method == "sagittal" || method == "saggital") return Projection::sagittal;
  rejectYaml(node, "method is \"" + method + "\"; it must be frontal, sagittal or pca");
}

Vec3 readLocation(const YAML::Node& node) {
  const std::string what = "char_starting_location";
  yamlList(node, what, 3, 3);
  return {yamlNumber(node[0], what), yamlNumber(node[1], what), yamlNumber(node[2], what)};
}

ProjectionGroup readProjectionGroup(const YAML::Node& node) {
  return {yamlText(yamlEntry(node, "name"), "name"),
          yamlTexts(yamlEntry(node, "bvh_joint_names"), "bvh_joint_names", 1, max_entries),
          readMethod(yamlEntry(node, "method"))};
}

DrawGroup readDrawGroup(const YAML::Node& node) {
  return {yamlTexts(yamlEntry(node, "bvh_depth_drivers"), "bvh_depth_drivers", 1, max_entries),
          yamlTexts(yamlEntry(node, "char_joints"), "char_joints", 0, max_entries)};
}

std::vector<std::vector<std::string>> readChains(const YAML::Node& node, const std::string& what) {
  std::vector<std::vector<std::string>> chains;
  for (const YAML::Node& chain : yamlList(node, what, 1, max_entries)) {
    chains.push_back(yamlTexts(chain, "a chain of " + what, 2, max_entries));
  }
  return chains;
}

RootOffset readRootOffset(const YAML::Node& node) {
  const std::string group = "bvh_projection_bodypart_group_for_offset";
  return {yamlText(yamlEntry(node, group), group),
          readChains(yamlEntry(node, "bvh_joints"), "bvh_joints"),
          readChains(yamlEntry(node, "char_joints"), "char_joints")};
}

std::vector<JointMapping> readMapping(const YAML::Node& node) {
  const std::string what = "char_joint_bvh_joints_mapping";
  if (!node.IsMap() || node.size() > max_entries) {
    rejectYaml(node, what + " is not a list of \"joint: [proximal, distal]\"");
  }
  std::vector<JointMapping> mapping;
  for (const auto& entry : node) {
    const std::string joint = yamlText(entry.first, "a joint of " + what);
    const std::vector<std::string> segment = yamlTexts(entry.second, joint, 2, 2);
    mapping.push_back({joint, segment[0], segment[1]});
  }
  return mapping;
}

AboveCheck readCheck(const YAML::Node& node) {
  const auto words = yamlTexts(node, "a check of char_runtime_checks", 4, 4);
  if (words[0] != "above") {
    rejectYaml(node, "char_runtime_checks: unknown kind \"" + words[0] + "\"; it must be above");
  }
  return {words[1], words[2], words[3]};
}

// The list `key` of `map`, each entry read by `read`.
template <class Read>
auto readList(const YAML::Node& map, const std::string& key, std::size_t low, Read read) {
  std::vector<decltype(read(map))> list;
  const YAML::Node node = yamlEntry(map, key);
  for (const YAML::Node& entry : yamlList(node, key, low, max_entries)) list.push_back(read(entry));
  return list;
}

RetargetSettings readSettings(const YAML::Node& root) {
  RetargetSettings settings;
  settings.starting_location = readLocation(yamlEntry(root, "char_starting_location"));
  settings.projection_groups =
      readList(root, "bvh_projection_bodypart_groups", 1, readProjectionGroup);
  settings.draw_groups = readList(root, "char_bodypart_groups", 1, readDrawGroup);
  settings.root_offset = readRootOffset(yamlEntry(root, "char_bvh_root_offset"));
  settings.mapping = readMapping(yamlEntry(root, "char_joint_bvh_joints_mapping"));
  if (optionalYamlEntry(root, "char_runtime_checks")) {
    settings.above_checks = readList(root, "char_runtime_checks", 0, readCheck);
  }
  return settings;
}

}  // namespace

Result<RetargetConfig> parseRetargetConfig(std::string_view text, std::size_t max_bytes) {
  RetargetConfig config;
  const auto read = readYaml(text, max_bytes,
                             [&](const YAML::Node& root) { config.settings = readSettings(root); });
  if (!read) return std::unexpected(read.error());
  return config;
}

Result<RetargetConfig> readRetargetConfig(const std::string& path, std::size_t max_bytes) {
  const auto bytes = readFile(path, max_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto config =
      parseRetargetConfig({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, max_bytes);
  if (!config) return failAt(path, config.error());
  return config;
}

}  // namespace vide
