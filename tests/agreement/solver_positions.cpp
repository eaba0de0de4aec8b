// SPDX-License-Identifier: MIT
// solver_positions: what the solvers make of shapes of its own, as decimals that read back to the
// bit. Built natively and as WebAssembly; compare.mjs says by how much the two differ. Each block
// is a line "# SCALE COUNT SOLVER: SHAPE" and COUNT numbers, one per line.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/mesh_family.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/deform/arap.hpp"
#include "vide/deform/arap_points.hpp"
#include "vide/deform/biharmonic_bones.hpp"
#include "vide/deform/fast.hpp"
#include "vide/deform/harmonic.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/weights/biharmonic_coordinates.hpp"
#include "vide/weights/bounded_biharmonic.hpp"
#include "vide/weights/handle_constraints.hpp"

using namespace vide;

namespace {

struct Shape {
  std::string name;
  Eigen::MatrixXd V;

  double diagonal() const { return (V.colwise().maxCoeff() - V.colwise().minCoeff()).norm(); }
  Vec3 at(Eigen::Index v) const { return {V(v, 0), V(v, 1), V.cols() == 3 ? V(v, 2) : 0}; }
  // How far along x a vertex stands: 0 .. 1.
  double along(Eigen::Index v) const {
    const double least = V.col(0).minCoeff();
    return (V(v, 0) - least) / (V.col(0).maxCoeff() - least);
  }
};

template <class T>
T valueOf(Result<T> result, const std::string& what) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s: %s\n", what.c_str(), result.error().message.c_str());
  std::exit(1);
}

void print(const std::string& label, double scale, const Eigen::MatrixXd& numbers) {
  std::printf("# %.17g %d %s\n", scale, int(numbers.size()), label.c_str());
  for (const double number : numbers.reshaped()) std::printf("%.17g\n", number);
}

// A turn by 50 degrees about z with a shift, far from rest.
Affine3 motionOf(const Shape& shape) {
  const auto [sine, cosine] = math::sinCos(math::radians(50));
  Affine3 turn;
  turn.linear = Mat3{{cosine, sine, 0}, {-sine, cosine, 0}, {0, 0, 1}};
  turn.translation = Vec3{-0.1, 0.2, 0} * shape.diagonal();
  return turn;
}

// The vertices at both ends along x: one end stays, the other follows the motion.
struct Ends {
  std::vector<int> held;
  Eigen::MatrixXd targets;
};

Ends endsOf(const Shape& shape) {
  Ends ends{{}, shape.V};
  const Affine3 motion = motionOf(shape);
  for (int v = 0; v < shape.V.rows(); ++v) {
    const double along = shape.along(v);
    if (along > 0.17 && along < 0.83) continue;
    const Vec3 to = along < 0.5 ? shape.at(v) : motion * shape.at(v);
    const Eigen::RowVector3d row(to.x, to.y, to.z);
    ends.targets.row(Eigen::Index(ends.held.size())) = row.head(shape.V.cols());
    ends.held.push_back(v);
  }
  ends.targets.conservativeResize(Eigen::Index(ends.held.size()), Eigen::NoChange);
  return ends;
}

// Four vertices that span the plane or space: the outermost ones along the axes of a tetrahedron.
std::vector<std::vector<int>> cornersOf(const Shape& shape) {
  std::vector<std::vector<int>> corners;
  for (const Vec3 way : {Vec3{1, 0.7, 0.4}, {-1, 0.7, -0.4}, {1, -0.7, -0.4}, {-1, -0.7, 0.4}}) {
    int best = 0;
    for (int v = 1; v < shape.V.rows(); ++v) {
      if (dot(shape.at(v), way) > dot(shape.at(best), way)) best = v;
    }
    corners.push_back({best});
  }
  return corners;
}

template <class Mesh>
void printHarmonic(const Shape& shape, const Mesh& mesh) {
  const Ends ends = endsOf(shape);
  for (int order = 1; order <= 3; ++order) {
    const std::string label = text("harmonic of order ", order, ": ", shape.name);
    print(label, shape.diagonal(),
          valueOf(harmonic(mesh, ends.held, ends.targets, {.order = order}), label));
  }
}

constexpr std::pair<const char*, ArapEnergy> energies[] = {
    {"spokes", ArapEnergy::spokes},
    {"spokes and rims", ArapEnergy::spokes_and_rims},
    {"elements", ArapEnergy::elements}};

template <class Mesh>
void printArap(const Shape& shape, const Mesh& mesh) {
  const Ends ends = endsOf(shape);
  for (const auto& [name, energy] : energies) {
    for (const auto acceleration : {ArapAcceleration::none, ArapAcceleration::anderson}) {
      const bool is_plain = acceleration == ArapAcceleration::none;
      const std::string label =
          text("arap by ", name, is_plain ? ": " : ", accelerated: ", shape.name);
      const ArapOptions options{
          .energy = energy, .acceleration = acceleration, .max_iterations = 20, .tolerance = 0};
      print(label, shape.diagonal(), valueOf(arap(mesh, ends.held, ends.targets, options), label));
    }
  }
}

