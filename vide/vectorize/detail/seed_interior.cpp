// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/seed_interior.hpp"

#include <cmath>

#include "vide/vectorize/detail/cavity.hpp"

namespace vide::detail {
namespace {

class Seeder {
 public:
  Seeder(OutlineMesh& outline, const SizeField& size)
      : outline_(outline),
        mesh_(outline.planar()),
        size_(size),
        spacing_(SizeField::aim * size.widest()),
        cavity_(mesh_) {}

  void run(std::size_t most_vertices, const Progress& progress) {
    const double rows = grid_extent / (std::sqrt(0.75) * spacing_);
    // A lattice far larger than the drawing can take is not worth walking over.
    if (rows * rows > 100.0 * static_cast<double>(most_vertices)) return;
    for (double row = 1; row < rows; ++row) {
      if (progress.cancelled()) return;
      const double indent = std::fmod(row, 2) == 0 ? spacing_ : spacing_ / 2;
      for (double x = indent; x < grid_extent; x += spacing_) {
        if (outline_.vertexCount() >= most_vertices) return;
        seed({x, row * std::sqrt(0.75) * spacing_});
      }
    }
  }

 private:
  void seed(Vec2 at) {
    const GridPoint p = roundToGrid(at);
    const auto where = mesh_.locate(p, start_);
    start_ = where.half_edge / 3;
    const bool is_taken =
        where.place == PlanarMesh::Place::vertex ||
        (where.place == PlanarMesh::Place::edge && mesh_.isFixed(where.half_edge));
    if (!mesh_.isInside(start_) || is_taken || size_.at(at) < 0.9 * size_.widest()) return;
    bool is_free = true;
    cavity_.visitBorder(p, where, [&](int e) { is_free = is_free && isFarFrom(e, at); });
    if (is_free) outline_.insert(p, where);
  }

  bool isFarFrom(int e, Vec2 p) const {
    const double least = spacing_ / 2;
    const Vec2 a = toVec(mesh_.pointOf(e)), along = toVec(mesh_.point(mesh_.target(e))) - a;
    return length(p - a) > least &&
           (!mesh_.isFixed(e) || cross(along, p - a) > least * length(along));
  }

  OutlineMesh& outline_;
  const PlanarMesh& mesh_;
  const SizeField& size_;
  const double spacing_;
  Cavity cavity_;
  int start_ = 0;
};

}  // namespace

void seedInterior(OutlineMesh& mesh, const SizeField& size, std::size_t most_vertices,
                  const Progress& progress) {
  if (std::isfinite(size.widest())) Seeder(mesh, size).run(most_vertices, progress);
}

}  // namespace vide::detail
