// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/divide_outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace vide::detail {
namespace {

double edgeLength(const PlanarMesh& mesh, int e) {
  return distance(toVec(mesh.pointOf(e)), toVec(mesh.point(mesh.target(e))));
}

double distanceToEdge(const PlanarMesh& mesh, int e, Vec2 p) {
  const Vec2 a = toVec(mesh.pointOf(e)), along = toVec(mesh.point(mesh.target(e))) - a;
  const double t = std::clamp(dot(p - a, along) / squaredLength(along), 0.0, 1.0);
  return distance(p, a + along * t);
}

// The two outline edges at a corner as half-edges of inside triangles, and how far from the corner
// the space between them is free.
struct Wedge {
  int out = -1, in = -1;
  double free = 0;
};

Wedge wedgeAt(const OutlineMesh& outline, const SizeField& size, int v) {
  const PlanarMesh& mesh = outline.planar();
  // Nearer than this to an obstacle a cut would be too close to it.
  constexpr double share = 0.7;
  const Vec2 corner = toVec(mesh.point(v));
  int e = mesh.spoke(v);
  while (!mesh.isFixed(e) || !mesh.isInside(e / 3)) e = mesh.turn(e);
  Wedge wedge{e, -1, SizeField::aim * size.at(corner)};
  while (true) {
    if (mesh.isFixed(PlanarMesh::next(e)))
      wedge.free = std::min(wedge.free, share * distanceToEdge(mesh, PlanarMesh::next(e), corner));
    if (mesh.isFixed(PlanarMesh::prev(e))) break;
    e = mesh.turn(e);
    wedge.free = std::min(wedge.free, share * edgeLength(mesh, e));
  }
  wedge.in = PlanarMesh::prev(e);
  return wedge;
}

void cutCorner(OutlineMesh& outline, const SizeField& size, int v) {
  const PlanarMesh& mesh = outline.planar();
  const auto [out, in, free] = wedgeAt(outline, size, v);
  const std::array<double, 2> lengths{edgeLength(mesh, out), edgeLength(mesh, in)};
  const std::array<int, 2> far_ends{mesh.target(out), mesh.origin(in)};
  double radius = free;
  for (int i = 0; i < 2; ++i)
    radius = std::min(radius, outline.isSharp(far_ends[i]) ? lengths[i] / 2 : lengths[i]);
  // What remains of a leg must not be short against the cut.
  const auto isWhole = [&](double length) { return length - radius < 0.01 * radius; };
  for (const double length : lengths)
    if (!isWhole(length) && length < 1.5 * radius) radius = length / 2;
  if (!isWhole(lengths[0]))
    outline.splitOutline(out, radius / lengths[0], OutlineMesh::Place::close);
  if (!isWhole(lengths[1]))
    outline.splitOutline(mesh.findEdge(far_ends[1], v), 1 - radius / lengths[1],
                         OutlineMesh::Place::close);
}

// Where to divide an edge so that each piece holds the same share of the wished-for number of
// pieces; fractions of its length.
class EvenDivision {
 public:
  EvenDivision(Vec2 a, Vec2 b, const SizeField& size) {
    for (int i = 0; i < samples; ++i) {
      const Vec2 p = a + (b - a) * ((i + 0.5) / samples);
      wished_[i + 1] = wished_[i] + distance(a, b) / samples / (SizeField::aim * size.at(p));
    }
  }
  double pieces() const { return std::max(1.0, std::ceil(wished_[samples])); }
  double cut(double k) const {
    const double level = wished_[samples] * k / pieces();
    const auto above = std::ranges::upper_bound(wished_, level);
    const auto i = std::clamp<std::ptrdiff_t>(above - wished_.begin(), 1, samples);
    return (static_cast<double>(i - 1) + (level - wished_[i - 1]) / (wished_[i] - wished_[i - 1])) /
           samples;
  }

 private:
  static constexpr int samples = 32;
  std::array<double, samples + 1> wished_{};
};

class EdgeDivider {
 public:
  EdgeDivider(OutlineMesh& outline, const EvenDivision& division, std::size_t most_vertices)
      : outline_(outline), division_(division), most_vertices_(most_vertices) {}

  // Divides the half-edge that is to become the pieces first .. last - 1, in the middle first:
  // parts of like length are the easiest to divide on the line.
  void divide(int e, double first, double last) {
    if (last - first < 2 || outline_.vertexCount() >= most_vertices_) return;
    const double middle = std::floor((first + last) / 2);
    const double start = division_.cut(first), end = division_.cut(last);
    const double t = (division_.cut(middle) - start) / (end - start);
    const int from = outline_.planar().origin(e), to = outline_.planar().target(e);
    const int v = outline_.splitOutline(e, t, OutlineMesh::Place::loose);
    if (v < 0) return;
    divide(outline_.planar().findEdge(from, v), first, middle);
    divide(outline_.planar().findEdge(v, to), middle, last);
  }

 private:
  OutlineMesh& outline_;
  const EvenDivision& division_;
  const std::size_t most_vertices_;
};

void divideEdge(OutlineMesh& outline, int v, const SizeField& size, std::size_t most_vertices) {
  const PlanarMesh& mesh = outline.planar();
  const int e = outline.insideEdgeAfter(v);
  if (outline.isSharp(mesh.origin(e)) || outline.isSharp(mesh.target(e))) return;
  const EvenDivision division(toVec(mesh.pointOf(e)), toVec(mesh.point(mesh.target(e))), size);
  EdgeDivider(outline, division, most_vertices).divide(e, 0, division.pieces());
}

}  // namespace

void cutSharpCorners(OutlineMesh& mesh, const SizeField& size, std::size_t most_vertices) {
  const int vertices = mesh.planar().vertices();
  for (int v = 0; v < vertices; ++v)
    if (mesh.isSharp(v) && mesh.vertexCount() + 2 <= most_vertices) cutCorner(mesh, size, v);
}

void divideOutline(OutlineMesh& mesh, const SizeField& size, std::size_t most_vertices) {
  if (size.isUnlimited()) return;
  const int vertices = mesh.planar().vertices();
  for (int v = 0; v < vertices; ++v)
    if (mesh.isOnOutline(v)) divideEdge(mesh, v, size, most_vertices);
}

}  // namespace vide::detail
