// SPDX-License-Identifier: MIT
#include "vide/formats/stl.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/formats/detail/mesh_gatherer.hpp"
#include "vide/formats/detail/number_source.hpp"

namespace vide {
namespace {

using detail::MeshGatherer;
using detail::NumberSource;
using detail::NumberType;
using detail::WordReader;

constexpr std::size_t head_bytes = 80, triangle_bytes = 50;

// What binary files say their size is, as far as they have a count.
std::uint64_t sizeByCount(std::string_view file) {
  if (file.size() < head_bytes + 4) return 0;
  const auto count =
      detail::numberFrom<std::uint32_t>(file.substr(head_bytes, 4), std::endian::little);
  return head_bytes + 4 + std::uint64_t(count) * triangle_bytes;
}

struct Corners {
  std::vector<Vec3> positions;  // three per triangle
  std::vector<std::size_t> places;
};

Result<void> addCorner(NumberSource& source, Corners& corners) {
  double at[3];
  corners.places.push_back(source.offset());
  for (double& coordinate : at) {
    const auto value = source.number(NumberType::float32, "the three coordinates of a vertex");
    if (!value) return std::unexpected(value.error());
    coordinate = *value;
  }
  // Adding zero makes the negative one positive, so that both weld.
  corners.positions.push_back({at[0] + 0.0, at[1] + 0.0, at[2] + 0.0});
  return {};
}

Result<Corners> binaryCorners(std::string_view file) {
  if (file.size() < sizeByCount(file) || file.size() < head_bytes + 4) {
    return fail(ErrorCode::malformed_data,
                text("byte ", file.size(),
                     ": the file ends early; it is no text (\"solid\") and as "
                     "binary should have ",
                     std::max(sizeByCount(file), std::uint64_t(head_bytes + 4)), " bytes"));
  }
  WordReader reader(file);
  NumberSource source(reader, MeshEncoding::binary, std::endian::little);
  Corners corners;
  for (std::size_t at = head_bytes + 4; at < sizeByCount(file); at += triangle_bytes) {
    reader.seek(at + 12);  // after the normal
    for (int corner = 0; corner < 3; ++corner) {
      if (const auto added = addCorner(source, corners); !added) {
        return std::unexpected(added.error());
      }
    }
  }
  return corners;
}

Result<void> expectWords(WordReader& reader, std::initializer_list<std::string_view> words) {
  for (const std::string_view expected : words) {
    const std::string_view word = reader.word();
    if (!detail::equalIgnoringCase(word, expected)) return reader.expected(expected, word);
  }
  return {};
}

// "facet normal x y z outer loop vertex x y z (three times) endloop endfacet"; `facet` is read.
Result<void> addFacet(WordReader& reader, Corners& corners) {
  NumberSource source(reader, MeshEncoding::text, std::endian::native);
  if (const auto read = expectWords(reader, {"normal"}); !read) return read;
  for (int d = 0; d < 3; ++d) reader.word();  // some writers have nan here
  if (const auto read = expectWords(reader, {"outer", "loop"}); !read) return read;
  for (int corner = 0; corner < 3; ++corner) {
    if (const auto read = expectWords(reader, {"vertex"}); !read) return read;
    if (const auto added = addCorner(source, corners); !added) return added;
  }
  return expectWords(reader, {"endloop", "endfacet"});
}

Result<Corners> textCorners(std::string_view file) {
  WordReader reader(file);
  Corners corners;
  bool open = false;
  for (std::string_view word = reader.word(); !word.empty(); word = reader.word()) {
    if (detail::equalIgnoringCase(word, open ? "endsolid" : "solid")) {
      open = !open;
      reader.nextLine();  // a name may follow
    } else if (open && detail::equalIgnoringCase(word, "facet")) {
      if (const auto added = addFacet(reader, corners); !added) {
        return std::unexpected(added.error());
      }
    } else {
      return reader.expected(open ? "facet or endsolid" : "solid", word);
    }
  }
  if (open) return reader.expected("facet or endsolid", "");
  return corners;
}

// The vertex of each corner when equal positions are one, numbered as they first appear.
std::vector<long long> welded(const std::vector<Vec3>& positions) {
  std::vector<std::size_t> order(positions.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const Vec3 p = positions[i];
    return std::tuple(p.x, p.y, p.z, i);
  });
  std::vector<std::size_t> first(positions.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && positions[order[k]] == positions[order[k - 1]];
    first[order[k]] = same ? first[order[k - 1]] : order[k];
  }
  std::vector<long long> vertex(positions.size());
  long long count = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    vertex[i] = first[i] == i ? count++ : vertex[first[i]];
  }
  return vertex;
}

