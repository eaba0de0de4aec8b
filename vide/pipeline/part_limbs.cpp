// SPDX-License-Identifier: MIT
#include "vide/pipeline/part_limbs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/detail/body_size.hpp"
#include "vide/pipeline/detail/deforming_tree.hpp"
#include "vide/pipeline/detail/limb_contacts.hpp"
#include "vide/pipeline/detail/new_rest.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide {
namespace {

using detail::LimbContacts;

constexpr double cells_apart = 1.5;       // of the lattice, that what is parted is parted by
constexpr double bearable = 1e-4;         // a depth of contact that harms no motion
constexpr double slight = 0.05;           // one that turning limbs a little may mend
constexpr double worthwhile = 0.5;        // a new rest must leave no more of the contact than this
constexpr double mended = 0.1;            // turning limbs must leave no more of it than this
constexpr double strange_price = 0.01;    // of a pose unlike all others, as a depth of contact
constexpr std::size_t most_moments = 60;  // of all clips
// Steps of looks (see Found) at all of them, and while limbs are turned.
constexpr std::size_t moments_work = 200'000'000, turning_work = 100'000'000;
constexpr double turns[] = {15, -15, 30, -30, 60, -60, 90, -90};  // degrees
constexpr double turn_price = 2e-6;  // a degree's, as a depth of contact

struct Candidate {
  std::vector<Transform> pose;
  LimbContacts::Found contacts;
  std::string name;
  bool turned = false;
};

bool inheritsAll(const Skeleton& skeleton) {
  return std::ranges::all_of(skeleton.bones(), [](const Bone& bone) {
    return bone.inherit_rotation && bone.inherit_scale;
  });
}

std::string secondsText(double seconds) { return text(std::round(seconds * 100) / 100, " s"); }

struct Moment {
  std::string name;
  std::vector<Transform> pose;
};

// Joints may come nearer to, or go farther from, what they hang on and the joint beside them by
// this part of their distance and their bone's length.
constexpr double stretchable = 0.25;

// Whether joints leave their places in a pose, as where a figure is blown to pieces: a body that
// rests there would be drawn out between them.
bool isTorn(const Skeleton& skeleton, std::span<const Transform> pose) {
  std::vector<Affine3> model(skeleton.size());
  modelTransforms(skeleton, pose, model);
  std::vector<std::optional<std::size_t>> last_child(skeleton.size());
  const auto leaves = [&](std::size_t bone, std::size_t other) {
    const double before = distance(skeleton.head(bone), skeleton.head(other));
    const double after = distance(model[bone].translation, model[other].translation);
    const double size = std::max(before, detail::lengthOf(skeleton, int(bone)));
    return std::abs(after - before) > stretchable * size;
  };
  for (std::size_t bone = 0; bone < skeleton.size(); ++bone) {
    if (skeleton[bone].parent < 0) continue;
    const auto parent = std::size_t(skeleton[bone].parent);
    const auto beside = std::exchange(last_child[parent], bone);
    const bool hangs_on_flesh = skeleton[parent].deform;
    if (hangs_on_flesh && leaves(bone, parent)) return true;
    if (beside && leaves(bone, *beside)) return true;
  }
  return false;
}

// Evenly over all clips, where the figure is whole.
std::vector<Moment> momentsOf(const MovingSkeleton& source, std::size_t work) {
  std::vector<Moment> moments;
  const int most = int(std::clamp<std::size_t>(moments_work / work, 1, most_moments));
  const auto clips = std::min(source.clips.size(), std::size_t(most));
  for (std::size_t c = 0; c < clips; ++c) {
    const Clip& clip = source.clips[c];
    const int count = clip.duration > 0 ? most / int(clips) : 1;
    for (int i = 0; i < count; ++i) {
      const double time = count > 1 ? clip.duration * i / (count - 1) : 0;
      moments.push_back({text("\"", clip.name, "\" at ", secondsText(time)),
                         std::vector<Transform>(source.skeleton.size())});
      samplePose(clip, source.skeleton, time, moments.back().pose);
      if (isTorn(source.skeleton, moments.back().pose)) moments.pop_back();
    }
  }
  return moments;
}

// How every bone is turned on the whole.
std::vector<Quat> meanTurns(std::span<const Moment> moments, std::size_t bones) {
  std::vector<Quat> mean(bones, Quat{0, 0, 0, 0});
  for (const Moment& moment : moments) {
    for (std::size_t b = 0; b < bones; ++b) {
      const Quat q = moment.pose[b].rotation;
      const double sign = dot(q, mean[b]) < 0 ? -1 : 1;
      mean[b] = {mean[b].x + sign * q.x, mean[b].y + sign * q.y, mean[b].z + sign * q.z,
                 mean[b].w + sign * q.w};
    }
  }
  for (Quat& q : mean) q = normalized(q);
  return mean;
}

// How far a pose is from that, 0 .. 1. The roots' turns bend nothing.
double strangeness(const Skeleton& skeleton, std::span<const Transform> pose,
                   std::span<const Quat> mean) {
  double sum = 0, weight = 0;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (skeleton[b].parent < 0) continue;
    const double size = detail::lengthOf(skeleton, int(b));
    const double same = dot(pose[b].rotation, mean[b]);
    sum += size * (1 - same * same);
    weight += size;
  }
  return weight > 0 ? sum / weight : 0;
}

