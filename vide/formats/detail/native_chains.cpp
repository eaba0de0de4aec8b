// SPDX-License-Identifier: MIT
#include "vide/formats/detail/native_chains.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/bone_axes.hpp"
#include "vide/formats/detail/plane_tracks.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

// How far the two ways of posing may be apart: shares of a turn or scale, and of a bone's length.
constexpr double same = 1e-6;
constexpr double look_step = 1.0 / 120;  // seconds between looks at what the clips do

// The constraint as a chain of one or two bones, if it is that.
std::optional<ReachConstraint> asChain(const Constraint& constraint) {
  if (const auto* reach = std::get_if<ReachConstraint>(&constraint.kind)) {
    if (reach->length > 2) return std::nullopt;
    return *reach;
  }
  const auto* aim = std::get_if<AimConstraint>(&constraint.kind);
  if (!aim || aim->offset != 0) return std::nullopt;
  return ReachConstraint{.bone = aim->bone, .length = 1, .target = aim->target};
}

// The bone and what carries it.
std::set<std::size_t> carriersOf(const Skeleton& skeleton, BoneId id) {
  std::set<std::size_t> carriers;
  for (int bone = findBone(skeleton, id); bone >= 0; bone = skeleton[std::size_t(bone)].parent) {
    carriers.insert(std::size_t(bone));
  }
  return carriers;
}

bool anyIn(const std::vector<std::size_t>& bones, const std::set<std::size_t>& set) {
  return std::ranges::any_of(bones, [&](std::size_t bone) { return set.contains(bone); });
}

// Why the bones of a chain, the end first, are nothing for it by themselves; empty: they are.
std::string boneFault(const Document& document, const std::vector<std::size_t>& chain) {
  const Skeleton& skeleton = document.skeleton;
  Vec3 segment_end = skeleton[chain[0]].tail;
  for (const std::size_t index : chain) {
    const Bone& bone = skeleton[index];
    if (!bone.inherit_rotation || !bone.inherit_scale) {
      return text("bone \"", bone.name, "\" does not inherit all");
    }
    if (!(length(segment_end) > 0)) return text("bone \"", bone.name, "\" has no length");
    if (!canLieAlongX(document, bone, segment_end)) {
      return text("bone \"", bone.name,
                  "\" is sheared or stretched one way, at rest or in a clip, ",
                  "and does not lie along its x axis");
    }
    segment_end = bone.local.translation;  // where the one above ends
  }
  return {};
}

// Why something else moves what a chain goes by; empty: nothing does.
std::string moverFault(const Document& document, std::size_t index, const ReachConstraint& reach,
                       const std::vector<std::size_t>& chain) {
  const Skeleton& skeleton = document.skeleton;
  std::set<std::size_t> needed = carriersOf(skeleton, reach.bone);
  needed.merge(carriersOf(skeleton, reach.target));
  for (const Spring& spring : document.springs) {
    if (needed.contains(std::size_t(findBone(skeleton, spring.bone)))) {
      return "springs move what it goes by";
    }
  }
  const std::set<std::size_t> own(chain.begin(), chain.end());
  for (std::size_t other = 0; other < document.constraints.size(); ++other) {
    if (other == index) continue;
    const auto moved = bonesMoved(skeleton, document.constraints[other]);
    const bool later = other > index && anyIn(moved, needed);
    if (later || anyIn(moved, own)) {
      return text("constraint \"", document.constraints[other].name, "\" moves what it goes by");
    }
  }
  return {};
}

// Why a constraint is no chain for the format, whatever the clips do; empty: it is one.
std::string faultOf(const Document& document, std::size_t index, const ReachConstraint& reach) {
  const auto chain = bonesMoved(document.skeleton, document.constraints[index]);
  std::string fault = boneFault(document, chain);
  return fault.empty() ? moverFault(document, index, reach, chain) : fault;
}

bool isWhole(const Track<double>& mix, double usual) {
  constexpr double instant = 2e-5;  // seconds; keys nearer to one another are a jump
  if (mix.empty()) return usual == 0 || usual == 1;
  for (std::size_t i = 0; i < mix.size(); ++i) {
    if (mix[i].value != 0 && mix[i].value != 1) return false;
    if (i == 0 || mix[i - 1].interpolation == Interpolation::step) continue;
    const bool stays =
        mix[i].value == mix[i - 1].value && mix[i - 1].interpolation != Interpolation::cubic;
    if (!stays && mix[i].time - mix[i - 1].time > instant) return false;
  }
  return true;
}

