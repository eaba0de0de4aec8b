// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "vide/core/math.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Small triangle meshes of all kinds, for properties that must hold on each.
namespace vide::test {

// Columns x rows squares that close upon themselves in both directions where `wrap` says so, each
// cut in two; place(u, v) says where the vertex at u, v in 0 .. 1 stands.
template <class Place>
TriMesh sheet(int columns, int rows, bool wrap_columns, bool wrap_rows, Place place) {
  const int across = columns + (wrap_columns ? 0 : 1), up = rows + (wrap_rows ? 0 : 1);
  TriMesh mesh{Eigen::MatrixXd(across * up, 3), Eigen::MatrixX3i(2 * columns * rows, 3)};
  const auto index = [&](int c, int r) { return r % up * across + c % across; };
  for (int r = 0; r < up; ++r) {
    for (int c = 0; c < across; ++c) {
      mesh.V.row(index(c, r)) = place(double(c) / columns, double(r) / rows);
    }
  }
  for (int r = 0, f = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c, f += 2) {
      mesh.F.row(f) << index(c, r), index(c + 1, r), index(c + 1, r + 1);
      mesh.F.row(f + 1) << index(c, r), index(c + 1, r + 1), index(c, r + 1);
    }
  }
  return mesh;
}

inline TriMesh torus(int columns, int rows, double thickness = 0.4) {
  return sheet(columns, rows, true, true, [&](double u, double v) -> Eigen::RowVector3d {
    const auto [su, cu] = math::sinCos(2 * math::pi * u);
    const auto [sv, cv] = math::sinCos(2 * math::pi * v);
    const double r = 1 + thickness * cv;
    return {r * cu, r * su, thickness * sv};
  });
}

// A tube without lids along a quarter circle.
inline TriMesh bentBar(int around, int along) {
  return sheet(around, along, true, false, [](double u, double v) -> Eigen::RowVector3d {
    const auto [su, cu] = math::sinCos(2 * math::pi * u);
    const auto [sv, cv] = math::sinCos(math::pi / 2 * v);
    const double r = 2 + 0.3 * cu;
    return {r * cv, r * sv, 0.3 * su};
  });
}

// A disc in the plane: rings of `sectors` vertices around a middle.
inline TriMesh disc(int rings, int sectors) {
  TriMesh mesh{Eigen::MatrixXd(1 + rings * sectors, 2),
               Eigen::MatrixX3i(sectors * (2 * rings - 1), 3)};
  mesh.V.row(0).setZero();
  const auto index = [&](int ring, int s) { return 1 + ring * sectors + s % sectors; };
  int f = 0;
  for (int ring = 0; ring < rings; ++ring) {
    for (int s = 0; s < sectors; ++s) {
      const auto [sine, cosine] = math::sinCos(2 * math::pi * (s + 0.4 * (ring % 2)) / sectors);
      const double r = double(ring + 1) / rings;
      mesh.V.row(index(ring, s)) << r * cosine, r * sine;
      if (ring == 0) {
        mesh.F.row(f++) << 0, index(0, s), index(0, s + 1);
        continue;
      }
      mesh.F.row(f++) << index(ring - 1, s), index(ring, s), index(ring, s + 1);
      mesh.F.row(f++) << index(ring - 1, s), index(ring, s + 1), index(ring - 1, s + 1);
    }
  }
  return mesh;
}

// An octahedron with its faces cut in four, `cuts` times, blown up to a ball.
inline TriMesh sphere(int cuts) {
  TriMesh mesh{Eigen::MatrixXd(6, 3), Eigen::MatrixX3i(8, 3)};
  mesh.V << 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1;
  mesh.F << 0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5;
  for (int cut = 0; cut < cuts; ++cut) {
    std::vector<std::array<int, 2>> edges;
    for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
      for (int k = 0; k < 3; ++k) {
        const auto [a, b] = std::minmax(mesh.F(f, k), mesh.F(f, (k + 1) % 3));
        edges.push_back({a, b});
      }
    }
    std::ranges::sort(edges);
    edges.erase(std::ranges::unique(edges).begin(), edges.end());
    const Eigen::Index n = mesh.V.rows();
    const auto middle = [&](int a, int b) {
      const std::array<int, 2> edge{std::min(a, b), std::max(a, b)};
      return int(n + (std::ranges::lower_bound(edges, edge) - edges.begin()));
    };
    Eigen::MatrixXd V(n + Eigen::Index(edges.size()), 3);
    V.topRows(n) = mesh.V;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      V.row(n + Eigen::Index(e)) = (mesh.V.row(edges[e][0]) + mesh.V.row(edges[e][1])).normalized();
    }
    Eigen::MatrixX3i F(mesh.F.rows() * 4, 3);
    for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
      const int a = mesh.F(f, 0), b = mesh.F(f, 1), c = mesh.F(f, 2);
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      F.row(4 * f) << a, ab, ca;
      F.row(4 * f + 1) << ab, b, bc;
      F.row(4 * f + 2) << ca, bc, c;
      F.row(4 * f + 3) << ab, bc, ca;
    }
    mesh = {V, F};
  }
  return mesh;
}

struct NamedMesh {
  std::string name;
  TriMesh mesh;
  std::vector<int> held;  // a few vertices, far apart
};

// In the plane and in space, with and without boundary.
inline std::vector<NamedMesh> meshFamily() {
  return {{"grid", gridMesh(8, 5, 0.3), {0, 8, 30, 53}},
          {"disc", disc(4, 11), {0, 36, 42}},
          {"sphere", sphere(2), {0, 1, 4, 20}},
          {"torus", torus(13, 7), {0, 6, 50}},
          {"bent bar", bentBar(7, 12), {0, 3, 88, 85}}};
}

// The same mesh with its vertices in another order: vertex v becomes `place[v]`.
struct Shuffled {
  TriMesh mesh;
  std::vector<int> place;
};

inline Shuffled shuffled(const TriMesh& mesh, unsigned seed) {
  Shuffled result{mesh, std::vector<int>(std::size_t(mesh.V.rows()))};
  std::iota(result.place.begin(), result.place.end(), 0);
  std::mt19937 engine(seed);
  for (std::size_t i = result.place.size(); i > 1; --i) {
    std::swap(result.place[i - 1], result.place[engine() % i]);
  }
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    result.mesh.V.row(result.place[std::size_t(v)]) = mesh.V.row(v);
  }
  for (int& v : result.mesh.F.reshaped()) v = result.place[std::size_t(v)];
  return result;
}

// A rotation of the plane or of space that no axis is fixed by.
inline Eigen::MatrixXd someRotation(Eigen::Index dimension, double angle = 0.9) {
  if (dimension == 2) return Eigen::Rotation2Dd(angle).toRotationMatrix();
  return Eigen::AngleAxisd(angle, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
}

}  // namespace vide::test
