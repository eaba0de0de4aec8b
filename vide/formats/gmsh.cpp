// SPDX-License-Identifier: MIT
#include "vide/formats/gmsh.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/formats/detail/mesh_gatherer.hpp"
#include "vide/formats/detail/mesh_text.hpp"
#include "vide/formats/detail/number_source.hpp"

// Gmsh reference manual, "MSH file format" and "MSH file format version 2 (legacy)".
namespace vide {
namespace {

using detail::MeshGatherer;
using detail::NumberSource;
using detail::NumberType;
using detail::WordReader;

// The numbers of elements in the format.
enum ElementKind : long long {
  line_element = 1,
  triangle = 2,
  quadrangle = 3,
  tetrahedron = 4,
  point = 15
};

std::optional<int> cornersOf(long long kind) {
  switch (kind) {
    case point:
      return 1;
    case line_element:
      return 2;
    case triangle:
      return 3;
    case quadrangle:
    case tetrahedron:
      return 4;
    default:
      return std::nullopt;
  }
}

struct Format {
  double version = 0;
  MeshEncoding encoding = MeshEncoding::text;
  std::endian order = std::endian::little;
};

// The section $MeshFormat; its name is read.
Result<Format> readFormat(WordReader& reader) {
  const auto version = reader.number(reader.word(), "the version of the format");
  if (!version) return std::unexpected(version.error());
  if (!(*version >= 2 && *version < 3) && *version != 4.1) {
    return reader.unsupported(
        text("Gmsh files of version ", *version, " are not read; save as 2.2 or 4.1"));
  }
  const auto kind = reader.integer(reader.word(), "0 for text or 1 for binary");
  if (!kind) return std::unexpected(kind.error());
  if (*kind != 0 && *kind != 1) {
    return reader.malformed(
        text("the type of the file is ", *kind, ", not 0 (text) or 1 (binary)"));
  }
  const auto size = reader.integer(reader.word(), "the size of a number");
  if (!size) return std::unexpected(size.error());
  if (*size != 8) return reader.malformed("numbers of other sizes than 8 bytes");
  Format format{*version, *kind == 1 ? MeshEncoding::binary : MeshEncoding::text};
  if (*kind != 1) return format;
  reader.nextLine();
  const std::string_view one = reader.bytes(4);
  if (one == std::string_view("\0\0\0\1", 4))
    format.order = std::endian::big;
  else if (one != std::string_view("\1\0\0\0", 4)) {
    return reader.malformed("the number one that tells the order of bytes is missing");
  }
  return format;
}

class GmshParser {
 public:
  GmshParser(std::string_view file, const Format& format, WordReader& reader,
             const MeshLimits& limits)
      : version_(format.version),
        reader_(reader),
        source_(reader, format.encoding, format.order),
        gatherer_(file, format.encoding, limits),
        binary_(format.encoding == MeshEncoding::binary) {}

  Result<MeshContent> parse() {
    for (;;) {
      const std::string_view word = reader_.word();
      if (word.empty()) break;
      if (const auto read = section(word); !read) return std::unexpected(read.error());
    }
    if (const auto named = addElements(); !named) return std::unexpected(named.error());
    return gatherer_.content();
  }

 private:
  struct Node {
    long long number = 0, vertex = 0;
    std::size_t place = 0;
  };
  struct Element {
    long long kind = 0;
    std::size_t first_node = 0;  // in element_nodes_
    std::size_t place = 0;
  };

  Result<void> section(std::string_view name) {
    if (!name.starts_with('$')) return reader_.expected("a section such as $Nodes", name);
    const std::string end = text("$End", name.substr(1));
    if (name == "$Nodes") {
      const auto read = version_ < 4 ? oldNodes() : newNodes();
      return read ? expectEnd(end) : read;
    }
    if (name == "$Elements") {
      const auto read = version_ >= 4 ? newElements()
                        : binary_     ? oldBinaryElements()
                                      : oldTextElements();
      return read ? expectEnd(end) : read;
    }
    return skipTo(end);
  }

  // More rows than were announced would be lost.
  Result<void> expectEnd(const std::string& end) {
    const std::string_view word = reader_.word();
    if (word == end) return {};
    return reader_.expected(text(end, " after as many rows as were announced"), word);
  }

  Result<void> skipTo(const std::string& end) {
    const std::size_t found = reader_.rest().find(end);
    if (found == std::string_view::npos) return reader_.malformed(text("there is no ", end));
    reader_.seek(reader_.offset() + found + end.size());
    return {};
  }

  // Version 2 has counts as words and in binary files the rest in int32.
  Result<long long> countWord() {
    const auto count = reader_.integer(reader_.word(), "a count");
    if (!count) return count;
    if (*count < 0) return reader_.malformed("a count is negative");
    if (binary_) reader_.nextLine();
    return count;
  }

