// SPDX-License-Identifier: MIT
#include "vide/pipeline/read_files.hpp"

#include <algorithm>
#include <filesystem>

#include "vide/author/picture_skeleton.hpp"
#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/formats/clip_json.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_skeleton.hpp"
#include "vide/formats/gltf_summary.hpp"
#include "vide/formats/skeleton_json.hpp"
#include "vide/formats/tgf.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/engine_document.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

// The text of `path` through `parse`, the path put before the parser's message.
template <class Parse>
auto parseFile(const std::string& path, Parse parse) -> decltype(parse(std::string_view{})) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  auto parsed = parse(std::string_view(*content));
  if (!parsed) return failAt(path, parsed.error());
  return parsed;
}

Result<Skeleton> skeletonFromTgfText(std::string_view content) {
  const auto graph = parseTgf(content);
  if (!graph) return std::unexpected(graph.error());
  return skeletonFromTgf(*graph);
}

Result<Skeleton> skeletonFromBvhText(std::string_view content) {
  auto motion = parseBvh(content);
  if (!motion) return std::unexpected(motion.error());
  return std::move(motion->skeleton);
}

Result<Skeleton> skeletonFromCharacterFile(const std::string& path) {
  const auto config = readCharacterConfig(path);
  if (!config) return std::unexpected(config.error());
  auto skeleton = skeletonFromCharacter(*config);
  if (!skeleton) return failAt(path, skeleton.error());
  return skeleton;
}

std::unexpected<Error> liesOutside(std::string_view name) {
  return fail(ErrorCode::unsupported,
              text("it names the file \"", name, "\" outside its folder; move it there"));
}

// Whether links lead from the folder to somewhere else. What does not exist leads nowhere.
bool leadsOutside(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::error_code unknown;
  const auto top = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, unknown);
  const auto place = std::filesystem::weakly_canonical(file, unknown);
  if (unknown) return true;
  return std::ranges::mismatch(top, place).in1 != top.end();
}

}  // namespace

GltfResolver filesBeside(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return [folder](std::string_view name) -> Result<std::vector<std::uint8_t>> {
    const std::filesystem::path relative(name);
    const bool leaves =
        relative.is_absolute() || std::ranges::find(relative, "..") != relative.end();
    if (leaves) return liesOutside(name);
    const std::filesystem::path file = folder / relative;
    if (leadsOutside(folder, file)) return liesOutside(name);
    std::error_code unknown;  // which reading tells better
    if (std::filesystem::exists(file, unknown) &&
        !std::filesystem::is_regular_file(file, unknown)) {  // a pipe would be waited for
      return fail(ErrorCode::file_access, text(file.string(), ": is not a file"));
    }
    return readFile(file.string());
  };
}

std::string nameIn(const std::string& path, const std::string& otherwise) {
  std::string name = std::filesystem::path(path).stem().string();
  return isUtf8(name) ? name : otherwise;
}

Result<std::string> readText(const std::string& path) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  return std::string(bytes->begin(), bytes->end());
}

Result<Skeleton> readSkeleton(const std::string& path) {
  const std::string ending = endingOf(path);
  if (ending == ".json") {
    return parseFile(path, [](std::string_view content) { return parseSkeletonJson(content); });
  }
  if (ending == ".tgf") return parseFile(path, skeletonFromTgfText);
  if (ending == ".bvh") return parseFile(path, skeletonFromBvhText);
  if (ending == ".yaml" || ending == ".yml") return skeletonFromCharacterFile(path);
  if (ending == ".glb" || ending == ".gltf") {
    const auto gltf = readGltf(path);
    if (!gltf) return std::unexpected(gltf.error());
    auto skeleton = skeletonIn(*gltf);
    if (!skeleton) return failAt(path, skeleton.error());
    return skeleton;
  }
  return fail(ErrorCode::unsupported,
              text(path, ": not a kind of skeleton file; use .json, .tgf, .bvh, .yaml or .glb"));
}

Result<Skeleton> readPictureSkeleton(const std::string& path) {
  auto skeleton = readSkeleton(path);
  const std::string ending = endingOf(path);
  if (!skeleton || (ending != ".glb" && ending != ".gltf")) return skeleton;
  auto projected = projectedSkeleton(*std::move(skeleton));
  if (!projected) return failAt(path, projected.error());
  return projected;
}

Result<std::vector<Clip>> readClips(const std::string& path, const Document& document) {
  return parseFile(path, [&](std::string_view content) { return parseClips(content, document); });
}

Result<GltfDocument> readGltf(const std::string& path) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto gltf = GltfDocument::parse(*bytes, {.resolve = filesBeside(path)});
  if (!gltf) return failAt(path, gltf.error());
  return gltf;
}

Result<OpenDocument> openDocument(const std::string& path, std::vector<std::string>* warnings) {
  auto gltf = readGltf(path);
  if (!gltf) return std::unexpected(gltf.error());
  auto document = documentIn(*gltf);
  if (!document) return failAt(path, document.error());
  if (warnings) {
    for (const std::string& problem : missingPictures(*gltf)) {
      warnings->push_back(text(path, ": ", problem));
    }
  }
  return OpenDocument{*std::move(gltf), *std::move(document)};
}

Result<Document> readDocument(const std::string& path, std::vector<std::string>* warnings) {
  if (isEngineDocument(path)) {
    auto imported = readEngineDocument(path);
    if (!imported) return std::unexpected(imported.error());
    for (const std::string& warning : imported->warnings) {
      if (warnings) warnings->push_back(text(path, ": ", warning));
    }
    return std::move(imported->document);
  }
  auto open = openDocument(path, warnings);
  if (!open) return std::unexpected(open.error());
  return std::move(open->document);
}

Result<void> writeDocument(const std::string& path, const Document& document,
                           const GltfDocument* original) {
  if (!original) {
    const auto bytes = writeGlb(document);
    if (!bytes) return failAt(path, bytes.error());
    return writeFileAtomically(path, *bytes);
  }
  const auto updated = withDocument(*original, document);
  if (!updated) return failAt(path, updated.error());
  return writeFileAtomically(path, updated->writeGlb());
}

}  // namespace vide
