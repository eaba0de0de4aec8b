// SPDX-License-Identifier: MIT
#include "vide/formats/obj.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>

#include "vide/core/text.hpp"
#include "vide/formats/detail/mesh_gatherer.hpp"
#include "vide/formats/detail/word_reader.hpp"

// The Object Files (.obj) section of Wavefront's Advanced Visualizer manual.
namespace vide {
namespace {

using detail::MeshGatherer;
using detail::WordReader;

constexpr std::size_t most_libraries = 100;

// Which name each triangle falls under; names without triangles do not count.
struct NamedRuns {
  std::vector<std::string> names;
  std::vector<int> of_triangle;

  void begin(std::string_view name) { waiting_ = name; }
  void add(std::size_t triangles) {
    if (waiting_) {
      const auto [known, is_new] = numbers_.emplace(*waiting_, int(names.size()));
      if (is_new) names.push_back(*waiting_);
      waiting_.reset();
      current_ = known->second;
    }
    of_triangle.insert(of_triangle.end(), triangles, current_);
  }

 private:
  std::optional<std::string> waiting_ = "";  // until a triangle makes it the current one
  int current_ = 0;
  std::map<std::string, int> numbers_;
};

class ObjParser {
 public:
  ObjParser(std::string_view text, const MeshLimits& limits)
      : reader_(text), gatherer_(text, MeshEncoding::text, limits, 1), limits_(limits) {}

  Result<ObjMesh> parse() {
    do {
      line_ = reader_.offset();
      if (const auto read = entry(reader_.wordInLine()); !read) {
        return std::unexpected(read.error());
      }
    } while (reader_.nextLine());
    return assembled();
  }

 private:
  Result<void> entry(std::string_view keyword) {
    if (keyword == "v") return vertex();
    if (keyword == "vt") return textureCoordinate();
    if (keyword == "f") return face();
    if (keyword == "o" || keyword == "g") groups_.begin(reader_.restOfLine());
    if (keyword == "usemtl") materials_.begin(reader_.restOfLine());
    if (keyword == "mtllib") return library(reader_.restOfLine());
    return {};
  }

  // Some programs name several files, most one with spaces in its name.
  Result<void> library(std::string_view name) {
    if (std::ranges::find(libraries_, name) != libraries_.end()) return {};
    if (libraries_.size() >= most_libraries) {
      return reader_.malformedAt(line_, text("more than ", most_libraries, " material files"));
    }
    libraries_.emplace_back(name);
    return {};
  }

  Result<void> vertex() {
    double at[3];
    for (double& coordinate : at) {
      const auto value = reader_.number(reader_.wordInLine(), "the three coordinates of a vertex");
      if (!value) return std::unexpected(value.error());
      coordinate = *value;
    }
    return gatherer_.addVertex({at[0], at[1], at[2]}, line_);
  }

  Result<void> textureCoordinate() {
    const auto u = reader_.number(reader_.wordInLine(), "a texture coordinate");
    if (!u) return std::unexpected(u.error());
    const std::string_view second = reader_.wordInLine();
    const auto v = second.empty() ? 0.0 : reader_.number(second, "a texture coordinate");
    if (!v) return std::unexpected(v.error());
    if (uv_.size() >= limits_.max_vertices) {
      return fail(ErrorCode::limit_exceeded,
                  text("more than ", limits_.max_vertices, " texture coordinates (max_vertices)"));
    }
    uv_.push_back({*u, 1 - *v});
    return {};
  }

  Result<void> face() {
    corners_.clear();
    for (std::string_view word = reader_.wordInLine(); !word.empty(); word = reader_.wordInLine()) {
      if (const auto read = corner(word); !read) return read;
    }
    if (const auto added = gatherer_.addPolygon(corners_, line_); !added) return added;
    groups_.add(corners_.size() - 2);
    materials_.add(corners_.size() - 2);
    return {};
  }

  // "vertex", "vertex/uv", "vertex/uv/normal" or "vertex//normal".
  Result<void> corner(std::string_view word) {
    const std::size_t slash = std::min(word.find('/'), word.size());
    const auto vertex = index(word.substr(0, slash), gatherer_.vertices(), "vertex");
    if (!vertex) return std::unexpected(vertex.error());
    corners_.push_back(*vertex);
    std::string_view uv = word.substr(std::min(slash + 1, word.size()));
    if (const std::size_t next = uv.find('/'); next != uv.npos) {
      const std::string_view normal = uv.substr(next + 1);
      const auto number = normal.empty() ? 1 : reader_.integer(normal, "the number of a normal");
      if (!number) return std::unexpected(number.error());
      uv = uv.substr(0, next);
    }
    if (uv.empty()) {
      uv_corners_.push_back(-1);
      return {};
    }
    const auto row = index(uv, uv_.size(), "texture coordinate");
    if (!row) return std::unexpected(row.error());
    if (*row > highest_uv_) {
      highest_uv_ = *row;
      highest_uv_line_ = line_;
    }
    uv_corners_.push_back(int(*row));
    return {};
  }

