// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "benchmarks/seconds_of.hpp"
#include "vide/vectorize/triangulate.hpp"

// Outlines to triangles. The yardstick, "sorts", is the time to sort as many points as the mesh has
// vertices by x and y; a triangulation cannot be had for less.
namespace {

using namespace vide;

// A wavy closed curve about 1000 pixels wide.
Outlines wavyShape(int points) {
  Ring ring;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    const double radius = 400 * (1 + 0.2 * std::sin(7 * angle) + 0.05 * std::sin(61 * angle));
    ring.points.push_back(Vec2{std::cos(angle), std::sin(angle)} * radius);
  }
  return {{ring}};
}

// The fastest of several sorts, so that a disturbed one does not flatter.
double secondsOfOneSort(const Eigen::MatrixXd& V) {
  double least = 1e9;
  for (int i = 0; i < 20; ++i) {
    std::vector<std::pair<double, double>> points;
    for (Eigen::Index v = 0; v < V.rows(); ++v) {
      // Scrambled, for the mesh's own order is partly sorted.
      const Eigen::Index from = v * 7919 % V.rows();
      points.emplace_back(V(from, 0), V(from, 1));
    }
    least = std::min(least, secondsOf([&] { std::ranges::sort(points); }));
    benchmark::DoNotOptimize(points);
  }
  return least;
}

void measure(benchmark::State& state, const Outlines& outlines, const TriangulateOptions& options) {
  const auto mesh = triangulate(outlines, options);
  double least = 1e9;
  for (auto _ : state)
    least = std::min(least,
                     secondsOf([&] { benchmark::DoNotOptimize(triangulate(outlines, options)); }));
  state.counters["vertices"] = static_cast<double>(mesh->mesh.V.rows());
  state.counters["sorts"] = least / secondsOfOneSort(mesh->mesh.V);
}

void delaunayOnly(benchmark::State& state) {
  measure(state, wavyShape(static_cast<int>(state.range(0))), {.min_angle_deg = 0});
}
void edgeLength(benchmark::State& state) {
  measure(state, wavyShape(100), {.max_edge_length = static_cast<double>(state.range(0))});
}
void budget(benchmark::State& state) {
  measure(state, wavyShape(100), {.vertex_budget = static_cast<std::size_t>(state.range(0))});
}

BENCHMARK(delaunayOnly)->Arg(1000)->Arg(50000)->Unit(benchmark::kMillisecond);
BENCHMARK(edgeLength)->Arg(60)->Arg(30)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(budget)->Arg(500)->Arg(2000)->Unit(benchmark::kMillisecond);

}  // namespace
