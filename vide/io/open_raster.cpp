// SPDX-License-Identifier: MIT
#include "vide/io/open_raster.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <pugixml.hpp>
#include <string_view>

#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/image_header.hpp"
#include "vide/io/detail/zip_archive.hpp"

namespace vide {
namespace {

using detail::ZipArchive;

constexpr std::string_view mime_type = "image/openraster";
constexpr int furthest = 1'000'000;  // pixels from the canvas's corner

constexpr std::pair<std::string_view, BlendMode> blend_modes[] = {
    {"svg:src-over", BlendMode::normal},
    {"svg:plus", BlendMode::add},
    {"svg:multiply", BlendMode::multiply},
    {"svg:screen", BlendMode::screen}};

// What the stacks around a layer do to it.
struct Surroundings {
  int x = 0;
  int y = 0;
  double opacity = 1;
  bool visible = true;
  int nesting = 0;
};

std::unexpected<Error> malformed(const std::string& what) {
  return fail(ErrorCode::malformed_data, what);
}

// The attribute's number, `usual` where it is missing.
template <class Number>
Result<Number> numberOr(const pugi::xml_node& node, const char* name, Number usual, Number least,
                        Number most) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return usual;
  const std::string_view word = attribute.value();
  Number number{};
  const auto [end, trouble] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number = trouble == std::errc() && end == word.data() + word.size();
  if (is_number && number >= least && number <= most) return number;
  return malformed(text("stack.xml: ", name, "=\"", word, "\" of a <", node.name(),
                        "> is not a number from ", least, " to ", most));
}

// Reads the layers of one archive.
class StackReader {
 public:
  StackReader(const ZipArchive& archive, const OpenRasterLimits& limits)
      : archive_(archive), limits_(limits) {}

  Result<LayeredPicture> read(const pugi::xml_document& xml) {
    const pugi::xml_node image = xml.child("image");
    const pugi::xml_node stack = image.child("stack");
    if (!stack) return malformed("stack.xml: has no <image> with a <stack> in it");
    const auto width = numberOr(image, "w", 0, 1, furthest);
    if (!width) return std::unexpected(width.error());
    const auto height = numberOr(image, "h", 0, 1, furthest);
    if (!height) return std::unexpected(height.error());
    picture_.width = *width;
    picture_.height = *height;
    if (*width == 0 || *height == 0) return malformed("stack.xml: its <image> has no w or no h");
    if (auto done = readStack(stack, {}); !done) return std::unexpected(done.error());
    std::ranges::reverse(picture_.layers);  // files name what is in front first
    return std::move(picture_);
  }

 private:
  Result<void> readStack(const pugi::xml_node& stack, const Surroundings& around) {
    if (around.nesting > limits_.max_nesting) {
      return fail(ErrorCode::limit_exceeded, text("stack.xml: more than ", limits_.max_nesting,
                                                  " stacks within each other (max_nesting)"));
    }
    const auto inside = surroundingsOf(stack, around);
    if (!inside) return std::unexpected(inside.error());
    const bool blends = blendOf(stack) != BlendMode::normal;
    if (around.nesting > 0 && (blends || inside->opacity != around.opacity)) {
      warn(text("the group '", stack.attribute("name").value(),
                "' is laid flat: where its layers overlap it looks different"));
    }
    for (const pugi::xml_node& child : stack.children()) {
      if (child.type() != pugi::node_element) continue;
      if (auto done = readChild(child, *inside); !done) return done;
    }
    return {};
  }

  Result<void> readChild(const pugi::xml_node& child, const Surroundings& around) {
    const std::string_view kind = child.name();
    if (kind == "stack") return readStack(child, around);
    if (kind == "layer") return readLayer(child, around);
    warn(text("a <", kind, "> of stack.xml is no picture and is left out"));
    return {};
  }

  // What holds inside a stack, or for a layer.
  Result<Surroundings> surroundingsOf(const pugi::xml_node& node, const Surroundings& around) {
    const auto x = numberOr(node, "x", 0, -furthest, furthest);
    if (!x) return std::unexpected(x.error());
    const auto y = numberOr(node, "y", 0, -furthest, furthest);
    if (!y) return std::unexpected(y.error());
    const auto opacity = numberOr(node, "opacity", 1.0, 0.0, 1.0);
    if (!opacity) return std::unexpected(opacity.error());
    const std::string_view visibility = node.attribute("visibility").as_string("visible");
    if (visibility != "visible" && visibility != "hidden") {
      return malformed(
          text("stack.xml: visibility=\"", visibility, "\" is neither \"visible\" nor \"hidden\""));
    }
    return Surroundings{.x = around.x + *x,
                        .y = around.y + *y,
                        .opacity = around.opacity * *opacity,
                        .visible = around.visible && visibility == "visible",
                        .nesting = around.nesting + 1};
  }

