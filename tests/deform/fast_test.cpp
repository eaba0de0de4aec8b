// SPDX-License-Identifier: MIT
#include "vide/deform/fast.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/armadillo.hpp"
#include "tests/support/dmat.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/deform/rotation_clusters.hpp"
#include "vide/deform/skinning.hpp"

using namespace vide;
using test::failsWith;

namespace {

Vec3 rowOf(const Eigen::MatrixXd& V, Eigen::Index v) {
  return {V(v, 0), V(v, 1), V.cols() == 3 ? V(v, 2) : 0};
}

VertexWeights weightsFrom(const Eigen::MatrixXd& W) {
  VertexWeights weights{int(W.cols())};
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    for (Eigen::Index h = 0; h < W.cols(); ++h) {
      if (W(v, h) == 0) continue;
      weights.handle.push_back(int(h));
      weights.weight.push_back(W(v, h));
    }
    weights.row_start.push_back(weights.handle.size());
  }
  return weights;
}

// Smooth weights around some vertices: inverse squared distances, 1 at the vertex itself.
VertexWeights weightsAround(const Eigen::MatrixXd& V, const std::vector<int>& centers) {
  Eigen::MatrixXd W(V.rows(), Eigen::Index(centers.size()));
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    for (std::size_t h = 0; h < centers.size(); ++h) {
      const double squared = (V.row(v) - V.row(centers[h])).squaredNorm();
      W(v, Eigen::Index(h)) = 1 / std::max(squared, 1e-300);
    }
    W.row(v) /= W.row(v).sum();
  }
  for (std::size_t h = 0; h < centers.size(); ++h) {
    W.row(centers[h]).setZero();
    W(centers[h], Eigen::Index(h)) = 1;
  }
  return weightsFrom(W);
}

Affine3 rigidMotion(Eigen::Index dimension) {
  Affine3 motion{toMatrix(rotationAbout(dimension == 2 ? Vec3{0, 0, 1} : Vec3{1, -2, 0.5}, 0.9)),
                 {3, -2, dimension == 2 ? 0.0 : 1.0}};
  return motion;
}

Eigen::MatrixXd movedBy(const Affine3& motion, const Eigen::MatrixXd& V) {
  Eigen::MatrixXd moved = V;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 p = motion * rowOf(V, v);
    moved(v, 0) = p.x;
    moved(v, 1) = p.y;
    if (V.cols() == 3) moved(v, 2) = p.z;
  }
  return moved;
}

double largestDifference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

double sizeOf(const Eigen::MatrixXd& V) {
  return (V.colwise().maxCoeff() - V.colwise().minCoeff()).maxCoeff();
}

template <class Mesh>
FastSolver makeSolver(const Mesh& mesh, const VertexWeights& weights,
                      const FastOptions& options = {}) {
  auto solver = FastSolver::create(mesh, weights, options);
  REQUIRE_MESSAGE(solver.has_value(), solver.error().message);
  return std::move(*solver);
}

struct Solved {
  std::vector<Affine3> transforms;
  ArapOutcome outcome;
};

Solved solveFrame(const FastSolver& solver, const std::vector<FastHandle>& handles,
                  const std::vector<Affine3>& guess = {}) {
  FastSolver::Workspace workspace(solver);
  Solved solved{std::vector<Affine3>(solver.handles()), {}};
  const auto outcome = solver.solve({handles, guess}, workspace, solved.transforms);
  REQUIRE_MESSAGE(outcome.has_value(), outcome.error().message);
  solved.outcome = *outcome;
  return solved;
}

// All four kinds in one model, each saying what `motion` would do to it.
std::vector<FastHandle> allKinds(const FastSolver& solver, const Affine3& motion) {
  std::vector<FastHandle> handles(solver.handles());
  for (std::size_t i = 0; i < handles.size(); ++i) {
    handles[i].hold = FastHold(i % 4);
    handles[i].target = motion;
    if (handles[i].hold == FastHold::position) {
      handles[i].target.translation = motion * *solver.point(i);
    }
  }
  return handles;
}

