// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "benchmarks/seconds_of.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/vectorize/image_mesh.hpp"

// Picture to mesh at 4096 x 4096. The yardstick, "reads", is the time to sum all bytes of the
// picture once, eight at a time.
namespace {

using namespace vide;

constexpr int side = 4096;

double toSegment(Vec2 p, Vec2 a, Vec2 b) {
  const double t = std::clamp(dot(p - a, b - a) / squaredLength(b - a), 0.0, 1.0);
  return distance(p, a + (b - a) * t);
}

// A body with a hole, a head, two arms and two legs in thousandths of the picture; negative inside.
double figure(Vec2 p) {
  const double body = std::max(distance(p, {500, 480}) - 190, 50 - distance(p, {500, 440}));
  const double head = distance(p, {500, 800}) - 120;
  const double neck = toSegment(p, {500, 650}, {500, 720}) - 40;
  const double left_arm =
      std::min(toSegment(p, {370, 560}, {210, 640}), toSegment(p, {210, 640}, {120, 480})) - 45;
  const double right_arm =
      std::min(toSegment(p, {630, 560}, {790, 640}), toSegment(p, {790, 640}, {880, 780})) - 45;
  const double legs =
      std::min(toSegment(p, {420, 340}, {400, 70}), toSegment(p, {580, 340}, {600, 70})) - 60;
  return std::min({body, head, neck, left_arm, right_arm, legs});
}

Image drawFigure() {
  Image image(side, side);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const Vec2 p = Vec2{column + 0.5, side - row - 0.5} * (1000.0 / side);
      const double inside = std::clamp(0.5 - figure(p) * (side / 1000.0) / 2, 0.0, 1.0);
      const std::uint8_t pixel[4] = {200, std::uint8_t(row), std::uint8_t(column),
                                     std::uint8_t(std::lround(255 * inside))};
      std::memcpy(image.pixel(column, row), pixel, 4);
    }
  }
  return image;
}

const Image& picture() {
  static const Image drawn = drawFigure();
  return drawn;
}

const Coverage& mask() {
  static const Coverage coverage = *coverageFromAlpha(picture());
  return coverage;
}

std::uint64_t sumOfBytes(const Image& image) {
  constexpr std::uint64_t every_other = 0x00ff00ff00ff00ff;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, &image.rgba[i], 8);
    const std::uint64_t pairs = (word & every_other) + (word >> 8 & every_other);
    sum += (pairs & 0x0000ffff0000ffff) + (pairs >> 16 & 0x0000ffff0000ffff);
  }
  return (sum & 0xffffffff) + (sum >> 32);
}

// The fastest of several reads, so that a disturbed one does not flatter.
double secondsOfOneRead() {
  static const double fastest = [] {
    double least = 1;
    for (int i = 0; i < 20; ++i) {
      least = std::min(least, secondsOf([] { benchmark::DoNotOptimize(sumOfBytes(picture())); }));
    }
    return least;
  }();
  return fastest;
}

void measure(benchmark::State& state, const auto& work) {
  secondsOfOneRead();
  double least = 1e9;
  for (auto _ : state) least = std::min(least, secondsOf(work));
  state.counters["reads"] = least / secondsOfOneRead();
}

void readAllPixels(benchmark::State& state) {
  measure(state, [] { benchmark::DoNotOptimize(sumOfBytes(picture())); });
}
void coverage(benchmark::State& state) {
  measure(state, [] { benchmark::DoNotOptimize(coverageFromAlpha(picture())); });
}
void outlines(benchmark::State& state) {
  mask();
  measure(state, [] { benchmark::DoNotOptimize(traceOutlines(mask())); });
}
void outlinesWithoutMargin(benchmark::State& state) {
  mask();
  measure(state, [] { benchmark::DoNotOptimize(traceOutlines(mask(), {.margin = 0})); });
}
void simplified(benchmark::State& state) {
  const Outlines traced = *traceOutlines(mask());
  measure(state, [&] { benchmark::DoNotOptimize(simplifyOutlines(traced, mask())); });
}
void pictureToMesh(benchmark::State& state) {
  measure(state, [] { benchmark::DoNotOptimize(meshFromCoverage(*coverageFromAlpha(picture()))); });
}

BENCHMARK(readAllPixels)->Unit(benchmark::kMillisecond);
BENCHMARK(coverage)->Unit(benchmark::kMillisecond);
BENCHMARK(outlinesWithoutMargin)->Unit(benchmark::kMillisecond);
BENCHMARK(outlines)->Unit(benchmark::kMillisecond);
BENCHMARK(simplified)->Unit(benchmark::kMillisecond);
BENCHMARK(pictureToMesh)->Unit(benchmark::kMillisecond);

}  // namespace
