// SPDX-License-Identifier: MIT
#include "vide/io/character_config.hpp"

#include <filesystem>
#include <map>

#include "vide/core/text.hpp"
#include "vide/io/detail/yaml.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

using namespace detail;

struct NamedJoint {
  CharacterJoint joint;
  std::string parent;  // empty for the root
};

NamedJoint readJoint(const YAML::Node& node) {
  NamedJoint named;
  named.joint.name = yamlText(yamlEntry(node, "name"), "name");
  const YAML::Node place = yamlEntry(node, "loc");
  yamlList(place, "loc", 2, 2);
  named.joint.position = {yamlNumber(place[0], "loc"), yamlNumber(place[1], "loc")};
  if (const YAML::Node parent = optionalYamlEntry(node, "parent")) {
    named.parent = yamlText(parent, "parent");
  }
  return named;
}

// Joints with their parents looked up, parents first.
Result<std::vector<CharacterJoint>> connected(const std::vector<NamedJoint>& named) {
  std::map<std::string, int, std::less<>> index;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (index.emplace(named[i].joint.name, int(i)).second) continue;
    return fail(ErrorCode::malformed_data, text("joint ", i, " repeats the name \"",
                                                named[i].joint.name, "\" of an earlier one"));
  }
  std::vector<int> parents;
  for (const auto& [joint, parent] : named) {
    const auto found = index.find(parent);
    if (!parent.empty() && found == index.end()) {
      return fail(ErrorCode::malformed_data, text("joint \"", joint.name, "\" has the parent \"",
                                                  parent, "\", which is not in the list"));
    }
    parents.push_back(parent.empty() ? -1 : found->second);
  }
  const auto order = parentsFirstOrder(parents);
  if (!order) return failAt("skeleton", order.error());
  std::vector<int> place(named.size());
  for (std::size_t k = 0; k < order->size(); ++k) place[std::size_t((*order)[k])] = int(k);
  std::vector<CharacterJoint> joints;
  for (const int i : *order) {
    joints.push_back(named[std::size_t(i)].joint);
    const int parent = parents[std::size_t(i)];
    joints.back().parent = parent < 0 ? -1 : place[std::size_t(parent)];
  }
  return joints;
}

std::string besides(const std::string& path, const char* name) {
  return (std::filesystem::path(path).parent_path() / name).string();
}

}  // namespace

Result<CharacterConfig> parseCharacterConfig(std::string_view text,
                                             const CharacterConfigLimits& limits) {
  CharacterConfig config;
  std::vector<NamedJoint> named;
  const auto read = readYaml(text, limits.max_bytes, [&](const YAML::Node& root) {
    config.rig.width = yamlInteger(yamlEntry(root, "width"), "width", 1, limits.max_side);
    config.rig.height = yamlInteger(yamlEntry(root, "height"), "height", 1, limits.max_side);
    const YAML::Node joints = yamlEntry(root, "skeleton");
    for (const YAML::Node& joint : yamlList(joints, "skeleton", 1, limits.max_joints)) {
      named.push_back(readJoint(joint));
    }
  });
  if (!read) return std::unexpected(read.error());
  auto joints = connected(named);
  if (!joints) return std::unexpected(joints.error());
  config.rig.joints = std::move(*joints);
  if (const auto checked = validate(config.rig); !checked) return std::unexpected(checked.error());
  return config;
}

Result<CharacterConfig> readCharacterConfig(const std::string& path,
                                            const CharacterConfigLimits& limits) {
  const auto bytes = readFile(path, limits.max_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto config =
      parseCharacterConfig({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, limits);
  if (!config) return failAt(path, config.error());
  config->texture = besides(path, "texture.png");
  const std::string mask = besides(path, "mask.png");
  std::error_code ignored;
  if (std::filesystem::exists(mask, ignored)) config->mask = mask;
  return config;
}

}  // namespace vide
