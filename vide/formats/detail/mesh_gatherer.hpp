// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/formats/mesh_content.hpp"

namespace vide::detail {

// Collects what a parser reads, element by element, and checks it: every reader's promises are kept
// in this one place. A place is the byte in the file that an error is about; errors name it by line
// in text, and vertices by the numbers that the file gives them.
class MeshGatherer {
 public:
  MeshGatherer(std::string_view file, MeshEncoding encoding, const MeshLimits& limits,
               int first_number = 0)
      : file_(file), encoding_(encoding), limits_(limits), first_number_(first_number) {}

  std::size_t vertices() const { return positions_.size(); }

  Result<void> addVertex(Vec3 position, std::size_t place);
  // Corners count from 0 and may name vertices that come later in the file.
  Result<void> addPolygon(std::span<const long long> corners, std::size_t place);
  Result<void> addTetrahedron(std::span<const long long, 4> corners, std::size_t place);

  // For each triangle that the polygons become, which of all polygons' corners it joins.
  std::vector<std::array<int, 3>> triangles() const;
  // Errors: no vertices, a corner that names a missing vertex.
  Result<MeshContent> content() const;

  std::unexpected<Error> wrong(std::size_t place, std::string_view what) const;

 private:
  Result<void> noteCorner(long long corner, std::size_t place);
  std::unexpected<Error> tooMany(std::size_t place, std::size_t limit, std::string_view what,
                                 std::string_view option) const;
  void orient(Eigen::MatrixX4i& T) const;
  std::string nameOf(std::size_t place) const;

  std::string_view file_;
  MeshEncoding encoding_;
  const MeshLimits& limits_;
  int first_number_;
  std::vector<Vec3> positions_;
  std::vector<int> corners_;              // of all polygons
  std::vector<std::size_t> polygon_end_;  // in corners_
  std::vector<std::array<int, 4>> solids_;
  long long highest_ = -1;  // the highest vertex named, and where
  std::size_t highest_place_ = 0;
};

}  // namespace vide::detail
