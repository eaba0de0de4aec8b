// SPDX-License-Identifier: MIT
// Reading a recording of 4500 frames and 96 channels (about 4 MB), placing its joints, and sampling
// and posing 67 bones. Yardstick of the reading: a bare std::from_chars pass over the same numbers.
#include <benchmark/benchmark.h>

#include <charconv>
#include <random>
#include <string>
#include <vector>

#include "benchmarks/seconds_of.hpp"
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

void sampleAndPose(benchmark::State& state) {
  const Skeleton skeleton = chain(67);
  Clip clip;
  clip.duration = 2;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    BoneTrack track;
    track.bone = BoneId(i);
    for (int k = 0; k <= 60; ++k) {
      track.rotation.push_back({k / 30.0, rotationAbout({1, double(k), 3}, 0.01 * k)});
    }
    clip.bones.push_back(track);
  }
  std::vector<Transform> pose(skeleton.size());
  std::vector<Affine3> model(skeleton.size());
  double time = 0;
  for (auto _ : state) {
    time += 0.013;
    samplePose(clip, skeleton, time > 2 ? time -= 2 : time, pose);
    modelTransforms(skeleton, pose, model);
    benchmark::DoNotOptimize(model.data());
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(skeleton.size()));
}
BENCHMARK(sampleAndPose);

}  // namespace