  Result<void> integers(NumberType type, long long count, std::vector<long long>& into) {
    for (long long i = 0; i < count; ++i) {
      const auto value = source_.integer(type, "a whole number");
      if (!value) return std::unexpected(value.error());
      into.push_back(*value);
    }
    return {};
  }

  Result<void> coordinates(long long number, std::size_t place) {
    double at[3];
    for (double& coordinate : at) {
      const auto value = source_.number(NumberType::float64, "a coordinate of a node");
      if (!value) return std::unexpected(value.error());
      coordinate = *value;
    }
    if (!binary_) place = source_.offset();  // on the node's own line
    node_.push_back({number, (long long)(gatherer_.vertices()), place});
    return gatherer_.addVertex({at[0], at[1], at[2]}, place);
  }

  Result<void> oldNodes() {
    const auto count = countWord();
    if (!count) return std::unexpected(count.error());
    for (long long i = 0; i < *count; ++i) {
      const std::size_t place = source_.offset();
      const auto number = source_.integer(NumberType::int32, "the number of a node");
      if (!number) return std::unexpected(number.error());
      if (const auto added = coordinates(*number, place); !added) return added;
    }
    return {};
  }

  // How a section of version 4 begins: blocks, entries, lowest and highest number.
  Result<void> blockSizes(std::vector<long long>& sizes) {
    if (binary_) reader_.nextLine();
    if (const auto read = integers(NumberType::int64, 4, sizes); !read) return read;
    if (sizes[0] < 0) return source_.wrong(source_.offset(), "a count is negative");
    return {};
  }

  // Blocks of nodes: first all numbers, then all positions.
  Result<void> newNodes() {
    std::vector<long long> sizes;
    if (const auto read = blockSizes(sizes); !read) return read;
    for (long long block = 0; block < sizes[0]; ++block) {
      std::vector<long long> head, numbers;
      auto read = integers(NumberType::int32, 3, head);
      if (read) read = integers(NumberType::int64, 1, head);
      if (!read) return read;
      if (head[2] != 0) {
        return source_.unsupported(source_.offset(),
                                   "nodes with parametric coordinates are not read");
      }
      if (head[3] < 0) return source_.wrong(source_.offset(), "a count is negative");
      read = integers(NumberType::int64, head[3], numbers);
      if (!read) return read;
      for (const long long number : numbers) {
        if (read = coordinates(number, source_.offset()); !read) return read;
      }
    }
    return {};
  }

  // A row: number, kind, count of tags, tags, nodes.
  Result<void> oldTextElements() {
    const auto count = countWord();
    if (!count) return std::unexpected(count.error());
    for (long long i = 0; i < *count; ++i) {
      std::vector<long long> head;
      if (const auto read = integers(NumberType::int32, 3, head); !read) return read;
      if (head[2] < 0) return source_.wrong(source_.offset(), "a count of tags is negative");
      if (const auto read = element(head[1], head[2], NumberType::int32); !read) return read;
    }
    return {};
  }

  // Blocks of elements of one kind: kind, count, count of tags; then number, tags, nodes of each.
  Result<void> oldBinaryElements() {
    const auto count = countWord();
    if (!count) return std::unexpected(count.error());
    for (long long done = 0; done < *count;) {
      std::vector<long long> head;
      if (const auto read = integers(NumberType::int32, 3, head); !read) return read;
      if (head[1] < 1) return source_.wrong(source_.offset(), "a block without elements");
      if (head[1] > *count - done) {
        return source_.wrong(source_.offset(), "a block of more elements than were announced");
      }
      if (head[2] < 0) return source_.wrong(source_.offset(), "a count of tags is negative");
      for (long long i = 0; i < head[1]; ++i, ++done) {
        if (const auto read = element(head[0], head[2] + 1, NumberType::int32); !read) return read;
      }
    }
    return {};
  }

  // Blocks of elements of one kind: dimension, entity, kind, count; then number and nodes of each.
  Result<void> newElements() {
    std::vector<long long> sizes;
    if (const auto read = blockSizes(sizes); !read) return read;
    for (long long block = 0; block < sizes[0]; ++block) {
      std::vector<long long> head;
      auto read = integers(NumberType::int32, 3, head);
      if (read) read = integers(NumberType::int64, 1, head);
      if (read && head[3] < 0) read = source_.wrong(source_.offset(), "a count is negative");
      for (long long i = 0; read && i < head[3]; ++i) {
        read = element(head[2], 1, NumberType::int64);
      }
      if (!read) return read;
    }
    return {};
  }

  // Passes over `before` numbers, then keeps the nodes.
  Result<void> element(long long kind, long long before, NumberType type) {
    const std::size_t place = source_.offset();
    const auto corners = cornersOf(kind);
    if (!corners) {
      return source_.unsupported(place,
                                 text("elements of kind ", kind, " are not read; save triangles ",
                                      "and tetrahedra of first order"));
    }
    for (long long i = 0; i < before; ++i) {
      if (const auto passed = source_.integer(type, "a tag"); !passed) {
        return std::unexpected(passed.error());
      }
    }
    if (kind != point && kind != line_element) {
      elements_.push_back({kind, element_nodes_.size(), place});
      return integers(type, *corners, element_nodes_);
    }
    std::vector<long long> unused;
    return integers(type, *corners, unused);
  }

