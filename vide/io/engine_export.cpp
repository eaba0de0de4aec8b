// SPDX-License-Identifier: MIT
#include "vide/io/engine_export.hpp"

#include <filesystem>
#include <string_view>

#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/engine_export.hpp"
#include "vide/formats/texture_atlas.hpp"
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

std::vector<std::uint8_t> bytesOf(std::string_view content) {
  return {content.begin(), content.end()};
}

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

// The pages with their pictures, encoded.
struct Pages {
  std::vector<TextureAtlas> atlases;
  std::vector<std::vector<std::uint8_t>> pictures;
};

struct NamedPictures {
  std::vector<std::string> names;
  std::vector<Image> pictures;
};

Result<NamedPictures> decodePictures(const Document& document, const ImageLimits& limits) {
  const PictureNames names = pictureNames(document);
  NamedPictures decoded;
  for (std::size_t i = 0; i < document.images.size(); ++i) {
    auto picture = decodeImage(document.images[i].encoded, limits);
    if (!picture) {
      return failAt(text("image \"", document.images[i].name, "\""), picture.error());
    }
    decoded.names.push_back(names.of_image[i]);
    decoded.pictures.push_back(*std::move(picture));
  }
  if (!names.white.empty()) {
    Image white(4, 4);
    white.rgba.assign(white.rgba.size(), 255);
    decoded.names.push_back(names.white);
    decoded.pictures.push_back(std::move(white));
  }
  return decoded;
}

// `stem` with a number where there are several pages, as their file names go.
std::string pageStem(const std::string& stem, std::size_t page, std::size_t pages) {
  return pages == 1 ? stem : text(stem, "_", page);
}

Result<Pages> makePages(const Document& document, const std::string& picture_stem,
                        const EngineFilesOptions& options) {
  const auto decoded = decodePictures(document, options.images);
  if (!decoded) return std::unexpected(decoded.error());
  std::vector<AtlasItem> items;
  for (const Image& picture : decoded->pictures) items.push_back({picture.width, picture.height});
  const AtlasLayout layout = layOutAtlas(items, options.atlas);
  Pages pages;
  for (std::size_t page = 0; page < layout.pages.size(); ++page) {
    const Image image = paintAtlasPage(layout, int(page), decoded->pictures, options.atlas);
    auto png = encodePng(image, options.png);
    if (!png) return std::unexpected(png.error());
    TextureAtlas atlas{.width = double(image.width), .height = double(image.height)};
    atlas.image_path = pageStem(picture_stem, page, layout.pages.size()) + ".png";
    for (std::size_t i = 0; i < items.size(); ++i) {
      const AtlasPlace& place = layout.places[i];
      if (place.page != int(page)) continue;
      const double width = items[i].width, height = items[i].height;
      atlas.regions.push_back({decoded->names[i], double(place.x), double(place.y), width, height,
                               0, 0, width, height});
    }
    pages.atlases.push_back(std::move(atlas));
    pages.pictures.push_back(*std::move(png));
  }
  return pages;
}

void addPictures(const std::string& path, const Pages& pages, std::vector<OutputFile>& files) {
  const auto folder = std::filesystem::path(path).parent_path();
  for (std::size_t i = 0; i < pages.pictures.size(); ++i) {
    files.push_back({(folder / pages.atlases[i].image_path).string(), pages.pictures[i]});
  }
}

EngineExportOptions textOptions(const std::string& title, const EngineFilesOptions& options) {
  return {.name = title, .constraints = options.constraints, .godot = options.godot};
}

struct Made {
  std::vector<OutputFile> files;
  std::vector<std::string> warnings;
};

Result<Made> makeDragonBones(const Document& document, const std::string& path,
                             const EngineFilesOptions& options) {
  const std::string title = titleOf(path);
  auto written = writeDragonBones(document, textOptions(title, options));
  if (!written) return std::unexpected(written.error());
  auto pages = makePages(document, title + "_tex", options);
  if (!pages) return std::unexpected(pages.error());
  Made made{{}, std::move(written->warnings)};
  addPictures(path, *pages, made.files);
  for (std::size_t i = 0; i < pages->atlases.size(); ++i) {
    pages->atlases[i].name = title;
    const std::string atlas_path = pageStem(stemOf(path) + "_tex", i, pages->atlases.size());
    made.files.push_back({atlas_path + ".json", bytesOf(writeDragonBonesAtlas(pages->atlases[i]))});
  }
  made.files.push_back({path, bytesOf(written->text)});
  return made;
}

Result<Made> makeSpine(const Document& document, const std::string& path,
                       const EngineFilesOptions& options) {
  const std::string title = titleOf(path);
  auto written = writeSpine(document, textOptions(title, options));
  if (!written) return std::unexpected(written.error());
  const auto pages = makePages(document, title, options);
  if (!pages) return std::unexpected(pages.error());
  Made made{{}, std::move(written->warnings)};
  addPictures(path, *pages, made.files);
  std::string atlas;
  for (const TextureAtlas& page : pages->atlases) {
    atlas += (atlas.empty() ? "" : "\n") + writeSpineAtlas(page);
  }
  made.files.push_back({stemOf(path) + ".atlas", bytesOf(atlas)});
  made.files.push_back({path, bytesOf(written->text)});
  return made;
}

Result<Made> makeGodot(const Document& document, const std::string& path,
                       const EngineFilesOptions& options) {
  const std::string title = titleOf(path);
  const auto pages = makePages(document, title, options);
  if (!pages) return std::unexpected(pages.error());
  auto written = writeGodot(document, pages->atlases, textOptions(title, options));
  if (!written) return std::unexpected(written.error());
  Made made{{}, std::move(written->warnings)};
  addPictures(path, *pages, made.files);
  made.files.push_back({path, bytesOf(written->text)});
  return made;
}

Result<Made> make(EngineFormat format, const Document& document, const std::string& path,
                  const EngineFilesOptions& options) {
  switch (format) {
    case EngineFormat::dragonbones:
      return makeDragonBones(document, path, options);
    case EngineFormat::spine:
      return makeSpine(document, path, options);
    case EngineFormat::godot:
      return makeGodot(document, path, options);
  }
  return fail(ErrorCode::unsupported, "not a format that can be exported");
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