  static std::optional<BlendMode> blendOf(const pugi::xml_node& node) {
    const std::string_view name = node.attribute("composite-op").as_string("svg:src-over");
    for (const auto& [known, mode] : blend_modes) {
      if (name == known) return mode;
    }
    return std::nullopt;
  }

  Result<void> readLayer(const pugi::xml_node& node, const Surroundings& around) {
    if (picture_.layers.size() == limits_.max_layers) {
      return fail(ErrorCode::limit_exceeded,
                  text("more than ", limits_.max_layers, " layers (max_layers)"));
    }
    const auto place = surroundingsOf(node, around);
    if (!place) return std::unexpected(place.error());
    PictureLayer layer{.x = place->x, .y = place->y, .opacity = place->opacity};
    layer.visible = place->visible;
    layer.name = node.attribute("name").value();
    if (layer.name.empty() || !isUtf8(layer.name)) {
      layer.name = text("layer ", picture_.layers.size() + 1);
    }
    const auto blend = blendOf(node);
    if (!blend) {
      warn(text("layer '", layer.name, "' is composed by ", node.attribute("composite-op").value(),
                ", which becomes normal"));
    }
    layer.blend = blend.value_or(BlendMode::normal);
    auto image = readImage(node.attribute("src").value());
    if (!image) return failAt(text("layer '", layer.name, "'"), image.error());
    layer.image = std::move(*image);
    picture_.layers.push_back(std::move(layer));
    return {};
  }

  Result<Image> readImage(const std::string& name) {
    if (name.empty() || !archive_.has(name)) {
      return malformed(text("its picture '", name, "' is not in the archive"));
    }
    const auto bytes = archive_.read(name, limits_.image.max_file_bytes);
    if (!bytes) return std::unexpected(bytes.error());
    const auto header = readImageHeader(*bytes);
    if (!header) return failAt(name, header.error());
    pixels_ += std::int64_t(header->width) * header->height;
    if (pixels_ > limits_.max_total_pixels) {
      return fail(ErrorCode::limit_exceeded,
                  text("the layers have more than ", limits_.max_total_pixels,
                       " pixels together (max_total_pixels)"));
    }
    auto image = decodeImage(*bytes, limits_.image);
    if (!image) return failAt(name, image.error());
    return image;
  }

  void warn(std::string message) { picture_.warnings.push_back(std::move(message)); }

  const ZipArchive& archive_;
  const OpenRasterLimits& limits_;
  LayeredPicture picture_;
  std::int64_t pixels_ = 0;
};

Result<void> checkKind(const ZipArchive& archive) {
  const auto kind = archive.read("mimetype", 100);
  if (kind && std::ranges::equal(*kind, mime_type)) return {};
  return malformed(
      text("is no OpenRaster file: the archive has no entry 'mimetype' that says ", mime_type));
}

}  // namespace

Result<LayeredPicture> decodeOpenRaster(std::span<const std::uint8_t> bytes,
                                        const OpenRasterLimits& limits) {
  const auto archive = ZipArchive::open(bytes);
  if (!archive) return std::unexpected(archive.error());
  if (auto known = checkKind(*archive); !known) return std::unexpected(known.error());
  const auto stack = archive->read("stack.xml", limits.max_stack_bytes);
  if (!stack) return std::unexpected(stack.error());
  pugi::xml_document xml;
  const auto parsed = xml.load_buffer(stack->data(), stack->size());
  if (!parsed) {
    return malformed(text("stack.xml: ", parsed.description(), " at byte ", parsed.offset));
  }
  return StackReader(*archive, limits).read(xml);
}

Result<LayeredPicture> readOpenRaster(const std::string& path, const OpenRasterLimits& limits) {
  const auto bytes = readFile(path, limits.image.max_file_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto picture = decodeOpenRaster(*bytes, limits);
  if (!picture) return failAt(path, picture.error());
  const std::string name = std::filesystem::path(path).stem().string();
  picture->name = isUtf8(name) ? name : "drawing";
  picture->source = path;
  return picture;
}

}  // namespace vide
