// SPDX-License-Identifier: MIT
#include "vide/formats/off.hpp"

#include <algorithm>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/formats/detail/mesh_gatherer.hpp"
#include "vide/formats/detail/mesh_text.hpp"
#include "vide/formats/detail/word_reader.hpp"

namespace vide {
namespace {

using detail::MeshGatherer;
using detail::WordReader;

class OffParser {
 public:
  OffParser(std::string_view text, const MeshLimits& limits)
      : reader_(text), gatherer_(text, MeshEncoding::text, limits) {}

  Result<MeshContent> parse() {
    if (const auto read = header(); !read) return std::unexpected(read.error());
    for (long long i = 0; i < vertices_; ++i) {
      if (const auto read = vertex(); !read) return std::unexpected(read.error());
    }
    for (long long i = 0; i < faces_; ++i) {
      if (const auto read = face(); !read) return std::unexpected(read.error());
    }
    return gatherer_.content();
  }

 private:
  // "OFF", with letters for what vertices carry before it; some writers let the counts follow
  // without a space.
  Result<void> header() {
    std::string_view keyword = reader_.word();
    const std::size_t off = keyword.find("OFF");
    if (off == keyword.npos) return reader_.malformed("the file does not begin with OFF");
    for (std::string_view known : {"ST", "C", "N"}) {
      if (keyword.starts_with(known)) keyword.remove_prefix(known.size());
    }
    if (!keyword.starts_with("OFF")) {
      return reader_.unsupported(
          text("files of the kind ", detail::quoted(keyword),
               " are not read; write vertices with x, y and z (OFF, COFF, NOFF or STOFF)"));
    }
    reader_.seek(reader_.offset() - (keyword.size() - 3));
    return counts();
  }

  Result<void> counts() {
    for (long long* count : {&vertices_, &faces_}) {
      const std::string_view word = reader_.word();
      if (word == "BINARY") {
        return reader_.unsupported("binary OFF files are not read; write text");
      }
      const auto number = reader_.integer(word, "the numbers of vertices and faces");
      if (!number) return std::unexpected(number.error());
      if (*number < 0) return reader_.malformed("a count is negative");
      *count = *number;
    }
    reader_.nextLine();
    return {};
  }

  // The first word of the next line that has one.
  std::string_view firstWord() {
    const std::string_view word = reader_.word();
    place_ = reader_.offset() - word.size();
    return word;
  }

  Result<void> vertex() {
    double at[3];
    std::string_view word = firstWord();
    for (double& coordinate : at) {
      const auto value = reader_.number(word, "the three coordinates of a vertex");
      if (!value) return std::unexpected(value.error());
      coordinate = *value;
      if (&coordinate != &at[2]) word = reader_.wordInLine();
    }
    reader_.nextLine();
    return gatherer_.addVertex({at[0], at[1], at[2]}, place_);
  }

  Result<void> face() {
    const auto count = reader_.integer(firstWord(), "the number of a face's corners");
    if (!count) return std::unexpected(count.error());
    corners_.clear();
    for (long long i = 0; i < *count; ++i) {
      const auto corner = reader_.integer(reader_.wordInLine(), "the corners of a face");
      if (!corner) return std::unexpected(corner.error());
      corners_.push_back(*corner);
    }
    reader_.nextLine();
    return gatherer_.addPolygon(corners_, place_);
  }

  WordReader reader_;
  MeshGatherer gatherer_;
  long long vertices_ = 0, faces_ = 0;
  std::size_t place_ = 0;  // where the line's first word begins
  std::vector<long long> corners_;
};

}  // namespace

Result<MeshContent> parseOff(std::string_view text, const MeshLimits& limits) {
  return OffParser(text, limits).parse();
}

std::string writeOff(const TriMesh& mesh) {
  std::string out = text("OFF\n", mesh.V.rows(), " ", mesh.F.rows(), " 0\n");
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    detail::appendPosition(out, mesh.V, v);
    out += '\n';
  }
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    out += '3';
    detail::appendCorners(out, mesh.F.row(f), 0);
    out += '\n';
  }
  return out;
}

}  // namespace vide
