// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string>
#include <vector>

#include "vide/skeleton/skeleton.hpp"

namespace vide::test {

struct Draw {
  std::mt19937 engine;
  explicit Draw(unsigned seed) : engine(seed) {}
  double number(double from, double to) {
    return from + (to - from) * (double(engine()) / 4294967295.0);
  }
  int index(int count) { return int(engine() % unsigned(count)); }
  Vec3 vector() { return {number(-1, 1), number(-1, 1), number(-1, 1)}; }
  Quat rotation() { return rotationAbout(vector(), number(-3, 3)); }
};

enum class Flags { inherit, random };

// A tree with arbitrary frames: turned, scaled and sheared.
inline Skeleton randomSkeleton(unsigned seed, int count, Flags flags = Flags::random) {
  Draw draw(seed);
  std::vector<Bone> bones;
  for (int i = 0; i < count; ++i) {
    Bone bone;
    bone.id = BoneId(i);
    bone.name = "bone " + std::to_string(i);
    bone.parent = i == 0 ? -1 : draw.index(i);
    bone.local = {draw.vector(), draw.rotation(), draw.vector() * 0.2 + Vec3{1, 1, 1},
                  draw.vector() * 0.1};
    bone.tail = draw.vector();
    if (flags == Flags::random) {
      bone.inherit_rotation = draw.index(3) > 0;
      bone.inherit_scale = draw.index(3) > 0;
    }
    bones.push_back(bone);
  }
  return *Skeleton::fromBones(bones);
}

inline double difference(const Affine3& a, const Affine3& b) {
  return length(a.linear.x - b.linear.x) + length(a.linear.y - b.linear.y) +
         length(a.linear.z - b.linear.z) + length(a.translation - b.translation);
}

}  // namespace vide::test
