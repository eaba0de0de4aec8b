// SPDX-License-Identifier: MIT
#include "vide/formats/detail/baked_motion.hpp"

#include <algorithm>
#include <map>

#include "vide/animation/sample.hpp"
#include "vide/animation/spring_bones.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/plane_tracks.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

constexpr double pixels = 2e-3;  // how far thinned keys may be off

class MotionBaker {
 public:
  MotionBaker(const Document& document, ConstraintSolver solver, SpringBones springs)
      : document_(document),
        solver_(std::move(solver)),
        springs_(std::move(springs)),
        workspace_(solver_),
        pose_(document.skeleton.size()),
        model_(document.skeleton.size()) {}

  void bake(Clip& clip, const std::set<std::size_t>& bones, double step) {
    std::map<std::size_t, BoneMoments> baked;
    Clip once = clip;
    once.loop = false;  // the end of a round is not the start of the next
    const std::vector<double> times = timesOf(clip, step);
    springs_.reset();
    if (clip.loop && !document_.springs.empty()) {
      for (const double time : times) poseAt(once, time);  // a round to get into the swing
      at_ = 0;
    }
    for (const double time : times) {
      poseAt(once, time);
      for (const std::size_t bone : bones) baked[bone].add(time, addedTo(bone));
    }
    at_ = 0;
    for (const auto& [bone, moments] : baked) replace(clip, bone, moments);
  }

 private:
  void poseAt(const Clip& clip, double time) {
    samplePose(clip, document_.skeleton, time, pose_);
    mixes_.clear();
    for (const Constraint& constraint : document_.constraints) {
      mixes_.push_back(sampleMix(clip, constraint.id, time, constraint.mix));
    }
    solver_.solve(pose_, mixes_, workspace_);
    if (document_.springs.empty()) {
      modelTransforms(document_.skeleton, pose_, model_);
    } else {
      springs_.advance(time - at_, pose_, model_);
    }
    at_ = time;
  }

  // What is added to where the bone rests.
  Transform addedTo(std::size_t bone) const {
    const Bone& rest = document_.skeleton[bone];
    const Affine3 parent = rest.parent < 0 ? Affine3{} : model_[std::size_t(rest.parent)];
    const Affine3 local = inverse(parent) * model_[bone];
    return decompose(inverse(toAffine(rest.local)) * local);
  }

  void replace(Clip& clip, std::size_t bone, const BoneMoments& moments) const {
    const BoneId id = document_.skeleton[bone].id;
    std::erase_if(clip.bones, [&](const BoneTrack& track) { return track.bone == id; });
    clip.bones.push_back(moments.track(id, pixels));
  }

  const Document& document_;
  ConstraintSolver solver_;
  SpringBones springs_;
  ConstraintSolver::Workspace workspace_;
  std::vector<Transform> pose_;
  std::vector<Affine3> model_;
  std::vector<double> mixes_;
  double at_ = 0;  // the moment that the springs have lived up to, seconds
};

void bakeClips(Document& document, const NativeChains& natives, double step) {
  auto solver = ConstraintSolver::create(document.skeleton, document.constraints);
  auto springs = SpringBones::create(document.skeleton, document.springs);
  if (!solver || !springs) return;  // which a valid document rules out
  MotionBaker baker(document, *std::move(solver), *std::move(springs));
  for (std::size_t i = 0; i < document.clips.size(); ++i) {
    std::set<ConstraintId> played;
    for (const NativeChain& native : natives.chains) {
      if (native.in_clip[i]) played.insert(native.constraint.id);
    }
    const std::set<std::size_t> bones = bonesToBake(document, played);
    if (!bones.empty()) baker.bake(document.clips[i], bones, step);
  }
}

// Leaves the constraints that are played, and no more. Where a clip has been baked they do nothing.
void keepConstraints(Document& document, const NativeChains& natives) {
  document.constraints.clear();
  for (const NativeChain& native : natives.chains) {
    document.constraints.push_back(native.constraint);
  }
  for (std::size_t i = 0; i < document.clips.size(); ++i) {
    auto& tracks = document.clips[i].constraints;
    std::erase_if(tracks, [&](const ConstraintTrack& track) {
      const auto native =
          std::ranges::find(natives.chains, track.constraint,
                            [](const NativeChain& chain) { return chain.constraint.id; });
      return native == natives.chains.end() || !native->in_clip[i];
    });
    for (const NativeChain& native : natives.chains) {
      if (!native.in_clip[i]) tracks.push_back({native.constraint.id, {{0, 0}}});
    }
  }
}

void warnOfBaked(const Document& document, const NativeChains& natives,
                 std::vector<std::string>& warnings) {
  const std::size_t clips = document.clips.size();
  for (std::size_t i = 0; i < document.constraints.size(); ++i) {
    const Constraint& constraint = document.constraints[i];
    const auto native =
        std::ranges::find(natives.chains, constraint.id,
                          [](const NativeChain& chain) { return chain.constraint.id; });
    const bool kept = native != natives.chains.end();
    const auto baked = kept ? std::size_t(std::ranges::count(native->in_clip, false)) : clips;
    if (kept && baked == 0) continue;
    const std::string& reason = kept ? native->reason : natives.reasons[i];
    warnings.push_back(text("constraint \"", constraint.name, "\" is baked into the keys of ",
                            baked, kept ? text(" of ", clips) : "", " clips",
                            reason.empty() ? "" : ": " + reason));
  }
}

