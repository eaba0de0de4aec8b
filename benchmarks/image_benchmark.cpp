// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "benchmarks/seconds_of.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/io/image_file.hpp"

// Pictures of 4096 x 4096 pixels. Counters are times in units of a yardstick measured in the same
// run: "copies" of the picture by memcpy, or "searches", breadth-first ones over a byte mask.
namespace {

using namespace vide;

constexpr int side = 4096;

// Soft discs on a background, which is transparent or white.
Image drawDiscs(std::uint8_t background_alpha) {
  Image image(side, side);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double distance = std::hypot(x % 1024 - 512, y % 1024 - 512);
      const double share = std::clamp(400.5 - distance, 0.0, 1.0);
      const auto mix = [&](double from, double to) {
        return std::uint8_t(std::lround(from + share * (to - from)));
      };
      const std::uint8_t pixel[4] = {mix(255, x % 200), mix(255, y % 200), mix(255, 90),
                                     mix(background_alpha, 255)};
      std::memcpy(image.pixel(x, y), pixel, 4);
    }
  }
  return image;
}

const Image& cutOut() {
  static const Image image = drawDiscs(0);
  return image;
}

const Image& onWhite() {
  static const Image image = drawDiscs(255);
  return image;
}

// The fastest of several rounds, so that a disturbed one does not flatter.
double fastestOf(int rounds, const auto& work) {
  double least = 1e9;
  for (int i = 0; i < rounds; ++i) least = std::min(least, secondsOf(work));
  return least;
}

double secondsOfCopy() {
  std::vector<std::uint8_t> target(onWhite().rgba.size());
  return fastestOf(20, [&] {
    std::memcpy(target.data(), onWhite().rgba.data(), target.size());
    benchmark::DoNotOptimize(target.data());
  });
}

// Visits every pixel once through its four neighbours.
double secondsOfSearch() {
  std::vector<std::uint32_t> queue(std::size_t(side) * side);
  return fastestOf(3, [&] {
    std::vector<std::uint8_t> seen(queue.size());
    std::size_t head = 0, tail = 0;
    const auto visit = [&](std::uint32_t index) {
      if (seen[index]) return;
      seen[index] = 1;
      queue[tail++] = index;
    };
    for (visit(0); head < tail;) {
      const std::uint32_t index = queue[head++], x = index % side, y = index / side;
      if (x > 0) visit(index - 1);
      if (x + 1 < side) visit(index + 1);
      if (y > 0) visit(index - side);
      if (y + 1 < side) visit(index + side);
    }
    benchmark::DoNotOptimize(queue.data());
  });
}

void measure(benchmark::State& state, const char* unit, double yardstick, const auto& work) {
  double least = 1e9;
  for (auto _ : state) {
    least = std::min(least, secondsOf([&] {
                       auto result = work();
                       benchmark::DoNotOptimize(result);
                     }));
  }
  state.counters[unit] = least / yardstick;
}

void alpha(benchmark::State& state) {
  const Image& image = cutOut();
  measure(state, "copies", secondsOfCopy(), [&] { return coverageFromAlpha(image); });
}

void mask(benchmark::State& state) {
  const Image& image = onWhite();
  measure(state, "copies", secondsOfCopy(), [&] { return coverageFromMask(image); });
}

void background(benchmark::State& state) {
  const Image& image = onWhite();
  measure(state, "searches", secondsOfSearch(), [&] { return coverageFromBackground(image); });
}

void encode(benchmark::State& state) {
  const Image& image = cutOut();
  measure(state, "copies", secondsOfCopy(), [&] { return encodePng(image); });
}

void decode(benchmark::State& state) {
  const auto bytes = encodePng(cutOut());
  measure(state, "copies", secondsOfCopy(), [&] { return decodeImage(*bytes); });
}

}  // namespace

BENCHMARK(alpha)->Unit(benchmark::kMillisecond);
BENCHMARK(mask)->Unit(benchmark::kMillisecond);
BENCHMARK(background)->Unit(benchmark::kMillisecond);
BENCHMARK(encode)->Unit(benchmark::kMillisecond);
BENCHMARK(decode)->Unit(benchmark::kMillisecond);
