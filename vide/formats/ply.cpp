// SPDX-License-Identifier: MIT
#include "vide/formats/ply.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/formats/detail/mesh_gatherer.hpp"
#include "vide/formats/detail/mesh_text.hpp"
#include "vide/formats/detail/number_source.hpp"

// Greg Turk, The PLY Polygon File Format, 1994.
namespace vide {
namespace {

using detail::MeshGatherer;
using detail::NumberSource;
using detail::NumberType;
using detail::WordReader;

struct Property {
  std::string name;
  NumberType type = NumberType::float32;
  std::optional<NumberType> count;  // of a list
};

struct Element {
  std::string name;
  long long count = 0;
  std::size_t place = 0;  // of its entry in the header
  std::vector<Property> properties;
};

struct Header {
  MeshEncoding encoding = MeshEncoding::text;
  std::endian order = std::endian::little;
  std::vector<Element> elements;
};

std::optional<NumberType> typeNamed(std::string_view name) {
  using enum NumberType;
  constexpr std::pair<std::string_view, NumberType> names[] = {
      {"char", int8},   {"uchar", uint8},   {"short", int16},     {"ushort", uint16},
      {"int", int32},   {"uint", uint32},   {"float", float32},   {"double", float64},
      {"int8", int8},   {"uint8", uint8},   {"int16", int16},     {"uint16", uint16},
      {"int32", int32}, {"uint32", uint32}, {"float32", float32}, {"float64", float64}};
  const auto found = std::ranges::find(names, name, [](const auto& entry) { return entry.first; });
  return found == std::end(names) ? std::nullopt : std::optional(found->second);
}

bool isVertex(const Element& element) { return element.name == "vertex"; }
bool isFace(const Element& element) { return element.name == "face"; }

// Which coordinate a property of a vertex is, 0 .. 2, or -1.
int coordinateOf(const Property& property) {
  constexpr std::string_view names[] = {"x", "y", "z"};
  const auto found = std::ranges::find(names, property.name);
  return found == std::end(names) || property.count ? -1 : int(found - std::begin(names));
}

bool isCorners(const Property& property) {
  return property.count && (property.name == "vertex_indices" || property.name == "vertex_index");
}

class HeaderReader {
 public:
  explicit HeaderReader(WordReader& reader) : reader_(reader) {}

  Result<Header> read() {
    if (reader_.wordInLine() != "ply") return reader_.malformed("the file does not begin with ply");
    for (;;) {
      if (!reader_.nextLine()) return reader_.malformed("the header has no end_header");
      const std::string_view keyword = reader_.wordInLine();
      if (keyword == "end_header") break;
      if (const auto read = entry(keyword); !read) return std::unexpected(read.error());
    }
    if (!has_format_) return reader_.malformed("the header names no format");
    for (const Element& element : header_.elements) {
      if (const auto checked = check(element); !checked) return std::unexpected(checked.error());
    }
    reader_.nextLine();
    return std::move(header_);
  }

 private:
  Result<void> entry(std::string_view keyword) {
    if (keyword == "format") return format();
    if (keyword == "element") return element();
    if (keyword == "property") return property();
    if (keyword.empty() || keyword == "comment" || keyword == "obj_info") return {};
    return reader_.expected("format, element, property or comment", keyword);
  }

  Result<void> format() {
    const std::string_view name = reader_.wordInLine();
    if (std::exchange(has_format_, true)) return reader_.malformed("the format is given twice");
    header_.encoding = name == "ascii" ? MeshEncoding::text : MeshEncoding::binary;
    header_.order = name == "binary_big_endian" ? std::endian::big : std::endian::little;
    if (name == "ascii" || name == "binary_big_endian" || name == "binary_little_endian") return {};
    return reader_.expected("ascii, binary_little_endian or binary_big_endian", name);
  }

  Result<void> element() {
    const std::size_t place = reader_.offset();
    const std::string_view name = reader_.wordInLine();
    if (std::ranges::find(header_.elements, name, &Element::name) != header_.elements.end()) {
      return reader_.malformed(text("the element ", detail::quoted(name), " is given twice"));
    }
    const auto count = reader_.integer(reader_.wordInLine(), "an element's name and count");
    if (!count) return std::unexpected(count.error());
    if (*count < 0) return reader_.malformed("a count is negative");
    header_.elements.push_back({std::string(name), *count, place, {}});
    return {};
  }

  Result<void> property() {
    if (header_.elements.empty()) return reader_.malformed("a property before any element");
    Property property;
    std::string_view word = reader_.wordInLine();
    if (word == "list") {
      property.count = typeNamed(word = reader_.wordInLine());
      if (!property.count) return reader_.expected("the type of a list's count", word);
      word = reader_.wordInLine();
    }
    const auto type = typeNamed(word);
    if (!type) return reader_.expected("the type of a property, such as float", word);
    property.type = *type;
    property.name = reader_.wordInLine();
    if (property.name.empty()) return reader_.expected("the name of a property", "");
    auto& properties = header_.elements.back().properties;
    if (std::ranges::find(properties, property.name, &Property::name) != properties.end()) {
      return reader_.malformed(
          text("the property ", detail::quoted(property.name), " is given twice"));
    }
    properties.push_back(property);
    return {};
  }

