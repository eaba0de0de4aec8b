// SPDX-License-Identifier: MIT
// As-rigid-as-possible frames of a figure of about 700 vertices with 15 handles. Yardstick: one
// back-substitution of both coordinates with Eigen's SimplicialLDLT of the same stiffness.
#include "vide/deform/arap_points.hpp"

#include <benchmark/benchmark.h>

#include <Eigen/SparseCholesky>
#include <chrono>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "vide/core/math.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/numeric/sparse_cholesky.hpp"

namespace {

using namespace vide;

constexpr int frames = 339;

// A trunk with four limbs, three handles on each limb and three on the trunk.
struct Figure {
  TriMesh mesh;
  std::vector<PointHandle> handles;
  std::vector<std::vector<Vec2>> targets;
};

bool inFigure(Vec2 p) {
  const bool trunk = p.x > 17 && p.x < 27;
  const bool arms = p.y > 26 && p.y < 32;
  const bool legs = p.y < 14 && (p.x < 21 || p.x > 23);
  return (trunk && (p.y >= 14 || legs)) || arms;
}

TriMesh figureMesh() {
  const TriMesh grid = test::gridMesh(44, 40, 0.25);
  TriMesh mesh;
  std::vector<int> kept(std::size_t(grid.V.rows()), -1);
  std::vector<int> corners;
  std::vector<double> positions;
  for (Eigen::Index f = 0; f < grid.F.rows(); ++f) {
    const Eigen::RowVector2d middle =
        (grid.V.row(grid.F(f, 0)) + grid.V.row(grid.F(f, 1)) + grid.V.row(grid.F(f, 2))) / 3;
    if (!inFigure({middle.x(), middle.y()})) continue;
    for (int v : grid.F.row(f)) {
      if (kept[v] < 0) {
        kept[v] = int(positions.size() / 2);
        positions.insert(positions.end(), {grid.V(v, 0), grid.V(v, 1)});
      }
      corners.push_back(kept[v]);
    }
  }
  mesh.V = Eigen::Map<Eigen::Matrix2Xd>(positions.data(), 2, positions.size() / 2).transpose();
  mesh.F = Eigen::Map<Eigen::Matrix3Xi>(corners.data(), 3, corners.size() / 3).transpose();
  return mesh;
}

// A chain of joints turned about its first by `angle` and about its second once more.
void turnLimb(std::vector<Vec2>& joints, std::size_t first, double angle) {
  for (std::size_t pivot = first; pivot < first + 2; ++pivot) {
    const auto [s, c] = math::sinCos(angle);
    for (std::size_t i = pivot + 1; i < first + 3; ++i) {
      const Vec2 arm = joints[i] - joints[pivot];
      joints[i] = joints[pivot] + Vec2{c * arm.x - s * arm.y, s * arm.x + c * arm.y};
    }
  }
}

Figure makeFigure() {
  const std::vector<Vec2> rest{{22, 15}, {22, 24}, {22, 37}, {15, 29}, {8, 29},
                               {1, 29},  {29, 29}, {36, 29}, {43, 29}, {19, 13},
                               {19, 7},  {19, 1},  {25, 13}, {25, 7},  {25, 1}};
  Figure figure{figureMesh(), {}, {}};
  for (Vec2 p : rest) figure.handles.push_back({p});
  for (int frame = 0; frame < frames; ++frame) {
    std::vector<Vec2> joints = rest;
    const double swing = math::sin(0.09 * frame);
    for (std::size_t limb : {3u, 6u, 9u, 12u}) turnLimb(joints, limb, limb < 9 ? swing : swing / 3);
    figure.targets.push_back(joints);
  }
  return figure;
}

template <class Body>
double secondsPerCall(Body body) {
  const auto start = std::chrono::steady_clock::now();
  int calls = 0;
  std::chrono::duration<double> spent{};
  while (spent.count() < 0.2) {
    body();
    ++calls;
    spent = std::chrono::steady_clock::now() - start;
  }
  return spent.count() / calls;
}

// Stiffness held at vertex 0, lower triangle.
Eigen::SparseMatrix<double> heldStiffness(const TriMesh& mesh) {
  const SparseMatrix K = cotangentStiffness(mesh.V, mesh.F).value();
  std::vector<Eigen::Triplet<double>> entries{{0, 0, 1.0}};
  for (int c = 0; c < K.columns; ++c) {
    for (int p = K.start[c]; p < K.start[c + 1]; ++p) entries.emplace_back(K.row[p], c, K.value[p]);
  }
  Eigen::SparseMatrix<double> A(K.rows, K.columns);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

double secondsPerEigenSolve(const TriMesh& mesh) {
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(heldStiffness(mesh));
  const Eigen::MatrixXd b = mesh.V;
  Eigen::MatrixXd x(b.rows(), b.cols());
  return secondsPerCall([&] { benchmark::DoNotOptimize((x = factor.solve(b)).data()); });
}

double secondsPerEigenFactor(const TriMesh& mesh) {
  const Eigen::SparseMatrix<double> A = heldStiffness(mesh);
  return secondsPerCall([&] {
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(A);
    benchmark::DoNotOptimize(factor.info());
  });
}

double secondsPerIteration(const benchmark::State& state, std::chrono::duration<double> spent) {
  return spent.count() / double(state.iterations());
}

// The whole motion on one thread; the argument lets two handles go in every other frame.
void arapMotion(benchmark::State& state) {
  const Figure figure = makeFigure();
  const PointArapSolver solver = PointArapSolver::create(figure.mesh, figure.handles).value();
  PointArapSolver::Workspace workspace(solver);
  std::vector<Vec2> out(solver.vertices());
  std::vector<std::uint8_t> all(figure.handles.size(), 1), some = all;
  some[4] = some[7] = 0;
  int iterations = 0;
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    iterations = 0;
    for (int f = 0; f < frames; ++f) {
      const auto& active = state.range(0) && f % 2 ? some : all;
      iterations += solver.solve({figure.targets[f], active, {}}, workspace, out)->iterations;
    }
  }
  const double motion = secondsPerIteration(state, std::chrono::steady_clock::now() - start);
  const double solve = secondsPerEigenSolve(figure.mesh);
  state.counters["vertices"] = double(figure.mesh.V.rows());
  state.counters["iterations_per_frame"] = double(iterations) / frames;
  state.counters["frame_in_eigen_solves"] = motion / frames / solve;
  state.counters["iteration_in_eigen_solves"] = motion / iterations / solve;
}
BENCHMARK(arapMotion)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void arapPrecompute(benchmark::State& state) {
  const Figure figure = makeFigure();
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    benchmark::DoNotOptimize(PointArapSolver::create(figure.mesh, figure.handles)->vertices());
  }
  const double create = secondsPerIteration(state, std::chrono::steady_clock::now() - start);
  state.counters["in_eigen_factors"] = create / secondsPerEigenFactor(figure.mesh);
}
BENCHMARK(arapPrecompute)->Unit(benchmark::kMillisecond);

}  // namespace
