// SPDX-License-Identifier: MIT
// A crowd, frame by frame on one core: each figure plays two clips that are mixed, places its bones
// and skins its vertices. The counter frames_per_second is the figure to look at; as a yardstick
// that does not depend on the machine, `times_copy` is the time against copying the skinned
// positions and matrices once with memcpy.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "benchmarks/seconds_of.hpp"
#include "vide/animation/player.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/skeleton/runtime_skeleton.hpp"

namespace {

using namespace vide;

constexpr std::size_t figures = 1000, bones = 60, vertices = 500;
constexpr double frame_seconds = 1.0 / 60;

Skeleton limbs() {
  std::vector<Bone> list;
  for (std::size_t i = 0; i < bones; ++i) {
    Bone bone{.id = BoneId(i), .name = std::to_string(i), .tail = {0, 1, 0}};
    bone.parent = i == 0 ? -1 : int(i % 6 == 1 ? 0 : i - 1);
    bone.local.translation = {0, i == 0 ? 0.0 : 1.0, 0};
    list.push_back(bone);
  }
  return Skeleton::fromBones(list).value();
}

// Every bone turns, with a key every tenth of a second.
Clip motion(ClipId id, double reach) {
  Clip clip{.id = id, .name = std::to_string(id), .duration = 2, .loop = true};
  for (std::size_t i = 0; i < bones; ++i) {
    BoneTrack track{.bone = BoneId(i)};
    for (int k = 0; k <= 20; ++k) {
      track.angle.push_back({.time = 0.1 * k, .value = reach * std::sin(0.628 * k + double(i))});
    }
    clip.bones.push_back(track);
  }
  return clip;
}

struct Shape {
  std::vector<std::uint16_t> handles;
  std::vector<float> weights, positions;
};

Shape shape() {
  Shape made;
  for (std::size_t v = 0; v < vertices; ++v) {
    const std::size_t bone = v * bones / vertices;
    for (std::size_t k = 0; k < 4; ++k) {
      made.handles.push_back(std::uint16_t((bone + k) % bones));
      made.weights.push_back(0.25f);
    }
    for (int d = 0; d < 3; ++d) made.positions.push_back(float(v % 10) + float(d));
  }
  return made;
}

struct Figure {
  Player player;
  std::vector<SkinMatrix> model, skinning;
  std::vector<float> positions;
};

void crowd(benchmark::State& state) {
  const Skeleton skeleton = limbs();
  const std::vector<Clip> clips{motion(1, 0.4), motion(2, 0.7)};
  const auto playable = PlayableClips::build(skeleton, clips).value();
  const RuntimeSkeleton runtime = RuntimeSkeleton::build(skeleton);
  const Shape shape = ::shape();
  std::vector<Figure> crowd;
  for (std::size_t i = 0; i < figures; ++i) {
    Player player = Player::create(playable, {.tracks = 2, .fades_at_a_time = 1}).value();
    const Start first{.fade = 0, .time = 0.01 * double(i)};
    const Start second{.fade = 0, .time = 0.013 * double(i), .weight = 0.5};
    if (!player.play(0, 1, first) || !player.play(1, 2, second)) {
      return state.SkipWithError("the clips do not play");
    }
    crowd.push_back({std::move(player), std::vector<SkinMatrix>(bones),
                     std::vector<SkinMatrix>(bones), std::vector<float>(3 * vertices)});
  }
  const auto move = [&](Figure& figure) {
    figure.player.advance(frame_seconds);
    PoseJob{&runtime, figure.player.pose(), figure.model, figure.skinning}.run();
    SkinningJob{.transforms = figure.skinning,
                .handles = shape.handles,
                .weights = shape.weights,
                .positions = shape.positions,
                .out_positions = figure.positions}
        .run();
  };
  std::vector<float> copy(3 * vertices);
  std::vector<SkinMatrix> matrices(bones);
  double best = 1e9, copying = 1e9;
  for (auto _ : state) {
    const double seconds = secondsOf([&] {
      for (Figure& figure : crowd) move(figure);
    });
    copying = std::min(copying, secondsOf([&] {
                         for (Figure& figure : crowd) {
                           std::memcpy(copy.data(), figure.positions.data(), 12 * vertices);
                           std::ranges::copy(figure.skinning, matrices.begin());
                           benchmark::DoNotOptimize(copy.data());
                           benchmark::DoNotOptimize(matrices.data());
                         }
                       }));
    best = std::min(best, seconds);
    state.SetIterationTime(seconds);
  }
  state.counters["frames_per_second"] = 1 / best;
  state.counters["times_copy"] = best / copying;
}
BENCHMARK(crowd)->UseManualTime()->Iterations(200)->Unit(benchmark::kMillisecond);

}  // namespace
