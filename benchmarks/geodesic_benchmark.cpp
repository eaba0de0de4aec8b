// SPDX-License-Identifier: MIT
// Geodesic weights of 20 bones on 2048 x 2048 pixels, as multiples of one breadth-first pass over
// the same mask. The yardstick counts as 100 million pixels a second where it is slower than that.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include "vide/core/thread_pool.hpp"
#include "vide/weights/geodesic.hpp"

namespace {

using namespace vide;

constexpr int side = 2048;
constexpr int bones = 20;

enum Picture { filled, figure, maze };

// A filled square, a figure of limbs and a band folded back and forth 60 times.
bool isInside(int picture, double x, double y) {
  if (picture == filled) return true;
  if (picture == maze) {
    const int lane = int(y / 34);
    const bool wall = y - 34 * lane < 3;
    return !wall || (lane % 2 == 0 ? x < 31 : x > side - 31);
  }
  const double u = x / side - 0.5, v = y / side - 0.5;
  const double angle = std::atan2(v, u), radius = std::sqrt(u * u + v * v);
  return radius < 0.3 + 0.17 * std::cos(7 * angle) + 0.004 * std::sin(90 * angle);
}

Coverage drawMask(int picture) {
  Coverage mask{side, side, 128, std::vector<std::uint8_t>(std::size_t(side) * side)};
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const bool inside = isInside(picture, column + 0.5, side - row - 0.5);
      mask.value[std::size_t(row) * side + column] = inside ? 255 : 0;
    }
  }
  return mask;
}

Skeleton drawBones() {
  std::vector<Bone> list;
  for (int i = 0; i < bones; ++i) {
    const double angle = 2 * 3.14159265358979 * i / bones, c = std::cos(angle), s = std::sin(angle);
    Bone bone;
    bone.id = BoneId(i + 1);
    bone.name = "bone" + std::to_string(i);
    bone.local.translation = {side * (0.5 + 0.05 * c), side * (0.5 + 0.05 * s), 0};
    bone.tail = {side * 0.2 * c, side * 0.2 * s, 0};
    list.push_back(bone);
  }
  return *Skeleton::fromBones(std::move(list));
}

Eigen::MatrixXd vertices(const Coverage& mask) {
  std::vector<Vec2> points;
  for (int row = 16; row < side; row += 32) {
    for (int column = 16; column < side; column += 32) {
      if (mask.inside(column, row)) points.push_back({column + 0.3, side - row - 0.6});
    }
  }
  Eigen::MatrixXd V(points.size(), 2);
  for (std::size_t i = 0; i < points.size(); ++i) V.row(i) << points[i].x, points[i].y;
  return V;
}

// Distances in steps from the pixel nearest to the middle: a queue of indices over a byte mask.
class BreadthFirst {
 public:
  explicit BreadthFirst(const Coverage& mask) : frame_(std::size_t(side + 2) * (side + 2)) {
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        const bool inside = mask.inside(column, row);
        frame_[std::size_t(row + 1) * (side + 2) + column + 1] = inside;
        count_ += inside;
      }
    }
    steps_.resize(frame_.size());
    queue_.resize(count_);
  }

  std::size_t count() const { return count_; }

  std::size_t run() {
    open_ = frame_;
    const std::uint32_t stride = side + 2;
    std::uint32_t start = (side / 2) * stride + side / 2;
    while (!open_[start]) ++start;
    std::size_t head = 0, tail = 0;
    const auto visit = [&](std::uint32_t pixel, std::uint16_t steps) {
      queue_[tail] = pixel;
      tail += open_[pixel];
      if (open_[pixel]) steps_[pixel] = steps;
      open_[pixel] = 0;
    };
    queue_.resize(count_ + 1);
    visit(start, 0);
    while (head < tail) {
      const std::uint32_t pixel = queue_[head++];
      const std::uint16_t steps = std::uint16_t(steps_[pixel] + 1);
      visit(pixel - stride, steps);
      visit(pixel - 1, steps);
      visit(pixel + 1, steps);
      visit(pixel + stride, steps);
    }
    return tail;
  }

 private:
  std::vector<std::uint8_t> frame_, open_;
  std::vector<std::uint16_t> steps_;
  std::vector<std::uint32_t> queue_;
  std::size_t count_ = 0;
};

// Seconds of the fastest of five passes, at most those of 100 million pixels a second.
double yardstick(const Coverage& mask) {
  BreadthFirst pass(mask);
  double least = double(pass.count()) / 100e6;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(pass.run());
    least = std::min(
        least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

void geodesic(benchmark::State& state) {
  const Coverage mask = drawMask(int(state.range(0)));
  const Skeleton skeleton = drawBones();
  const Eigen::MatrixXd V = vertices(mask);
  ThreadPool pool(int(state.range(2)));
  GeodesicOptions options;
  options.metric = GeodesicMetric(state.range(1));
  options.pool = &pool;
  const double pass = yardstick(mask);
  double seconds = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(geodesicWeights(mask, V, {}, skeleton, options));
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  state.counters["pass_ms"] = 1e3 * pass;
  state.counters["passes"] = seconds / double(state.iterations()) / pass;
}

BENCHMARK(geodesic)
    ->ArgNames({"picture", "metric", "threads"})
    ->ArgsProduct({{filled, figure, maze}, {0, 1, 2}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
