// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/vectorize/detail/planar_mesh.hpp"

namespace vide::detail {

// What a new vertex would be joined to: the triangles whose circles hold it and that it sees. They
// form a tree, for the mesh is constrained Delaunay.
class Cavity {
 public:
  explicit Cavity(const PlanarMesh& mesh) : mesh_(mesh) {}

  // Calls visit(half-edge) for every edge around the cavity of p, which `where` located in a
  // triangle or on a free edge.
  template <class Visit>
  void visitBorder(GridPoint p, const PlanarMesh::Location& where, const Visit& visit) {
    const int first = where.half_edge / 3 * 3;
    open_.assign({first, first + 1, first + 2});
    while (!open_.empty()) {
      const int e = open_.back();
      open_.pop_back();
      const int f = mesh_.twin(e);
      if (mesh_.isFixed(e) || !mesh_.circleHolds(f / 3, p))
        visit(e);
      else
        open_.insert(open_.end(), {PlanarMesh::next(f), PlanarMesh::prev(f)});
    }
  }

 private:
  const PlanarMesh& mesh_;
  std::vector<int> open_;
};

}  // namespace vide::detail
