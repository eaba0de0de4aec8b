// SPDX-License-Identifier: MIT
#include "vide/io/engine_document.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "vide/core/text.hpp"
#include "vide/formats/dragonbones_import.hpp"
#include "vide/formats/godot_import.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

constexpr std::string_view dragonbones_ending = "_ske.json", godot_ending = ".tscn";

Result<std::string> readWhole(const std::string& path) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  return std::string(bytes->begin(), bytes->end());
}

// A file that another one names, in its folder or below.
Result<std::string> besideFile(const std::string& path, std::string_view name) {
  const std::filesystem::path relative(name);
  if (relative.empty() || relative.is_absolute() ||
      std::ranges::find(relative, "..") != relative.end()) {
    return fail(ErrorCode::unsupported,
                text(path, ": it names the file \"", name, "\" outside its folder; move it there"));
  }
  return (std::filesystem::path(path).parent_path() / relative).string();
}

Result<DragonBonesPage> readPage(const std::string& path) {
  const auto json = readWhole(path);
  if (!json) return std::unexpected(json.error());
  auto atlas = parseDragonBonesAtlas(*json);
  if (!atlas) return failAt(path, atlas.error());
  const auto picture_path = besideFile(path, atlas->image_path);
  if (!picture_path) return std::unexpected(picture_path.error());
  auto picture = readFile(*picture_path);
  if (!picture) return std::unexpected(picture.error());
  return DragonBonesPage{*std::move(atlas), *std::move(picture)};
}

// One page without a number, or as many numbered ones as there are.
std::vector<std::string> pagePaths(const std::string& stem) {
  constexpr int most_pages = 256;
  std::vector<std::string> paths;
  std::error_code ignored;
  for (int page = 0; page < most_pages; ++page) {
    const std::string numbered = text(stem, "_tex_", page, ".json");
    if (!std::filesystem::exists(numbered, ignored)) break;
    paths.push_back(numbered);
  }
  if (paths.empty()) paths.push_back(stem + "_tex.json");
  return paths;
}

Result<ImportedDocument> readDragonBones(const std::string& path) {
  const auto skeleton = readWhole(path);
  if (!skeleton) return std::unexpected(skeleton.error());
  std::vector<DragonBonesPage> pages;
  const std::string stem = path.substr(0, path.size() - dragonbones_ending.size());
  for (const std::string& page_path : pagePaths(stem)) {
    auto page = readPage(page_path);
    if (!page) return std::unexpected(page.error());
    pages.push_back(*std::move(page));
  }
  auto imported = importDragonBones(*skeleton, pages);
  if (!imported) return failAt(path, imported.error());
  return imported;
}

// A scene lies somewhere in its project, whose folder "res://" is: the picture is looked for in the
// scene's folder, first below it as the path says, then by its name.
Result<std::vector<std::uint8_t>> readResource(const std::string& scene, std::string_view name) {
  constexpr std::string_view project = "res://";
  if (name.starts_with(project)) name.remove_prefix(project.size());
  const auto path = besideFile(scene, name);
  if (!path) return std::unexpected(path.error());
  std::error_code ignored;
  if (std::filesystem::exists(*path, ignored)) return readFile(*path);
  const auto near =
      std::filesystem::path(scene).parent_path() / std::filesystem::path(name).filename();
  return readFile(near.string());
}

Result<ImportedDocument> readGodot(const std::string& path) {
  const auto scene = readWhole(path);
  if (!scene) return std::unexpected(scene.error());
  auto imported =
      importGodot(*scene, [&](std::string_view name) { return readResource(path, name); });
  if (!imported) return failAt(path, imported.error());
  return imported;
}

}  // namespace

bool isEngineDocument(const std::string& path) {
  return path.ends_with(dragonbones_ending) || path.ends_with(godot_ending);
}

Result<ImportedDocument> readEngineDocument(const std::string& path) {
  if (path.ends_with(dragonbones_ending)) return readDragonBones(path);
  if (path.ends_with(godot_ending)) return readGodot(path);
  return fail(ErrorCode::unsupported,
              text(path, ": not a kind of document; use _ske.json or .tscn"));
}

}  // namespace vide
