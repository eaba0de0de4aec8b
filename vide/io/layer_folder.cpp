// SPDX-License-Identifier: MIT
#include "vide/io/layer_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/image_header.hpp"

namespace vide {
namespace {

namespace fs = std::filesystem;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Takes a run of digits off the front, without the zeros before them.
std::string_view takeNumber(std::string_view& word) {
  const std::string_view all = word;
  while (!word.empty() && isDigit(word.front())) word.remove_prefix(1);
  std::string_view number = all.substr(0, all.size() - word.size());
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

// "03_arm" is the arm; a name that is a number alone stays.
std::string layerName(const std::string& stem, std::size_t index) {
  if (!isUtf8(stem)) return text("layer ", index + 1);
  std::string_view rest = stem;
  takeNumber(rest);
  if (rest.size() < stem.size()) {
    const auto letter = rest.find_first_not_of("_-. ");
    rest = letter == std::string_view::npos ? std::string_view() : rest.substr(letter);
  }
  return std::string(rest.empty() ? stem : rest);
}

Result<std::vector<std::string>> pngsIn(const std::string& folder) {
  std::error_code trouble;
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, trouble), end; !trouble && at != end;
       at.increment(trouble)) {
    const std::string name = at->path().filename().string();
    std::error_code unknown;
    if (endingOf(name) == ".png" && name.front() != '.' && at->is_regular_file(unknown)) {
      names.push_back(name);
    }
  }
  if (trouble) return fail(ErrorCode::file_access, text(folder, ": ", trouble.message()));
  std::ranges::sort(names, precedesNaturally);
  return names;
}

// Reads pictures until there are more pixels than allowed.
class LayerReader {
 public:
  LayerReader(fs::path folder, const LayerFolderLimits& limits)
      : folder_(std::move(folder)), limits_(limits) {}

  Result<Image> read(const fs::path& name) {
    const bool leaves = name.is_absolute() || std::ranges::find(name, "..") != name.end();
    if (leaves) {
      return fail(ErrorCode::unsupported, text(folder_.string(), ": the layer's picture \"",
                                               name.string(), "\" lies outside the folder"));
    }
    const std::string path = (folder_ / name).string();
    const auto bytes = readFile(path, limits_.image.max_file_bytes);
    if (!bytes) return std::unexpected(bytes.error());
    const auto header = readImageHeader(*bytes);
    if (!header) return failAt(path, header.error());
    pixels_ += std::int64_t(header->width) * header->height;
    if (pixels_ > limits_.max_total_pixels) {
      return fail(ErrorCode::limit_exceeded,
                  text(folder_.string(), ": the layers have more than ", limits_.max_total_pixels,
                       " pixels together (max_total_pixels)"));
    }
    auto image = decodeImage(*bytes, limits_.image);
    if (!image) return failAt(path, image.error());
    return image;
  }

 private:
  fs::path folder_;
  const LayerFolderLimits& limits_;
  std::int64_t pixels_ = 0;
};

void applyNote(const LayerNote& note, PictureLayer& layer) {
  if (!note.bones.empty()) layer.bones = note.bones;
  if (!note.mask.empty()) layer.mask = note.mask;
  layer.opacity = note.opacity.value_or(layer.opacity);
  layer.visible = note.visible.value_or(layer.visible);
  layer.blend = note.blend.value_or(layer.blend);
}

Result<void> readListed(const LayersFile& file, LayerReader& reader, LayeredPicture& picture) {
  picture.width = file.width;
  picture.height = file.height;
  picture.slots = file.slots;
  picture.skins = file.skins;
  for (const LayerNote& note : file.layers) {
    auto image = reader.read(note.image.empty() ? note.name + ".png" : note.image);
    if (!image) return std::unexpected(image.error());
    PictureLayer layer{.name = note.name, .x = note.x.value_or(0), .y = note.y.value_or(0)};
    applyNote(note, layer);
    if (file.width == 0) picture.width = std::max(picture.width, layer.x + image->width);
    if (file.height == 0) picture.height = std::max(picture.height, layer.y + image->height);
    layer.image = *std::move(image);
    picture.layers.push_back(std::move(layer));
  }
  return {};
}

Result<void> readSorted(const std::vector<std::string>& names, LayerReader& reader,
                        LayeredPicture& picture) {
  for (const std::string& name : names) {
    auto image = reader.read(name);
    if (!image) return std::unexpected(image.error());
    if (picture.layers.empty()) {
      picture.width = image->width;
      picture.height = image->height;
    }
    if (image->width != picture.width || image->height != picture.height) {
      return fail(ErrorCode::invalid_argument,
                  text(picture.source, "/", name, ": is ", image->width, " x ", image->height,
                       " pixels, the layer behind it ", picture.width, " x ", picture.height,
                       "; make them the same size, or say in layers.json where they lie"));
    }
    picture.layers.push_back(
        {.name = layerName(fs::path(name).stem().string(), picture.layers.size()),
         .image = *std::move(image)});
  }
  return {};
}

Result<LayersFile> readLayersFile(const std::string& path) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto file = parseLayers({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!file) return failAt(path, file.error());
  return file;
}

}  // namespace

bool precedesNaturally(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a, whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (isDigit(a.front()) && isDigit(b.front())) {
      const std::string_view x = takeNumber(a), y = takeNumber(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // only zeros before numbers differ
}

Result<LayeredPicture> readLayerFolder(const std::string& path, const std::string& layers_file,
                                       const LayerFolderLimits& limits) {
  LayeredPicture picture{.source = path};
  fs::path folder = fs::path(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  picture.name = isUtf8(folder.filename().string()) ? folder.filename().string() : "drawing";
  LayerReader reader(path, limits);
  const std::string usual = (fs::path(path) / "layers.json").string();
  std::error_code unknown;
  if (!layers_file.empty() || fs::exists(usual, unknown)) {
    const auto file = readLayersFile(layers_file.empty() ? usual : layers_file);
    if (!file) return std::unexpected(file.error());
    if (auto read = readListed(*file, reader, picture); !read) {
      return std::unexpected(read.error());
    }
  } else {
    const auto names = pngsIn(path);
    if (!names) return std::unexpected(names.error());
    if (names->size() > limits.max_layers) {
      return fail(ErrorCode::limit_exceeded,
                  text(path, ": more than ", limits.max_layers, " layers (max_layers)"));
    }
    if (auto read = readSorted(*names, reader, picture); !read) {
      return std::unexpected(read.error());
    }
  }
  if (picture.layers.empty()) {
    return fail(ErrorCode::not_found, path + ": has no layers; put a PNG for each into it");
  }
  return picture;
}

Result<void> applyLayerNotes(const LayersFile& notes, LayeredPicture& picture) {
  picture.slots = notes.slots;
  picture.skins = notes.skins;
  for (const LayerNote& note : notes.layers) {
    if (!note.image.empty() || note.x || note.y) {
      return fail(ErrorCode::invalid_argument,
                  text("layer '", note.name, "': its picture and place are in ", picture.source,
                       "; leave out \"image\", \"x\" and \"y\""));
    }
    bool is_known = false;
    for (PictureLayer& layer : picture.layers) {
      if (layer.name != note.name) continue;
      applyNote(note, layer);
      is_known = true;
    }
    if (!is_known) {
      return fail(ErrorCode::not_found, text("layer '", note.name, "' is not in ", picture.source));
    }
  }
  return {};
}

}  // namespace vide
