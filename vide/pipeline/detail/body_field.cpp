// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/body_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "vide/core/math.hpp"

namespace vide::detail {
namespace {

// Proportions, found by eye on people, animals and hands. Lengths are bones'.
constexpr double own_radius = 0.105;      // of the mean of a bone's and its limb's length
constexpr double limb_taper = 0.4;        // share of it that is lost from a limb's root to its tip
constexpr double head_radius = 0.42;      // of a head's length
constexpr double carried_branches = 0.8;  // of the sum of the radii that branch off
constexpr double carried_one = 0.95;      // of the radius of an only child
constexpr double most_carried = 0.07;     // of the skeleton's extent
constexpr double largest_head = 0.1;      // of the skeleton's extent
constexpr double ball_radius = 0.015;     // of the skeleton's extent, for bones without length
constexpr double most_flare = 1.25;       // how much wider a bone may get towards a joint
constexpr double end_taper = 0.75;        // of the radius where a limb ends
constexpr double link_waist = 0.8;        // of the radius where a link leaves its bone
constexpr double melting_radius = 0.35;   // of the thinnest neighbour's
constexpr double share_radius = 0.4;      // over which shares fall by e, of the bone's own

struct Tree {
  std::vector<int> parent;                 // the deforming bone above, or -1
  std::vector<std::vector<int>> children;  // deforming ones
};

Tree deformingTree(const Skeleton& skeleton) {
  Tree tree{std::vector<int>(skeleton.size(), -1), std::vector<std::vector<int>>(skeleton.size())};
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    int parent = skeleton[b].parent;
    while (parent >= 0 && !skeleton[std::size_t(parent)].deform) {
      parent = skeleton[std::size_t(parent)].parent;
    }
    tree.parent[b] = parent;
    if (skeleton[b].deform && parent >= 0) tree.children[std::size_t(parent)].push_back(int(b));
  }
  return tree;
}

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

double lengthOf(const Skeleton& skeleton, std::size_t b) {
  return vide::distance(skeleton.head(b), skeleton.tail(b));
}

// How long the limb of a bone is, the run of bones without a branch that it belongs to, and how
// far along it the bone's middle lies, 0 .. 1.
struct PlaceInLimb {
  double length = 0, along = 0;
};

std::vector<PlaceInLimb> placesInLimbs(const Skeleton& skeleton, const Tree& tree) {
  std::vector<PlaceInLimb> places(skeleton.size());
  const auto startsLimb = [&](std::size_t b) {
    return tree.parent[b] < 0 || tree.children[std::size_t(tree.parent[b])].size() > 1;
  };
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform || !startsLimb(b)) continue;
    std::vector<std::size_t> run{b};
    while (tree.children[run.back()].size() == 1) {
      run.push_back(std::size_t(tree.children[run.back()].front()));
    }
    double sum = 0;
    for (const std::size_t bone : run) {
      places[bone].along = sum + lengthOf(skeleton, bone) / 2;
      sum += lengthOf(skeleton, bone);
    }
    for (const std::size_t bone : run) {
      places[bone].length = sum;
      if (sum > 0) places[bone].along /= sum;
    }
  }
  return places;
}

// Nothing but its name tells a head from a hand, and a figure without a head is hard to read.
bool isHead(const Skeleton& skeleton, const Tree& tree, std::size_t b) {
  std::string name = skeleton[b].name;
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  return tree.children[b].size() <= 1 && name.find("head") != std::string::npos;
}

// From the tips inwards: a bone is thick enough for what hangs on it.
std::vector<double> radii(const Skeleton& skeleton, const Tree& tree) {
  const std::vector<PlaceInLimb> places = placesInLimbs(skeleton, tree);
  const double extent = extentOf(skeleton);
  std::vector<double> radius(skeleton.size(), 0.0);
  for (std::size_t b = skeleton.size(); b-- > 0;) {
    if (!skeleton[b].deform) continue;
    double sum = 0;
    for (const int child : tree.children[b]) {
      if (!isHead(skeleton, tree, std::size_t(child))) sum += radius[std::size_t(child)];
    }
    const double share = tree.children[b].size() > 1 ? carried_branches : carried_one;
    const double size = lengthOf(skeleton, b);
    const double tapered = own_radius * (1 + limb_taper / 2 - limb_taper * places[b].along);
    const double own =
        size > 0 ? tapered * std::sqrt(size * places[b].length) : ball_radius * extent;
    const bool head = isHead(skeleton, tree, b) && size > 0;
    radius[b] = head ? std::max(own, std::min(head_radius * size, largest_head * extent))
                     : std::max(own, std::min(share * sum, most_carried * extent));
  }
  return radius;
}

}  // namespace

