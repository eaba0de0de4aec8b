// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_document.hpp"

#include <algorithm>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/formats/detail/glb.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/detail/uri.hpp"
#include "vide/formats/image_header.hpp"

namespace vide {

using namespace detail;

namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

Result<void> checkVersion(const Json& root) {
  const Json* asset = member(root, "asset");
  const std::string* version = asset ? textIn(*asset, "version") : nullptr;
  if (!version) return malformed("asset.version is missing; this is not glTF 2.0");
  if (!version->starts_with("2.")) {
    return fail(ErrorCode::unsupported, text("glTF version ", *version, "; only 2.x is read"));
  }
  return {};
}

// JSON without a byte order mark, which some writers leave.
std::string_view withoutMark(std::string_view json) {
  if (json.starts_with("\xEF\xBB\xBF")) json.remove_prefix(3);
  return json;
}

Result<std::vector<std::uint8_t>> fetch(const std::string& uri, const GltfOptions& options) {
  if (isDataUri(uri)) {
    auto bytes = decodeDataUri(uri);
    if (!bytes) return malformed("its data URI is not base64");
    return *std::move(bytes);
  }
  const std::string name = percentDecode(uri);
  if (!options.resolve) {
    return fail(ErrorCode::not_found, text("it needs the file \"", name, "\" beside the document"));
  }
  return options.resolve(name);
}

// Stands for data that are found compressed elsewhere; files may leave its bytes out.
bool isFallback(const Json& buffer) {
  const Json* extensions = member(buffer, "extensions");
  const Json* meshopt = extensions ? member(*extensions, "EXT_meshopt_compression") : nullptr;
  return meshopt && flagIn(*meshopt, "fallback", false);
}

// The bytes of one buffer; an external one is rewritten so that the document stands alone: the
// first becomes the binary chunk, others data URIs, which keeps every index as it was.
Result<void> loadBuffer(GltfContent& content, std::size_t index, const GltfOptions& options) {
  Json& buffer = content.root["buffers"][index];
  const auto length = countIn(buffer, "byteLength");
  if (!length) return malformed("byteLength is missing");
  if (const std::string* uri = textIn(buffer, "uri")) {
    auto bytes = fetch(*uri, options);
    if (!bytes) return std::unexpected(bytes.error());
    const bool external = !isDataUri(*uri);
    content.buffers[index] = *std::move(bytes);
    if (external && index == 0) {
      buffer.erase("uri");
      content.has_binary = true;
    } else if (external) {
      buffer["uri"] =
          "data:application/octet-stream;base64," + encodeBase64(content.buffers[index]);
    }
  }
  if (content.buffers[index].size() < *length) {
    if (isFallback(buffer)) {
      return fail(ErrorCode::unsupported,
                  "its data are compressed (EXT_meshopt_compression) and the file holds no plain "
                  "copy of them; save it without compression");
    }
    return malformed(text("says ", *length, " bytes but has ", content.buffers[index].size()));
  }
  return {};
}

Result<void> loadBuffers(GltfContent& content, std::optional<std::span<const std::uint8_t>> binary,
                         const GltfOptions& options) {
  const Json* buffers = member(content.root, "buffers");
  const std::size_t count = buffers && buffers->is_array() ? buffers->size() : 0;
  content.buffers.resize(std::max<std::size_t>(count, binary ? 1 : 0));
  content.has_binary = binary.has_value();
  if (binary) content.buffers[0].assign(binary->begin(), binary->end());
  for (std::size_t i = 0; i < count; ++i) {
    if (binary && i == 0 && textIn((*buffers)[0], "uri")) {
      return fail(ErrorCode::unsupported, "buffer 0 has a URI beside a binary chunk");
    }
    if (auto loaded = loadBuffer(content, i, options); !loaded) {
      return failAt(text("buffer ", i), loaded.error());
    }
  }
  return {};
}

// A picture that cannot be had stays external; the rest of the document does not need it.
void embedImages(GltfContent& content, const GltfOptions& options) {
  const Json* images = member(content.root, "images");
  if (!options.resolve || !images || !images->is_array()) return;
  for (std::size_t i = 0; i < images->size(); ++i) {
    const std::string* uri = textIn((*images)[i], "uri");
    if (!uri || isDataUri(*uri)) continue;
    const auto bytes = fetch(*uri, options);
    if (!bytes) continue;
    const std::string mime = imageMime(*bytes);
    content.root["images"][i]["uri"] =
        text("data:", mime.empty() ? "application/octet-stream" : mime, ";base64,",
             encodeBase64(*bytes));
  }
}

// Whether it is worth telling where the text breaks.
bool looksLikeJson(std::string_view text) {
  const std::string_view json = withoutMark(text);
  const std::size_t start = json.find_first_not_of(" \t\r\n");
  return start != json.npos && (json[start] == '{' || json[start] == '[');
}

}  // namespace