// The moment of the clips at which the limbs touch least, of such moments one that is near what
// the figure mostly does: the less skin has to bend from its rest the better it looks.
Candidate bestMoment(const MovingSkeleton& source, const LimbContacts& contacts, Candidate best,
                     const Progress& progress) {
  const auto moments = momentsOf(source, best.contacts.work + 1);
  const auto mean = meanTurns(moments, source.skeleton.size());
  double least = best.contacts.depth;
  for (const Moment& moment : moments) {
    if (progress.cancelled()) break;
    Candidate candidate{moment.pose, contacts.in(moment.pose, progress), moment.name};
    const double cost =
        candidate.contacts.depth + strange_price * strangeness(source.skeleton, moment.pose, mean);
    if (cost >= least) continue;
    least = cost;
    best = std::move(candidate);
  }
  return best;
}

// Turns one limb's root about its own axes to where its limb touches least.
void turnAway(const LimbContacts& contacts, std::size_t root, Candidate& best,
              const Progress& progress) {
  const Candidate start = best;
  const std::string from = start.name.empty() ? "its own rest" : start.name;
  const std::string name = start.turned ? from : text(from, " with limbs turned away");
  double least = best.contacts.depth;
  for (const double degrees : turns) {
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      if (progress.cancelled()) return;
      Candidate turned{start.pose, {}, name, true};
      Quat& rotation = turned.pose[root].rotation;
      rotation = normalized(rotation * rotationAbout(axis, math::radians(degrees)));
      turned.contacts = contacts.in(turned.pose, progress);
      const double cost = turned.contacts.depth + turn_price * std::abs(degrees);
      if (cost >= least) continue;
      least = cost;
      best = std::move(turned);
    }
  }
}

// The roots of limbs that touch in that pose.
std::vector<std::size_t> touchingRoots(const detail::DeformingTree& tree,
                                       const Candidate& candidate) {
  std::vector<std::size_t> roots;
  for (std::size_t b = 0; b < tree.parent.size(); ++b) {
    if (tree.parent[b] < 0 || !detail::startsLimb(tree, int(b))) continue;
    double depth = 0;
    for (const int bone : detail::limbFrom(tree, int(b))) {
      depth += candidate.contacts.bones[std::size_t(bone)];
    }
    if (depth > bearable / 10) roots.push_back(b);
  }
  return roots;
}

// All at once, each as if it were alone, so that both sides of a figure turn alike.
Candidate withLimbsTurnedAlike(const LimbContacts& contacts, std::span<const std::size_t> roots,
                               const Candidate& start, const Progress& progress) {
  Candidate together = start;
  for (const std::size_t root : roots) {
    if (progress.cancelled()) return start;
    Candidate alone = start;
    turnAway(contacts, root, alone, progress);
    together.pose[root] = alone.pose[root];
    if (alone.turned) together.name = alone.name;
  }
  together.turned = true;
  together.contacts = contacts.in(together.pose, progress);
  return together;
}

