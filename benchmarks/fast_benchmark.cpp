// SPDX-License-Identifier: MIT
// Fast automatic skinning transformations of the armadillo: 5 point handles, 50 clusters. The
// yardstick is measured in turn with what is compared to it; processor time, the best of many
// rounds.
#include "vide/deform/fast.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "benchmarks/armadillo.hpp"

namespace {

using namespace vide;

constexpr int rounds = 60;

VertexWeights weightsFrom(const Eigen::MatrixXd& W) {
  VertexWeights weights{int(W.cols())};
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    for (Eigen::Index h = 0; h < W.cols(); ++h) {
      weights.handle.push_back(int(h));
      weights.weight.push_back(W(v, h));
    }
    weights.row_start.push_back(weights.handle.size());
  }
  return weights;
}

void fastUpdate(benchmark::State& state) {
  const Armadillo* model = armadillo();
  if (!model) return state.SkipWithError("VIDE_SHARED names no folder with the armadillo");
  const VertexWeights weights = weightsFrom(sharedMatrix("data/geometry/armadillo-weights.dmat"));
  const FastSolver solver =
      FastSolver::create(model->mesh, weights, {.max_iterations = int(state.range(0))}).value();
  FastSolver::Workspace workspace(solver);
  std::vector<FastHandle> handles(solver.handles());
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const double* target = &model->targets[3 * i];
    handles[i] = {FastHold::position, translationBy({target[0], target[1], target[2]})};
  }
  std::vector<Affine3> transforms(handles.size());
  std::vector<float> positions(model->rest.size());
  Yardstick yardstick(*model);
  double best = std::numeric_limits<double>::infinity(), best_solve = best;
  ArapOutcome outcome;
  for (auto _ : state) {
    for (int round = 0; round < rounds; ++round) {
      best_solve = std::min(best_solve, yardstick.seconds());
      // Several at once: the processor's clock ticks in microseconds.
      constexpr int updates = 10;
      const double seconds = processorSeconds([&] {
        for (int i = 0; i < updates; ++i) {
          outcome = solver.solve({handles, {}}, workspace, transforms).value();
          solver.positions(transforms, workspace, positions);
          benchmark::DoNotOptimize(positions.data());
        }
      });
      best = std::min(best, seconds / updates);
    }
  }
  state.counters["iterations"] = outcome.iterations;
  state.counters["update_ms"] = best * 1e3;
  state.counters["update_in_three_eigen_solves"] = best / best_solve;
}
// No iterations: what the positions alone take.
BENCHMARK(fastUpdate)->Arg(30)->Arg(0)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
