// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/core/vec.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// Stable for the life of a document; names may change.
using ClipId = std::uint32_t;

// How a value goes from one key to the next.
enum class Interpolation : std::uint8_t {
  step,    // it keeps the key's value
  linear,  // straight; quaternions by slerp on the shorter arc
  cubic,   // glTF's cubic spline (Hermite) with the keys' tangents
  bezier,  // linear in value, the time in between eased by a curve
};

// The curve from (0, 0) to (1, 1) with these two control points: x is the share of time that has
// passed, y the share of the way. 0 <= x <= 1 for both; y may overshoot.
struct Easing {
  Vec2 first{1.0 / 3, 1.0 / 3};
  Vec2 second{2.0 / 3, 2.0 / 3};

  friend bool operator==(const Easing&, const Easing&) = default;
};

// A tangent that does not move; a default-made quaternion is the identity, which would.
template <class Value>
inline const Value no_tangent{};
template <>
inline const Quat no_tangent<Quat>{0, 0, 0, 0};

template <class Value>
struct Key {
  double time = 0;  // seconds
  Value value{};
  Interpolation interpolation = Interpolation::linear;  // on the way to the next key
  Value in_tangent = no_tangent<Value>;                 // per second, arriving here; cubic only
  Value out_tangent = no_tangent<Value>;                // per second, leaving here
  Easing easing;                                        // bezier only

  friend bool operator==(const Key&, const Key&) = default;
};

// Keys with times that increase. Before the first key and after the last their values hold.
template <class Value>
using Track = std::vector<Key<Value>>;

// What moves one bone: the parts of its A_i (see Pose). A part without keys stays at rest.
struct BoneTrack {
  BoneId bone = 0;
  Track<Vec3> translation;
  Track<double> angle;   // radians about +z, unwrapped: 4 pi is two turns
  Track<Quat> rotation;  // for motion in space; a bone has either this or `angle`
  Track<Vec3> scale;
  Track<Vec3> shear;

  friend bool operator==(const BoneTrack&, const BoneTrack&) = default;
};

// What changes how much of one morph shape a layer takes on (see Layer). Without a track a shape
// keeps its own weight.
struct MorphTrack {
  std::uint32_t layer = 0;  // its id
  int shape = 0;            // index into the layer's shapes
  Track<double> weight;     // any numbers; 0 leaves the shape out, 1 takes all of it

  friend bool operator==(const MorphTrack&, const MorphTrack&) = default;
};

// One offset per vertex of a layer, in the units of the document.
using Offsets = std::vector<Vec3>;

// What moves the vertices of one layer each for itself, before its bones move them ("free-form
// deformation"). Between keys every vertex goes on its own.
struct OffsetTrack {
  std::uint32_t layer = 0;  // its id
  Track<Offsets> offsets;

  friend bool operator==(const OffsetTrack&, const OffsetTrack&) = default;
};

// A value that jumps: it holds from its time on, until the next one. Before the first, the document
// says what holds.
template <class Value>
struct Step {
  double time = 0;  // seconds
  Value value{};

  friend bool operator==(const Step&, const Step&) = default;
};
// With times that increase.
template <class Value>
using StepTrack = std::vector<Step<Value>>;

// What changes how one layer looks. A part without keys stays as the layer has it.
struct LayerTrack {
  std::uint32_t layer = 0;  // its id
  StepTrack<bool> visible;
  Track<Vec3> tint;       // factors of red, green and blue, 0..1, sRGB; what overshoots is cut off
  Track<double> opacity;  // 0..1; likewise

  friend bool operator==(const LayerTrack&, const LayerTrack&) = default;
};

// Which of its layers a slot shows: a layer's id, or nothing.
struct SlotTrack {
  std::uint32_t slot = 0;  // its id
  StepTrack<std::optional<std::uint32_t>> shown;

  friend bool operator==(const SlotTrack&, const SlotTrack&) = default;
};

// How far one constraint acts, 0..1. Without a track its own mix holds.
struct ConstraintTrack {
  std::uint32_t constraint = 0;  // its id
  Track<double> mix;

  friend bool operator==(const ConstraintTrack&, const ConstraintTrack&) = default;
};

// Something that the game is told when the clip plays past it: a footstep, a sound.
struct ClipEvent {
  double time = 0;  // seconds; several may share one
  std::string name;
  std::string text;  // what the event carries, for the game to understand
  double number = 0;

  friend bool operator==(const ClipEvent&, const ClipEvent&) = default;
};

struct Clip {
  ClipId id = 0;
  std::string name;
  double duration = 0;  // seconds, not before the last key
  bool loop = false;
  std::vector<BoneTrack> bones;
  std::vector<MorphTrack> morphs;
  std::vector<OffsetTrack> offsets;
  std::vector<LayerTrack> layers;
  std::vector<SlotTrack> slots;
  std::vector<ConstraintTrack> constraints;
  StepTrack<std::vector<std::uint32_t>> draw_order;  // ids of all layers, back to front
  std::vector<ClipEvent> events;                     // by time

  friend bool operator==(const Clip&, const Clip&) = default;
};

// Errors, each naming the clip, bone, part and key: a bone that the skeleton lacks or that has two
// tracks, both kinds of rotation at once, times that do not increase or lie outside 0..duration,
// numbers that are not finite, a rotation that is not of unit length, an easing outside 0..1,
// offsets whose number changes from key to key. Whether the layers, slots and constraints that
// tracks name exist is for the document to say.
Result<void> validate(const Clip& clip, const Skeleton& skeleton);

}  // namespace vide
