// SPDX-License-Identifier: MIT
#include "vide/deform/handles.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/box_tree.hpp"
#include "vide/mesh/rows.hpp"

namespace vide {
namespace {

std::string nameOf(const Handle& handle, std::size_t index) {
  return handle.name.empty() ? text("handle ", index) : text("handle '", handle.name, "'");
}

bool isFiniteSelection(const VertexSelection& selection) {
  if (const auto* box = std::get_if<VertexBox>(&selection)) {
    return isFinite(box->low) && isFinite(box->high);
  }
  const auto* nearest = std::get_if<NearestVertex>(&selection);
  return !nearest || isFinite(nearest->point);
}

Result<void> checkKeys(const Handle& handle, const std::string& name) {
  double last = 0;
  for (const HandleKey& key : handle.keys) {
    const bool finite = std::isfinite(key.time) && isFinite(key.move) && isFinite(key.axis) &&
                        std::isfinite(key.degrees) && isFinite(key.center.value_or(Vec3{}));
    if (!finite) {
      return fail(ErrorCode::invalid_argument,
                  text(name, ": a key holds a number that is not ", "finite; correct it"));
    }
    if (!(key.time > last)) {
      return fail(ErrorCode::invalid_argument,
                  text(name, ": a key at time ", key.time, " follows one at ", last,
                       "; give times above 0 that ascend"));
    }
    if (key.degrees != 0 && !(squaredLength(key.axis) > 0)) {
      return fail(ErrorCode::invalid_argument,
                  text(name, ": the key at time ", key.time, " turns about an axis of no length"));
    }
    last = key.time;
  }
  return {};
}

// The vertices of one kind of selection, in the order it names them. What makes looking them up
// quick is made when the first handle needs it.
class Selector {
 public:
  Selector(const Eigen::MatrixXd& V, std::span<const int> groups) : V_(V), groups_(groups) {}

  Result<std::vector<int>> operator()(const VertexList& list) {
    for (int v : list.vertices) {
      if (v >= 0 && v < V_.rows()) continue;
      return fail(ErrorCode::invalid_argument, text("vertex ", v, " is not one of the ", V_.rows(),
                                                    " vertices; indices start at 0"));
    }
    return list.vertices;
  }
  Result<std::vector<int>> operator()(const VertexGroup& wanted) {
    if (groups_.size() != std::size_t(V_.rows())) {
      return fail(ErrorCode::invalid_argument,
                  text("it asks for group ", wanted.group, ", but there are ", groups_.size(),
                       " group numbers for ", V_.rows(), " vertices; give one each"));
    }
    if (by_group_.empty()) sortByGroup();
    const auto of_vertex = [&](int v) { return groups_[std::size_t(v)]; };
    const auto found = std::ranges::equal_range(by_group_, wanted.group, {}, of_vertex);
    return std::vector<int>(found.begin(), found.end());
  }
  Result<std::vector<int>> operator()(const VertexBox& box) {
    std::vector<int> vertices;
    const Box3 wanted{box.low, box.high};
    points().tree().search(
        0, [&](const Box3& other) { return overlap(wanted, other) ? 0.0 : 1.0; },
        [&](int v) {
          vertices.push_back(v);
          return 0.0;
        });
    std::ranges::sort(vertices);
    return vertices;
  }
  Result<std::vector<int>> operator()(const NearestVertex& nearest) {
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    const auto size = [](Vec3 v) { return std::hypot(v.x, v.y, v.z); };  // squares may overflow
    points().tree().search(
        least, [&](const Box3& box) { return size(box.offsetFrom(nearest.point)); },
        [&](int v) {
          const double distance = size(rowOf(V_, v) - nearest.point);
          if (best < 0 || std::pair(distance, v) < std::pair(least, best)) {
            least = distance;
            best = v;
          }
          return least * rounding;
        });
    return best < 0 ? std::vector<int>{} : std::vector<int>{best};
  }

 private:
  // Not all of hypot's implementations grow with their arguments to the last bit.
  static constexpr double rounding = 1 + 1e-12;

  static bool overlap(const Box3& a, const Box3& b) {
    return a.min.x <= b.max.x && a.max.x >= b.min.x && a.min.y <= b.max.y && a.max.y >= b.min.y &&
           a.min.z <= b.max.z && a.max.z >= b.min.z;
  }

  const NearestPoint& points() {
    if (!points_) points_.emplace(pointsOf(V_));
    return *points_;
  }
  void sortByGroup() {
    by_group_.resize(groups_.size());
    std::iota(by_group_.begin(), by_group_.end(), 0);
    std::ranges::stable_sort(by_group_, {}, [&](int v) { return groups_[std::size_t(v)]; });
  }

