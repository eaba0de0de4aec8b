// SPDX-License-Identifier: MIT
// Bounded biharmonic weights of six point handles on drawings of growing size, and of the reference
// meshes where VIDE_SHARED names a folder that has them. Yardstick, measured in turn with the work:
// Eigen's SimplicialLDLT (AMD, double) analysing and factorising the free block of Q = K M^-1 K,
// and one back-substitution of all handles at once. Times are those of the processor, best of the
// rounds.
#include "vide/weights/bounded_biharmonic.hpp"

#include <benchmark/benchmark.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/numeric/sparse_cholesky.hpp"

namespace {

using namespace vide;

double processorSeconds(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

SparseMatrix energyMatrix(const TriMesh& mesh) {
  return polyharmonicMatrix(*cotangentStiffness(mesh.V, mesh.F), *voronoiMass(mesh.V, mesh.F), 2)
      .value();
}

SparseMatrix energyMatrix(const TetMesh& mesh) {
  return polyharmonicMatrix(*cotangentStiffness(mesh.V, mesh.T), *barycentricMass(mesh.V, mesh.T),
                            2)
      .value();
}

SparseMatrix freeBlock(const SparseMatrix& Q, const HandleConstraints& held) {
  std::vector<int> free;
  for (int v = 0; v < Q.rows; ++v) {
    if (!std::ranges::binary_search(held.vertex, v)) free.push_back(v);
  }
  return submatrix(Q, free, free);
}

using EigenMatrix = Eigen::SparseMatrix<double>;
using EigenFactor = Eigen::SimplicialLDLT<EigenMatrix, Eigen::Lower, Eigen::AMDOrdering<int>>;

EigenMatrix toEigen(const SparseMatrix& A) {
  return Eigen::Map<const EigenMatrix>(A.rows, A.columns, Eigen::Index(A.row.size()),
                                       A.start.data(), A.row.data(), A.value.data());
}

// One yardstick.
double eigenSeconds(const EigenMatrix& A, int handles) {
  const Eigen::MatrixXd b = Eigen::MatrixXd::Ones(A.rows(), handles);
  return processorSeconds([&] {
    const EigenFactor factor(A);
    benchmark::DoNotOptimize(Eigen::MatrixXd(factor.solve(b)).data());
  });
}

template <class Mesh>
void measure(benchmark::State& state, const Mesh& mesh, const HandleConstraints& held) {
  const EigenMatrix A = toEigen(freeBlock(energyMatrix(mesh), held));
  double unit = std::numeric_limits<double>::infinity(), work = unit;
  for (auto _ : state) {
    unit = std::min(unit, eigenSeconds(A, held.handles()));
    work = std::min(work, processorSeconds([&] {
                      const auto result = boundedBiharmonicWeights(mesh, held);
                      state.counters["factorizations"] = result->factorizations;
                      state.counters["residual"] = result->residual;
                    }));
  }
  state.counters["vertices"] = double(mesh.V.rows());
  state.counters["in_eigen_units"] = work / unit;
}

HandleConstraints hold(std::vector<int> vertices) {
  std::ranges::sort(vertices);
  const Eigen::Index n = Eigen::Index(vertices.size());
  return {std::move(vertices), Eigen::MatrixXd::Identity(n, n), {}};
}

void drawing(benchmark::State& state) {
  const int size = int(state.range(0)), row = size + 1, q = size / 4;
  measure(state, test::gridMesh(size, size, 0.3),
          hold({q * row + q, q * row + 3 * q, 2 * q * row + 2 * q, 3 * q * row + q,
                3 * q * row + 3 * q, size * row}));
}
BENCHMARK(drawing)->Arg(50)->Arg(100)->Arg(200)->Iterations(3)->Unit(benchmark::kMillisecond);

std::optional<Eigen::MatrixXd> reference(const std::string& name) {
  const char* folder = std::getenv("VIDE_SHARED");
  if (!folder) return std::nullopt;
  std::ifstream in(std::string(folder) + "/reference/bbw/" + name + ".dmat");
  Eigen::Index columns = 0, rows = 0;
  if (!(in >> columns >> rows)) return std::nullopt;
  Eigen::MatrixXd matrix(rows, columns);
  for (double& value : matrix.reshaped()) in >> value;
  return matrix;
}

// Every triangle cut in four; the vertices keep their numbers.
TriMesh subdivided(const TriMesh& mesh) {
  std::map<std::pair<int, int>, int> middle;
  std::vector<Eigen::RowVectorXd> positions;
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) positions.push_back(mesh.V.row(v));
  const auto between = [&](int a, int b) {
    const auto [entry, fresh] =
        middle.try_emplace(std::pair<int, int>(std::minmax(a, b)), int(positions.size()));
    if (fresh) positions.push_back((mesh.V.row(a) + mesh.V.row(b)) / 2);
    return entry->second;
  };
  TriMesh fine{{}, Eigen::MatrixX3i(4 * mesh.F.rows(), 3)};
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const int a = mesh.F(f, 0), b = mesh.F(f, 1), c = mesh.F(f, 2);
    const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
    fine.F.middleRows(4 * f, 4) << a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca;
  }
  fine.V.resize(Eigen::Index(positions.size()), mesh.V.cols());
  for (std::size_t v = 0; v < positions.size(); ++v) fine.V.row(Eigen::Index(v)) = positions[v];
  return fine;
}