// Every handle held at its point, the first pulled away.
std::vector<FastHandle> pulled(const FastSolver& solver, Vec3 pull) {
  std::vector<FastHandle> handles(solver.handles());
  for (std::size_t i = 0; i < handles.size(); ++i) {
    handles[i] = {FastHold::position, translationBy(*solver.point(i))};
  }
  handles[0].target.translation += pull;
  return handles;
}

struct Case {
  std::string name;
  TriMesh mesh;
  std::vector<int> centers;
  VertexWeights weights;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (auto& [name, mesh, held] : test::meshFamily()) {
    std::vector<int> centers = held;
    while (centers.size() < 4) centers.push_back(int(mesh.V.rows()) / 2 + int(centers.size()));
    all.push_back({name, mesh, centers, weightsAround(mesh.V, centers)});
  }
  return all;
}

}  // namespace

TEST_CASE(
    "handles at rest give identities, and held handles that move rigidly move everything so") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    for (ArapEnergy energy :
         {ArapEnergy::spokes, ArapEnergy::spokes_and_rims, ArapEnergy::elements}) {
      const FastSolver solver =
          makeSolver(c.mesh, c.weights, {.energy = energy, .rotation_clusters = 8});
      for (const Affine3& motion : {Affine3{}, rigidMotion(c.mesh.V.cols())}) {
        const Solved solved = solveFrame(solver, allKinds(solver, motion));
        CHECK(largestDifference(skin(c.mesh.V, c.weights, solved.transforms),
                                movedBy(motion, c.mesh.V)) < 1e-9 * sizeOf(c.mesh.V));
        CHECK(std::abs(solved.outcome.energy) < 1e-9);
      }
    }
  }
}

TEST_CASE("each kind of hold gives exactly what it says and no more") {
  const Case c = cases()[4];
  const FastSolver solver = makeSolver(c.mesh, c.weights);
  std::vector<FastHandle> handles(4);
  handles[0] = {FastHold::transform, {toMatrix(rotationAbout({0, 0, 1}, 0.3)), {0.1, 0, 0}}};
  handles[1] = {FastHold::position, translationBy(*solver.point(1) + Vec3{0.2, 0.3, 0})};
  handles[2] = {FastHold::linear, {toMatrix(rotationAbout({1, 0, 0}, 0.5)), {}}};
  const Solved solved = solveFrame(solver, handles);
  const auto near = [](const Affine3& a, const Affine3& b) {
    return distance(a.linear.x, b.linear.x) + distance(a.linear.y, b.linear.y) +
               distance(a.linear.z, b.linear.z) + distance(a.translation, b.translation) <
           1e-12;
  };
  CHECK(near(solved.transforms[0], handles[0].target));
  CHECK(distance(solved.transforms[1] * *solver.point(1), handles[1].target.translation) < 1e-12);
  CHECK(near({solved.transforms[2].linear, {}}, handles[2].target));
  // What is not said is found: letting go of any hold can only lower the energy.
  for (std::size_t let_go = 0; let_go < 3; ++let_go) {
    std::vector<FastHandle> fewer = handles;
    fewer[let_go].hold = FastHold::free;
    CHECK(solveFrame(solver, fewer, solved.transforms).outcome.energy <= solved.outcome.energy);
  }
}

TEST_CASE("the energy never rises while transforms are found, plain or accelerated") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    for (ArapAcceleration acceleration : {ArapAcceleration::none, ArapAcceleration::anderson}) {
      double before = std::numeric_limits<double>::infinity();
      for (int iterations : {0, 1, 2, 3, 5, 8, 13, 21, 34}) {
        const FastSolver solver = makeSolver(
            c.mesh, c.weights, {.acceleration = acceleration, .max_iterations = iterations});
        const double now = solveFrame(solver, pulled(solver, {0.4, 0.5, 0})).outcome.energy;
        CHECK(now <= before);
        before = now;
      }
    }
  }
}

