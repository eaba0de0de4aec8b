// SPDX-License-Identifier: MIT
#include "vide/formats/engine_files.hpp"

#include <string_view>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/formats/texture_atlas.hpp"

namespace vide {
namespace {

// The pages with their pictures, encoded.
struct Pages {
  std::vector<TextureAtlas> atlases;
  std::vector<std::vector<std::uint8_t>> pictures;
};

struct NamedPictures {
  std::vector<std::string> names;
  std::vector<Image> pictures;
};

// The document's, and a white one where layers have none.
NamedPictures namedPictures(const Document& document, std::vector<Image> pictures) {
  const PictureNames names = pictureNames(document);
  NamedPictures named{names.of_image, std::move(pictures)};
  if (!names.white.empty()) {
    Image white(4, 4);
    white.rgba.assign(white.rgba.size(), 255);
    named.names.push_back(names.white);
    named.pictures.push_back(std::move(white));
  }
  return named;
}

// `stem` with a number where there are several pages, as their file names go.
std::string pageStem(const std::string& stem, std::size_t page, std::size_t pages) {
  return pages == 1 ? stem : text(stem, "_", page);
}

Result<Pages> makePages(const NamedPictures& named, const std::string& picture_stem,
                        const EngineContentOptions& options) {
  std::vector<AtlasItem> items;
  for (const Image& picture : named.pictures) items.push_back({picture.width, picture.height});
  const AtlasLayout layout = layOutAtlas(items, options.atlas);
  Pages pages;
  for (std::size_t page = 0; page < layout.pages.size(); ++page) {
    const Image image = paintAtlasPage(layout, int(page), named.pictures, options.atlas);
    auto png = options.encode(image);
    if (!png) return std::unexpected(png.error());
    TextureAtlas atlas{.width = double(image.width), .height = double(image.height)};
    atlas.image_path = pageStem(picture_stem, page, layout.pages.size()) + ".png";
    for (std::size_t i = 0; i < items.size(); ++i) {
      const AtlasPlace& place = layout.places[i];
      if (place.page != int(page)) continue;
      const double width = items[i].width, height = items[i].height;
      atlas.regions.push_back(
          {named.names[i], double(place.x), double(place.y), width, height, 0, 0, width, height});
    }
    pages.atlases.push_back(std::move(atlas));
    pages.pictures.push_back(*std::move(png));
  }
  return pages;
}

std::vector<std::uint8_t> bytesOf(std::string_view content) {
  return {content.begin(), content.end()};
}

void addPictures(Pages& pages, std::vector<EngineFile>& files) {
  for (std::size_t i = 0; i < pages.pictures.size(); ++i) {
    files.push_back({pages.atlases[i].image_path, std::move(pages.pictures[i])});
  }
}

EngineExportOptions textOptions(const EngineContentOptions& options) {
  return {.name = options.name, .constraints = options.constraints, .godot = options.godot};
}

Result<EngineFiles> dragonBonesFiles(const Document& document, const NamedPictures& pictures,
                                     const EngineContentOptions& options) {
  auto written = writeDragonBones(document, textOptions(options));
  if (!written) return std::unexpected(written.error());
  auto pages = makePages(pictures, options.name + "_tex", options);
  if (!pages) return std::unexpected(pages.error());
  EngineFiles made{{}, std::move(written->warnings)};
  addPictures(*pages, made.files);
  for (std::size_t i = 0; i < pages->atlases.size(); ++i) {
    pages->atlases[i].name = options.name;
    const std::string atlas = pageStem(options.stem + "_tex", i, pages->atlases.size());
    made.files.push_back({atlas + ".json", bytesOf(writeDragonBonesAtlas(pages->atlases[i]))});
  }
  made.files.push_back({options.stem + "_ske.json", bytesOf(written->text)});
  return made;
}

Result<EngineFiles> spineFiles(const Document& document, const NamedPictures& pictures,
                               const EngineContentOptions& options) {
  auto written = writeSpine(document, textOptions(options));
  if (!written) return std::unexpected(written.error());
  auto pages = makePages(pictures, options.name, options);
  if (!pages) return std::unexpected(pages.error());
  EngineFiles made{{}, std::move(written->warnings)};
  addPictures(*pages, made.files);
  std::string atlas;
  for (const TextureAtlas& page : pages->atlases) {
    atlas += (atlas.empty() ? "" : "\n") + writeSpineAtlas(page);
  }
  made.files.push_back({options.stem + ".atlas", bytesOf(atlas)});
  made.files.push_back({options.stem + ".spine.json", bytesOf(written->text)});
  return made;
}

Result<EngineFiles> godotFiles(const Document& document, const NamedPictures& pictures,
                               const EngineContentOptions& options) {
  auto pages = makePages(pictures, options.name, options);
  if (!pages) return std::unexpected(pages.error());
  auto written = writeGodot(document, pages->atlases, textOptions(options));
  if (!written) return std::unexpected(written.error());
  EngineFiles made{{}, std::move(written->warnings)};
  addPictures(*pages, made.files);
  made.files.push_back({options.stem + ".tscn", bytesOf(written->text)});
  return made;
}

}  // namespace

Result<EngineFiles> makeEngineFiles(EngineFormat format, const Document& document,
                                    std::vector<Image> pictures,
                                    const EngineContentOptions& options) {
  if (pictures.size() != document.images.size()) {
    return fail(ErrorCode::invalid_argument,
                text(pictures.size(), " pictures for ", document.images.size(), " images"));
  }
  if (!options.encode) {
    return fail(ErrorCode::unsupported, "there is no encoder to write the pictures with");
  }
  const NamedPictures named = namedPictures(document, std::move(pictures));
  if (format == EngineFormat::dragonbones) return dragonBonesFiles(document, named, options);
  if (format == EngineFormat::spine) return spineFiles(document, named, options);
  return godotFiles(document, named, options);
}

}  // namespace vide
