// SPDX-License-Identifier: MIT
#include "vide/formats/medit.hpp"

#include <algorithm>
#include <array>

#include "vide/core/text.hpp"
#include "vide/formats/detail/mesh_gatherer.hpp"
#include "vide/formats/detail/mesh_text.hpp"
#include "vide/formats/detail/word_reader.hpp"

// Pascal Frey, Medit: an interactive mesh visualization software, INRIA RT-0253, 2001.
namespace vide {
namespace {

using detail::MeshGatherer;
using detail::WordReader;

bool isKeyword(std::string_view word) {
  return (word.front() >= 'A' && word.front() <= 'Z') ||
         (word.front() >= 'a' && word.front() <= 'z');
}

class MeditParser {
 public:
  MeditParser(std::string_view text, const MeshLimits& limits)
      : reader_(text), gatherer_(text, MeshEncoding::text, limits, 1) {}

  Result<MeshContent> parse() {
    std::string_view keyword = reader_.word();
    if (keyword != "MeshVersionFormatted") {
      return reader_.expected("the first word MeshVersionFormatted", keyword);
    }
    for (; !keyword.empty() && keyword != "End"; keyword = reader_.word()) {
      if (const auto read = section(keyword); !read) return std::unexpected(read.error());
    }
    return gatherer_.content();
  }

 private:
  Result<void> section(std::string_view keyword) {
    if (keyword == "Dimension") return dimension();
    if (keyword == "Vertices" && gatherer_.vertices() > 0) {
      return reader_.malformed("the section Vertices is given twice");
    }
    if (keyword == "Vertices") return rows([&] { return vertex(); });
    if (keyword == "Triangles") return rows([&] { return polygon(3); });
    if (keyword == "Quadrilaterals") return rows([&] { return polygon(4); });
    if (keyword == "Tetrahedra") return rows([&] { return tetrahedron(); });
    for (std::string_view other : {"Hexahedra", "Hexaedra", "Prisms", "Pyramids"}) {
      if (keyword != other) continue;
      return reader_.unsupported(text(other, " are not read; write the solid as tetrahedra"));
    }
    if (!isKeyword(keyword)) return reader_.expected("the name of a section", keyword);
    skipNumbers();
    return {};
  }

  // To the next section's name.
  void skipNumbers() {
    std::size_t before = reader_.offset();
    for (std::string_view word = reader_.word(); !word.empty(); word = reader_.word()) {
      if (isKeyword(word)) break;
      before = reader_.offset();
    }
    reader_.seek(before);
  }

  Result<void> dimension() {
    const auto number = reader_.integer(reader_.word(), "the dimension");
    if (!number) return std::unexpected(number.error());
    if (*number != 2 && *number != 3) return reader_.malformed("the dimension is neither 2 nor 3");
    dimension_ = int(*number);
    return {};
  }

  Result<void> rows(const auto& row) {
    const auto count = reader_.integer(reader_.word(), "a count");
    if (!count) return std::unexpected(count.error());
    if (*count < 0) return reader_.malformed("a count is negative");
    for (long long i = 0; i < *count; ++i) {
      if (const auto read = row(); !read) return read;
    }
    return {};
  }

  Result<void> vertex() {
    double at[3] = {};
    for (int d = 0; d < dimension_; ++d) {
      const auto value = reader_.number(reader_.word(), "a coordinate of a vertex");
      if (!value) return std::unexpected(value.error());
      at[d] = *value;
    }
    const auto place = reference();
    if (!place) return std::unexpected(place.error());
    return gatherer_.addVertex({at[0], at[1], at[2]}, *place);
  }

  Result<void> polygon(std::size_t corners) {
    if (const auto read = readCorners(corners); !read) return read;
    const auto place = reference();
    if (!place) return std::unexpected(place.error());
    return gatherer_.addPolygon(std::span(corners_).first(corners), *place);
  }

  Result<void> tetrahedron() {
    if (const auto read = readCorners(4); !read) return read;
    const auto place = reference();
    if (!place) return std::unexpected(place.error());
    return gatherer_.addTetrahedron(corners_, *place);
  }

  Result<void> readCorners(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto corner = reader_.integer(reader_.word(), "the number of a vertex");
      if (!corner) return std::unexpected(corner.error());
      if (*corner < 1) return reader_.malformed("vertices count from 1");
      corners_[i] = *corner - 1;
    }
    return {};
  }

  // Passes over the number of the surface or region that ends a row; returns its place.
  Result<std::size_t> reference() {
    const auto number = reader_.integer(reader_.word(), "the reference that ends a row");
    if (!number) return std::unexpected(number.error());
    return reader_.offset();
  }

  WordReader reader_;
  MeshGatherer gatherer_;
  int dimension_ = 3;
  std::array<long long, 4> corners_{};
};

void appendElements(std::string& out, std::string_view name, const auto& elements) {
  if (elements.rows() == 0) return;
  out += text(name, "\n", elements.rows(), "\n");
  for (Eigen::Index i = 0; i < elements.rows(); ++i) {
    detail::appendCorners(out, elements.row(i), 1);
    out += " 0\n";
  }
}

}  // namespace

Result<MeshContent> parseMedit(std::string_view text, const MeshLimits& limits) {
  return MeditParser(text, limits).parse();
}

std::string writeMedit(const MeshContent& mesh) {
  std::string out = text("MeshVersionFormatted 2\nDimension 3\nVertices\n", mesh.V.rows(), "\n");
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    detail::appendPosition(out, mesh.V, v);
    out += " 0\n";
  }
  appendElements(out, "Triangles", mesh.F);
  appendElements(out, "Tetrahedra", mesh.T);
  return out + "End\n";
}

}  // namespace vide
