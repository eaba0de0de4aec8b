// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_distances.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

#include "vide/weights/detail/bone_shapes.hpp"

namespace vide::detail {
namespace {

struct Trial {
  double distance;
  int bone, cell;
  bool direct;

  friend bool operator<(const Trial& a, const Trial& b) {  // the queue gives the largest first
    if (a.distance != b.distance) return a.distance > b.distance;
    return a.bone != b.bone ? a.bone > b.bone : a.cell > b.cell;
  }
};

// Lines of more cells than this are not looked along: in a solid that is long and thin that would
// cost cells times length, and marching is exact there but for the width of a cell.
constexpr double longest_sight = 500;

class March {
 public:
  March(const Solid& solid, std::span<const SolidBone> bones, int nearest)
      : solid_(solid), bones_(bones), nearest_(std::size_t(nearest)) {
    settled_.resize(std::size_t(solid.cells()));
  }

  void seed(int bone, int cell) {
    const Vec3 center = solid_.center(cell),
               point = nearestOn(bones_[std::size_t(bone)].segments, center);
    queue_.push({length(center - point), bone, cell, seesFrom(center, point)});
  }

  void run(const Progress& progress) {
    const std::size_t all = settled_.size() * nearest_;
    std::size_t done = 0;
    while (!queue_.empty()) {
      const Trial trial = queue_.top();
      queue_.pop();
      std::vector<BoneDistance>& here = settled_[std::size_t(trial.cell)];
      if (here.size() >= nearest_ || find(trial.cell, trial.bone)) continue;
      here.push_back({trial.bone, trial.distance, trial.direct});
      if (++done % 4096 == 0) {
        if (progress.cancelled()) return;
        progress.report(double(done) / double(all));
      }
      for (const int next : solid_.neighbors6(trial.cell)) {
        if (next >= 0) visit(trial, next);
      }
    }
  }

  std::vector<std::vector<BoneDistance>> take() { return std::move(settled_); }

 private:
  const BoneDistance* find(int cell, int bone) const {
    for (const BoneDistance& entry : settled_[std::size_t(cell)]) {
      if (entry.bone == bone) return &entry;
    }
    return nullptr;
  }

  bool seesFrom(Vec3 center, Vec3 point) const {
    return distance(center, point) <= longest_sight * solid_.cellSize() &&
           solid_.sees(center, point);
  }

  void visit(const Trial& from, int cell) {
    if (settled_[std::size_t(cell)].size() >= nearest_ || find(cell, from.bone)) return;
    if (from.direct) {
      const Vec3 center = solid_.center(cell);
      const Vec3 point = nearestOn(bones_[std::size_t(from.bone)].segments, center);
      if (seesFrom(center, point)) {
        queue_.push({length(center - point), from.bone, cell, true});
        return;
      }
    }
    queue_.push({marched(cell, from.bone), from.bone, cell, false});
  }

  // The solution d of sum over axes of max(d - a, 0)^2 = h^2, where a is the lesser distance of the
  // two settled neighbours along an axis.
  double marched(int cell, int bone) const {
    std::array<double, 3> a;
    const auto neighbors = solid_.neighbors6(cell);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      a[axis] = std::numeric_limits<double>::infinity();
      for (std::size_t side = 0; side < 2; ++side) {
        const int next = neighbors[2 * axis + side];
        const BoneDistance* known = next < 0 ? nullptr : find(next, bone);
        if (known) a[axis] = std::min(a[axis], known->distance);
      }
    }
    std::ranges::sort(a);
    const double h = solid_.cellSize();
    double d = a[0] + h;
    for (int used = 2; used <= 3 && d > a[std::size_t(used) - 1]; ++used) {
      // used d^2 - 2 sum d + squares - h^2 = 0, relative to the least for precision.
      double sum = 0, squares = 0;
      for (int i = 0; i < used; ++i) {
        const double above = a[std::size_t(i)] - a[0];
        sum += above;
        squares += above * above;
      }
      const double root = sum * sum - used * (squares - h * h);
      if (!(root >= 0)) break;
      d = a[0] + (sum + std::sqrt(root)) / used;
    }
    return d;
  }

  const Solid& solid_;
  std::span<const SolidBone> bones_;
  std::size_t nearest_;
  std::vector<std::vector<BoneDistance>> settled_;
  std::priority_queue<Trial> queue_;
};

}  // namespace

std::vector<std::vector<BoneDistance>> solidDistances(const Solid& solid,
                                                      std::span<const SolidBone> bones,
                                                      std::span<const BoneCells> seeds, int nearest,
                                                      const Progress& progress) {
  March march(solid, bones, nearest);
  for (std::size_t b = 0; b < bones.size(); ++b) {
    for (const int cell : seeds[b].cells) march.seed(int(b), cell);
  }
  march.run(progress);
  if (progress.cancelled()) return {};
  auto distances = march.take();
  for (auto& list : distances) {
    std::ranges::stable_sort(list, {}, &BoneDistance::distance);
  }
  return distances;
}

}  // namespace vide::detail
