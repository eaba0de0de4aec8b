// SPDX-License-Identifier: MIT
#include "vide/io/engine_export.hpp"

#include <filesystem>
#include <string_view>

#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/engine_files.hpp"
#include "vide/io/detail/implied_picture.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

struct OutputFile {
  std::string path;
  std::vector<std::uint8_t> bytes;
};

struct Ending {
  std::string_view ending;
  EngineFormat format;
};
constexpr Ending endings[] = {{"_ske.json", EngineFormat::dragonbones},
                              {".spine.json", EngineFormat::spine},
                              {".tscn", EngineFormat::godot}};

std::string stemOf(const std::string& path) {
  for (const Ending& known : endings) {
    if (path.ends_with(known.ending)) return path.substr(0, path.size() - known.ending.size());
  }
  return path;
}

// What the character is called: the file's name without folder and ending.
std::string titleOf(const std::string& path) {
  const std::string name = std::filesystem::path(stemOf(path)).filename().string();
  return name.empty() || !isUtf8(name) ? "character" : name;
}

Result<std::vector<Image>> decodePictures(const Document& document, const ImageLimits& limits) {
  std::vector<Image> pictures;
  for (const ImageAsset& image : document.images) {
    auto picture = decodeImage(image.encoded, limits);
    if (!picture) return failAt(text("image \"", image.name, "\""), picture.error());
    pictures.push_back(*std::move(picture));
  }
  return pictures;
}

struct Made {
  std::vector<OutputFile> files;
  std::vector<std::string> warnings;
};

Result<Made> make(EngineFormat format, const Document& document, const std::string& path,
                  const EngineFilesOptions& options) {
  auto pictures = decodePictures(document, options.images);
  if (!pictures) return std::unexpected(pictures.error());
  const auto folder = std::filesystem::path(path).parent_path();
  auto content = makeEngineFiles(
      format, document, *std::move(pictures),
      {.name = titleOf(path),
       .stem = std::filesystem::path(stemOf(path)).filename().string(),
       .constraints = options.constraints,
       .godot = options.godot,
       .atlas = options.atlas,
       .encode = [&](const Image& image) { return encodePng(image, options.png); }});
  if (!content) return std::unexpected(content.error());
  Made made{{}, std::move(content->warnings)};
  for (EngineFile& file : content->files) {
    made.files.push_back({(folder / file.name).string(), std::move(file.bytes)});
  }
  // By the name that was asked for, however it is spelled.
  made.files.back().path = path;
  return made;
}

Result<void> checkPictures(const std::vector<OutputFile>& files) {
  std::vector<std::string> pictures, texts;
  for (const OutputFile& file : files) {
    (endingOf(file.path) == ".png" ? pictures : texts).push_back(file.path);
  }
  for (const std::string& picture : pictures) {
    if (auto free = detail::checkImpliedPicture(picture, texts); !free) return free;
  }
  return {};
}

// All are written out before the first takes its name.
Result<void> writeTogether(const std::vector<OutputFile>& files) {
  std::vector<AtomicFile> open;
  for (const OutputFile& file : files) {
    auto target = AtomicFile::open(file.path);
    if (!target) return std::unexpected(target.error());
    if (auto written = target->write(file.bytes); !written) return written;
    open.push_back(*std::move(target));
  }
  for (AtomicFile& file : open) {
    if (auto committed = file.commit(); !committed) return committed;
  }
  return {};
}

}  // namespace

Result<EngineFormat> engineFormatOf(const std::string& path) {
  for (const Ending& known : endings) {
    if (path.ends_with(known.ending)) return known.format;
  }
  return fail(
      ErrorCode::unsupported,
      text(path, ": not a kind of file that can be exported; use _ske.json, .spine.json or .tscn"));
}

Result<WrittenFiles> exportForEngine(const Document& document, const std::string& path,
                                     const EngineFilesOptions& options) {
  const auto format = engineFormatOf(path);
  if (!format) return std::unexpected(format.error());
  auto made = make(*format, document, path, options);
  if (!made) return failAt(path, made.error());
  if (auto free = checkPictures(made->files); !free) return std::unexpected(free.error());
  if (auto written = writeTogether(made->files); !written) return std::unexpected(written.error());
  WrittenFiles result{{}, std::move(made->warnings)};
  for (const OutputFile& file : made->files) result.paths.push_back(file.path);
  return result;
}

}  // namespace vide
