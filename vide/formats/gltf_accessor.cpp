// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstring>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_document.hpp"

namespace vide {

using namespace detail;

namespace {

static_assert(std::endian::native == std::endian::little, "glTF's numbers are little-endian");

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

// How an element's numbers lie in memory. The columns of small matrices start on four bytes.
struct ElementLayout {
  GltfComponent component;
  int columns = 1;
  int rows = 1;

  std::size_t columnStride() const {
    const std::size_t packed = static_cast<std::size_t>(rows * sizeOf(component));
    return columns > 1 ? (packed + 3) / 4 * 4 : packed;
  }
  std::size_t size() const { return columnStride() * static_cast<std::size_t>(columns); }
};

ElementLayout layoutOf(GltfComponent component, std::string_view type) {
  const int components = componentsOf(type);
  if (!type.starts_with("MAT")) return {component, 1, components};
  const int side = components == 4 ? 2 : components == 9 ? 3 : 4;
  return {component, side, side};
}

template <class Number>
double load(const std::uint8_t* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return static_cast<double>(number);
}

double loadNumber(const std::uint8_t* at, GltfComponent component) {
  switch (component) {
    case GltfComponent::int8:
      return load<std::int8_t>(at);
    case GltfComponent::uint8:
      return load<std::uint8_t>(at);
    case GltfComponent::int16:
      return load<std::int16_t>(at);
    case GltfComponent::uint16:
      return load<std::uint16_t>(at);
    case GltfComponent::uint32:
      return load<std::uint32_t>(at);
    case GltfComponent::float32:
      return load<float>(at);
  }
  return 0;
}

// glTF 2.0, section 3.11: integers that stand for numbers of 0..1 or -1..1.
double normalize(double number, GltfComponent component) {
  switch (component) {
    case GltfComponent::int8:
      return std::max(number / 127, -1.0);
    case GltfComponent::uint8:
      return number / 255;
    case GltfComponent::int16:
      return std::max(number / 32767, -1.0);
    case GltfComponent::uint16:
      return number / 65535;
    default:
      return number;
  }
}

std::optional<GltfComponent> componentIn(const Json& object) {
  const auto code = countIn(object, "componentType");
  if (!code || *code < 5120 || *code > 5126 || *code == 5124) return std::nullopt;
  return static_cast<GltfComponent>(*code);
}

// Elements at equal distances in a buffer.
struct Elements {
  std::span<const std::uint8_t> bytes;
  std::size_t stride = 0;
};

// `holder` names a bufferView and perhaps a byteOffset: an accessor or a part of a sparse one.
Result<Elements> locate(const GltfDocument& document, const Json& holder, std::size_t element_size,
                        std::size_t count) {
  const auto index = countIn(holder, "bufferView");
  if (!index) return malformed("bufferView is not an index");
  const auto view = document.bufferView(*index);
  if (!view) return std::unexpected(view.error());
  const Json* offset = member(holder, "byteOffset");
  const auto start = offset ? asCount(offset) : std::size_t{0};
  const Json* stride = member(*listed(document.content(), "bufferViews", *index), "byteStride");
  const auto step = stride ? asCount(stride) : element_size;
  if (!start || !step || *step < element_size)
    return malformed("byteOffset or byteStride is wrong");
  const bool fits = *start <= view->size() &&
                    (count == 0 || (element_size <= view->size() - *start &&
                                    (count - 1) <= (view->size() - *start - element_size) / *step));
  if (!fits) return malformed(text("its ", count, " elements pass the end of bufferView ", *index));
  return Elements{view->subspan(*start), *step};
}

void unpack(const Elements& from, std::size_t element, const ElementLayout& layout, bool normalized,
            double* to) {
  const std::uint8_t* at = from.bytes.data() + element * from.stride;
  for (int column = 0; column < layout.columns; ++column) {
    for (int row = 0; row < layout.rows; ++row) {
      const double number = loadNumber(at + column * layout.columnStride() +
                                           static_cast<std::size_t>(row * sizeOf(layout.component)),
                                       layout.component);
      *to++ = normalized ? normalize(number, layout.component) : number;
    }
  }
}

// Puts the listed elements in their places among `numbers`.
Result<void> applySparse(const GltfDocument& document, const Json& sparse, const GltfAccessor& info,
                         const ElementLayout& layout, std::vector<double>& numbers) {
  const auto count = countIn(sparse, "count");
  const Json* indices = member(sparse, "indices");
  const Json* values = member(sparse, "values");
  if (!count || !indices || !values) return malformed("sparse lacks count, indices or values");
  const auto component = componentIn(*indices);
  if (!component || *component == GltfComponent::float32) {
    return malformed("sparse indices have no integer type");
  }
  const ElementLayout index_layout{*component, 1, 1};
  const auto places = locate(document, *indices, index_layout.size(), *count);
  if (!places) return std::unexpected(places.error());
  const auto elements = locate(document, *values, layout.size(), *count);
  if (!elements) return std::unexpected(elements.error());
  for (std::size_t i = 0; i < *count; ++i) {
    double place = 0;
    unpack(*places, i, index_layout, false, &place);
    if (!(place >= 0 && place < static_cast<double>(info.count))) {
      return malformed(text("sparse index ", place, " is out of range"));
    }
    unpack(*elements, i, layout, info.normalized,
           numbers.data() +
               static_cast<std::size_t>(place) * static_cast<std::size_t>(info.components));
  }
  return {};
}

Result<std::vector<double>> readValues(const GltfDocument& document, std::size_t index) {
  const auto info = document.accessor(index);
  if (!info) return std::unexpected(info.error());
  const std::size_t limit = document.content().max_accessor_values;
  const auto components = static_cast<std::size_t>(info->components);
  if (info->count > limit / components) {
    return fail(ErrorCode::limit_exceeded,
                text(info->count, " elements of ", components, " pass the limit of ", limit,
                     " numbers (max_accessor_values)"));
  }
  const Json& object = *listed(document.content(), "accessors", index);
  const ElementLayout layout = layoutOf(info->component, *textIn(object, "type"));
  std::optional<Elements> elements;
  if (member(object, "bufferView")) {
    auto located = locate(document, object, layout.size(), info->count);
    if (!located) return std::unexpected(located.error());
    elements = *located;
  }
  // Zeros cost a file nothing, so their number is bound to the bytes that it does have.
  if (!elements && info->count * components > numbersAllowed(document.content())) {
    return fail(
        ErrorCode::limit_exceeded,
        text(info->count, " elements without bytes of their own pass the limit (max_repeats ",
             "of the document's bytes)"));
  }
  std::vector<double> numbers(info->count * components);
  for (std::size_t i = 0; elements && i < info->count; ++i) {
    unpack(*elements, i, layout, info->normalized, numbers.data() + i * components);
  }
  if (const Json* sparse = member(object, "sparse")) {
    if (auto ok = applySparse(document, *sparse, *info, layout, numbers); !ok) {
      return std::unexpected(ok.error());
    }
  }
  return numbers;
}

}  // namespace

Result<std::span<const std::uint8_t>> GltfDocument::bufferView(std::size_t index) const {
  const Json* view = listed(*content_, "bufferViews", index);
  if (!view) return fail(ErrorCode::not_found, text("bufferView ", index, " does not exist"));
  const auto buffer = countIn(*view, "buffer");
  const auto length = countIn(*view, "byteLength");
  const Json* offset = member(*view, "byteOffset");
  const auto start = offset ? asCount(offset) : std::size_t{0};
  if (!buffer || *buffer >= content_->buffers.size() || !length || !start) {
    return malformed(text("bufferView ", index, ": buffer, byteOffset or byteLength is wrong"));
  }
  const std::span<const std::uint8_t> bytes = content_->buffers[*buffer];
  if (*start > bytes.size() || *length > bytes.size() - *start) {
    return malformed(text("bufferView ", index, ": passes the end of buffer ", *buffer));
  }
  return bytes.subspan(*start, *length);
}

Result<GltfAccessor> GltfDocument::accessor(std::size_t index) const {
  const Json* object = listed(*content_, "accessors", index);
  if (!object) return fail(ErrorCode::not_found, text("accessor ", index, " does not exist"));
  const std::string* type = textIn(*object, "type");
  const auto component = componentIn(*object);
  const auto count = countIn(*object, "count");
  if (!type || componentsOf(*type) == 0 || !component || !count) {
    return malformed(text("accessor ", index, ": type, componentType or count is wrong"));
  }
  return GltfAccessor{.component = *component,
                      .components = componentsOf(*type),
                      .count = *count,
                      .normalized = flagIn(*object, "normalized", false)};
}

Result<std::vector<double>> GltfDocument::readNumbers(std::size_t accessor) const {
  auto numbers = readValues(*this, accessor);
  if (!numbers) return failAt(text("accessor ", accessor), numbers.error());
  return numbers;
}

Result<std::vector<std::uint32_t>> GltfDocument::readIntegers(std::size_t accessor) const {
  const auto info = this->accessor(accessor);
  if (!info) return std::unexpected(info.error());
  const bool counted = info->component == GltfComponent::uint8 ||
                       info->component == GltfComponent::uint16 ||
                       info->component == GltfComponent::uint32;
  if (!counted || info->normalized) {
    return malformed(text("accessor ", accessor, ": holds no unsigned integers"));
  }
  const auto numbers = readNumbers(accessor);
  if (!numbers) return std::unexpected(numbers.error());
  std::vector<std::uint32_t> integers(numbers->size());
  std::ranges::transform(*numbers, integers.begin(),
                         [](double x) { return static_cast<std::uint32_t>(x); });
  return integers;
}

}  // namespace vide
