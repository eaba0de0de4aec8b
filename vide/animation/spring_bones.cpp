// SPDX-License-Identifier: MIT
#include "vide/animation/spring_bones.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/skeleton/bone_index.hpp"
#include "vide/skeleton/posture.hpp"

namespace vide {
namespace {

constexpr double step_seconds = 1.0 / 120;
constexpr int most_steps = 240;

Vec3 mix(Vec3 a, Vec3 b, double t) { return a + (b - a) * t; }

}  // namespace

Result<void> validate(const Spring& spring, const Skeleton& skeleton) {
  const auto wrong = [&](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text("spring of bone ", spring.bone, ": ", pieces...));
  };
  const std::size_t bone = boneIndex(skeleton, spring.bone);
  if (bone == skeleton.size()) return wrong("the bone does not exist");
  if (!(length(skeleton[bone].tail) > 0)) return wrong("the bone has no length");
  if (!(spring.frequency >= 0.01 && spring.frequency <= 30)) {
    return wrong("the frequency is ", spring.frequency, "; it must be in 0.01..30 per second");
  }
  if (!(spring.damping >= 0 && spring.damping <= 100)) {
    return wrong("the damping is ", spring.damping, "; it must be in 0..100");
  }
  if (!(spring.mix >= 0 && spring.mix <= 1)) return wrong("mix is not in 0..1");
  if (!(length(spring.gravity) <= 1e30)) return wrong("gravity is not finite or too large");
  return {};
}

Result<SpringBones> SpringBones::create(const Skeleton& skeleton, std::span<const Spring> springs) {
  SpringBones result;
  result.skeleton_ = &skeleton;
  for (const Spring& spring : springs) {
    if (auto valid = validate(spring, skeleton); !valid) return std::unexpected(valid.error());
    result.masses_.push_back(massOf(spring, boneIndex(skeleton, spring.bone)));
  }
  std::ranges::sort(result.masses_, {}, &Mass::bone);
  const auto twice = std::ranges::adjacent_find(result.masses_, {}, &Mass::bone);
  if (twice != result.masses_.end()) {
    return fail(ErrorCode::invalid_argument,
                text("spring of bone ", twice->spring.bone, ": the bone has two springs"));
  }
  return result;
}

// x'' = -w^2 x - 2 d w x', solved over one step: under, at and over the critical damping.
SpringBones::Mass SpringBones::massOf(const Spring& spring, std::size_t bone) {
  Mass mass{.spring = spring, .bone = bone};
  const double w = 2 * std::numbers::pi * spring.frequency, d = spring.damping, h = step_seconds;
  const double decay = math::exp(-d * w * h);
  double c = 1, s = h;  // cosine, and sine over the frequency, of the damped swing
  const double q = 1 - d * d;
  if (q > 1e-12) {
    const double v = w * std::sqrt(q);
    c = decay * math::cos(v * h);
    s = decay * math::sin(v * h) / v;
  } else if (q < -1e-12) {
    const double v = w * std::sqrt(-q);
    const double up = math::exp((v - d * w) * h), down = math::exp(-(v + d * w) * h);
    c = (up + down) / 2;
    s = (up - down) / (2 * v);
  } else {
    c = decay;
    s = decay * h;
  }
  mass.xx = c + d * w * s;
  mass.xv = s;
  mass.vx = -w * w * s;
  mass.vv = c - d * w * s;
  mass.sag = spring.gravity / (w * w);
  return mass;
}

// Puts the mass back onto the sphere around its joint, and takes away the speed at which it would
// leave it: the bone neither stretches nor stores what gravity does along it.
void SpringBones::keepLength(Mass& mass, Vec3 hinge, Vec3 hinge_velocity, double wanted) {
  const Vec3 arm = mass.position - hinge;
  const double reach = length(arm);
  if (!(reach > 0)) return;
  const Vec3 along = arm / reach;
  mass.position = hinge + along * wanted;
  mass.velocity += along * dot(hinge_velocity - mass.velocity, along);
}

// Lives through the steps between the last frame's pose and this one's.
void SpringBones::swing(Mass& mass, int steps, Vec3 joint, Vec3 wanted) const {
  for (int i = 1; i <= steps; ++i) {
    const double share = double(i) / steps;
    const Vec3 hinge = mix(mass.joint, joint, share), goal = mix(mass.wanted, wanted, share);
    const Vec3 way = mass.position - (goal + mass.sag);
    mass.earlier = mass.position;
    mass.position = goal + mass.sag + way * mass.xx + mass.velocity * mass.xv;
    mass.velocity = way * mass.vx + mass.velocity * mass.vv;
    const Vec3 hinge_velocity = (joint - mass.joint) / (steps * step_seconds);
    keepLength(mass, hinge, hinge_velocity, distance(goal, hinge));
  }
}

void SpringBones::advance(double seconds, std::span<Transform> pose, std::span<Affine3> model) {
  if (!skeleton_) return;
  assert(seconds >= 0 && std::isfinite(seconds) && pose.size() == skeleton_->size());
  Posture posture(*skeleton_, pose, model);
  left_ += seconds;
  const double whole = std::floor(left_ / step_seconds + 1e-9);  // sums of frames round
  const int steps = int(std::min(whole, double(most_steps)));
  left_ = std::clamp(left_ - whole * step_seconds, 0.0, step_seconds);
  for (Mass& mass : masses_) {
    const Vec3 joint = posture.joint(mass.bone), wanted = posture.tail(mass.bone);
    if (is_at_rest_) {
      mass.position = mass.earlier = wanted;
      mass.velocity = {};
    } else {
      swing(mass, steps, joint, wanted);
    }
    if (is_at_rest_ || steps > 0) {
      mass.joint = joint;
      mass.wanted = wanted;
    }
    const Vec3 shown = mix(mass.earlier, mass.position, left_ / step_seconds);
    const Quat turn = rotationBetween(wanted - joint, shown - joint);
    posture.turn(mass.bone, slerp({}, turn, mass.spring.mix));
  }
  is_at_rest_ = false;
}

}  // namespace vide