  const Eigen::MatrixXd& V_;
  std::span<const int> groups_;
  std::optional<NearestPoint> points_;
  std::vector<int> by_group_;  // vertices by group, each group's ascending
};

Vec3 middleOf(const Eigen::MatrixXd& V, std::span<const int> vertices) {
  Vec3 sum;
  for (int v : vertices) sum = sum + rowOf(V, v);
  return sum / double(vertices.size());
}

Quat rotationOf(const HandleKey& key) {
  return rotationAbout(key.axis, math::radians(key.degrees));
}

bool shareAxis(const HandleKey& a, const HandleKey& b) {
  return squaredLength(cross(a.axis, b.axis)) <=
             1e-24 * squaredLength(a.axis) * squaredLength(b.axis) &&
         dot(a.axis, b.axis) > 0;
}

// How a key turns and then moves, with its centre folded in: p -> turn * p + offset about `middle`.
struct Placement {
  Quat turn;
  Vec3 offset;  // of the handle's middle
};

Placement placementOf(const HandleKey& key, Vec3 middle) {
  const Vec3 center = key.center.value_or(middle);
  const Quat turn = rotationOf(key);
  return {turn, rotate(turn, middle - center) + center - middle + key.move};
}

// Along the way from `from` to `to`, both about one axis and one centre or about the middle.
Placement between(const HandleKey& from, const HandleKey& to, Vec3 middle, double t) {
  if (shareAxis(from, to) && from.center == to.center) {
    HandleKey key = to;
    key.degrees = from.degrees + t * (to.degrees - from.degrees);
    key.move = from.move + t * (to.move - from.move);
    return placementOf(key, middle);
  }
  const Placement a = placementOf(from, middle), b = placementOf(to, middle);
  return {slerp(a.turn, b.turn, t), a.offset + t * (b.offset - a.offset)};
}

}  // namespace

Result<std::vector<std::vector<int>>> selectVertices(const Eigen::MatrixXd& V,
                                                     std::span<const Handle> handles,
                                                     std::span<const int> groups) {
  if (handles.empty()) {
    return fail(ErrorCode::invalid_argument, "there are no handles; name at least one");
  }
  if (!V.allFinite()) {
    return fail(ErrorCode::invalid_argument, "the mesh has a position that is not finite");
  }
  std::vector<std::vector<int>> selected;
  std::vector<int> holder(std::size_t(V.rows()), -1);
  Selector selector(V, groups);
  for (std::size_t h = 0; h < handles.size(); ++h) {
    const std::string name = nameOf(handles[h], h);
    if (auto valid = checkKeys(handles[h], name); !valid) return std::unexpected(valid.error());
    if (!isFiniteSelection(handles[h].selection)) {
      return fail(ErrorCode::invalid_argument,
                  text(name, ": its selection holds a number that is not finite; correct it"));
    }
    auto vertices = std::visit(selector, handles[h].selection);
    if (!vertices) return failAt(name, vertices.error());
    if (vertices->empty()) {
      return fail(ErrorCode::invalid_argument,
                  text(name, " holds no vertex; choose another selection"));
    }
    for (int v : *vertices) {
      int& other = holder[std::size_t(v)];
      if (other >= 0) {
        return fail(ErrorCode::invalid_argument,
                    text(name, ": vertex ", v, " is held already by ",
                         nameOf(handles[std::size_t(other)], std::size_t(other)),
                         "; name every vertex once"));
      }
      other = int(h);
    }
    std::ranges::sort(*vertices);
    selected.push_back(std::move(*vertices));
  }
  return selected;
}

Affine3 handleMotion(const Handle& handle, Vec3 middle, double time) {
  if (handle.keys.empty()) return {};
  HandleKey rest = handle.keys.front();  // about the first key's axis and centre, not turned yet
  rest.time = 0;
  rest.move = {};
  rest.degrees = 0;
  const auto next =
      std::ranges::find_if(handle.keys, [&](const HandleKey& key) { return key.time >= time; });
  Placement placement;
  if (next == handle.keys.end()) {
    placement = placementOf(handle.keys.back(), middle);
  } else {
    const HandleKey& from = next == handle.keys.begin() ? rest : *(next - 1);
    placement = between(from, *next, middle, (time - from.time) / (next->time - from.time));
  }
  const Mat3 linear = toMatrix(placement.turn);
  return {linear, middle + placement.offset - linear * middle};
}

std::vector<Affine3> handleMotions(const Eigen::MatrixXd& V, std::span<const Handle> handles,
                                   std::span<const std::vector<int>> selected, double time) {
  assert(handles.size() == selected.size());
  std::vector<Affine3> motions;
  for (std::size_t h = 0; h < handles.size(); ++h) {
    motions.push_back(handleMotion(handles[h], middleOf(V, selected[h]), time));
  }
  return motions;
}

HeldVertices heldVertices(const Eigen::MatrixXd& V, std::span<const Handle> handles,
                          std::span<const std::vector<int>> selected, double time) {
  const std::vector<Affine3> motions = handleMotions(V, handles, selected, time);
  HeldVertices held;
  for (const auto& vertices : selected) {
    held.vertices.insert(held.vertices.end(), vertices.begin(), vertices.end());
  }
  held.targets.resize(Eigen::Index(held.vertices.size()), V.cols());
  Eigen::Index row = 0;
  for (std::size_t h = 0; h < handles.size(); ++h) {
    for (int v : selected[h]) {
      const Vec3 target = motions[h] * rowOf(V, v);
      held.targets(row, 0) = target.x;
      held.targets(row, 1) = target.y;
      if (V.cols() > 2) held.targets(row, 2) = target.z;
      ++row;
    }
  }
  return held;
}

}  // namespace vide