// Turned, moved and scaled alike on both axes, not mirrored.
bool isSimilarity(const Affine3& m) {
  const Vec3 x = m.linear.x, y = m.linear.y;
  const double scale = length(x);
  return scale > 0 && std::abs(x.x - y.y) < same * scale && std::abs(x.y + y.x) < same * scale;
}

// Poses the document by constraints that may be others than its own.
class Poser {
 public:
  Poser(const Document& document, ConstraintSolver solver)
      : document_(document),
        solver_(std::move(solver)),
        workspace_(solver_),
        pose_(document.skeleton.size()),
        model_(document.skeleton.size()) {}

  std::span<const Affine3> at(const Clip& clip, double time) {
    samplePose(clip, document_.skeleton, time, pose_);
    mixes_.clear();
    for (const Constraint& constraint : document_.constraints) {
      mixes_.push_back(sampleMix(clip, constraint.id, time, constraint.mix));
    }
    solver_.solve(pose_, mixes_, workspace_);
    modelTransforms(document_.skeleton, pose_, model_);
    return model_;
  }

 private:
  const Document& document_;
  ConstraintSolver solver_;
  ConstraintSolver::Workspace workspace_;
  std::vector<Transform> pose_;
  std::vector<Affine3> model_;
  std::vector<double> mixes_;
};

struct Candidate {
  std::size_t index = 0;  // among the document's constraints
  std::vector<std::size_t> bones;
  NativeChain chain;
};

class ChainJudge {
 public:
  ChainJudge(const Document& document, NativeReach reach)
      : document_(document), reach_(reach), clips_(document.clips) {
    for (Clip& clip : clips_) clip.loop = false;  // its end is not its start
    if (clips_.empty()) clips_.push_back({});     // at rest
  }

  NativeChains judge() {
    NativeChains result;
    for (std::size_t i = 0; i < document_.constraints.size(); ++i) {
      result.reasons.push_back(consider(i));
    }
    if (!candidates_.empty()) {
      chooseSides();
      for (std::size_t clip = 0; clip < clips_.size(); ++clip) compare(clip);
    }
    for (Candidate& candidate : candidates_) {
      auto& in_clip = candidate.chain.in_clip;
      if (std::ranges::find(in_clip, true) == in_clip.end()) {
        result.reasons[candidate.index] = candidate.chain.reason;
        continue;
      }
      in_clip.resize(document_.clips.size());
      result.chains.push_back(std::move(candidate.chain));
    }
    return result;
  }

 private:
  std::string consider(std::size_t index) {
    const Constraint& constraint = document_.constraints[index];
    if (reach_ == NativeReach::none) return {};
    const auto chain = asChain(constraint);
    if (!chain) return "the format has none like it";
    if (std::string fault = faultOf(document_, index, *chain); !fault.empty()) return fault;
    Candidate candidate{.index = index, .bones = bonesMoved(document_.skeleton, constraint)};
    candidate.chain.constraint = constraint;
    candidate.chain.constraint.kind = *chain;
    candidate.chain.in_clip.assign(clips_.size(), true);
    candidates_.push_back(std::move(candidate));
    return {};
  }

  // Chains that bend as they are bent, or to a pole, bend to the side on which they mostly are.
  void chooseSides() {
    std::vector<double> turns(candidates_.size());
    auto solver = ConstraintSolver::create(document_.skeleton, document_.constraints);
    if (!solver) return;  // which a valid document rules out
    Poser poser(document_, *std::move(solver));
    for (const Clip& clip : clips_) {
      for (const double time : timesOf(clip, look_step)) {
        const auto model = poser.at(clip, time);
        for (std::size_t i = 0; i < turns.size(); ++i) turns[i] += turnOf(candidates_[i], model);
      }
    }
    for (std::size_t i = 0; i < turns.size(); ++i) {
      auto& reach = std::get<ReachConstraint>(candidates_[i].chain.constraint.kind);
      if (reach.length == 2 && (reach.pole || reach.bend == Bend::nearest)) {
        reach.bend = turns[i] < 0 ? Bend::clockwise : Bend::counter_clockwise;
      }
      reach.pole.reset();
    }
  }