TEST_CASE("the energy is that of grouped as-rigid-as-possible deformation of the same shape") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    const std::vector<int> clusters = *clusterPoints(weightFeatures(c.weights), 7);
    const FastSolver solver = makeSolver(c.mesh, c.weights, {.clusters = clusters});
    const Solved solved = solveFrame(solver, pulled(solver, {0.4, 0.5, 0}));
    const Eigen::MatrixXd shape = skin(c.mesh.V, c.weights, solved.transforms);
    const auto full = ArapSolver::create(c.mesh, c.centers, {.clusters = clusters});
    REQUIRE(full.has_value());
    ArapSolver::Workspace workspace(*full);
    const Eigen::MatrixXd columns = shape.transpose();
    const double expected = full->energy({columns.data(), std::size_t(columns.size())}, workspace);
    CHECK(solved.outcome.energy == doctest::Approx(expected).epsilon(1e-7));
  }
}

TEST_CASE("transforms do not depend on scale, vertex order or how everything is turned") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    const FastOptions options{.rotation_clusters = 6};
    const FastSolver solver = makeSolver(c.mesh, c.weights, options);
    const Vec3 pull{0.3, 0.2, 0};
    const Eigen::MatrixXd plain =
        skin(c.mesh.V, c.weights, solveFrame(solver, pulled(solver, pull)).transforms);
    for (double scale : {1e-6, 1e6}) {
      const TriMesh scaled{c.mesh.V * scale, c.mesh.F};
      const FastSolver other = makeSolver(scaled, c.weights, options);
      const Solved solved = solveFrame(other, pulled(other, scale * pull));
      CHECK(largestDifference(skin(scaled.V, c.weights, solved.transforms) / scale, plain) < 1e-6);
    }
    const Affine3 motion = rigidMotion(c.mesh.V.cols());
    std::vector<FastHandle> turned = pulled(solver, pull);
    for (FastHandle& handle : turned) {
      handle.target.translation = motion * handle.target.translation;
    }
    CHECK(largestDifference(skin(c.mesh.V, c.weights, solveFrame(solver, turned).transforms),
                            movedBy(motion, plain)) < 1e-6);
  }
}

TEST_CASE("positions in float are those of skinning, whatever the number of vertices") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    const FastSolver solver = makeSolver(c.mesh, c.weights);
    FastSolver::Workspace workspace(solver);
    const Solved solved = solveFrame(solver, pulled(solver, {0.4, 0.5, 0}));
    const Eigen::MatrixXd expected = skin(c.mesh.V, c.weights, solved.transforms);
    std::vector<float> positions(solver.vertices() * solver.dimension());
    solver.positions(solved.transforms, workspace, positions);
    const Eigen::MatrixXd got =
        Eigen::Map<Eigen::MatrixXf>(positions.data(), expected.cols(), expected.rows())
            .transpose()
            .cast<double>();
    CHECK(largestDifference(got, expected) < 1e-5 * sizeOf(c.mesh.V));
  }
}

TEST_CASE("a solid and a flat sheet in space work too: what the weights cannot feel stays") {
  const TetMesh solid = test::tetGrid(4, 2, 2, 0.2);
  const VertexWeights weights = weightsAround(solid.V, {0, 4, 22, 44});
  const FastSolver solver = makeSolver(solid, weights, {.rotation_clusters = 5});
  const Affine3 motion = rigidMotion(3);
  CHECK(largestDifference(
            skin(solid.V, weights, solveFrame(solver, allKinds(solver, motion)).transforms),
            movedBy(motion, solid.V)) < 1e-9);

  const TriMesh flat = test::gridMesh(6, 4);
  TriMesh sheet{Eigen::MatrixXd::Zero(flat.V.rows(), 3), flat.F};
  sheet.V.leftCols(2) = flat.V;
  const VertexWeights on_sheet = weightsAround(sheet.V, {0, 6, 28, 34});
  const FastSolver thin = makeSolver(sheet, on_sheet, {.rotation_clusters = 5});
  const Eigen::MatrixXd moved =
      skin(sheet.V, on_sheet, solveFrame(thin, allKinds(thin, motion)).transforms);
  CHECK(largestDifference(moved, movedBy(motion, sheet.V)) < 1e-9);
}