Result<MeshContent> weldedMesh(const Corners& corners, MeshGatherer gatherer) {
  const std::vector<long long> vertex = welded(corners.positions);
  for (std::size_t i = 0; i < vertex.size(); ++i) {
    if (vertex[i] < (long long)(gatherer.vertices())) continue;
    const auto added = gatherer.addVertex(corners.positions[i], corners.places[i]);
    if (!added) return std::unexpected(added.error());
  }
  for (std::size_t i = 0; i < vertex.size(); i += 3) {
    const auto added = gatherer.addPolygon(std::span(vertex).subspan(i, 3), corners.places[i]);
    if (!added) return std::unexpected(added.error());
  }
  return gatherer.content();
}

Vec3 positionOf(const TriMesh& mesh, Eigen::Index f, int corner) {
  const Eigen::Index v = mesh.F(f, corner);
  return {mesh.V(v, 0), mesh.V(v, 1), mesh.V.cols() > 2 ? mesh.V(v, 2) : 0.0};
}

Vec3 normalOf(const TriMesh& mesh, Eigen::Index f) {
  const Vec3 a = positionOf(mesh, f, 0);
  return normalized(cross(positionOf(mesh, f, 1) - a, positionOf(mesh, f, 2) - a));
}

void appendFloats(std::string& out, Vec3 v) {
  for (const double d : {v.x, v.y, v.z}) detail::appendBytes(out, float(d));
}

std::string binaryStl(const TriMesh& mesh) {
  std::string out(head_bytes, ' ');
  detail::appendBytes(out, std::uint32_t(mesh.F.rows()));
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    appendFloats(out, normalOf(mesh, f));
    for (int corner = 0; corner < 3; ++corner) appendFloats(out, positionOf(mesh, f, corner));
    out.append(2, '\0');
  }
  return out;
}

std::string textStl(const TriMesh& mesh) {
  const auto spaced = [](Vec3 v) { return text(" ", v.x, " ", v.y, " ", v.z, "\n"); };
  std::string out = "solid mesh\n";
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    out += "facet normal" + spaced(normalOf(mesh, f)) + "outer loop\n";
    for (int corner = 0; corner < 3; ++corner) {
      out += "vertex" + spaced(positionOf(mesh, f, corner));
    }
    out += "endloop\nendfacet\n";
  }
  return out + "endsolid mesh\n";
}

}  // namespace

Result<MeshContent> parseStl(std::span<const std::uint8_t> bytes, const MeshLimits& limits) {
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  WordReader start(file);
  const bool is_text =
      file.size() != sizeByCount(file) && detail::equalIgnoringCase(start.word(), "solid");
  const auto corners = is_text ? textCorners(file) : binaryCorners(file);
  if (!corners) return std::unexpected(corners.error());
  const auto encoding = is_text ? MeshEncoding::text : MeshEncoding::binary;
  return weldedMesh(*corners, MeshGatherer(file, encoding, limits));
}

std::string writeStl(const TriMesh& mesh, MeshEncoding encoding) {
  return encoding == MeshEncoding::binary ? binaryStl(mesh) : textStl(mesh);
}

}  // namespace vide
