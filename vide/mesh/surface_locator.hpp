// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide {

// A place on a surface: the shares of up to three vertices, 0 or more, summing to one.
struct SurfacePoint {
  int triangle = -1;            // row of F, or -1 for a vertex in no triangle
  std::array<int, 3> vertex{};  // rows of V; the same one three times for a vertex in no triangle
  std::array<double, 3> share{1, 0, 0};
  Vec3 point;
  double distance = 0;  // from the point that was asked for
};

// Finds places on a surface through a tree of boxes, built once. Triangles without extent are the
// segments or points they look like, and vertices in no triangle are part of the surface too. Const
// calls from several threads are safe.
class SurfaceLocator {
 public:
  // V is n x 2 or n x 3 (in the plane z is 0). Errors: no vertices, a position that is not finite,
  // an index out of range.
  static Result<SurfaceLocator> build(const TriMesh& mesh);

  SurfaceLocator(SurfaceLocator&&) noexcept;
  SurfaceLocator& operator=(SurfaceLocator&&) noexcept;
  ~SurfaceLocator();

  // The place nearest to p; of equally near ones the one on the lowest triangle, then the lowest
  // vertex in no triangle. A vertex of the mesh finds itself, or one that coincides with it, with a
  // share of exactly 1, unless a triangle without such a corner passes through it: that one may be
  // found instead.
  SurfacePoint nearest(Vec3 p) const;

  // Whether a triangle meets the segment between its ends. Triangles that have the vertex `except`
  // do not count, so that a segment may start on the surface; nor do triangles that the segment
  // lies in. Not exact within 1e-9 of a triangle's edges, which it counts as met.
  bool blocks(Vec3 from, Vec3 to, int except = -1) const;

 private:
  struct Tree;
  explicit SurfaceLocator(std::unique_ptr<const Tree> tree);
  std::unique_ptr<const Tree> tree_;
};

}  // namespace vide