double Capsule::distance(Vec3 p) const {
  const Vec3 along = to - from;
  const double squared = squaredLength(along);
  const double t = squared > 0 ? std::clamp(dot(p - from, along) / squared, 0.0, 1.0) : 0;
  return vide::distance(p, from + along * t) - (from_radius + (to_radius - from_radius) * t);
}

double Flesh::distance(Vec3 p) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Capsule& capsule : capsules) least = std::min(least, capsule.distance(p));
  return least;
}

BodyField::BodyField(const Skeleton& skeleton, double thickness, double least_radius) {
  const Tree tree = deformingTree(skeleton);
  std::vector<double> radius = radii(skeleton, tree);
  for (double& r : radius) r = std::max(r * thickness, least_radius);
  const auto joint_radius = [&](std::size_t b) {
    if (tree.parent[b] < 0) return radius[b];
    const double mean = (radius[b] + radius[std::size_t(tree.parent[b])]) / 2;
    return std::clamp(mean, radius[b], radius[b] * most_flare);
  };
  std::vector<int> flesh_of(skeleton.size(), -1);
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    const Vec3 head = skeleton.head(b), tail = skeleton.tail(b);
    Flesh flesh{int(b), radius[b], {{head, tail, joint_radius(b), radius[b]}}, {}};
    if (tree.children[b].empty()) {
      flesh.capsules[0].to_radius = std::max(radius[b] * end_taper, least_radius);
    }
    for (const int child : tree.children[b]) {
      const Vec3 joint = skeleton.head(std::size_t(child));
      const double end = std::min(joint_radius(std::size_t(child)), radius[b]);
      if (flesh.capsules[0].distance(joint) <= -end) continue;
      flesh.capsules.push_back({head, joint, std::max(radius[b] * link_waist, end), end});
    }
    flesh_of[b] = int(fleshes_.size());
    fleshes_.push_back(std::move(flesh));
  }
  for (std::size_t f = 0; f < fleshes_.size(); ++f) {
    Flesh& flesh = fleshes_[f];
    flesh.neighbours.push_back(int(f));
    const int parent = tree.parent[std::size_t(flesh.bone)];
    if (parent >= 0) flesh.neighbours.push_back(flesh_of[std::size_t(parent)]);
    for (const int child : tree.children[std::size_t(flesh.bone)]) {
      flesh.neighbours.push_back(flesh_of[std::size_t(child)]);
    }
  }
}

double BodyField::melting(std::size_t flesh) const {
  double least = fleshes_[flesh].radius;
  for (const int other : fleshes_[flesh].neighbours) {
    least = std::min(least, fleshes_[std::size_t(other)].radius);
  }
  return melting_radius * least;
}

double BodyField::reach(std::size_t flesh) const {
  return melting(flesh) * math::log(double(fleshes_[flesh].neighbours.size()));
}

// The smooth least of the neighbours' distances, -k log sum exp(-d / k).
double BodyField::around(std::size_t flesh, Vec3 p) const {
  const double k = melting(flesh);
  double least = std::numeric_limits<double>::infinity();
  for (const int other : fleshes_[flesh].neighbours) {
    least = std::min(least, fleshes_[std::size_t(other)].distance(p));
  }
  double sum = 0;
  for (const int other : fleshes_[flesh].neighbours) {
    sum += math::exp((least - fleshes_[std::size_t(other)].distance(p)) / k);
  }
  return least - k * math::log(sum);
}

void BodyField::sharesAt(Vec3 p, std::vector<Influence>& shares) const {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < fleshes_.size(); ++f) {
    const double away = fleshes_[f].distance(p);
    if (away >= least) continue;
    least = away;
    nearest = f;
  }
  shares.clear();
  double sum = 0;
  for (const int f : fleshes_[nearest].neighbours) {
    const Flesh& flesh = fleshes_[std::size_t(f)];
    const double fall = share_radius * std::min(flesh.radius, fleshes_[nearest].radius);
    shares.push_back({flesh.bone, math::exp((least - flesh.distance(p)) / fall)});
    sum += shares.back().weight;
  }
  for (Influence& share : shares) share.weight /= sum;
}

}  // namespace vide::detail
