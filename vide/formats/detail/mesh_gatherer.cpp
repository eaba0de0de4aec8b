// SPDX-License-Identifier: MIT
#include "vide/formats/detail/mesh_gatherer.hpp"

#include <limits>

#include "vide/core/text.hpp"
#include "vide/formats/detail/polygon.hpp"
#include "vide/formats/detail/word_reader.hpp"

namespace vide::detail {

Result<void> MeshGatherer::addVertex(Vec3 position, std::size_t place) {
  if (positions_.size() >= limits_.max_vertices) {
    return tooMany(place, limits_.max_vertices, "vertices", "max_vertices");
  }
  positions_.push_back(position);
  return {};
}

Result<void> MeshGatherer::addPolygon(std::span<const long long> corners, std::size_t place) {
  if (corners.size() < 3) {
    return wrong(place, text("a face with ", corners.size(), " corners; it needs three or more"));
  }
  if (corners.size() > limits_.max_polygon_corners) {
    return tooMany(place, limits_.max_polygon_corners, "corners in one face",
                   "max_polygon_corners");
  }
  if (polygon_end_.size() >= limits_.max_elements) {
    return tooMany(place, limits_.max_elements, "faces", "max_elements");
  }
  for (const long long corner : corners) {
    if (auto noted = noteCorner(corner, place); !noted) return noted;
    corners_.push_back(int(corner));
  }
  polygon_end_.push_back(corners_.size());
  return {};
}

Result<void> MeshGatherer::addTetrahedron(std::span<const long long, 4> corners,
                                          std::size_t place) {
  if (solids_.size() >= limits_.max_elements) {
    return tooMany(place, limits_.max_elements, "tetrahedra", "max_elements");
  }
  auto& solid = solids_.emplace_back();
  for (std::size_t i = 0; i < 4; ++i) {
    if (auto noted = noteCorner(corners[i], place); !noted) return noted;
    solid[i] = int(corners[i]);
  }
  return {};
}

Result<void> MeshGatherer::noteCorner(long long corner, std::size_t place) {
  if (corner < 0 || corner > std::numeric_limits<int>::max()) {
    return wrong(place, "a corner names a vertex that no file can have");
  }
  if (corner > highest_) {
    highest_ = corner;
    highest_place_ = place;
  }
  return {};
}

std::vector<std::array<int, 3>> MeshGatherer::triangles() const {
  std::vector<std::array<int, 3>> all, cut;
  std::vector<Vec3> polygon;
  std::size_t begin = 0;
  for (const std::size_t end : polygon_end_) {
    polygon.clear();
    for (std::size_t i = begin; i < end; ++i) {
      polygon.push_back(positions_[std::size_t(corners_[i])]);
    }
    cut.clear();
    appendTriangles(polygon, cut);
    for (const auto& [a, b, c] : cut) {
      all.push_back({int(begin) + a, int(begin) + b, int(begin) + c});
    }
    begin = end;
  }
  return all;
}

Result<MeshContent> MeshGatherer::content() const {
  if (positions_.empty()) {
    return fail(ErrorCode::malformed_data, "the file holds no vertices");
  }
  if (highest_ >= (long long)(positions_.size())) {
    return wrong(highest_place_,
                 text("a corner names vertex ", highest_ + first_number_, " (counted from ",
                      first_number_, "), but the file has ", positions_.size()));
  }
  MeshContent mesh;
  mesh.V.resize(Eigen::Index(positions_.size()), 3);
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    const Vec3 p = positions_[std::size_t(v)];
    mesh.V.row(v) << p.x, p.y, p.z;
  }
  const auto cut = triangles();
  mesh.F.resize(Eigen::Index(cut.size()), 3);
  for (std::size_t f = 0; f < cut.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      mesh.F(Eigen::Index(f), Eigen::Index(i)) = corners_[std::size_t(cut[f][i])];
    }
  }
  mesh.T.resize(Eigen::Index(solids_.size()), 4);
  for (std::size_t t = 0; t < solids_.size(); ++t) {
    for (std::size_t i = 0; i < 4; ++i) mesh.T(Eigen::Index(t), Eigen::Index(i)) = solids_[t][i];
  }
  orient(mesh.T);
  return mesh;
}

void MeshGatherer::orient(Eigen::MatrixX4i& T) const {
  for (Eigen::Index t = 0; t < T.rows(); ++t) {
    const auto edge = [&](int i) {
      return positions_[std::size_t(T(t, i))] - positions_[std::size_t(T(t, 0))];
    };
    if (dot(cross(edge(1), edge(2)), edge(3)) < 0) std::swap(T(t, 2), T(t, 3));
  }
}

std::string MeshGatherer::nameOf(std::size_t place) const {
  return encoding_ == MeshEncoding::text ? text("line ", lineAt(file_, place))
                                         : text("byte ", place);
}

std::unexpected<Error> MeshGatherer::wrong(std::size_t place, std::string_view what) const {
  return fail(ErrorCode::malformed_data, text(nameOf(place), ": ", what));
}

std::unexpected<Error> MeshGatherer::tooMany(std::size_t place, std::size_t limit,
                                             std::string_view what, std::string_view option) const {
  return fail(ErrorCode::limit_exceeded,
              text(nameOf(place), ": more than ", limit, " ", what, " (", option, ")"));
}

}  // namespace vide::detail
