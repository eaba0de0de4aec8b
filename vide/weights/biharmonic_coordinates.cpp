// SPDX-License-Identifier: MIT
#include "vide/weights/biharmonic_coordinates.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/numeric/facet_laplacian.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/numeric/sparse_cholesky.hpp"
#include "vide/weights/detail/facet_energy.hpp"
#include "vide/weights/detail/mesh_pieces.hpp"

namespace vide {

namespace {

constexpr const char* method = "biharmonic coordinates";
// Relative to the largest: how small a singular value says that points do not span a space.
constexpr double least_span = 1e-9;
constexpr int most_refinements = 12;
// Relative to the size of the shape.
constexpr double affine_tolerance = 1e-8;

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text(method, ": ", pieces...));
}

// V with a column of ones: its products with (d + 1) x d matrices are the affine images of V.
Eigen::MatrixXd affine(const Eigen::MatrixXd& V) {
  Eigen::MatrixXd extended(V.rows(), V.cols() + 1);
  extended << V, Eigen::VectorXd::Ones(V.rows());
  return extended;
}

// The columns that handles add, and the rows of W that they fix.
struct GivenRows {
  std::vector<int> holder;  // per vertex: which handle it is in, or -1
  Eigen::MatrixXd W;        // n x c, zero where no handle is
  Eigen::MatrixXd C;        // c x (d + 1): the handles at rest, W C = [V, 1]
};

Result<std::vector<int>> holdersOf(std::span<const std::vector<int>> handles, Eigen::Index n) {
  if (handles.empty()) return wrong("there are no handles; give some");
  std::vector<int> holder(std::size_t(n), -1);
  for (std::size_t h = 0; h < handles.size(); ++h) {
    if (handles[h].empty()) return wrong("handle ", h, " has no vertices");
    for (int v : handles[h]) {
      if (v < 0 || v >= n) {
        return wrong("handle ", h, " names vertex ", v, ", outside 0 .. ", n - 1);
      }
      if (holder[v] >= 0) {
        return wrong("vertex ", v, " is in handle ", holder[v], " and in handle ", h,
                     "; give it once");
      }
      holder[v] = int(h);
    }
  }
  return holder;
}

Result<GivenRows> givenRows(const Eigen::MatrixXd& V, std::span<const std::vector<int>> handles,
                            std::size_t max_entries) {
  auto holder = holdersOf(handles, V.rows());
  if (!holder) return std::unexpected(holder.error());
  const Eigen::Index d = V.cols();
  Eigen::Index columns = 0;
  for (const auto& handle : handles) columns += handle.size() > 1 ? d + 1 : 1;
  if (auto fits = checkEntries(method, std::size_t(V.rows()), std::size_t(columns), max_entries);
      !fits) {
    return std::unexpected(fits.error());
  }
  GivenRows given{std::move(*holder), Eigen::MatrixXd::Zero(V.rows(), columns),
                  Eigen::MatrixXd::Zero(columns, d + 1)};
  Eigen::Index at = 0;
  for (const auto& handle : handles) {
    if (handle.size() == 1) {
      given.W(handle[0], at) = 1;
      given.C.row(at) = affine(V.row(handle[0]));
      ++at;
      continue;
    }
    for (int v : handle) given.W.row(v).segment(at, d + 1) = affine(V.row(v));
    given.C.middleRows(at, d + 1).setIdentity();
    at += d + 1;
  }
  return given;
}

// Whether no affine function but zero vanishes on the points.
bool spansSpace(const Eigen::MatrixXd& points) {
  if (points.rows() <= points.cols()) return false;
  const Eigen::MatrixXd centred = points.rowwise() - points.colwise().mean();
  const Eigen::VectorXd size = Eigen::JacobiSVD<Eigen::MatrixXd>(centred).singularValues();
  return size.minCoeff() > least_span * size.maxCoeff();
}

// Which vertices the energy decides: those of pieces that hold handles. Others follow an affine
// map.
struct Pieces {
  std::vector<int> free;
  std::vector<int> followers;
  std::vector<std::string> warnings;
};

Result<Pieces> sortPieces(const Eigen::MatrixXd& V, const SparseMatrix& K, const GivenRows& given) {
  Pieces pieces;
  detail::LonePieces lone;
  for (const std::vector<int>& piece : detail::piecesOf(K)) {
    std::vector<int> held, free;
    for (int v : piece) (given.holder[v] >= 0 ? held : free).push_back(v);
    if (free.empty()) continue;
    if (held.empty()) {
      pieces.followers.insert(pieces.followers.end(), free.begin(), free.end());
      lone.add(piece);
      continue;
    }
    if (!spansSpace(V(held, Eigen::all))) {
      return wrong("the handles of the piece with vertex ", piece.front(), " do not fix an affine ",
                   "map; give ", V.cols() + 1, " points or more, not all on one ",
                   V.cols() == 3 ? "plane" : "line", ", or a region");
    }
    pieces.free.insert(pieces.free.end(), free.begin(), free.end());
  }
  std::ranges::sort(pieces.free);
  lone.warn("it follows the affine map that fits all handles best",
            "they follow the affine map that fits all handles best", pieces.warnings);
  return pieces;
}