  // Counted from 0. `so_far` is how many the file has shown up to here: -1 is the last of them.
  Result<long long> index(std::string_view word, std::size_t so_far, std::string_view what) {
    const auto number = reader_.integer(word, text("the number of a ", what));
    if (!number) return std::unexpected(number.error());
    const long long from_front = *number < 0 ? *number + (long long)(so_far) : *number - 1;
    if (*number != 0 && from_front >= 0 && from_front < std::numeric_limits<int>::max()) {
      return from_front;
    }
    return reader_.malformed(text("there is no ", what, " ", *number, ", only ", so_far,
                                  " so far; they count from 1, or from -1 backwards"));
  }

  Result<ObjMesh> assembled() {
    auto content = gatherer_.content();
    if (!content) return std::unexpected(content.error());
    if (highest_uv_ >= (long long)(uv_.size())) {
      return gatherer_.wrong(highest_uv_line_,
                             text("a face names texture coordinate ", highest_uv_ + 1,
                                  ", but the file has ", uv_.size()));
    }
    ObjMesh obj;
    obj.mesh = {std::move(content->V), std::move(content->F)};
    obj.groups = std::move(groups_.names);
    obj.group = std::move(groups_.of_triangle);
    obj.libraries = std::move(libraries_);
    obj.materials = std::move(materials_.names);
    obj.material = std::move(materials_.of_triangle);
    if (!uv_.empty()) addTextureCoordinates(obj);
    return obj;
  }

  void addTextureCoordinates(ObjMesh& obj) const {
    obj.uv.resize(Eigen::Index(uv_.size()), 2);
    for (std::size_t i = 0; i < uv_.size(); ++i) {
      obj.uv.row(Eigen::Index(i)) << uv_[i].x, uv_[i].y;
    }
    const auto cut = gatherer_.triangles();
    obj.uv_corners.resize(Eigen::Index(cut.size()), 3);
    for (std::size_t f = 0; f < cut.size(); ++f) {
      for (std::size_t i = 0; i < 3; ++i) {
        obj.uv_corners(Eigen::Index(f), Eigen::Index(i)) = uv_corners_[std::size_t(cut[f][i])];
      }
    }
  }

  WordReader reader_;
  MeshGatherer gatherer_;
  const MeshLimits& limits_;
  std::size_t line_ = 0;  // where the line begins
  NamedRuns groups_, materials_;
  std::vector<std::string> libraries_;
  std::vector<Vec2> uv_;
  std::vector<int> uv_corners_;  // as the gatherer's corners
  std::vector<long long> corners_;
  long long highest_uv_ = -1;
  std::size_t highest_uv_line_ = 0;
};

std::string nineDigits(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 9);
  return {buffer, end.ptr};
}

std::string oneLine(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return name;
}

}  // namespace

Result<ObjMesh> parseObj(std::string_view text, const MeshLimits& limits) {
  return ObjParser(text, limits).parse();
}

std::string writeObj(std::span<const ObjObject> objects) {
  std::string out;
  Eigen::Index first_vertex = 1, first_uv = 1;  // OBJ counts from 1 over the whole file
  for (const ObjObject& object : objects) {
    const auto& [V, F] = object.mesh;
    out += text("o ", oneLine(object.name), "\n");
    for (Eigen::Index v = 0; v < V.rows(); ++v) {
      out += text("v ", nineDigits(V(v, 0)), " ", nineDigits(V(v, 1)), " ",
                  V.cols() > 2 ? nineDigits(V(v, 2)) : "0", "\n");
    }
    for (Eigen::Index v = 0; v < object.uv.rows(); ++v) {
      out += text("vt ", nineDigits(object.uv(v, 0)), " ", nineDigits(1 - object.uv(v, 1)), "\n");
    }
    for (Eigen::Index f = 0; f < F.rows(); ++f) {
      out += "f";
      for (int corner = 0; corner < 3; ++corner) {
        out += text(" ", F(f, corner) + first_vertex);
        if (object.uv.rows() > 0) out += text("/", F(f, corner) + first_uv);
      }
      out += "\n";
    }
    first_vertex += V.rows();
    first_uv += object.uv.rows();
  }
  return out;
}

}  // namespace vide