// Three handles along x, each fading into the next.
VertexWeights handlesAlong(const Shape& shape) {
  VertexWeights weights{.handles = 3};
  for (Eigen::Index v = 0; v < shape.V.rows(); ++v) {
    const double at = std::clamp((shape.along(v) - 0.17) / 0.66, 0.0, 1.0);
    const double last = std::max(0.0, 2 * at - 1), first = std::max(0.0, 1 - 2 * at);
    std::vector<Influence> row{{0, first}, {1, 1 - first - last}, {2, last}};
    appendRow(weights, row);
  }
  return weights;
}

// The middle handle is free; the last follows the motion, or goes where that takes its shift alone.
template <class Mesh>
void printFast(const Shape& shape, const Mesh& mesh) {
  const VertexWeights weights = handlesAlong(shape);
  const Affine3 motion = motionOf(shape);
  const Vec3 point = shape.at(cornersOf(shape)[0][0]) + motion.translation;
  const FastHandle first{.hold = FastHold::transform, .target = {}};
  for (const FastHandle& last : {FastHandle{FastHold::transform, motion},
                                 FastHandle{FastHold::position, translationBy(point)}}) {
    const bool turns = last.hold == FastHold::transform;
    const std::string label =
        text("fast with ", turns ? "transforms: " : "positions: ", shape.name);
    const auto transforms =
        valueOf(fast(mesh, weights, std::vector{first, FastHandle{}, last}), label);
    print(label, shape.diagonal(), skin(shape.V, weights, transforms));
  }
}

template <class Mesh>
void printBounded(const Shape& shape, const Mesh& mesh) {
  for (const auto coupling : {WeightCoupling::separate, WeightCoupling::joint}) {
    const bool is_joint = coupling == WeightCoupling::joint;
    const std::string label =
        text("bounded biharmonic weights", is_joint ? ", joint: " : ": ", shape.name);
    const auto held = valueOf(regionConstraints(int(shape.V.rows()), cornersOf(shape)), label);
    print(label, 1,
          valueOf(boundedBiharmonicWeights(mesh, held, {.coupling = coupling}), label).raw);
  }
}

template <class Mesh>
void printCoordinates(const Shape& shape, const Mesh& mesh) {
  for (const int order : {2, 3}) {
    const std::string label = text("biharmonic coordinates of order ", order, ": ", shape.name);
    print(label, 1,
          valueOf(biharmonicCoordinates(mesh, cornersOf(shape), {.order = order}), label).W);
  }
}

void printPointArap(const Shape& shape, const TriMesh& mesh) {
  std::vector<PointHandle> handles;
  std::vector<Vec2> targets;
  const Affine3 motion = motionOf(shape);
  for (const auto& corner : cornersOf(shape)) {
    const Vec3 rest = shape.at(corner[0]) * 0.9;  // between vertices
    const Vec3 to = shape.along(corner[0]) < 0.5 ? rest : motion * rest;
    handles.push_back({{rest.x, rest.y}});
    targets.push_back({to.x, to.y});
  }
  const std::string label = "arap of points: " + shape.name;
  const PointArapOptions options{.max_iterations = 20, .tolerance = 0};
  print(label, shape.diagonal(), valueOf(arap(mesh, handles, targets, options), label));
}

void printBones(const Shape& shape, const TriMesh& mesh) {
  const std::string label = "biharmonic bones: " + shape.name;
  const Vec2 least{shape.V.col(0).minCoeff(), shape.V.col(1).minCoeff()};
  const Vec2 size = Vec2{shape.V.col(0).maxCoeff(), shape.V.col(1).maxCoeff()} - least;
  const auto place = [&](double x, double y) { return least + Vec2{size.x * x, size.y * y}; };
  const PlaneBone bones[] = {{place(0.1, 0.5), place(0.45, 0.55)},
                             {place(0.6, 0.5), place(0.9, 0.45)}};
  const auto solver = valueOf(BiharmonicBoneSolver::create(mesh, bones), label);
  BiharmonicBoneSolver::Workspace workspace(solver);
  std::vector<Vec2> out(solver.vertices());
  const Affine3 motions[] = {{}, motionOf(shape)};
  if (!solver.solve(motions, workspace, out)) std::exit(1);
  print(label, shape.diagonal(), Eigen::Map<const Eigen::Matrix2Xd>(&out[0].x, 2, shape.V.rows()));
}

template <class Mesh>
void printAll(const std::string& name, const Mesh& mesh) {
  const Shape shape{name, mesh.V};
  printHarmonic(shape, mesh);
  printArap(shape, mesh);
  printFast(shape, mesh);
  printBounded(shape, mesh);
}

}  // namespace

int main() {
  const std::pair<const char*, TriMesh> flat[] = {{"bar", test::gridMesh(24, 6, 0.3)},
                                                  {"disc", test::disc(8, 23)}};
  for (const auto& [name, mesh] : flat) {
    const Shape shape{name, mesh.V};
    printAll(name, mesh);
    printCoordinates(shape, mesh);
    printPointArap(shape, mesh);
    printBones(shape, mesh);
  }
  printAll("bent bar", test::bentBar(9, 20));
  printAll("torus", test::torus(23, 11));
  printAll("sphere", test::sphere(3));
  const TetMesh solid = test::tetGrid(10, 3, 3, 0.2);
  printAll("solid bar", solid);
  printCoordinates({"solid bar", solid.V}, solid);
}
