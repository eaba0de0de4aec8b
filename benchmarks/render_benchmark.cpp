// SPDX-License-Identifier: MIT
// Frames of a figure of about 700 vertices that covers a quarter of 500 x 500 pixels: clear, draw
// and convert to an Image, everything a frame costs before it is written. Yardstick: memcpy of the
// finished frame's pixels (bytes read plus bytes written).
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <vector>

#include "vide/raster/draw_mesh.hpp"

namespace {

using namespace vide;

constexpr int side = 500;
constexpr int cells = 32;

// A disc of grid squares, bent a little differently in each of the frames.
struct Figure {
  std::vector<float> rest, positions;
  std::vector<Vec2f> uv;
  std::vector<int> triangles;

  explicit Figure(double radius) {
    for (int j = 0; j <= cells; ++j) {
      for (int i = 0; i <= cells; ++i) {
        const Vec2f at{float(i) / cells, float(j) / cells};
        uv.push_back(at);
        rest.push_back(float((at.x - 0.5F) * 2 * radius + side / 2));
        rest.push_back(float((0.5F - at.y) * 2 * radius + side / 2));
      }
    }
    for (int j = 0; j < cells; ++j) {
      for (int i = 0; i < cells; ++i) addSquare(i, j);
    }
    positions = rest;
  }

  void addSquare(int i, int j) {
    const double x = (i + 0.5) / cells - 0.5;
    const double y = (j + 0.5) / cells - 0.5;
    if (x * x + y * y > 0.25) return;
    const int a = j * (cells + 1) + i;
    const int c = a + cells + 1;
    triangles.insert(triangles.end(), {a, c, a + 1, a + 1, c, c + 1});
  }

  void bend(int frame) {
    const float amount = 6 * std::sin(0.1F * float(frame));
    for (std::size_t i = 0; i < rest.size(); i += 2) {
      positions[i] = rest[i] + amount * std::sin(rest[i + 1] * 0.02F);
      positions[i + 1] = rest[i + 1] + amount * std::cos(rest[i] * 0.02F);
    }
  }
};

// A soft-edged disc with stripes, as drawings have opaque and half-transparent pixels.
Image picture(int size) {
  Image image(size, size);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const double from_middle = std::hypot(x + 0.5 - size / 2.0, y + 0.5 - size / 2.0);
      std::uint8_t* p = image.pixel(x, y);
      p[0] = std::uint8_t(x * 7);
      p[1] = std::uint8_t(y * 3);
      p[2] = std::uint8_t(x * y);
      p[3] = std::uint8_t(255 * std::fmin(std::fmax(size / 2.0 - from_middle, 0.0), 1.0));
    }
  }
  return image;
}

double secondsPerCopy(std::size_t bytes) {
  std::vector<char> from(bytes, 1), to(bytes);
  int copies = 0;
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> spent{};
  while (spent.count() < 0.2) {
    std::memcpy(to.data(), from.data(), bytes);
    benchmark::DoNotOptimize(to.data());
    ++copies;
    spent = std::chrono::steady_clock::now() - start;
  }
  return spent.count() / copies;
}

void renderFrame(benchmark::State& state) {
  const Texture texture(picture(int(state.range(0))));
  Figure figure(140);
  Canvas canvas(side, side);
  DrawContext context;
  Image image;
  const MeshDraw draw{.positions = figure.positions,
                      .uv = figure.uv,
                      .triangles = figure.triangles,
                      .texture = &texture};
  if (!validate(draw, canvas)) return state.SkipWithError("the drawing is not valid");
  int frame = 0;
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    figure.bend(frame++);
    canvas.clear();
    drawMesh(canvas, Camera2D{1, {0, side}}, draw, context);
    canvas.toImage(image);
    benchmark::DoNotOptimize(image.rgba.data());
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  state.counters["triangles"] = double(figure.triangles.size() / 3);
  state.counters["frames_per_s"] = double(frame) / spent.count();
  state.counters["times_memcpy"] =
      spent.count() / frame / secondsPerCopy(std::size_t{4} * side * side);
}
// The picture at its own scale, and one four times as large drawn small.
BENCHMARK(renderFrame)->ArgName("texture")->Arg(280)->Arg(1120)->Unit(benchmark::kMillisecond);

}  // namespace
