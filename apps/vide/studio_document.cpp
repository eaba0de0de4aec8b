// SPDX-License-Identifier: MIT
#include "apps/vide/studio_document.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "vide/core/fnv_hash.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/io/file.hpp"

namespace vide::cli {
namespace {

constexpr auto no_file = "none";
constexpr const char* drawings[] = {".png", ".jpg", ".jpeg", ".webp", ".ora", ".psd"};

std::string fileNameOf(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

FileVersion versionOf(std::span<const std::uint8_t> bytes) {
  FnvHash hash;
  hash.add(bytes);
  return text(bytes.size(), "-", hash.value());
}

Result<FileVersion> versionNow(const std::string& path) {
  const auto bytes = readFile(path);
  if (bytes) return versionOf(*bytes);
  if (bytes.error().code == ErrorCode::not_found) return no_file;
  return std::unexpected(bytes.error());
}

Result<void> requireReadable(const std::string& path) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  if (endingOf(path) != ".glb") return {};
  const auto document = readGlb(*bytes);
  if (!document) return failAt(path, document.error());
  return {};
}

}  // namespace

Result<StudioDocument> StudioDocument::open(const std::string& path) {
  const std::string ending = endingOf(path);
  const bool is_drawing = std::ranges::find(drawings, ending) != std::end(drawings);
  if (auto readable = requireReadable(path); !readable) return std::unexpected(readable.error());
  if (ending != ".glb" && !is_drawing) {
    return fail(ErrorCode::unsupported,
                path + ": the editor opens .glb, .png, .jpg, .webp, .ora and .psd");
  }
  StudioDocument document;
  document.source_ = path;
  document.target_ = path;
  if (is_drawing) {
    document.target_ = std::filesystem::path(path).replace_extension(".glb").string();
  }
  return document;
}

StudioDocument::StudioDocument(StudioDocument&& other) noexcept
    : source_(std::move(other.source_)), target_(std::move(other.target_)), saves_(other.saves_) {}

std::string StudioDocument::name() const { return fileNameOf(source_); }
std::string StudioDocument::targetName() const { return fileNameOf(target_); }

Result<StudioDocument::Content> StudioDocument::read() const {
  auto bytes = readFile(source_);
  if (!bytes) return std::unexpected(bytes.error());
  auto version = source_ == target_ ? Result<FileVersion>(versionOf(*bytes)) : versionNow(target_);
  if (!version) return std::unexpected(version.error());
  return Content{*std::move(bytes), *std::move(version)};
}

Result<FileVersion> StudioDocument::save(std::span<const std::uint8_t> bytes,
                                         const FileVersion& made_from) {
  if (const auto document = readGlb(bytes); !document) return failAt(target_, document.error());
  const std::lock_guard lock(saving_);
  const auto now = versionNow(target_);
  if (!now) return std::unexpected(now.error());
  if (*now == no_file && made_from != no_file) {
    return fail(ErrorCode::invalid_argument,
                text(target_,
                     ": was removed by another program since it was opened here; save a copy "
                     "under another name"));
  }
  if (*now != made_from) {
    return fail(ErrorCode::invalid_argument,
                text(target_,
                     ": was changed by another program since it was opened here; save a "
                     "copy under another name"));
  }
  if (auto written = writeFileAtomically(target_, bytes); !written) {
    return std::unexpected(written.error());
  }
  ++saves_;
  return versionOf(bytes);
}

}  // namespace vide::cli