TEST_CASE("with nothing held, or one point, the shape is carried without deformation") {
  const Case c = cases()[2];
  const FastSolver solver = makeSolver(c.mesh, c.weights);
  std::vector<FastHandle> handles(solver.handles());
  CHECK(largestDifference(skin(c.mesh.V, c.weights, solveFrame(solver, handles).transforms),
                          c.mesh.V) < 1e-9);
  handles[1] = {FastHold::position, translationBy(*solver.point(1) + Vec3{5, 6, 7})};
  CHECK(largestDifference(skin(c.mesh.V, c.weights, solveFrame(solver, handles).transforms),
                          movedBy(translationBy({5, 6, 7}), c.mesh.V)) < 1e-9);
}

TEST_CASE("a large model reaches the reference's energy") {
  const auto mesh = test::armadillo();
  if (!mesh) return;
  const auto W = test::sharedMatrix("data/geometry/armadillo-weights.dmat");
  const auto b = test::sharedMatrix("reference/fast/armadillo_b.dmat");
  const auto bc = test::sharedMatrix("reference/fast/armadillo_bc.dmat");
  const VertexWeights weights = weightsFrom(*W);
  const FastSolver solver = makeSolver(*mesh, weights);
  std::vector<FastHandle> handles(solver.handles());
  std::vector<int> held;
  for (Eigen::Index i = 0; i < b->rows(); ++i) {
    held.push_back(int((*b)(i, 0)));
    Eigen::Index handle;
    W->row(held.back()).maxCoeff(&handle);
    handles[std::size_t(handle)] = {FastHold::position, translationBy(rowOf(*bc, i))};
  }
  const Solved solved = solveFrame(solver, handles);
  const auto full = ArapSolver::create(*mesh, held);
  REQUIRE(full.has_value());
  ArapSolver::Workspace workspace(*full);
  const Eigen::MatrixXd columns = skin(mesh->V, weights, solved.transforms).transpose();
  CHECK(full->energy({columns.data(), std::size_t(columns.size())}, workspace) < 0.0208);
}

TEST_CASE("what handles cannot be asked is a named error") {
  Case c = cases()[0];
  const auto create = [&](const FastOptions& options = {}) {
    return FastSolver::create(c.mesh, c.weights, options);
  };
  CHECK(failsWith(create({.rotation_clusters = 0}), "rotation_clusters"));
  CHECK(failsWith(create({.max_iterations = -1}), "max_iterations"));
  const auto limited = [](const Result<FastSolver>& solver, const char* limit) {
    return failsWith(solver, limit) && solver.error().code == ErrorCode::limit_exceeded;
  };
  CHECK(limited(create({.max_handles = c.weights.handles - 1}), "max_handles"));
  CHECK(create({.max_handles = c.weights.handles}));
  CHECK(limited(create({.max_entries = c.weights.vertices() * std::size_t(c.weights.handles) - 1}),
                "finding clusters"));
  // Clusters are given, so that nothing of the vertices' number is made but what they pull on.
  std::vector<int> each(c.weights.vertices());
  std::iota(each.begin(), each.end(), 0);
  CHECK(limited(create({.clusters = each, .max_entries = c.weights.vertices()}), "max_entries"));
  const std::vector<int> few{0, 1};
  CHECK(failsWith(create({.clusters = few}), "2 cluster numbers"));
  CHECK(failsWith(FastSolver::create(TriMesh{}, c.weights), "no triangles"));
  CHECK(failsWith(FastSolver::create(test::gridMesh(2, 2), c.weights), "weights"));
  // Two regions that share every vertex: no handle has one of its own.
  const VertexWeights shared = weightsFrom(Eigen::MatrixXd::Constant(c.mesh.V.rows(), 2, 0.5));
  const FastSolver solver = makeSolver(c.mesh, shared);
  CHECK(!solver.point(1).has_value());
  FastSolver::Workspace workspace(solver);
  std::vector<FastHandle> handles(2);
  std::vector<Affine3> out(2);
  handles[1].hold = FastHold::position;
  CHECK(failsWith(solver.solve({handles, {}}, workspace, out), "handle 1 has no vertex"));
  handles[1] = {FastHold::transform, translationBy({NAN, 0, 0})};
  CHECK(failsWith(solver.solve({handles, {}}, workspace, out), "handle 1 is not finite"));
  VertexWeights broken = c.weights;
  broken.weight[3] = NAN;
  CHECK(failsWith(FastSolver::create(c.mesh, broken), "is not a weight"));
}