// Minimises over the free rows of W: one solve, then corrections with exact residuals until they no
// longer shrink.
Result<void> minimize(const detail::FacetEnergy& energy, std::span<const int> free,
                      Eigen::MatrixXd& W, const Progress& progress) {
  const auto solver = SparseCholesky::factorize(submatrix(energy.matrix(), free, free));
  if (!solver) return failAt(method, solver.error());
  const std::size_t rows = free.size();
  std::vector<double> right(rows), scratch(rows), slope(std::size_t(W.rows()));
  for (Eigen::Index c = 0; c < W.cols(); ++c) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, text(method, ": cancelled"));
    progress.report(double(c) / double(W.cols()));
    double last = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_refinements; ++step) {
      energy.multiplyExactly({W.col(c).data(), slope.size()}, slope);
      for (std::size_t i = 0; i < rows; ++i) right[i] = slope[free[i]];
      solver->solve(right, right, 1, scratch);
      double size = 0;
      for (double correction : right) size = std::max(size, std::abs(correction));
      if (!(size < last / 2)) break;
      for (std::size_t i = 0; i < rows; ++i) W(free[i], c) -= right[i];
      last = size;
      if (size <= 1e-15 * W.col(c).cwiseAbs().maxCoeff()) break;
    }
  }
  return {};
}

Result<void> checkPrecision(const Eigen::MatrixXd& V, const BiharmonicCoordinates& coordinates) {
  const double size = (V.colwise().maxCoeff() - V.colwise().minCoeff()).maxCoeff();
  const double error = (coordinates.W * coordinates.rest - V).cwiseAbs().maxCoeff();
  if (error <= affine_tolerance * size) return {};
  return fail(ErrorCode::numeric_failure,
              text(method, ": the rest shape comes back with an error of ", error,
                   "; mend elements that are extremely thin, or use order 2"));
}

template <int Corners>
Result<BiharmonicCoordinates> coordinatesOn(
    const Eigen::MatrixXd& V, const Eigen::Matrix<int, Eigen::Dynamic, Corners>& all_elements,
    std::span<const std::vector<int>> handles, const BiharmonicCoordinatesOptions& options,
    const Progress& progress) {
  if (options.order != 2 && options.order != 3) {
    return wrong("the order is ", options.order, "; give 2 or 3");
  }
  if (V.rows() == 0) return wrong("the mesh has no vertices");
  BiharmonicCoordinates coordinates;
  const auto elements = detail::withoutRepeats<Corners>(all_elements, coordinates.warnings);
  const auto K = cotangentStiffness(V, elements);
  if (!K) return failAt(method, K.error());
  auto given = givenRows(V, handles, options.max_entries);
  if (!given) return std::unexpected(given.error());
  auto pieces = sortPieces(V, *K, *given);
  if (!pieces) return std::unexpected(pieces.error());
  coordinates.W = std::move(given->W);
  coordinates.rest = given->C.leftCols(V.cols());
  const auto facets = facetLaplacian(V, elements);
  if (!facets) return failAt(method, facets.error());
  const auto done =
      minimize(detail::FacetEnergy(*facets, options.order), pieces->free, coordinates.W, progress);
  if (!done) return std::unexpected(done.error());
  if (!pieces->followers.empty()) {
    const Eigen::MatrixXd fit =
        affine(V) * given->C.completeOrthogonalDecomposition().pseudoInverse();
    for (int v : pieces->followers) coordinates.W.row(v) = fit.row(v);
  }
  std::ranges::move(pieces->warnings, std::back_inserter(coordinates.warnings));
  if (auto checked = checkPrecision(V, coordinates); !checked) {
    return std::unexpected(checked.error());
  }
  progress.report(1);
  return coordinates;
}

}  // namespace

Result<BiharmonicCoordinates> biharmonicCoordinates(const TriMesh& mesh,
                                                    std::span<const std::vector<int>> handles,
                                                    const BiharmonicCoordinatesOptions& options,
                                                    const Progress& progress) {
  if (mesh.V.cols() == 3) {
    return fail(ErrorCode::unsupported,
                text(method, ": the triangles lie in space, and a surface bends where affine maps ",
                     "do not; give n x 2 positions, or a solid of tetrahedra around the surface"));
  }
  return coordinatesOn<3>(mesh.V, mesh.F, handles, options, progress);
}

Result<BiharmonicCoordinates> biharmonicCoordinates(const TetMesh& mesh,
                                                    std::span<const std::vector<int>> handles,
                                                    const BiharmonicCoordinatesOptions& options,
                                                    const Progress& progress) {
  return coordinatesOn<4>(mesh.V, mesh.T, handles, options, progress);
}

}  // namespace vide
