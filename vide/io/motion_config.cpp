// SPDX-License-Identifier: MIT
#include "vide/io/motion_config.hpp"

#include <filesystem>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/io/detail/yaml.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

using namespace detail;

constexpr int max_frame = std::numeric_limits<int>::max();

UpAxis readUp(const YAML::Node& node) {
  const std::string up = yamlText(node, "up");
  if (up == "+y") return UpAxis::y;
  if (up != "+z") rejectYaml(node, "up is \"" + up + "\"; it must be +y or +z");
  return UpAxis::z;
}

MotionConfig readSettings(const YAML::Node& root) {
  MotionConfig config;
  config.filepath = yamlText(yamlEntry(root, "filepath"), "filepath");
  MotionSettings& settings = config.settings;
  if (const YAML::Node start = optionalYamlEntry(root, "start_frame_idx")) {
    settings.start_frame = yamlInteger(start, "start_frame_idx", 0, max_frame);
  }
  if (const YAML::Node end = optionalYamlEntry(root, "end_frame_idx")) {
    settings.end_frame = yamlInteger(end, "end_frame_idx", 1, max_frame);
  }
  settings.scale = yamlNumber(yamlEntry(root, "scale"), "scale");
  settings.up = readUp(yamlEntry(root, "up"));
  settings.groundplane_joint = yamlText(yamlEntry(root, "groundplane_joint"), "groundplane_joint");
  const std::string pairs = "forward_perp_joint_vectors";
  const YAML::Node vectors = yamlEntry(root, pairs);
  for (const YAML::Node& pair : yamlList(vectors, pairs, 1, 100)) {
    const std::vector<std::string> names = yamlTexts(pair, "a pair of " + pairs, 2, 2);
    settings.forward_perp_joint_vectors.push_back({names[0], names[1]});
  }
  return config;
}

// Where the recording is, or an empty text.
std::string located(const std::string& filepath, const std::string& beside) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path folder = fs::absolute(beside, ignored).parent_path();
  while (true) {
    if (const fs::path candidate = folder / filepath; fs::is_regular_file(candidate, ignored)) {
      return candidate.lexically_normal().string();
    }
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return fs::is_regular_file(filepath, ignored) ? filepath : std::string();
}

}  // namespace

Result<MotionConfig> parseMotionConfig(std::string_view text, std::size_t max_bytes) {
  MotionConfig config;
  const auto read =
      readYaml(text, max_bytes, [&](const YAML::Node& root) { config = readSettings(root); });
  if (!read) return std::unexpected(read.error());
  return config;
}

Result<MotionConfig> readMotionConfig(const std::string& path, std::size_t max_bytes) {
  const auto bytes = readFile(path, max_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto config =
      parseMotionConfig({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, max_bytes);
  if (!config) return failAt(path, config.error());
  const std::string found = located(config->filepath, path);
  if (found.empty()) {
    return fail(ErrorCode::not_found,
                text(path, ": filepath: there is no \"", config->filepath,
                     "\" beside this file, in the folders above it or in the working folder"));
  }
  config->filepath = found;
  return config;
}

}  // namespace vide
