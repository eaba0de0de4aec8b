// SPDX-License-Identifier: MIT
// As-rigid-as-possible deformation of the armadillo. The yardstick is measured in turn with what is
// compared to it; processor time, the best of several rounds.
#include "vide/deform/arap.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "benchmarks/armadillo.hpp"

namespace {

using namespace vide;

constexpr int rounds = 12;
// What plain alternation has after 100 iterations.
constexpr double energy_to_reach = 2.728e-3;

// One iteration, as the difference between a long run and none.
void iteration(benchmark::State& state, ArapEnergy energy, ArapAcceleration acceleration) {
  const Armadillo* model = armadillo();
  if (!model) return state.SkipWithError("VIDE_SHARED names no folder with the armadillo");
  constexpr int iterations = 20;
  const ArapOptions options{
      .energy = energy, .acceleration = acceleration, .max_iterations = iterations, .tolerance = 0};
  const ArapSolver solver = ArapSolver::create(model->mesh, model->held, options).value();
  ArapSolver::Workspace workspace(solver);
  std::vector<double> out(model->rest.size());
  Yardstick yardstick(*model);
  double best = std::numeric_limits<double>::infinity(), best_solve = best;
  for (auto _ : state) {
    for (int round = 0; round < rounds; ++round) {
      best_solve = std::min(best_solve, yardstick.seconds());
      best = std::min(
          best, processorSeconds([&] {
            benchmark::DoNotOptimize(solver.solve({model->targets, model->rest}, workspace, out));
          }));
    }
  }
  state.counters["iteration_ms"] = best / iterations * 1e3;
  state.counters["three_eigen_solves_ms"] = best_solve * 1e3;
  state.counters["iteration_in_three_eigen_solves"] = best / iterations / best_solve;
}

void plainIteration(benchmark::State& state) {
  iteration(state, ArapEnergy(state.range(0)), ArapAcceleration::none);
}
BENCHMARK(plainIteration)->Arg(0)->Arg(1)->Arg(2)->Iterations(1)->Unit(benchmark::kMillisecond);

void acceleratedIteration(benchmark::State& state) {
  iteration(state, ArapEnergy(state.range(0)), ArapAcceleration::anderson);
}
BENCHMARK(acceleratedIteration)
    ->Arg(0)
    ->Arg(1)
    ->Arg(2)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// From the rest shape to the energy of 100 plain iterations, precomputation apart.
void toGivenEnergy(benchmark::State& state) {
  const Armadillo* model = armadillo();
  if (!model) return state.SkipWithError("VIDE_SHARED names no folder with the armadillo");
  Yardstick yardstick(*model);
  std::vector<double> out(model->rest.size());
  int iterations = 0;
  ArapOutcome outcome{0, std::numeric_limits<double>::infinity()};
  while (outcome.energy > energy_to_reach && iterations < 100) {
    const ArapSolver solver = ArapSolver::create(model->mesh, model->held,
                                                 {.max_iterations = ++iterations, .tolerance = 0})
                                  .value();
    ArapSolver::Workspace workspace(solver);
    outcome = solver.solve({model->targets, model->rest}, workspace, out).value();
  }
  const ArapSolver solver =
      ArapSolver::create(model->mesh, model->held, {.max_iterations = iterations, .tolerance = 0})
          .value();
  ArapSolver::Workspace workspace(solver);
  double best = std::numeric_limits<double>::infinity(), best_solve = best;
  for (auto _ : state) {
    for (int round = 0; round < rounds; ++round) {
      best_solve = std::min(best_solve, yardstick.seconds());
      best = std::min(
          best, processorSeconds([&] {
            benchmark::DoNotOptimize(solver.solve({model->targets, model->rest}, workspace, out));
          }));
    }
  }
  state.counters["iterations"] = iterations;
  state.counters["in_three_eigen_solves"] = best / best_solve;
}
BENCHMARK(toGivenEnergy)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