  // How far the second bone turns from the first, counter-clockwise.
  double turnOf(const Candidate& candidate, std::span<const Affine3> model) const {
    if (candidate.bones.size() < 2) return 0;
    const Affine3 &first = model[candidate.bones[1]], &second = model[candidate.bones[0]];
    const Vec3 tail = second * document_.skeleton[candidate.bones[0]].tail;
    return cross(second.translation - first.translation, tail - second.translation).z;
  }

  // Plays the chains of a clip beside the constraints that they stand for, until all do the same.
  void compare(std::size_t clip) {
    if (reach_ == NativeReach::whole) rejectPartial(clip);
    while (rejectFirst(clip)) {
    }
  }

  void rejectPartial(std::size_t clip) {
    for (Candidate& candidate : candidates_) {
      const Constraint& constraint = candidate.chain.constraint;
      const auto track =
          std::ranges::find(clips_[clip].constraints, constraint.id, &ConstraintTrack::constraint);
      const bool keyed = track != clips_[clip].constraints.end();
      if (isWhole(keyed ? track->mix : Track<double>{}, constraint.mix)) continue;
      reject(candidate, clip, "it acts in part, which the format's programs do in another way");
    }
  }

  // Rejects the first chain that does something else; those after it may only follow it.
  bool rejectFirst(std::size_t clip) {
    std::vector<Constraint> constraints = document_.constraints;
    for (const Candidate& candidate : candidates_) {
      if (candidate.chain.in_clip[clip]) {
        constraints[candidate.index] = candidate.chain.constraint;
      }
    }
    auto own = ConstraintSolver::create(document_.skeleton, document_.constraints);
    auto native = ConstraintSolver::create(document_.skeleton, constraints);
    if (!own || !native) return false;
    Poser authored(document_, *std::move(own)), played(document_, *std::move(native));
    std::vector<const char*> faults(candidates_.size());
    for (const double time : timesOf(clips_[clip], look_step)) {
      const auto wanted = authored.at(clips_[clip], time), model = played.at(clips_[clip], time);
      for (std::size_t i = 0; i < faults.size(); ++i) {
        if (!faults[i]) faults[i] = faultIn(candidates_[i], wanted, model);
      }
    }
    for (std::size_t i = 0; i < faults.size(); ++i) {
      if (!faults[i] || !candidates_[i].chain.in_clip[clip]) continue;
      reject(candidates_[i], clip, faults[i]);
      return true;
    }
    return false;
  }

  // What speaks against a chain in one pose, or null.
  const char* faultIn(const Candidate& candidate, std::span<const Affine3> wanted,
                      std::span<const Affine3> model) const {
    const int above = document_.skeleton[candidate.bones.back()].parent;
    bool similar = above < 0 || isSimilarity(wanted[std::size_t(above)]);
    double apart = 0;
    for (const std::size_t bone : candidate.bones) {
      similar = similar && isSimilarity(wanted[bone]);
      apart = std::max({apart, length(wanted[bone].linear.x - model[bone].linear.x),
                        length(wanted[bone].linear.y - model[bone].linear.y)});
    }
    if (!similar) return "its bones are mirrored, sheared or stretched one way";
    return apart > same ? "it does not always bend to the same side" : nullptr;
  }

  static void reject(Candidate& candidate, std::size_t clip, const char* reason) {
    candidate.chain.in_clip[clip] = false;
    if (candidate.chain.reason.empty()) candidate.chain.reason = reason;
  }

  const Document& document_;
  NativeReach reach_;
  std::vector<Clip> clips_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<std::size_t> bonesMoved(const Skeleton& skeleton, const Constraint& constraint) {
  std::vector<std::size_t> bones;
  int bone =
      std::visit([&](const auto& kind) { return findBone(skeleton, kind.bone); }, constraint.kind);
  const auto* reach = std::get_if<ReachConstraint>(&constraint.kind);
  for (int left = reach ? reach->length : 1; left > 0 && bone >= 0; --left) {
    bones.push_back(std::size_t(bone));
    bone = skeleton[std::size_t(bone)].parent;
  }
  return bones;
}

NativeChains nativeChains(const Document& document, NativeReach reach) {
  return ChainJudge(document, reach).judge();
}

}  // namespace vide::detail
