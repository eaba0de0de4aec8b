// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/body_proportions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "vide/core/ascii.hpp"
#include "vide/pipeline/detail/deforming_tree.hpp"

namespace vide::detail {
namespace {

// Proportions, found by eye on people, animals and hands. Lengths are bones'.
constexpr double own_radius = 0.105;      // of the mean of a bone's and its limb's length
constexpr double limb_taper = 0.4;        // share of it that is lost from a limb's root to its tip
constexpr double head_radius = 0.45;      // of a head's length
constexpr double smallest_head = 0.035;   // of the skeleton's extent
constexpr double largest_head = 0.07;     // of the skeleton's extent
constexpr double jaw_radius = 0.75;       // of the head's
constexpr double carried_branches = 0.8;  // of the sum of the radii that branch off
constexpr double carried_one = 0.95;      // of the radius of an only child
constexpr double most_carried = 0.07;     // of the skeleton's extent
constexpr double ball_radius = 0.015;     // of the skeleton's extent, for bones without length
constexpr double most_flare = 1.25;       // how much wider a bone may get towards a joint
constexpr double end_taper = 0.75;        // of the radius where a limb ends
constexpr double link_waist = 0.8;        // of the radius where a link leaves its bone
constexpr double same_length = 0.05;      // how much the limbs of a pair may differ

double extentOf(const Skeleton& skeleton) {
  const double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high = -low;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    for (const Vec3 p : {skeleton.head(b), skeleton.tail(b)}) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  return vide::distance(low, high);
}

// How long the limb of a bone is and how far along it the bone's middle lies, 0 .. 1.
struct PlaceInLimb {
  double length = 0, along = 0;
};

std::vector<PlaceInLimb> placesInLimbs(const Skeleton& skeleton, const DeformingTree& tree) {
  std::vector<PlaceInLimb> places(skeleton.size());
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform || !startsLimb(tree, int(b))) continue;
    const std::vector<int> limb = limbFrom(tree, int(b));
    const double length = lengthOf(skeleton, limb);
    double sum = 0;
    for (const int bone : limb) {
      const double own = lengthOf(skeleton, bone);
      places[std::size_t(bone)] = {length, length > 0 ? (sum + own / 2) / length : 0};
      sum += own;
    }
  }
  return places;
}

bool isNamedHead(const Skeleton& skeleton, const DeformingTree& tree, std::size_t b) {
  std::string name = skeleton[b].name;
  for (char& c : name) c = lowered(c);
  return skeleton[b].deform && tree.children[b].size() <= 1 &&
         name.find("head") != std::string::npos;
}

// Where two limbs of one length branch off, arms, and one other run of bones that is shorter, a
// neck: the bone at its end. -1 where a bone's children are nothing of the kind.
int headBetweenArms(const Skeleton& skeleton, const DeformingTree& tree, std::size_t chest) {
  const std::vector<int>& children = tree.children[chest];
  if (children.size() != 3) return -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<int> neck = limbFrom(tree, children[i]);
    const std::vector<int> arm = limbFrom(tree, children[(i + 1) % 3]);
    const std::vector<int> other = limbFrom(tree, children[(i + 2) % 3]);
    const double reach = lengthOf(skeleton, arm);
    const bool paired = arm.size() == other.size() && arm.size() > 1 &&
                        std::abs(lengthOf(skeleton, other) - reach) <= same_length * reach;
    const bool ends = tree.children[std::size_t(neck.back())].empty();
    if (paired && ends && lengthOf(skeleton, neck) < reach) return neck.back();
  }
  return -1;
}

// A head is told by its name, or where no bone has it, by where it sits: nothing else tells it from
// a hand, and a figure without a head is hard to read.
std::vector<bool> findHeads(const Skeleton& skeleton, const DeformingTree& tree) {
  std::vector<bool> heads(skeleton.size());
  for (std::size_t b = 0; b < skeleton.size(); ++b) heads[b] = isNamedHead(skeleton, tree, b);
  if (std::ranges::find(heads, true) != heads.end()) return heads;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    const int head = headBetweenArms(skeleton, tree, b);
    if (head >= 0) heads[std::size_t(head)] = true;
  }
  return heads;
}

class Proportions {
 public:
  Proportions(const Skeleton& skeleton, double thickness, double least_radius)
      : skeleton_(skeleton),
        tree_(deformingTree(skeleton)),
        heads_(findHeads(skeleton, tree_)),
        least_radius_(least_radius) {
    findRadii();
    for (double& r : radius_) r = std::max(r * thickness, least_radius);
  }

