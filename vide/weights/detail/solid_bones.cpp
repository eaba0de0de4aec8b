// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_bones.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "vide/core/parallel_ranges.hpp"
#include "vide/skeleton/deforming_ancestors.hpp"
#include "vide/volume/line_samples.hpp"
#include "vide/weights/detail/bone_shapes.hpp"
#include "vide/weights/detail/bones.hpp"

namespace vide::detail {
namespace {

constexpr double most_extension = 2;  // of a bone's length
constexpr double near_cells = 8;      // how far outside a child still counts
constexpr int most_samples = 2000;    // along a segment
constexpr double farthest = 1e6;      // in cells: its square has an inverse in single precision

bool isNear(const Solid& solid, Vec3 p) {
  if (solid.cellAt(p) >= 0) return true;
  return distance(solid.center(solid.nearestCell(p)), p) < near_cells * solid.cellSize();
}

// In different parts of the solid.
bool areApart(const Solid& solid, Vec3 a, Vec3 b) {
  const int in_a = solid.cellAt(a), in_b = solid.cellAt(b);
  return in_a >= 0 && in_b >= 0 && solid.part(in_a) != solid.part(in_b);
}

// Deforming children of every bone that stand in or near the solid; bones that do not deform are
// replaced by their own children.
std::vector<std::vector<int>> childrenInSolid(const Solid& solid, const Skeleton& skeleton) {
  const std::vector<int> above = deformingAncestors(skeleton);
  std::vector<std::vector<int>> children(skeleton.size());
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform || !isNear(solid, skeleton.head(b))) continue;
    if (above[b] >= 0) children[std::size_t(above[b])].push_back(int(b));
  }
  return children;
}

// How far one may go from `from` along the unit vector `along` within the solid, at most `most`.
double reachInside(const Solid& solid, Vec3 from, Vec3 along, double most) {
  const double step = solid.cellSize() / 2;
  double reach = 0;
  while (reach < most && solid.cellAt(from + along * (reach + step)) >= 0) reach += step;
  return std::clamp(reach - step, 0.0, most);
}

void endLimb(const Solid& solid, const Skeleton& skeleton, SolidBone& bone) {
  Vec3 from = skeleton.head(bone.bone), tail = skeleton.tail(bone.bone);
  const int parent = skeleton[bone.bone].parent;
  double most = most_extension * distance(from, tail);
  if (distance(from, tail) == 0 && parent >= 0) {
    from = skeleton.head(parent);
    most = distance(from, tail);
  }
  bone.end = tail;
  bone.outward = normalized(tail - from);
  if (solid.cellAt(tail) < 0 || bone.outward == Vec3{}) return;
  const double reach = reachInside(solid, tail, bone.outward, most);
  if (reach > 0) bone.segments.push_back({tail, tail + bone.outward * reach});
}

void measure(const Solid& solid, SolidBone& bone) {
  std::vector<float> depths;
  std::vector<int> parts;
  for (const auto& [a, b] : bone.segments) {
    forLineSamples(solid, a, b, most_samples, [&](Vec3, int cell) {
      if (cell < 0) return true;
      depths.push_back(solid.depth(cell));
      parts.push_back(solid.part(cell));
      return true;
    });
  }
  if (depths.empty()) return;
  std::ranges::sort(parts);
  bone.part = parts[parts.size() / 2];
  const auto middle = depths.begin() + depths.size() / 2;
  std::nth_element(depths.begin(), middle, depths.end());
  bone.thickness = std::max(double(*middle), 0.5);
}

// Whether the line from a bone to a cell, once inside, stays inside.
bool reaches(const Solid& solid, Vec3 bone, Vec3 cell) {
  bool inside = false;
  return forLineSamples(solid, bone, cell, most_samples, [&](Vec3, int at) {
    if (at < 0) return !inside;
    return inside = true;
  });
}

// The bones by their distance from one cell.
class Ranking {
 public:
  Ranking(const Solid& solid, std::span<const SolidBone> bones) : solid_(solid), bones_(bones) {}

  // False where the nearest bone of all is hidden.
  bool find(int cell, std::array<int, 4>& nearest, float& cells_away) {
    const Vec3 p = solid_.center(cell);
    order_.clear();
    for (int b = 0; b < int(bones_.size()); ++b) {
      const Vec3 place = nearestOn(bones_[b].segments, p);
      order_.push_back({length(place - p), b, place});
    }
    const Candidate straight = *std::ranges::min_element(order_, std::less<>());
    const Candidate first = nearestSeen(straight, p);
    nearest.fill(-1);
    int count = 0;
    // Joints that two bones share are equally near up to rounding.
    const double as_near = first.distance + 1e-6 * solid_.cellSize();
    for (const Candidate& other : order_) {
      if (count == int(nearest.size()) || other.distance > as_near) continue;
      if (other.bone == first.bone || reaches(solid_, other.place, p)) {
        nearest[count++] = other.bone;
      }
    }
    cells_away = float(std::clamp(first.distance / solid_.cellSize(), 0.5, farthest));
    return first.bone == straight.bone;
  }

