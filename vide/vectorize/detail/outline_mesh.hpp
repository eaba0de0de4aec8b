// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/vectorize/detail/planar_mesh.hpp"
#include "vide/vectorize/detail/snapped_outlines.hpp"

namespace vide::detail {

inline Vec2 toVec(GridPoint p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }
inline GridPoint roundToGrid(Vec2 p) {
  return {static_cast<std::int32_t>(std::floor(p.x + 0.5)),
          static_cast<std::int32_t>(std::floor(p.y + 0.5))};
}

// A triangulation of outlines that keeps track of which vertices stand on which ring while more are
// inserted, and of the corners that need care.
class OutlineMesh {
 public:
  OutlineMesh(PlanarMesh mesh, const SnappedOutlines& outlines, double min_angle_deg);

  const PlanarMesh& planar() const { return mesh_; }
  PlanarMesh& planar() { return mesh_; }
  // Vertices without the four corners of the surrounding square.
  std::size_t vertexCount() const { return static_cast<std::size_t>(mesh_.vertices()) - 4; }
  bool isOnOutline(int v) const { return next_[v] >= 0; }
  int nextOnRing(int v) const { return next_[v]; }

  // An input corner less wide than the angle asked for: no refinement can help the triangles there.
  bool isSharp(int v) const { return corner_[v] == Corner::sharp; }
  // An input corner below 60 degrees: its two edges must be divided at equal distances, or new
  // points on one would for ever call for new points on the other.
  bool isAcute(int v) const { return corner_[v] == Corner::acute; }

  // Puts a vertex on the outline edge `e`, whose triangle must be inside, at about the fraction t
  // of its length. The outline grows there by a hair or not at all; a loose place allows the
  // thinner hair. -1 where the edge is too short or the vertex does not fit.
  enum class Place { loose, close };
  int splitOutline(int e, double t, Place place);
  // Puts a vertex at p, which `where` must have located inside a triangle or on a free edge.
  int insert(GridPoint p, PlanarMesh::Location where);
  // The half-edge of the inside triangle along the outline from v to its successor.
  int insideEdgeAfter(int v) const;

 private:
  enum class Corner : std::uint8_t { wide, acute, sharp };

  Corner cornerAt(int v, int before, double cos_min_angle) const;
  void addVertex(int next);

  PlanarMesh mesh_;
  std::vector<int> next_;  // on the ring, or -1
  std::vector<Corner> corner_;
  std::vector<int> work_;
};

}  // namespace vide::detail