  std::vector<Flesh> fleshes() const {
    std::vector<int> flesh_of(skeleton_.size(), -1);
    std::vector<Flesh> fleshes;
    for (std::size_t b = 0; b < skeleton_.size(); ++b) {
      if (!skeleton_[b].deform) continue;
      flesh_of[b] = int(fleshes.size());
      fleshes.push_back({int(b), radius_[b], capsulesOf(b), {}});
    }
    for (std::size_t f = 0; f < fleshes.size(); ++f) {
      const auto bone = std::size_t(fleshes[f].bone);
      fleshes[f].neighbours.push_back(int(f));
      if (tree_.parent[bone] >= 0) {
        fleshes[f].neighbours.push_back(flesh_of[std::size_t(tree_.parent[bone])]);
      }
      for (const int child : tree_.children[bone]) {
        fleshes[f].neighbours.push_back(flesh_of[std::size_t(child)]);
      }
    }
    return fleshes;
  }

 private:
  // From the tips inwards: a bone is thick enough for what hangs on it.
  void findRadii() {
    const std::vector<PlaceInLimb> places = placesInLimbs(skeleton_, tree_);
    const double extent = extentOf(skeleton_);
    radius_.assign(skeleton_.size(), 0.0);
    for (std::size_t b = skeleton_.size(); b-- > 0;) {
      if (!skeleton_[b].deform) continue;
      double sum = 0;
      for (const int child : tree_.children[b]) {
        if (!heads_[std::size_t(child)]) sum += radius_[std::size_t(child)];
      }
      const double share = tree_.children[b].size() > 1 ? carried_branches : carried_one;
      const double size = lengthOf(skeleton_, int(b));
      const double tapered = own_radius * (1 + limb_taper / 2 - limb_taper * places[b].along);
      const double own =
          size > 0 ? tapered * std::sqrt(size * places[b].length) : ball_radius * extent;
      radius_[b] =
          heads_[b] ? std::clamp(head_radius * size, smallest_head * extent, largest_head * extent)
                    : std::max(own, std::min(share * sum, most_carried * extent));
    }
  }

  // How wide a bone begins: between its own and its parent's width.
  double jointRadius(std::size_t b) const {
    const int parent = tree_.parent[b];
    if (parent < 0) return radius_[b];
    const double mean = (radius_[b] + radius_[std::size_t(parent)]) / 2;
    return std::clamp(mean, radius_[b], radius_[b] * most_flare);
  }

  // A round skull at the bone's end over a narrower jaw, on a neck as wide as what carries it.
  std::vector<Capsule> headCapsules(std::size_t b) const {
    const Vec3 base = skeleton_.head(b), along = skeleton_.tail(b) - base;
    const double size = length(along), r = radius_[b];
    const Vec3 up = size > 0 ? along / size : Vec3{0, 1, 0};
    const Vec3 skull = base + up * std::max(size - r, 0.9 * r);
    const Vec3 jaw = skull - up * (0.6 * r);
    const int parent = tree_.parent[b];
    std::vector<Capsule> capsules{{jaw, skull, jaw_radius * r, r}};
    const double neck = parent < 0 ? 0 : std::min(radius_[std::size_t(parent)], 0.6 * r);
    if (neck > 0) capsules.push_back({base, jaw, neck, neck});
    return capsules;
  }

  std::vector<Capsule> capsulesOf(std::size_t b) const {
    if (heads_[b]) return headCapsules(b);
    const Vec3 head = skeleton_.head(b), tail = skeleton_.tail(b);
    std::vector<Capsule> capsules{{head, tail, jointRadius(b), tailRadius(b)}};
    for (const int child : tree_.children[b]) {
      const Vec3 joint = skeleton_.head(std::size_t(child));
      const double end = std::min(jointRadius(std::size_t(child)), radius_[b]);
      if (capsules[0].distance(joint) <= -end) continue;
      capsules.push_back({head, joint, std::max(radius_[b] * link_waist, end), end});
    }
    return capsules;
  }

  // A limb thins out towards its end, and a palm towards its fingers.
  double tailRadius(std::size_t b) const {
    const std::vector<int>& children = tree_.children[b];
    if (children.empty()) return std::max(radius_[b] * end_taper, least_radius_);
    double widest = 0;
    for (const int child : children) {
      widest = std::max(widest, jointRadius(std::size_t(child)));
    }
    return children.size() > 2 ? std::min(radius_[b], widest) : radius_[b];
  }

  const Skeleton& skeleton_;
  DeformingTree tree_;
  std::vector<bool> heads_;
  double least_radius_;
  std::vector<double> radius_;
};

}  // namespace

std::vector<Flesh> fleshesOf(const Skeleton& skeleton, double thickness, double least_radius) {
  return Proportions(skeleton, thickness, least_radius).fleshes();
}

}  // namespace vide::detail