  Result<void> check(const Element& element) const {
    const auto& properties = element.properties;
    if (properties.empty() && element.count > 0) {
      return reader_.malformedAt(
          element.place, text("the element ", detail::quoted(element.name), " has no properties"));
    }
    const auto coordinates = std::ranges::count_if(
        properties, [](const Property& property) { return coordinateOf(property) >= 0; });
    if (isVertex(element) && coordinates != 3) {
      return reader_.malformedAt(element.place,
                                 "the element vertex needs the properties x, y and z");
    }
    if (isFace(element) && element.count > 0 && std::ranges::count_if(properties, isCorners) != 1) {
      return reader_.malformedAt(element.place,
                                 "the element face needs one property list vertex_indices");
    }
    return {};
  }

  WordReader& reader_;
  Header header_;
  bool has_format_ = false;
};

class BodyReader {
 public:
  BodyReader(const Header& header, WordReader& reader, MeshGatherer& gatherer)
      : header_(header), source_(reader, header.encoding, header.order), gatherer_(gatherer) {}

  Result<void> read() {
    for (const Element& element : header_.elements) {
      for (long long i = 0; i < element.count; ++i) {
        if (const auto read = row(element); !read) return read;
      }
    }
    return {};
  }

 private:
  Result<void> row(const Element& element) {
    const std::size_t place = source_.offset();
    for (const Property& property : element.properties) {
      const auto read = property.count ? list(element, property) : single(property);
      if (!read) return read;
    }
    if (isVertex(element)) return gatherer_.addVertex({at_[0], at_[1], at_[2]}, place);
    if (isFace(element)) return gatherer_.addPolygon(corners_, place);
    return {};
  }

  Result<void> single(const Property& property) {
    const auto value = source_.number(property.type, property.name);
    if (!value) return std::unexpected(value.error());
    if (const int coordinate = coordinateOf(property); coordinate >= 0) at_[coordinate] = *value;
    return {};
  }

  Result<void> list(const Element& element, const Property& property) {
    const bool wanted = isFace(element) && isCorners(property);
    if (wanted) corners_.clear();
    const std::size_t place = source_.offset();
    const auto count = source_.integer(*property.count, property.name);
    if (!count) return std::unexpected(count.error());
    if (*count < 0) return source_.wrong(place, "the length of a list is negative");
    for (long long i = 0; i < *count; ++i) {
      if (!wanted) {
        if (const auto skipped = source_.number(property.type, property.name); !skipped) {
          return std::unexpected(skipped.error());
        }
        continue;
      }
      const auto corner = source_.integer(property.type, property.name);
      if (!corner) return std::unexpected(corner.error());
      corners_.push_back(*corner);
    }
    return {};
  }

  const Header& header_;
  NumberSource source_;
  MeshGatherer& gatherer_;
  double at_[3] = {};
  std::vector<long long> corners_;
};

}  // namespace

Result<MeshContent> parsePly(std::span<const std::uint8_t> bytes, const MeshLimits& limits) {
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  WordReader reader(file);
  const auto header = HeaderReader(reader).read();
  if (!header) return std::unexpected(header.error());
  MeshGatherer gatherer(file, header->encoding, limits);
  if (const auto read = BodyReader(*header, reader, gatherer).read(); !read) {
    return std::unexpected(read.error());
  }
  return gatherer.content();
}

std::string writePly(const TriMesh& mesh, MeshEncoding encoding) {
  const bool binary = encoding == MeshEncoding::binary;
  std::string out = text("ply\nformat ", binary ? "binary_little_endian" : "ascii", " 1.0\n");
  out += text("element vertex ", mesh.V.rows(), "\n");
  out += "property double x\nproperty double y\nproperty double z\n";
  out += text("element face ", mesh.F.rows(), "\nproperty list uchar int vertex_indices\n");
  out += "end_header\n";
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (binary) {
      for (int d = 0; d < 3; ++d) {
        detail::appendBytes(out, d < mesh.V.cols() ? mesh.V(v, d) : 0.0);
      }
    } else {
      detail::appendPosition(out, mesh.V, v);
      out += '\n';
    }
  }
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    out += binary ? '\3' : '3';
    if (binary) {
      for (int i = 0; i < 3; ++i) detail::appendBytes(out, std::int32_t(mesh.F(f, i)));
    } else {
      detail::appendCorners(out, mesh.F.row(f), 0);
      out += '\n';
    }
  }
  return out;
}

}  // namespace vide
