// SPDX-License-Identifier: MIT
#include "vide/formats/detail/baked_size.hpp"

#include <algorithm>
#include <cmath>

#include "vide/formats/detail/baked_motion.hpp"
#include "vide/formats/detail/plane_tracks.hpp"

namespace vide::detail {
namespace {

// Coarser steps do not make what is drawn, not posed, coarser than this, in seconds.
constexpr double frame = 1.0 / 60;

double momentsIn(const Clip& clip, double step) { return std::ceil(clip.duration / step) + 1; }

template <class Value>
bool isSampled(const Track<Value>& track, KnownCurves known) {
  return std::ranges::any_of(track, [&](const Key<Value>& key) {
    if (key.interpolation == Interpolation::cubic) return known != KnownCurves::cubic;
    return key.interpolation == Interpolation::bezier && known == KnownCurves::none;
  });
}

// Vertices and quaternions go along no cubic curve elsewhere.
KnownCurves withoutCubic(KnownCurves known) { return std::min(known, KnownCurves::bezier); }

double bonesIn(const Document& document, const std::set<std::size_t>& baked, const Clip& clip,
               double step, KnownCurves known) {
  constexpr double place = 2, angle = 1, scale = 2, whole = 10;  // with shear, in three dimensions
  double numbers = whole * double(baked.size()) * momentsIn(clip, step);
  for (const BoneTrack& track : clip.bones) {
    const auto bone = std::size_t(findBone(document.skeleton, track.bone));
    if (baked.contains(bone)) continue;
    const PlaneParts rest = partsOf(toAffine(document.skeleton[bone].local));
    if (!convertsByKey(track, rest)) {
      numbers += whole * momentsIn(clip, std::min(step, frame));
      continue;
    }
    const bool turns =
        isSampled(track.angle, known) || isSampled(track.rotation, withoutCubic(known));
    numbers +=
        momentsIn(clip, step) * ((isSampled(track.translation, known) ? place : 0) +
                                 (turns ? angle : 0) + (isSampled(track.scale, known) ? scale : 0));
  }
  return numbers;
}

// Of a layer whose shapes become offsets, or whose offsets follow curves.
double verticesIn(const Layer& layer, const Clip& clip, KnownCurves known) {
  double keys = 0;
  bool shaped = false, sampled = false;
  for (const MorphTrack& track : clip.morphs) {
    if (track.layer != layer.id || track.weight.empty()) continue;
    shaped = true;
    keys += double(track.weight.size());
    sampled = sampled || isSampled(track.weight, KnownCurves::none);
  }
  for (const OffsetTrack& track : clip.offsets) {
    if (track.layer != layer.id) continue;
    keys += double(track.offsets.size());
    sampled = sampled || isSampled(track.offsets, shaped ? KnownCurves::none : withoutCubic(known));
  }
  if (sampled) keys += momentsIn(clip, frame);
  return shaped || sampled ? 2 * double(layer.mesh.V.rows()) * keys : 0;
}

double looksIn(const Clip& clip) {
  double numbers = 0;
  for (const LayerTrack& track : clip.layers) {
    const auto bends = [](const auto& key) { return key.interpolation != Interpolation::linear; };
    const bool sampled =
        std::ranges::any_of(track.tint, bends) || std::ranges::any_of(track.opacity, bends);
    if (sampled) numbers += 4 * momentsIn(clip, frame);
  }
  return numbers;
}

}  // namespace

double bakedNumbers(const Document& document, double step, KnownCurves known) {
  const std::set<std::size_t> baked = bonesToBake(document, {});
  double numbers = 0;
  for (const Clip& clip : document.clips) {
    numbers += bonesIn(document, baked, clip, step, known) + looksIn(clip);
    for (const Layer& layer : document.layers) numbers += verticesIn(layer, clip, known);
  }
  return numbers;
}

}  // namespace vide::detail
