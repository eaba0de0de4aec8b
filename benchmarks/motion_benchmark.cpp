// SPDX-License-Identifier: MIT
// Reading a recording of 4500 frames and 96 channels (about 4 MB), placing its joints, and sampling
// and posing 67 bones, authored and packed. Yardstick of the reading: a bare std::from_chars pass
// over the same numbers; of the packed clip: 2000 multiplications of floats that wait for each
// other.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <string>
#include <vector>

#include "benchmarks/seconds_of.hpp"
#include "vide/animation/runtime_clip.hpp"
#include "vide/animation/sample.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/skeleton/pose.hpp"

namespace {

using namespace vide;

constexpr int frames = 4500, joints = 31;

std::string recordedValues() {
  std::mt19937 draw(3);
  std::string values;
  for (int f = 0; f < frames; ++f) {
    for (int c = 0; c < 3 * joints + 3; ++c) {
      values += std::to_string(double(draw() % 3600000) / 10000 - 180);
      values.erase(values.size() - 2);
      values += ' ';
    }
    values += '\n';
  }
  return values;
}

std::string recording(const std::string& values) {
  std::string text =
      "HIERARCHY\nROOT j0\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
      "Zposition Zrotation Yrotation Xrotation\n";
  for (int j = 1; j < joints; ++j) {
    text += "JOINT j" + std::to_string(j) +
            "\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n";
  }
  text += std::string(joints, '}') + "\nMOTION\nFrames: " + std::to_string(frames) +
          "\nFrame Time: 0.01\n";
  return text + values;
}

double sumOfNumbers(const std::string& values) {
  double sum = 0, value = 0;
  const char* at = values.data();
  const char* end = at + values.size();
  while (at < end) {
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error == std::errc()) sum += value;
    at = error == std::errc() ? stop : at + 1;
  }
  return sum;
}

void readRecording(benchmark::State& state) {
  const std::string values = recordedValues(), text = recording(values);
  double own = 0, yardstick = 0;
  for (auto _ : state) {
    yardstick += secondsOf([&] { benchmark::DoNotOptimize(sumOfNumbers(values)); });
    const double seconds = secondsOf([&] { benchmark::DoNotOptimize(parseBvh(text)); });
    own += seconds;
    state.SetIterationTime(seconds);
  }
  state.SetBytesProcessed(state.iterations() * std::int64_t(text.size()));
  state.counters["times_from_chars"] = own / yardstick;
}
BENCHMARK(readRecording)->UseManualTime()->Unit(benchmark::kMillisecond);

void placeJoints(benchmark::State& state) {
  const BvhMotion motion = *parseBvh(recording(recordedValues()));
  for (auto _ : state) benchmark::DoNotOptimize(motionCaptureOf(motion));
  state.SetItemsProcessed(state.iterations() * frames * joints);
}
BENCHMARK(placeJoints)->Unit(benchmark::kMillisecond);

Skeleton chain(std::size_t count) {
  std::vector<Bone> bones(count);
  for (std::size_t i = 0; i < count; ++i) {
    bones[i].id = BoneId(i);
    bones[i].name = std::to_string(i);
    bones[i].parent = int(i) - 1;
    bones[i].local.translation = {0, 1, 0};
  }
  return *Skeleton::fromBones(bones);
}

// A clip of a second with 30 keys a track, every bone turning.
Clip turningClip(const Skeleton& skeleton) {
  Clip clip;
  clip.duration = 1;
  clip.loop = true;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    BoneTrack track;
    track.bone = BoneId(i);
    for (int k = 0; k < 30; ++k) {
      const double angle = 0.02 * k * double(1 + i % 3);
      track.translation.push_back({k / 29.0, {0.01 * k, 0, 0.02 * double(i)}});
      track.rotation.push_back({k / 29.0, rotationAbout({1, double(i), 3}, angle)});
      track.scale.push_back({k / 29.0, {1, 1 + 0.001 * k, 1}});
    }
    clip.bones.push_back(track);
  }
  return clip;
}

constexpr double frame_seconds = 1.0 / 60;

void sampleAndPose(benchmark::State& state) {
  const Skeleton skeleton = chain(67);
  const Clip clip = turningClip(skeleton);
  std::vector<Transform> pose(skeleton.size());
  std::vector<Affine3> model(skeleton.size()), skinning(skeleton.size());
  double time = 0;
  for (auto _ : state) {
    samplePose(clip, skeleton, time += frame_seconds, pose);
    modelTransforms(skeleton, pose, model);
    skinningTransforms(skeleton, model, skinning);
    benchmark::DoNotOptimize(skinning.data());
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(skeleton.size()));
}
BENCHMARK(sampleAndPose);

double secondsOfMultiplications() {
  constexpr int rounds = 50, count = 2000;
  float product = 1, factor = 1.0000001f;
  benchmark::DoNotOptimize(factor);
  const double seconds = secondsOf([&] {
    for (int i = 0; i < rounds * count; ++i) product *= factor;
    benchmark::DoNotOptimize(product);
  });
  return seconds / rounds;
}

void playPackedClip(benchmark::State& state) {
  const Skeleton skeleton = chain(67);
  const RuntimeClip clip = *RuntimeClip::build(turningClip(skeleton), skeleton);
  const RuntimeSkeleton runtime = RuntimeSkeleton::build(skeleton);
  SamplingCursor cursor(clip);
  std::vector<PoseGroup> pose(poseGroups(skeleton.size()));
  std::vector<SkinMatrix> model(skeleton.size()), skinning(skeleton.size());
  SampleJob sample;
  sample.clip = &clip;
  sample.cursor = &cursor;
  sample.out = pose;
  const PoseJob place{&runtime, pose, model, skinning};
  if (!sample.validate() || !place.validate()) return state.SkipWithError("the jobs do not fit");
  constexpr int frames_a_round = 50;
  double best = 1, yardstick = 1;
  for (auto _ : state) {
    yardstick = std::min(yardstick, secondsOfMultiplications());
    const double seconds = secondsOf([&] {
      for (int i = 0; i < frames_a_round; ++i) {
        sample.time += frame_seconds;
        sample.run();
        place.run();
        benchmark::DoNotOptimize(skinning.data());
      }
    });
    best = std::min(best, seconds / frames_a_round);
    state.SetIterationTime(seconds / frames_a_round);
  }
  state.counters["best_microseconds"] = best * 1e6;
  state.counters["times_2000_multiplications"] = best / yardstick;
}
BENCHMARK(playPackedClip)->UseManualTime()->Iterations(400);

}  // namespace
