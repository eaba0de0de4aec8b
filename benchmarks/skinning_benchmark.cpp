// SPDX-License-Identifier: MIT
// Linear blend skinning of float buffers with four influences. Yardstick: memcpy, counted as bytes
// read plus bytes written, against the 44 bytes that skinning moves for a vertex at least.
#include "vide/deform/skinning.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstring>
#include <vector>

namespace {

using namespace vide;

struct Buffers {
  std::vector<SkinMatrix> transforms;
  std::vector<std::uint16_t> handles;
  std::vector<float> weights, positions, normals, out_positions, out_normals;
};

Buffers makeBuffers(std::size_t vertices, std::size_t influences, bool with_normals) {
  Buffers buffers;
  constexpr std::size_t transforms = 64;
  for (std::size_t h = 0; h < transforms; ++h) {
    const double at = double(h);
    buffers.transforms.push_back(
        toSkinMatrix({toMatrix(rotationAbout({at, 1, 2}, 0.1 * at)), {at, 2, 3}}));
  }
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::size_t k = 0; k < influences; ++k) {
      buffers.handles.push_back(std::uint16_t((v / 50 + 7 * k) % transforms));
      buffers.weights.push_back(1.0f / float(influences));
    }
    for (int d = 0; d < 3; ++d) buffers.positions.push_back(float(v % 1000) + float(d));
  }
  buffers.out_positions.resize(3 * vertices);
  if (with_normals) {
    buffers.normals.assign(3 * vertices, 0.57735f);
    buffers.out_normals.resize(3 * vertices);
  }
  return buffers;
}

double memcpyBytesPerSecond(std::size_t bytes) {
  std::vector<char> from(bytes, 1), to(bytes);
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> spent{};
  double moved = 0;
  while (spent.count() < 0.2) {
    std::memcpy(to.data(), from.data(), bytes);
    benchmark::DoNotOptimize(to.data());
    moved += 2.0 * double(bytes);
    spent = std::chrono::steady_clock::now() - start;
  }
  return moved / spent.count();
}

void run(benchmark::State& state, std::size_t influences, bool with_normals) {
  const std::size_t vertices = std::size_t(state.range(0));
  Buffers b = makeBuffers(vertices, influences, with_normals);
  const SkinningJob job{b.transforms, int(influences), b.handles,       b.weights,
                        b.positions,  b.normals,       b.out_positions, b.out_normals};
  if (auto valid = job.validate(); !valid)
    return state.SkipWithError(valid.error().message.c_str());
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    job.run();
    benchmark::DoNotOptimize(b.out_positions.data());
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  const double rate = double(state.iterations()) * double(vertices) / spent.count();
  const double bytes = double(influences * 6 + (with_normals ? 48 : 24));
  state.counters["million_vertices_per_second"] = rate / 1e6;
  state.counters["part_of_memcpy"] = rate * bytes / memcpyBytesPerSecond(vertices * 22);
}

void skinPositions(benchmark::State& state) { run(state, 4, false); }
void skinPositionsAndNormals(benchmark::State& state) { run(state, 4, true); }
void skinPositionsByEight(benchmark::State& state) { run(state, 8, false); }
BENCHMARK(skinPositions)->Arg(10'000)->Arg(2'000'000);
BENCHMARK(skinPositionsAndNormals)->Arg(2'000'000);
BENCHMARK(skinPositionsByEight)->Arg(2'000'000);

}  // namespace
