// SPDX-License-Identifier: MIT
// A document as large as an editor may hold: 50 layers of 500 vertices on 30 bones, 100 clips of
// two seconds. Opening it from bytes (its picture stays encoded), saving it, and a command on it
// with its undo. Yardstick: parsing the same JSON text into a tree and nothing else.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "benchmarks/seconds_of.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/rig/history.hpp"
#include "vide/rig/layer_commands.hpp"

namespace {

using namespace vide;

constexpr int bones = 30, layers = 50, clips = 100, rows = 20, columns = 25;

Skeleton manyBones() {
  std::vector<Bone> all(bones);
  for (int i = 0; i < bones; ++i) {
    all[i].id = BoneId(100 + i);
    all[i].name = "bone " + std::to_string(i);
    all[i].parent = i == 0 ? -1 : (i - 1) / 2;
    all[i].local.translation = {0, 20, 0};
    all[i].tail = {0, 20, 0};
  }
  return *Skeleton::fromBones(all);
}

void addTriangles(Layer& layer) {
  layer.mesh.F.resize(2 * (rows - 1) * (columns - 1), 3);
  int triangle = 0;
  for (int row = 0; row + 1 < rows; ++row) {
    for (int column = 0; column + 1 < columns; ++column) {
      const int at = row * columns + column;
      layer.mesh.F.row(triangle++) << at, at + 1, at + columns;
      layer.mesh.F.row(triangle++) << at + 1, at + columns + 1, at + columns;
    }
  }
}

// A grid of 20 x 25 vertices that follows four bones.
Layer skinnedGrid(int number) {
  Layer layer;
  layer.id = LayerId(number + 1);
  layer.name = "layer " + std::to_string(number);
  layer.image = 1;
  layer.attachment = Attachment::skinned;
  for (int i = 0; i < 4; ++i) layer.bones.push_back(BoneId(100 + (number + i) % bones));
  layer.mesh.V.resize(rows * columns, 2);
  layer.uv.resize(rows * columns, 2);
  layer.weights.handles = 4;
  for (int v = 0; v < rows * columns; ++v) {
    const int row = v / columns, column = v % columns;
    layer.mesh.V.row(v) << 4.125 * column, 3.375 * row;
    layer.uv.row(v) << double(column) / columns, double(row) / rows;
    std::vector<Influence> row_weights{{v % 4, 0.5}, {(v + 1) % 4, 0.25}, {(v + 2) % 4, 0.25}};
    appendRow(layer.weights, row_weights);
  }
  addTriangles(layer);
  return layer;
}

// Every bone turns, some move; some clips bend a layer, show another layer in a slot.
Clip busyClip(int number) {
  constexpr int keys = 9;
  Clip clip{.id = ClipId(number + 1), .name = "clip " + std::to_string(number), .duration = 2};
  for (int i = 0; i < bones; ++i) {
    BoneTrack track{.bone = BoneId(100 + i)};
    for (int k = 0; k < keys; ++k) {
      const double time = 0.25 * k, swing = std::sin(0.7 * k + number + i);
      track.angle.push_back({.time = time, .value = swing, .interpolation = Interpolation::bezier});
      if (i % 4 == 0) track.translation.push_back({.time = time, .value = {swing, 2 * swing, 0}});
    }
    clip.bones.push_back(std::move(track));
  }
  if (number % 10 == 0) {
    OffsetTrack bend{.layer = LayerId(1 + number % layers)};
    for (int k = 0; k < 3; ++k) {
      bend.offsets.push_back(
          {.time = double(k), .value = Offsets(rows * columns, {0.3 * k, 0.1, 0})});
    }
    clip.offsets.push_back(std::move(bend));
  }
  if (number % 5 == 0) clip.slots = {{1, {{0, 1}, {0.5, 2}, {1, std::nullopt}, {1.5, 1}}}};
  return clip;
}

Document largeDocument() {
  Document document;
  document.canvas_width = document.canvas_height = 1024;
  document.images = {{1, "picture", "image/png", std::vector<std::uint8_t>(1 << 20, 7), 512, 512}};
  document.skeleton = manyBones();
  for (int i = 0; i < layers; ++i) {
    document.layers.push_back(skinnedGrid(i));
    document.draw_order.push_back(LayerId(i + 1));
  }
  document.slots = {{1, "slot", {1, 2, 3}, 1}};
  document.constraints = {{1, "reach", 1, ReachConstraint{.bone = 130 - 1, .target = 101}}};
  document.springs = {{.bone = 115}};
  for (int i = 0; i < clips; ++i) document.clips.push_back(busyClip(i));
  return document;
}

// The text of the first chunk of a .glb.
std::string jsonIn(const std::vector<std::uint8_t>& glb) {
  const std::size_t length = glb[12] | glb[13] << 8 | glb[14] << 16 | std::size_t(glb[15]) << 24;
  return std::string(glb.begin() + 20, glb.begin() + 20 + std::ptrdiff_t(length));
}

void openDocument(benchmark::State& state) {
  const std::vector<std::uint8_t> bytes = *writeGlb(largeDocument());
  const std::string json = jsonIn(bytes);
  double best = 1, yardstick = 1;
  for (auto _ : state) {
    yardstick =
        std::min(yardstick,
                 secondsOf([&] { benchmark::DoNotOptimize(nlohmann::ordered_json::parse(json)); }));
    const double seconds = secondsOf([&] { benchmark::DoNotOptimize(*readGlb(bytes)); });
    best = std::min(best, seconds);
    state.SetIterationTime(seconds);
  }
  state.counters["json_megabytes"] = double(json.size()) / 1e6;
  state.counters["best_milliseconds"] = best * 1e3;
  state.counters["times_json_parse"] = best / yardstick;
}
BENCHMARK(openDocument)->UseManualTime()->Unit(benchmark::kMillisecond);

void saveDocument(benchmark::State& state) {
  const Document document = largeDocument();
  for (auto _ : state) benchmark::DoNotOptimize(*writeGlb(document));
}
BENCHMARK(saveDocument)->Unit(benchmark::kMillisecond);

void saveIntoFile(benchmark::State& state) {
  const Document document = largeDocument();
  const std::vector<std::uint8_t> bytes = *writeGlb(document);
  for (auto _ : state) benchmark::DoNotOptimize(*updateGlb(bytes, document));
}
BENCHMARK(saveIntoFile)->Unit(benchmark::kMillisecond);

void validateDocument(benchmark::State& state) {
  const Document document = largeDocument();
  for (auto _ : state) benchmark::DoNotOptimize(validate(document));
}
BENCHMARK(validateDocument)->Unit(benchmark::kMillisecond);

// A step of a slider, and taking it back.
void commandWithUndo(benchmark::State& state) {
  History history = *History::create(largeDocument());
  for (auto _ : state) {
    const auto run = history.run({.name = "fade", .work = [&](Edit& edit) {
                                    return edit.set<Layer>(7, &Layer::opacity, 0.25);
                                  }});
    if (!run) return state.SkipWithError(run.error().message.c_str());
    history.undo();
  }
}
BENCHMARK(commandWithUndo)->Unit(benchmark::kMillisecond);

}  // namespace
