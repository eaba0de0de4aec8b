// SPDX-License-Identifier: MIT
// Skinning of a million vertices in float buffers. Yardstick: memcpy beyond the caches, counted as
// bytes read plus bytes written, against the bytes that skinning moves at least: 44 a vertex with
// four influences (three weights, four handles, a position in and out), 24 more with normals.
// Both take turns, stretch by stretch, and each stretch's best time counts, so that whatever else
// runs on the machine disturbs the ratio less.
#include "vide/deform/skinning.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "benchmarks/seconds_of.hpp"
#include "vide/deform/dual_quaternion.hpp"

namespace {

using namespace vide;

constexpr std::size_t transforms = 64, vertices = 1'000'000, stretches = 40;
constexpr std::size_t stretch_vertices = vertices / stretches;

struct Buffers {
  std::vector<SkinMatrix> matrices;
  std::vector<SkinDualQuaternion> motions;
  std::vector<std::uint16_t> handles;
  std::vector<float> weights, positions, normals, out_positions, out_normals;
};

enum class With { positions, normals };

Buffers makeBuffers(std::size_t influences, With with) {
  Buffers buffers;
  for (std::size_t h = 0; h < transforms; ++h) {
    const double at = double(h);
    const Affine3 motion{toMatrix(rotationAbout({at, 1, 2}, 0.1 * at)), {at, 2, 3}};
    buffers.matrices.push_back(toSkinMatrix(motion));
    buffers.motions.push_back(toSkinDualQuaternion(toStretchedMotion(motion).motion));
  }
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::size_t k = 0; k < influences; ++k) {
      buffers.handles.push_back(std::uint16_t((v / 50 + 7 * k) % transforms));
      buffers.weights.push_back(1.0f / float(influences));
    }
    for (int d = 0; d < 3; ++d) buffers.positions.push_back(float(v % 1000) + float(d));
  }
  buffers.out_positions.resize(3 * vertices);
  if (with == With::normals) {
    buffers.normals.assign(3 * vertices, 0.57735f);
    buffers.out_normals.resize(3 * vertices);
  }
  return buffers;
}

template <class T>
std::span<T> part(std::vector<T>& all, std::size_t stretch, std::size_t per_vertex) {
  if (all.empty()) return {};
  const std::size_t count = stretch_vertices * per_vertex;
  return std::span(all).subspan(stretch * count, count);
}

// The job for the vertices of one stretch.
template <class Job>
Job jobFor(Buffers& b, std::size_t stretch, std::size_t influences) {
  Job job;
  if constexpr (std::is_same_v<Job, SkinningJob>) {
    job.transforms = b.matrices;
  } else {
    job.motions = b.motions;
  }
  job.influences = int(influences);
  job.handles = part(b.handles, stretch, influences);
  job.weights = part(b.weights, stretch, influences);
  job.positions = part(b.positions, stretch, 3);
  job.normals = part(b.normals, stretch, 3);
  job.out_positions = part(b.out_positions, stretch, 3);
  job.out_normals = part(b.out_normals, stretch, 3);
  return job;
}

template <class Job>
void run(benchmark::State& state, std::size_t influences, With with) {
  Buffers buffers = makeBuffers(influences, with);
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < stretches; ++s) jobs.push_back(jobFor<Job>(buffers, s, influences));
  if (auto valid = jobs[0].validate(); !valid) {
    return state.SkipWithError(valid.error().message.c_str());
  }
  const std::size_t bytes = influences * 6 - 4 + (with == With::normals ? 48 : 24);
  const std::size_t half = stretch_vertices * bytes / 2;
  std::vector<char> from(half * stretches, 1), to(half * stretches);
  std::vector<double> best(stretches, 1), copied(stretches, 1);
  for (auto _ : state) {
    for (std::size_t s = 0; s < stretches; ++s) {
      copied[s] = std::min(copied[s], secondsOf([&] {
                             std::memcpy(to.data() + s * half, from.data() + s * half, half);
                             benchmark::DoNotOptimize(to.data());
                           }));
    }
    double seconds = 0;
    for (std::size_t s = 0; s < stretches; ++s) {
      const double spent = secondsOf([&] { jobs[s].run(); });
      best[s] = std::min(best[s], spent);
      seconds += spent;
    }
    state.SetIterationTime(seconds);
  }
  double least = 0, least_copied = 0;
  for (std::size_t s = 0; s < stretches; ++s) {
    least += best[s];
    least_copied += copied[s];
  }
  state.counters["million_vertices_per_second"] = double(vertices) / least / 1e6;
  state.counters["part_of_memcpy"] = least_copied / least;
}

void skinPositions(benchmark::State& state) { run<SkinningJob>(state, 4, With::positions); }
void skinWithNormals(benchmark::State& state) { run<SkinningJob>(state, 4, With::normals); }
void skinByEight(benchmark::State& state) { run<SkinningJob>(state, 8, With::positions); }
void skinByDualQuaternions(benchmark::State& state) {
  run<DualQuaternionJob>(state, 4, With::positions);
}
BENCHMARK(skinPositions)->UseManualTime()->Iterations(40)->Unit(benchmark::kMillisecond);
BENCHMARK(skinWithNormals)->UseManualTime()->Iterations(40)->Unit(benchmark::kMillisecond);
BENCHMARK(skinByEight)->UseManualTime()->Iterations(40)->Unit(benchmark::kMillisecond);
BENCHMARK(skinByDualQuaternions)->UseManualTime()->Iterations(40)->Unit(benchmark::kMillisecond);

}  // namespace
