// SPDX-License-Identifier: MIT
// Heat in solids: on a figure of round limbs whose surface is divided ever finer, and on the
// reference character where VIDE_SHARED names a folder that has it (there 19 bones; divided three
// times 149 504 vertices). At a fixed number of cells vertices cost only their marking and the
// read-out: `per_vertex_ns` is the slope between the coarsest and this surface. `two_threads` is
// how much faster two threads are, by wall time. Times of the work are those of the processor.
#include "vide/weights/solid_heat.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "tests/support/limbs.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/obj.hpp"
#include "vide/formats/skeleton_json.hpp"
#include "vide/skeleton/segments.hpp"

namespace {

using namespace vide;

struct Subject {
  TriMesh mesh;
  Skeleton skeleton;
};

Subject figure() {
  TriMesh mesh = test::limb({0, 0.8, 0}, {0, 1.8, 0}, 0.2, 16, 16);
  mesh = test::together(mesh, test::limb({-0.8, 1.5, 0}, {0.8, 1.5, 0}, 0.07, 12, 24));
  const auto spine = test::chain({{0, 0.85, 0}, {0, 1.2, 0}, {0, 1.5, 0}, {0, 1.8, 0}}, "spine");
  auto bones =
      test::hung(spine, 1, test::chain({{0.2, 1.5, 0}, {0.5, 1.5, 0}, {0.8, 1.5, 0}}, "l"));
  bones = test::hung(bones, 1, test::chain({{-0.2, 1.5, 0}, {-0.5, 1.5, 0}, {-0.8, 1.5, 0}}, "r"));
  return {mesh, skeletonFromSegments(bones).value()};
}

std::optional<Subject> character() {
  const char* folder = std::getenv("VIDE_SHARED");
  if (!folder) return std::nullopt;
  const auto read = [&](const char* leaf) {
    std::ifstream file(std::string(folder) + "/data/skinning/cesium_man/" + leaf);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  auto mesh = parseObj(read("mesh.obj"));
  auto skeleton = parseSkeletonJson(read("skeleton.json"));
  if (!mesh || !skeleton) return std::nullopt;
  return Subject{std::move(mesh->mesh), std::move(*skeleton)};
}

// Every triangle cut in four.
TriMesh divided(const TriMesh& mesh) {
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto next = int(mesh.V.rows()) + int(middles.size());
    return middles.try_emplace(std::minmax(a, b), next).first->second;
  };
  Eigen::MatrixX3i F(4 * mesh.F.rows(), 3);
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const int a = mesh.F(f, 0), b = mesh.F(f, 1), c = mesh.F(f, 2);
    const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    F.middleRows(4 * f, 4) << a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca;
  }
  Eigen::MatrixXd V(mesh.V.rows() + Eigen::Index(middles.size()), 3);
  V.topRows(mesh.V.rows()) = mesh.V;
  for (const auto& [ends, at] : middles) {
    V.row(at) = (mesh.V.row(ends.first) + mesh.V.row(ends.second)) / 2;
  }
  return {V, F};
}

void weigh(const Subject& subject, ThreadPool* pool) {
  SolidHeatOptions options;
  options.pool = pool;
  benchmark::DoNotOptimize(
      solidHeatWeights(subject.mesh, subject.skeleton, options)->weights.handle.data());
}

double processorSeconds(const Subject& subject) {
  const std::clock_t start = std::clock();
  weigh(subject, nullptr);
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

double wallSeconds(const Subject& subject, ThreadPool* pool) {
  const auto start = std::chrono::steady_clock::now();
  weigh(subject, pool);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(benchmark::State& state, const Subject& coarse) {
  Subject fine = coarse;
  for (int cut = 0; cut < state.range(0); ++cut) fine.mesh = divided(fine.mesh);
  ThreadPool two(2);
  double base = std::numeric_limits<double>::infinity(), work = base, one = base, both = base;
  for (auto _ : state) {
    base = std::min(base, processorSeconds(coarse));
    work = std::min(work, processorSeconds(fine));
    one = std::min(one, wallSeconds(fine, nullptr));
    both = std::min(both, wallSeconds(fine, &two));
    state.SetIterationTime(work);
  }
  const double more = double(fine.mesh.V.rows() - coarse.mesh.V.rows());
  state.counters["vertices"] = double(fine.mesh.V.rows());
  state.counters["work_s"] = work;
  state.counters["wall_s"] = both;
  state.counters["per_vertex_ns"] = more > 0 ? (work - base) / more * 1e9 : 0;
  state.counters["two_threads"] = one / both;
}

void figureDivided(benchmark::State& state) { measure(state, figure()); }

void characterDivided(benchmark::State& state) {
  if (const auto subject = character()) {
    measure(state, *subject);
  } else {
    state.SkipWithError("set VIDE_SHARED to the folder with the character");
  }
}

BENCHMARK(figureDivided)
    ->Arg(0)
    ->Arg(4)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(characterDivided)
    ->Arg(0)
    ->Arg(3)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

}  // namespace