  // Numbers of nodes may leave gaps and elements may come first, so this is done at the end.
  Result<void> addElements() {
    std::ranges::stable_sort(node_, {}, &Node::number);
    const auto repeated = std::ranges::adjacent_find(node_, {}, &Node::number);
    if (repeated != node_.end()) {
      return gatherer_.wrong((repeated + 1)->place,
                             text("node ", repeated->number, " is given twice"));
    }
    for (const Element& element : elements_) {
      std::array<long long, 4> corners{};
      const auto count = std::size_t(*cornersOf(element.kind));
      for (std::size_t i = 0; i < count; ++i) {
        const long long number = element_nodes_[element.first_node + i];
        const auto found = std::ranges::lower_bound(node_, number, {}, &Node::number);
        if (found == node_.end() || found->number != number) {
          return gatherer_.wrong(element.place,
                                 text("an element names node ", number, ", which the file lacks"));
        }
        corners[i] = found->vertex;
      }
      const auto added = element.kind == tetrahedron
                             ? gatherer_.addTetrahedron(corners, element.place)
                             : gatherer_.addPolygon(std::span(corners).first(count), element.place);
      if (!added) return added;
    }
    return {};
  }

  double version_;
  WordReader& reader_;
  NumberSource source_;
  MeshGatherer gatherer_;
  bool binary_;
  std::vector<Node> node_;
  std::vector<Element> elements_;
  std::vector<long long> element_nodes_;
};

class GmshWriter {
 public:
  explicit GmshWriter(MeshEncoding encoding) : binary_(encoding == MeshEncoding::binary) {
    out_ = text("$MeshFormat\n2.2 ", binary_ ? 1 : 0, " 8\n");
    if (binary_) {
      detail::appendBytes(out_, std::int32_t(1));
      out_ += '\n';
    }
    out_ += "$EndMeshFormat\n";
  }

  void nodes(const Eigen::MatrixXd& V) {
    out_ += text("$Nodes\n", V.rows(), "\n");
    for (Eigen::Index v = 0; v < V.rows(); ++v) {
      if (binary_) {
        detail::appendBytes(out_, std::int32_t(v + 1));
        for (int d = 0; d < 3; ++d) detail::appendBytes(out_, d < V.cols() ? V(v, d) : 0.0);
      } else {
        out_ += text(v + 1, " ");
        detail::appendPosition(out_, V, v);
        out_ += '\n';
      }
    }
    out_ += binary_ ? "\n$EndNodes\n" : "$EndNodes\n";
  }

  void elements(const MeshContent& mesh) {
    out_ += text("$Elements\n", mesh.F.rows() + mesh.T.rows(), "\n");
    block(triangle, mesh.F);
    block(tetrahedron, mesh.T);
    out_ += binary_ ? "\n$EndElements\n" : "$EndElements\n";
  }

  std::string finished() { return std::move(out_); }

 private:
  void block(ElementKind kind, const auto& elements) {
    if (elements.rows() == 0) return;
    if (binary_) {
      for (const auto number :
           {std::int64_t(kind), std::int64_t(elements.rows()), std::int64_t(0)}) {
        detail::appendBytes(out_, std::int32_t(number));
      }
    }
    for (Eigen::Index i = 0; i < elements.rows(); ++i) {
      ++number_;
      if (binary_) {
        detail::appendBytes(out_, number_);
        for (const int corner : elements.row(i)) detail::appendBytes(out_, corner + 1);
      } else {
        out_ += text(number_, " ", (long long)(kind), " 0");
        detail::appendCorners(out_, elements.row(i), 1);
        out_ += '\n';
      }
    }
  }

  bool binary_;
  std::string out_;
  std::int32_t number_ = 0;
};

}  // namespace

Result<MeshContent> parseGmsh(std::span<const std::uint8_t> bytes, const MeshLimits& limits) {
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  WordReader reader(file);
  if (const auto word = reader.word(); word != "$MeshFormat") {
    return reader.expected("$MeshFormat as the first word", word);
  }
  const auto format = readFormat(reader);
  if (!format) return std::unexpected(format.error());
  const auto end = reader.word();
  if (end != "$EndMeshFormat") return reader.expected("$EndMeshFormat", end);
  return GmshParser(file, *format, reader, limits).parse();
}

std::string writeGmsh(const MeshContent& mesh, MeshEncoding encoding) {
  GmshWriter writer(encoding);
  writer.nodes(mesh.V);
  writer.elements(mesh);
  return writer.finished();
}

}  // namespace vide