namespace detail {

int sizeOf(GltfComponent component) {
  switch (component) {
    case GltfComponent::int8:
    case GltfComponent::uint8:
      return 1;
    case GltfComponent::int16:
    case GltfComponent::uint16:
      return 2;
    case GltfComponent::uint32:
    case GltfComponent::float32:
      return 4;
  }
  return 0;
}

int componentsOf(std::string_view type) {
  constexpr std::pair<std::string_view, int> types[] = {
      {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
  const auto* at = std::ranges::find(types, type, &std::pair<std::string_view, int>::first);
  return at == std::end(types) ? 0 : at->second;
}

}  // namespace detail

GltfDocument::GltfDocument() : content_(std::make_unique<GltfContent>()) {
  content_->root = {{"asset", {{"version", "2.0"}}}};
}

GltfDocument::GltfDocument(GltfContent content)
    : content_(std::make_unique<GltfContent>(std::move(content))) {}

GltfDocument::GltfDocument(const GltfDocument& other)
    : content_(std::make_unique<GltfContent>(*other.content_)) {}

GltfDocument::GltfDocument(GltfDocument&& other) noexcept = default;

GltfDocument& GltfDocument::operator=(GltfDocument other) noexcept {
  content_.swap(other.content_);
  return *this;
}

GltfDocument::~GltfDocument() = default;

Result<GltfDocument> GltfDocument::parse(std::span<const std::uint8_t> bytes,
                                         const GltfOptions& options) {
  if (bytes.size() > options.max_file_bytes) {
    return fail(ErrorCode::limit_exceeded,
                text("the file has ", bytes.size(), " bytes; the limit is ", options.max_file_bytes,
                     " (max_file_bytes)"));
  }
  GlbParts parts{.json = {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                 .binary = {},
                 .chunks = {}};
  if (isGlb(bytes)) {
    auto split = splitGlb(bytes);
    if (!split) return std::unexpected(split.error());
    parts = *std::move(split);
  } else if (!looksLikeJson(parts.json)) {
    return fail(ErrorCode::malformed_data, "this is not glTF, neither binary nor as text");
  }
  auto root = parseJson(withoutMark(parts.json),
                        {.nesting = options.max_nesting, .members = options.max_members});
  if (!root) return std::unexpected(root.error());
  if (auto ok = checkVersion(*root); !ok) return std::unexpected(ok.error());
  GltfContent content{.root = *std::move(root),
                      .buffers = {},
                      .has_binary = false,
                      .chunks = std::move(parts.chunks),
                      .max_accessor_values = options.max_accessor_values,
                      .max_repeats = options.max_repeats};
  if (auto ok = loadBuffers(content, parts.binary, options); !ok)
    return std::unexpected(ok.error());
  embedImages(content, options);
  return GltfDocument(std::move(content));
}

std::vector<std::uint8_t> GltfDocument::writeGlb() const {
  return joinGlb(content_->root.dump(), content_->has_binary ? &content_->buffers[0] : nullptr,
                 content_->chunks);
}

std::size_t GltfDocument::count(const char* list) const {
  const Json* array = member(content_->root, list);
  return array && array->is_array() ? array->size() : 0;
}

Result<std::vector<std::uint8_t>> GltfDocument::imageBytes(std::size_t image) const {
  const Json* object = listed(*content_, "images", image);
  if (!object) return fail(ErrorCode::not_found, text("image ", image, " does not exist"));
  if (const auto view = countIn(*object, "bufferView")) {
    const auto bytes = bufferView(*view);
    if (!bytes) return failAt(text("image ", image), bytes.error());
    return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
  }
  const std::string* uri = textIn(*object, "uri");
  if (!uri) return malformed(text("image ", image, " has neither a buffer view nor a URI"));
  auto bytes = fetch(*uri, {});
  if (!bytes) return failAt(text("image ", image), bytes.error());
  return *std::move(bytes);
}

}  // namespace vide
