// SPDX-License-Identifier: MIT
#include "vide/pipeline/read_layers.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/formats/layers_json.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/image/cut_parts.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/io/layer_folder.hpp"
#include "vide/io/open_raster.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide {
namespace {

// The mask where it lies on the canvas.
Coverage onCanvas(const Coverage& mask, const PictureLayer& layer, int width, int height) {
  Coverage placed{.width = width, .height = height, .threshold = mask.threshold};
  placed.value.resize(std::size_t(width) * std::size_t(height));
  for (int row = std::max(0, -layer.y); row < std::min(mask.height, height - layer.y); ++row) {
    for (int column = std::max(0, -layer.x); column < std::min(mask.width, width - layer.x);
         ++column) {
      placed
          .value[std::size_t(row + layer.y) * std::size_t(width) + std::size_t(column + layer.x)] =
          mask.at(column, row);
    }
  }
  return placed;
}

// How many of the picture's pixels are in no part.
std::size_t countUncovered(const Image& picture, const std::vector<Coverage>& parts) {
  std::size_t uncovered = 0;
  for (std::size_t i = 0; i < picture.rgba.size() / 4; ++i) {
    const bool is_in_part =
        std::ranges::any_of(parts, [&](const Coverage& part) { return part.value[i] > 0; });
    if (picture.rgba[4 * i + 3] >= 128 && !is_in_part) ++uncovered;
  }
  return uncovered;
}

}  // namespace

bool isLayeredPicture(const std::string& path) {
  std::error_code unknown;
  return endingOf(path) == ".ora" || std::filesystem::is_directory(path, unknown);
}

Result<LayeredPicture> readLayeredPicture(const std::string& path, const std::string& layers_file) {
  if (endingOf(path) != ".ora") return readLayerFolder(path, layers_file);
  auto picture = readOpenRaster(path);
  if (!picture || layers_file.empty()) return picture;
  const auto content = readText(layers_file);
  if (!content) return std::unexpected(content.error());
  const auto notes = parseLayers(*content);
  if (!notes) return failAt(layers_file, notes.error());
  if (auto applied = applyLayerNotes(*notes, *picture); !applied) {
    return failAt(layers_file, applied.error());
  }
  return picture;
}

Result<LayeredPicture> readPictureParts(const std::string& path, const std::string& masks_folder,
                                        const std::string& layers_file) {
  const auto picture = readImage(path);
  if (!picture) return std::unexpected(picture.error());
  auto parts = readLayerFolder(masks_folder, layers_file);
  if (!parts) return std::unexpected(parts.error());
  if (parts->width != picture->width || parts->height != picture->height) {
    return fail(ErrorCode::invalid_argument,
                text(masks_folder, ": the masks' canvas is ", parts->width, " x ", parts->height,
                     " pixels, the picture ", picture->width, " x ", picture->height,
                     "; make them the same size"));
  }
  std::vector<Coverage> coverage;
  for (const PictureLayer& layer : parts->layers) {
    const auto mask = coverageFromMask(layer.image);
    if (!mask) return failAt(text(masks_folder, ": part '", layer.name, "'"), mask.error());
    coverage.push_back(onCanvas(*mask, layer, picture->width, picture->height));
  }
  auto cut = cutParts(*picture, coverage);
  if (!cut) return failAt(masks_folder, cut.error());
  for (std::size_t i = 0; i < cut->size(); ++i) {
    parts->layers[i].image = std::move((*cut)[i]);
    parts->layers[i].x = parts->layers[i].y = 0;
  }
  if (const std::size_t left_out = countUncovered(*picture, coverage); left_out > 0) {
    parts->warnings.push_back(
        text(path, ": ", left_out, " pixels are in no part and are left out"));
  }
  parts->name = nameIn(path, "picture");
  parts->source = path;
  return parts;
}

}  // namespace vide