Candidate withLimbsTurned(const Skeleton& skeleton, const LimbContacts& contacts, Candidate best,
                          const Progress& progress) {
  const auto tree = detail::deformingTree(skeleton);
  const std::size_t looks = std::size(turns) * 3 * (best.contacts.work + 1);
  for (int round = 0; round < 2; ++round) {
    auto roots = touchingRoots(tree, best);
    roots.resize(std::min(roots.size(), turning_work / looks));
    const Candidate alike = withLimbsTurnedAlike(contacts, roots, best, progress);
    if (alike.contacts.depth <= bearable) return alike;
    for (const std::size_t root : roots) {
      if (progress.cancelled()) return best;
      turnAway(contacts, root, best, progress);
    }
  }
  return best;
}

// Where limbs hardly touch, a little turn mends the rest as it was meant; else a moment of the
// clips is more like the figure than any pose made up.
Candidate bestRest(const MovingSkeleton& source, const LimbContacts& contacts,
                   const Candidate& rest, const Progress& progress) {
  Candidate best = rest;
  if (rest.contacts.depth <= slight) {
    best = withLimbsTurned(source.skeleton, contacts, rest, progress);
    if (best.contacts.depth <= mended * rest.contacts.depth) return best;
  }
  Candidate moment = bestMoment(source, contacts, rest, progress);
  if (moment.contacts.depth > bearable) {
    moment = withLimbsTurned(source.skeleton, contacts, std::move(moment), progress);
  }
  return moment.contacts.depth < best.contacts.depth ? moment : best;
}

std::string touching(const Skeleton& skeleton, const LimbContacts::Found& contacts) {
  return text("bones \"", skeleton[std::size_t(contacts.first)].name, "\" and \"",
              skeleton[std::size_t(contacts.second)].name, "\"");
}

std::unexpected<Error> cancelled() { return fail(ErrorCode::cancelled, "placeholder: cancelled"); }

void restIn(const Candidate& best, Skeleton resting, PartedLimbs& parted) {
  for (Clip& clip : parted.moving.clips) {
    clip = detail::toldFrom(clip, parted.moving.skeleton, best.pose);
  }
  parted.moving.skeleton = std::move(resting);
  parted.rest = best.name;
}

}  // namespace

Result<PartedLimbs> partLimbs(MovingSkeleton source, const PlaceholderOptions& options,
                              const Progress& progress) {
  if (auto usable = detail::checkBody(source.skeleton, options); !usable) {
    return std::unexpected(usable.error());
  }
  PartedLimbs parted{std::move(source), {}, {}};
  const Skeleton& skeleton = parted.moving.skeleton;
  const auto fleshes = detail::bodyFleshes(skeleton, options);
  const double least_air = cells_apart * detail::bodySize(skeleton, options.cells).cell;
  const LimbContacts contacts(skeleton, fleshes, least_air);
  Candidate rest{Pose::rest(skeleton.size()).local, {}, {}};
  rest.contacts = contacts.in(rest.pose, progress);
  if (progress.cancelled()) return cancelled();
  if (rest.contacts.depth <= bearable) return parted;
  const Candidate best =
      inheritsAll(skeleton) ? bestRest(parted.moving, contacts, rest, progress) : rest;
  if (progress.cancelled()) return cancelled();
  if (best.contacts.depth <= worthwhile * rest.contacts.depth) {
    auto resting = detail::restingIn(skeleton, best.pose);
    if (resting) restIn(best, *std::move(resting), parted);
  }
  const LimbContacts::Found& left = parted.rest.empty() ? rest.contacts : best.contacts;
  if (left.depth > bearable) {
    parted.warnings.push_back(text(touching(skeleton, left),
                                   " touch at rest, far from one another in the skeleton; the body "
                                   "joins what touches, and is torn where that moves apart"));
  }
  return parted;
}

}  // namespace vide