 private:
  struct Candidate {
    double distance;
    int bone;
    Vec3 place;
    bool operator<(const Candidate& other) const {
      return distance != other.distance ? distance < other.distance : bone < other.bone;
    }
  };

  // Most cells see the nearest bone, so the others are ranked only where one does not.
  Candidate nearestSeen(const Candidate& first, Vec3 p) {
    if (reaches(solid_, first.place, p)) return first;
    std::vector<Candidate> ranked = order_;
    std::ranges::sort(ranked, std::less<>());
    for (const Candidate& next : ranked) {
      if (reaches(solid_, next.place, p)) {
        std::erase_if(order_, [&](const Candidate& c) { return c < next; });
        return next;
      }
    }
    return first;
  }

  const Solid& solid_;
  std::span<const SolidBone> bones_;
  std::vector<Candidate> order_;
};

// Cells whose nearest bone is hidden may be nearer, on a way through the solid, to the bones of
// cells that see theirs: Dijkstra's search over the 26 neighbours.
class Detours {
 public:
  Detours(const Solid& solid, NearestBones& nearest, std::span<const char> hidden)
      : solid_(solid), nearest_(nearest), hidden_(hidden) {}

  void find() {
    for (int cell = 0; cell < solid_.cells(); ++cell) {
      if (hidden_[cell]) pull(cell);
    }
    while (!open_.empty()) {
      const auto [distance, cell] = open_.top();
      open_.pop();
      if (distance <= nearest_.distance[cell]) push(cell);
    }
  }

 private:
  template <class Visit>
  void forNeighbors(int cell, Visit visit) {
    const Vec3 at = solid_.center(cell);
    for (int z = -1; z <= 1; ++z) {
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
          if (x == 0 && y == 0 && z == 0) continue;
          const Vec3 step{double(x), double(y), double(z)};
          const int other = solid_.cellAt(at + step * solid_.cellSize());
          if (other < 0 || solid_.part(other) != solid_.part(cell)) continue;
          visit(other, float(length(step)));
        }
      }
    }
  }
  void pull(int cell) {
    forNeighbors(cell, [&](int other, float step) {
      if (!hidden_[other]) offer(cell, other, step);
    });
  }
  void push(int cell) {
    forNeighbors(cell, [&](int other, float step) {
      if (hidden_[other]) offer(other, cell, step);
    });
  }
  void offer(int cell, int from, float step) {
    const float distance = nearest_.distance[from] + step;
    if (distance >= nearest_.distance[cell]) return;
    nearest_.distance[cell] = distance;
    nearest_.bones[cell] = nearest_.bones[from];
    open_.push({distance, cell});
  }

  const Solid& solid_;
  NearestBones& nearest_;
  std::span<const char> hidden_;
  std::priority_queue<std::pair<float, int>, std::vector<std::pair<float, int>>, std::greater<>>
      open_;
};

}  // namespace

std::vector<SolidBone> solidBones(const Solid& solid, const Skeleton& skeleton) {
  const auto children = childrenInSolid(solid, skeleton);
  std::vector<SolidBone> bones;
  for (int b = 0; b < int(skeleton.size()); ++b) {
    if (!skeleton[b].deform) continue;
    const Vec3 head = skeleton.head(b), tail = skeleton.tail(b);
    SolidBone bone{.bone = b, .segments = {{head, tail}}};
    if (children[b].empty()) endLimb(solid, skeleton, bone);
    for (const int child : children[b]) {
      const Vec3 joint = skeleton.head(child);
      if (distance(joint, tail) > solid.cellSize() && !areApart(solid, head, joint)) {
        bone.segments.push_back({head, joint});
      }
    }
    measure(solid, bone);
    bones.push_back(std::move(bone));
  }
  return bones;
}

NearestBones nearestBones(const Solid& solid, std::span<const SolidBone> bones,
                          std::span<const char> kept, ThreadPool* pool) {
  constexpr std::size_t cells_a_task = 1024;
  NearestBones result;
  std::vector<char> hidden(solid.cells(), 0);
  result.bones.resize(solid.cells(), {-1, -1, -1, -1});
  result.distance.resize(solid.cells(), 0.5f);
  parallelRanges(pool, hidden.size(), cells_a_task, [&](std::size_t begin, std::size_t end) {
    Ranking ranking(solid, bones);
    for (std::size_t cell = begin; cell < end; ++cell) {
      if (!kept[cell]) continue;
      hidden[cell] = !ranking.find(int(cell), result.bones[cell], result.distance[cell]);
    }
  });
  Detours(solid, result, hidden).find();
  return result;
}

}  // namespace vide::detail
