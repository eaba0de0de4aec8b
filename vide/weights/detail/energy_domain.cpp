// SPDX-License-Identifier: MIT
#include "vide/weights/detail/energy_domain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/mesh/box_tree.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/weights/detail/mesh_pieces.hpp"

namespace vide::detail {

namespace {

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("handle weights: ", pieces...));
}

Result<void> checkRow(const HandleConstraints& constraints, Eigen::Index i) {
  const int v = constraints.vertex[i];
  const auto row = constraints.value.row(i);
  if (!row.allFinite() || row.minCoeff() < 0) {
    return wrong("the given weights of vertex ", v, " are negative or not finite");
  }
  if (std::abs(row.sum() - 1) > 1e-6) {
    return wrong("the given weights of vertex ", v, " sum to ", row.sum(), "; they must sum to 1");
  }
  return {};
}

Result<void> checkConstraints(const HandleConstraints& constraints, Eigen::Index vertices) {
  if (vertices == 0) return wrong("the mesh has no vertices");
  if (constraints.vertex.empty() || constraints.handles() == 0) {
    return wrong("no handle holds a vertex; give at least one");
  }
  if (constraints.value.rows() != Eigen::Index(constraints.vertex.size())) {
    return wrong(constraints.vertex.size(), " vertices are held but ", constraints.value.rows(),
                 " rows of weights given");
  }
  std::vector<std::uint8_t> seen(std::size_t(vertices), 0);
  for (Eigen::Index i = 0; i < constraints.value.rows(); ++i) {
    const int v = constraints.vertex[i];
    if (v < 0 || v >= vertices) {
      return wrong("held vertex ", v, " is outside 0 .. ", vertices - 1);
    }
    if (seen[v]) return wrong("vertex ", v, " is held twice; give its weights once");
    seen[v] = 1;
    if (auto checked = checkRow(constraints, i); !checked) return checked;
  }
  return {};
}

// The constraint nearest to any vertex of the piece.
int nearestTo(std::span<const int> piece, const Eigen::MatrixXd& V, const NearestPoint& held) {
  NearestPoint::Found nearest{0, std::numeric_limits<double>::infinity()};
  for (int v : piece) {
    const auto found = held.find(rowOf(V, v));
    if (found.squared_distance < nearest.squared_distance) nearest = found;
  }
  return nearest.index;
}

// Tells pieces that take part from those that follow the nearest handle.
void sortPieces(const Eigen::MatrixXd& V, const SparseMatrix& K,
                const HandleConstraints& constraints, std::span<const int> holder,
                EnergyDomain& domain) {
  int strays = 0, first_stray = -1;
  LonePieces lone;
  domain.follows.assign(std::size_t(K.rows), -1);
  const NearestPoint held_points(pointsOf(V, constraints.vertex));
  for (const std::vector<int>& piece : piecesOf(K)) {
    const bool held = std::ranges::any_of(piece, [&](int v) { return holder[v] >= 0; });
    if (held && piece.size() > 1) {
      domain.vertex.insert(domain.vertex.end(), piece.begin(), piece.end());
      continue;
    }
    const int nearest = nearestTo(piece, V, held_points);
    for (int v : piece) domain.follows[v] = nearest;
    if (held) continue;
    if (piece.size() > 1) {
      lone.add(piece);
    } else if (strays++ == 0) {
      first_stray = piece.front();
    }
  }
  std::ranges::sort(domain.vertex);
  lone.warn("it follows the one nearest to it", "each follows the one nearest to it",
            domain.warnings);
  if (strays > 0) {
    domain.warnings.push_back(text(strays, " vertices belong to no element (the first is vertex ",
                                   first_stray, "); each follows the handle nearest to it"));
  }
}

template <int Corners>
Result<EnergyDomain> domainOf(const Eigen::MatrixXd& V,
                              const Eigen::Matrix<int, Eigen::Dynamic, Corners>& all_elements,
                              const HandleConstraints& constraints, DomainMass wanted) {
  if (auto checked = checkConstraints(constraints, V.rows()); !checked) {
    return std::unexpected(checked.error());
  }
  EnergyDomain domain;
  const auto elements = withoutRepeats<Corners>(all_elements, domain.warnings);
  const auto K = cotangentStiffness(V, elements);
  if (!K) return std::unexpected(K.error());
  std::vector<double> mass;
  if constexpr (Corners == 3) {
    mass =
        wanted == DomainMass::voronoi ? *voronoiMass(V, elements) : *barycentricMass(V, elements);
  } else {
    mass = *barycentricMass(V, elements);
  }
  std::vector<int> holder(std::size_t(V.rows()), -1);
  for (std::size_t i = 0; i < constraints.vertex.size(); ++i) {
    holder[constraints.vertex[i]] = int(i);
  }
  sortPieces(V, *K, constraints, holder, domain);
  domain.K = submatrix(*K, domain.vertex, domain.vertex);
  domain.V = V(domain.vertex, Eigen::all);
  for (int v : domain.vertex) {
    domain.mass.push_back(mass[v]);
    domain.constraint.push_back(holder[v]);
    domain.given.push_back(holder[v] >= 0);
  }
  return domain;
}

}  // namespace

Result<EnergyDomain> makeDomain(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F,
                                const HandleConstraints& constraints, DomainMass mass) {
  return domainOf<3>(V, F, constraints, mass);
}

Result<EnergyDomain> makeDomain(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T,
                                const HandleConstraints& constraints, DomainMass mass) {
  return domainOf<4>(V, T, constraints, mass);
}

}  // namespace vide::detail