// All bones inherit from now on; the clips have been baked with what they inherited.
void inheritAll(Document& document, std::vector<std::string>& warnings) {
  std::vector<Bone> all(document.skeleton.bones().begin(), document.skeleton.bones().end());
  for (Bone& bone : all) {
    if (bone.inherit_rotation && bone.inherit_scale) continue;
    bone.inherit_rotation = bone.inherit_scale = true;
    warnings.push_back(text("bone \"", bone.name, "\" inherits all from now on; its clips have ",
                            "keys that undo it"));
  }
  if (auto skeleton = Skeleton::fromBones(std::move(all))) document.skeleton = *std::move(skeleton);
}

void bakeBones(Document& document, const NativeChains& natives, double step,
               std::vector<std::string>& warnings) {
  warnOfBaked(document, natives, warnings);
  bakeClips(document, natives, step);
  keepConstraints(document, natives);
  inheritAll(document, warnings);
}

template <class Value>
bool hasCurves(const Track<Value>& track) {
  return std::ranges::any_of(track, [](const auto& key) {
    return key.interpolation == Interpolation::bezier || key.interpolation == Interpolation::cubic;
  });
}

// What the shapes at their weights and the layer's own offsets come to, less what is there at rest.
Offsets shapedOffsets(const Layer& layer, const Clip& clip, double time) {
  const auto vertices = std::size_t(layer.mesh.V.rows());
  Offsets offsets(vertices);
  sampleOffsets(clip, layer.id, time, offsets);
  std::vector<double> weights;
  for (const MorphShape& shape : layer.shapes) weights.push_back(shape.weight);
  sampleMorphs(clip, layer.id, time, weights);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double change = weights[k] - layer.shapes[k].weight;
    if (change == 0) continue;
    for (std::size_t v = 0; v < vertices; ++v) {
      const auto row = layer.shapes[k].offsets.row(Eigen::Index(v));
      offsets[v] = offsets[v] + Vec3{row[0], row[1], row[2]} * change;
    }
  }
  return offsets;
}

void bakeLayer(const Layer& layer, Clip& clip, double step) {
  std::vector<double> times;
  bool curved = false;
  for (const MorphTrack& track : clip.morphs) {
    if (track.layer != layer.id) continue;
    appendTimes(track.weight, times);
    curved = curved || hasCurves(track.weight);
  }
  if (times.empty()) return;
  for (const OffsetTrack& track : clip.offsets) {
    if (track.layer != layer.id) continue;
    appendTimes(track.offsets, times);
    curved = curved || hasCurves(track.offsets);
  }
  if (curved) {
    // Every vertex has a key each time: no more than it takes to look right.
    const auto grid = gridTimes(clip.duration, std::max(step, 1.0 / 30));
    times.insert(times.end(), grid.begin(), grid.end());
  }
  sortTimes(times);
  Clip once = clip;
  once.loop = false;
  OffsetTrack baked{.layer = layer.id};
  for (const double time : times) {
    Key<Offsets> key;
    key.time = time;
    key.value = shapedOffsets(layer, once, time);
    baked.offsets.push_back(std::move(key));
  }
  std::erase_if(clip.offsets, [&](const OffsetTrack& track) { return track.layer == layer.id; });
  clip.offsets.push_back(std::move(baked));
}

void bakeShapes(Document& document, double step) {
  for (Clip& clip : document.clips) {
    for (const Layer& layer : document.layers) bakeLayer(layer, clip, step);
    clip.morphs.clear();
  }
  for (Layer& layer : document.layers) {
    for (const MorphShape& shape : layer.shapes) {
      layer.mesh.V += shape.weight * shape.offsets.leftCols(layer.mesh.V.cols());
    }
    layer.shapes.clear();
  }
}

}  // namespace

std::set<std::size_t> bonesToBake(const Document& document, const std::set<ConstraintId>& played) {
  const Skeleton& skeleton = document.skeleton;
  std::set<std::size_t> bones;
  for (const Constraint& constraint : document.constraints) {
    if (played.contains(constraint.id)) continue;
    for (const std::size_t bone : bonesMoved(skeleton, constraint)) bones.insert(bone);
  }
  for (const Spring& spring : document.springs) {
    bones.insert(std::size_t(findBone(skeleton, spring.bone)));
  }
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    if (!skeleton[i].inherit_rotation || !skeleton[i].inherit_scale) bones.insert(i);
  }
  return bones;
}

std::vector<std::string> bakeMotion(Document& document, const NativeChains& natives, double step) {
  std::vector<std::string> warnings;
  bakeBones(document, natives, step, warnings);
  bakeShapes(document, step);
  for (const Spring& spring : document.springs) {
    const int bone = findBone(document.skeleton, spring.bone);
    warnings.push_back(text("the spring of bone \"", document.skeleton[std::size_t(bone)].name,
                            "\" is baked into the keys of ", document.clips.size(), " clips"));
  }
  document.springs.clear();
  return warnings;
}

}  // namespace vide::detail