void referenceMesh(benchmark::State& state, const std::string& name, bool once_more) {
  const auto V = reference(name + "_V"), elements = reference(name + "_Ele");
  const auto b = reference(name + "_b"), bc = reference(name + "_bc");
  if (!V || !elements || !b || !bc) {
    state.SkipWithError("VIDE_SHARED names no folder that has this mesh");
    return;
  }
  HandleConstraints held{{}, *bc, {}};
  for (double v : b->reshaped()) held.vertex.push_back(int(v));
  // The yardstick looks held vertices up.
  std::vector<int> order(held.vertex.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = int(i);
  std::ranges::sort(order, {}, [&](int i) { return held.vertex[i]; });
  held.value = held.value(order, Eigen::all).eval();
  std::ranges::sort(held.vertex);
  if (elements->cols() == 4) return measure(state, TetMesh{*V, elements->cast<int>()}, held);
  const bool flat = V->cols() == 3 && V->col(2).isZero(0);
  TriMesh mesh{flat ? V->leftCols(2).eval() : *V, elements->cast<int>()};
  if (once_more) mesh = subdivided(mesh);
  measure(state, mesh, held);
}
BENCHMARK_CAPTURE(referenceMesh, woody2, "woody2", false)
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(referenceMesh, woody_41021, "woody2", true)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(referenceMesh, hand, "hand", false)->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(referenceMesh, elephant_pts, "elephant_pts", false)
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);

// The factorisation beneath, on the energy of a drawing: in units of Eigen's analysis, numeric
// factorisation, and back-substitution of one or twenty right-hand sides.
void factorization(benchmark::State& state) {
  const TriMesh mesh = test::gridMesh(100, 100, 0.3);
  const SparseMatrix A = freeBlock(energyMatrix(mesh), hold({0, 5000, 10000}));
  const EigenMatrix B = toEigen(A);
  constexpr double far = std::numeric_limits<double>::infinity();
  double theirs = far, mine = far, theirs_again = far, mine_again = far;
  std::map<int, std::pair<double, double>> solves{{1, {far, far}}, {20, {far, far}}};
  for (auto _ : state) {
    EigenFactor factor;
    theirs = std::min(theirs, processorSeconds([&] { factor.compute(B); }));
    theirs_again = std::min(theirs_again, processorSeconds([&] { factor.factorize(B); }));
    std::optional<SparseCholesky> solver;
    mine = std::min(mine, processorSeconds([&] { solver.emplace(*SparseCholesky::factorize(A)); }));
    mine_again = std::min(mine_again, processorSeconds([&] { (void)solver->refactorize(A); }));
    for (auto& [width, best] : solves) {
      const Eigen::MatrixXd b = Eigen::MatrixXd::Ones(B.rows(), width);
      std::vector<double> x(std::size_t(b.size()), 1), scratch(x.size());
      const int columns = width;
      best.first = std::min(best.first, processorSeconds([&] {
                              benchmark::DoNotOptimize(Eigen::MatrixXd(factor.solve(b)).data());
                            }));
      best.second =
          std::min(best.second, processorSeconds([&] { solver->solve(x, x, columns, scratch); }));
    }
  }
  state.counters["factor_speedup"] = theirs / mine;
  state.counters["refactor_speedup"] = theirs_again / mine_again;
  state.counters["solve_speedup"] = solves[1].first / solves[1].second;
  state.counters["solve_20_speedup"] = solves[20].first / solves[20].second;
}
BENCHMARK(factorization)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace
