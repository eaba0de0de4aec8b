// SPDX-License-Identifier: MIT
#include "vide/weights/handle_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/box_tree.hpp"
#include "vide/mesh/rows.hpp"

namespace vide {

namespace {

constexpr double touching = 0.01;  // of the mean edge length
constexpr double least_barycentric = -1e-9;

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("handles: ", pieces...));
}

// The mesh as far as handles look at it; the same for triangles and tetrahedra.
struct Domain {
  const Eigen::MatrixXd& V;
  Eigen::MatrixXi elements;
  double mean_edge = 0, longest_edge = 0;
  NearestPoint vertices;
  BoxTree element_boxes;
};

// Around each element, and as much more as rounding lets a point outside count as inside.
template <class Elements>
std::vector<Box3> boxesOf(const Eigen::MatrixXd& V, const Elements& elements) {
  std::vector<Box3> boxes(std::size_t(elements.rows()));
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    Box3& box = boxes[std::size_t(e)];
    for (int v : elements.row(e)) box.include(rowOf(V, v));
    const Vec3 margin = box.size() * -4 * least_barycentric;
    box = {box.min - margin, box.max + margin};
  }
  return boxes;
}

template <class Elements>
Result<Domain> domainOf(const Eigen::MatrixXd& V, const Elements& elements) {
  if (V.rows() == 0) return wrong("the mesh has no vertices");
  if (V.cols() != 2 && V.cols() != 3) return wrong("positions must have 2 or 3 coordinates");
  if (!V.allFinite()) return wrong("the mesh has a position that is not finite");
  if (elements.size() > 0 && (elements.minCoeff() < 0 || elements.maxCoeff() >= V.rows())) {
    return wrong("an element names a vertex outside 0 .. ", V.rows() - 1);
  }
  Domain domain{V, elements, 0, 0, NearestPoint(pointsOf(V)), BoxTree(boxesOf(V, elements))};
  double sum = 0;
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    for (Eigen::Index k = 0; k < elements.cols(); ++k) {
      const double edge =
          (V.row(elements(e, k)) - V.row(elements(e, (k + 1) % elements.cols()))).norm();
      sum += edge;
      domain.longest_edge = std::max(domain.longest_edge, edge);
    }
  }
  if (elements.size() > 0) domain.mean_edge = sum / double(elements.size());
  return domain;
}

// A segment along which the weights go from handle `from` to handle `to`; a bone where both are the
// same.
struct Segment {
  Vec3 start, end;
  int from, to;
  std::string name;

  double along(Vec3 p) const {
    const double squared = squaredLength(end - start);
    return squared > 0 ? std::clamp(dot(p - start, end - start) / squared, 0.0, 1.0) : 0;
  }
  double distance(Vec3 p) const { return length(p - start - (end - start) * along(p)); }
};

// Who holds which vertex. What a vertex gets is the mean of all that was asked for it.
class Holds {
 public:
  Holds(const Domain& domain, Eigen::Index handles, const ConstraintLimits& limits)
      : domain_(domain), handles_(handles), limits_(limits) {}

  bool held(int v) const { return rows_.contains(v); }

  void hold(int v, const Segment& segment) {
    const double t = segment.along(rowOf(domain_.V, v));
    Row& row = rows_[v];
    row.sum[segment.from] += 1 - t;
    row.sum[segment.to] += t;
    ++row.count;
  }

  // Error: more than the limit would come of what is held so far.
  Result<void> check() const {
    return checkEntries("handles", rows_.size(), std::size_t(handles_), limits_.max_entries);
  }

  Result<HandleConstraints> finish() {
    if (auto fits = check(); !fits) return std::unexpected(fits.error());
    HandleConstraints constraints;
    constraints.value.setZero(Eigen::Index(rows_.size()), handles_);
    for (const auto& [v, row] : rows_) {
      const Eigen::Index i = Eigen::Index(constraints.vertex.size());
      for (const auto& [handle, sum] : row.sum) constraints.value(i, handle) = sum / row.count;
      constraints.vertex.push_back(v);
    }
    constraints.warnings = std::move(warnings);
    return constraints;
  }

  std::vector<std::string> warnings;

 private:
  struct Row {
    std::map<int, double> sum;  // by handle
    int count = 0;
  };

  const Domain& domain_;
  Eigen::Index handles_;
  const ConstraintLimits& limits_;
  std::map<int, Row> rows_;
};

std::vector<int> verticesOn(const Domain& domain, const Segment& segment) {
  const double reach = touching * domain.mean_edge;
  // Rounding of the bound must not hide a vertex that just touches.
  const double slack = 1e-9 * (reach + length(segment.end - segment.start));
  std::vector<int> found;
  domain.vertices.tree().search(
      reach + slack,
      [&](const Box3& box) { return segment.distance(box.center()) - length(box.size()) / 2; },
      [&](int v) {
        if (segment.distance(rowOf(domain.V, v)) <= reach) found.push_back(v);
        return reach + slack;
      });
  std::ranges::sort(found);
  return found;
}

double sixfoldVolume(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return dot(b - a, cross(c - a, d - a)); }

// Whether the element contains p; a triangle in space never does.
bool contains(const Domain& domain, Eigen::Index e, Vec3 p) {
  const auto corner = [&](int k) { return rowOf(domain.V, domain.elements(e, k)); };
  if (domain.elements.cols() == 3) {
    if (domain.V.cols() == 3) return false;
    const Vec2 a = xy(corner(0)), b = xy(corner(1)), c = xy(corner(2)), q = xy(p);
    const double area = cross(b - a, c - a);
    return cross(b - q, c - q) / area >= least_barycentric &&
           cross(c - q, a - q) / area >= least_barycentric &&
           cross(a - q, b - q) / area >= least_barycentric;
  }
  const std::array<Vec3, 4> x{corner(0), corner(1), corner(2), corner(3)};
  const double volume = sixfoldVolume(x[0], x[1], x[2], x[3]);
  for (int k = 0; k < 4; ++k) {
    std::array<Vec3, 4> y = x;
    y[k] = p;
    if (!(sixfoldVolume(y[0], y[1], y[2], y[3]) / volume >= least_barycentric)) return false;
  }
  return true;
}

// The first that contains p; -1 where none does.
Eigen::Index elementAt(const Domain& domain, Vec3 p) {
  Eigen::Index first = -1;
  domain.element_boxes.search(
      0, [&](const Box3& box) { return box.squaredDistance(p); },
      [&](int e) {
        if ((first < 0 || e < first) && contains(domain, e, p)) first = e;
        return 0.0;
      });
  return first;
}

// For a segment without a vertex on it: the corners of the elements it runs through, and where it
// runs outside the vertices nearest to it.
std::vector<int> verticesAround(const Domain& domain, const Segment& segment, bool& outside) {
  constexpr int most_samples = 1000;
  const double step = domain.mean_edge / 2, size = length(segment.end - segment.start);
  const int samples = step > 0 ? int(std::min<double>(std::ceil(size / step), most_samples)) : 0;
  std::vector<int> found;
  for (int i = 0; i <= samples; ++i) {
    const double t = samples > 0 ? double(i) / samples : 0.5;
    const Vec3 p = segment.start + (segment.end - segment.start) * t;
    const Eigen::Index e = elementAt(domain, p);
    if (e < 0) {
      outside = true;
      found.push_back(domain.vertices.find(p).index);
    } else {
      for (int v : domain.elements.row(e)) found.push_back(v);
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void warnOfHandlesOff(std::span<const std::string> off, std::vector<std::string>& warnings) {
  if (off.empty()) return;
  warnings.push_back(
      off.size() == 1
          ? text(off.front(), " lies off the mesh; it holds the vertices nearest to it")
          : text(off.size(), " handles lie off the mesh, each holding the vertices nearest to it: ",
                 nameList(off)));
}

Result<void> holdSegments(const Domain& domain, std::span<const Segment> segments, Holds& holds) {
  std::vector<const Segment*> loose;
  for (const Segment& segment : segments) {
    const std::vector<int> on = verticesOn(domain, segment);
    for (int v : on) holds.hold(v, segment);
    if (on.empty()) loose.push_back(&segment);
    if (auto fits = holds.check(); !fits) return fits;
  }
  std::vector<std::vector<int>> around(loose.size());
  std::vector<std::string> off;
  for (std::size_t i = 0; i < loose.size(); ++i) {
    bool outside = false;
    around[i] = verticesAround(domain, *loose[i], outside);
    if (std::ranges::any_of(around[i], [&](int v) { return !holds.held(v); })) {
      std::erase_if(around[i], [&](int v) { return holds.held(v); });
    }
    if (outside) off.push_back(loose[i]->name);
  }
  warnOfHandlesOff(off, holds.warnings);
  for (std::size_t i = 0; i < loose.size(); ++i) {
    for (int v : around[i]) holds.hold(v, *loose[i]);
  }
  return {};
}

void holdPoints(const Domain& domain, const Eigen::MatrixXd& points, Holds& holds) {
  std::map<int, Eigen::Index> holder;
  std::vector<std::string> off, sharing;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Vec3 p = rowOf(points, i);
    const int v = domain.vertices.find(p).index;
    holds.hold(v, {p, p, int(i), int(i), {}});
    if (length(rowOf(domain.V, v) - p) > domain.longest_edge) off.push_back(text("point ", i));
    const auto [entry, first] = holder.emplace(v, i);
    if (!first) {
      sharing.push_back(text("points ", entry->second, " and ", i, " share vertex ", v));
    }
  }
  warnOfHandlesOff(off, holds.warnings);
  if (sharing.empty()) return;
  holds.warnings.push_back(text(nameList(sharing), "; move them apart or refine the mesh there"));
}

Result<void> checkPoints(const Domain& domain, const Eigen::MatrixXd& points) {
  if (points.rows() == 0) return wrong("there are none; give at least one");
  if (points.cols() != domain.V.cols()) {
    return wrong("points have ", points.cols(), " coordinates and the mesh ", domain.V.cols());
  }
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    if (!points.row(i).allFinite()) return wrong("point ", i, " is not finite");
  }
  return {};
}

template <class Elements>
Result<HandleConstraints> pointsOn(const Eigen::MatrixXd& V, const Elements& elements,
                                   const Eigen::MatrixXd& points, const ConstraintLimits& limits) {
  const auto domain = domainOf(V, elements);
  if (!domain) return std::unexpected(domain.error());
  if (auto checked = checkPoints(*domain, points); !checked) {
    return std::unexpected(checked.error());
  }
  Holds holds(*domain, points.rows(), limits);
  holdPoints(*domain, points, holds);
  return holds.finish();
}

template <class Elements>
Result<HandleConstraints> bonesOn(const Eigen::MatrixXd& V, const Elements& elements,
                                  const Skeleton& skeleton, const ConstraintLimits& limits) {
  const auto domain = domainOf(V, elements);
  if (!domain) return std::unexpected(domain.error());
  std::vector<Segment> segments;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    const bool flat = V.cols() == 2;
    const Vec3 head = flat ? inPlane(xy(skeleton.head(b))) : skeleton.head(b);
    const Vec3 tail = flat ? inPlane(xy(skeleton.tail(b))) : skeleton.tail(b);
    segments.push_back({head, tail, int(b), int(b), text("bone \"", skeleton[b].name, "\"")});
  }
  if (segments.empty()) return wrong("no bone deforms; mark at least one");
  Holds holds(*domain, Eigen::Index(skeleton.size()), limits);
  if (auto done = holdSegments(*domain, segments, holds); !done) {
    return std::unexpected(done.error());
  }
  return holds.finish();
}

template <class Elements>
Result<HandleConstraints> cageOn(const Eigen::MatrixXd& V, const Elements& elements,
                                 const Eigen::MatrixXd& corners,
                                 std::span<const std::array<int, 2>> edges,
                                 const ConstraintLimits& limits) {
  const auto domain = domainOf(V, elements);
  if (!domain) return std::unexpected(domain.error());
  if (auto checked = checkPoints(*domain, corners); !checked) {
    return std::unexpected(checked.error());
  }
  std::vector<Segment> segments;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [from, to] = edges[e];
    if (std::min(from, to) < 0 || std::max(from, to) >= corners.rows()) {
      return wrong("cage edge ", e, " names a corner outside 0 .. ", corners.rows() - 1);
    }
    segments.push_back({rowOf(corners, from), rowOf(corners, to), from, to, text("cage edge ", e)});
  }
  Holds holds(*domain, corners.rows(), limits);
  holdPoints(*domain, corners, holds);
  if (auto done = holdSegments(*domain, segments, holds); !done) {
    return std::unexpected(done.error());
  }
  return holds.finish();
}

}  // namespace

Result<HandleConstraints> pointConstraints(const TriMesh& mesh, const Eigen::MatrixXd& points,
                                           const ConstraintLimits& limits) {
  return pointsOn(mesh.V, mesh.F, points, limits);
}

Result<HandleConstraints> pointConstraints(const TetMesh& mesh, const Eigen::MatrixXd& points,
                                           const ConstraintLimits& limits) {
  return pointsOn(mesh.V, mesh.T, points, limits);
}

Result<HandleConstraints> boneConstraints(const TriMesh& mesh, const Skeleton& skeleton,
                                          const ConstraintLimits& limits) {
  return bonesOn(mesh.V, mesh.F, skeleton, limits);
}

Result<HandleConstraints> boneConstraints(const TetMesh& mesh, const Skeleton& skeleton,
                                          const ConstraintLimits& limits) {
  return bonesOn(mesh.V, mesh.T, skeleton, limits);
}

Result<HandleConstraints> cageConstraints(const TriMesh& mesh, const Eigen::MatrixXd& corners,
                                          std::span<const std::array<int, 2>> edges,
                                          const ConstraintLimits& limits) {
  return cageOn(mesh.V, mesh.F, corners, edges, limits);
}

Result<HandleConstraints> cageConstraints(const TetMesh& mesh, const Eigen::MatrixXd& corners,
                                          std::span<const std::array<int, 2>> edges,
                                          const ConstraintLimits& limits) {
  return cageOn(mesh.V, mesh.T, corners, edges, limits);
}

Result<HandleConstraints> regionConstraints(int vertices, std::span<const std::vector<int>> regions,
                                            const ConstraintLimits& limits) {
  if (regions.empty()) return wrong("there are no regions; give at least one");
  std::map<int, std::vector<int>> holders;
  HandleConstraints constraints;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    if (regions[r].empty()) constraints.warnings.push_back(text("region ", r, " is empty"));
    for (int v : regions[r]) {
      if (v < 0 || v >= vertices) {
        return wrong("region ", r, " names vertex ", v, ", outside 0 .. ", vertices - 1);
      }
      std::vector<int>& here = holders[v];
      if (here.empty() || here.back() != int(r)) here.push_back(int(r));
    }
  }
  if (auto fits = checkEntries("handles", holders.size(), regions.size(), limits.max_entries);
      !fits) {
    return std::unexpected(fits.error());
  }
  constraints.value.setZero(Eigen::Index(holders.size()), Eigen::Index(regions.size()));
  for (const auto& [v, here] : holders) {
    for (int r : here) {
      constraints.value(Eigen::Index(constraints.vertex.size()), r) = 1.0 / double(here.size());
    }
    constraints.vertex.push_back(v);
  }
  return constraints;
}

}  // namespace vide
