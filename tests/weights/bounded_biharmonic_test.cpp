// SPDX-License-Identifier: MIT
#include "vide/weights/bounded_biharmonic.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/cancel_after.hpp"
#include "tests/support/dmat.hpp"
#include "tests/support/grid_mesh.hpp"
#include "tests/support/mesh_family.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

SparseMatrix energyMatrix(const TriMesh& mesh) {
  return polyharmonicMatrix(*cotangentStiffness(mesh.V, mesh.F), *voronoiMass(mesh.V, mesh.F), 2)
      .value();
}

SparseMatrix energyMatrix(const TetMesh& mesh) {
  return polyharmonicMatrix(*cotangentStiffness(mesh.V, mesh.T), *barycentricMass(mesh.V, mesh.T),
                            2)
      .value();
}

struct Check {
  double energy = 0, residual = 0, outside = 0, off_constraint = 0;
};

// What the weights are worth, worked out from their definition.
Check check(const SparseMatrix& Q, const Eigen::MatrixXd& W, const HandleConstraints& held) {
  const std::vector<double> scale = diagonal(Q);
  std::vector<char> given(std::size_t(Q.rows), 0);
  for (int v : held.vertex) given[v] = 1;
  Check result;
  std::vector<double> slope(std::size_t(Q.rows));
  for (Eigen::Index h = 0; h < W.cols(); ++h) {
    const Eigen::VectorXd w = W.col(h);
    multiply(Q, {w.data(), std::size_t(w.size())}, slope);
    for (int v = 0; v < Q.rows; ++v) {
      result.energy += w[v] * slope[v];
      result.outside = std::max({result.outside, -w[v], w[v] - 1});
      if (given[v]) continue;
      const double wish = std::clamp(w[v] - slope[v] / scale[v], 0.0, 1.0);
      result.residual = std::max(result.residual, std::abs(w[v] - wish));
    }
    for (std::size_t i = 0; i < held.vertex.size(); ++i) {
      result.off_constraint = std::max(
          result.off_constraint, std::abs(w[held.vertex[i]] - held.value(Eigen::Index(i), h)));
    }
  }
  return result;
}

HandleConstraints hold(std::vector<int> vertices) {
  const Eigen::Index n = Eigen::Index(vertices.size());
  return {std::move(vertices), Eigen::MatrixXd::Identity(n, n), {}};
}

bool warns(const std::vector<std::string>& warnings, const char* part) {
  return std::ranges::any_of(
      warnings, [&](const std::string& w) { return w.find(part) != std::string::npos; });
}

template <class Mesh>
void checkAgainst(const std::string& name, const Mesh& mesh, double slack) {
  const auto b = test::sharedMatrix("reference/bbw/" + name + "_b.dmat");
  const auto bc = test::sharedMatrix("reference/bbw/" + name + "_bc.dmat");
  const auto W = test::sharedMatrix("reference/bbw/" + name + "_W_raw.dmat");
  HandleConstraints held{{}, *bc, {}};
  for (double v : b->reshaped()) held.vertex.push_back(int(v));
  const auto result = boundedBiharmonicWeights(mesh, held);
  REQUIRE(result.has_value());
  const SparseMatrix Q = energyMatrix(mesh);
  const Check mine = check(Q, result->raw, held), theirs = check(Q, *W, held);
  INFO(name << " E " << mine.energy << " reference " << theirs.energy);
  CHECK(mine.energy <= theirs.energy * (1 + 1e-6));
  CHECK(mine.residual <= 1e-6);
  CHECK(result->residual == doctest::Approx(mine.residual).epsilon(1e-3));
  CHECK(mine.outside <= 1e-7);
  CHECK(mine.off_constraint == 0);
  CHECK((result->raw - *W).cwiseAbs().maxCoeff() < slack);
  double sum = 0;
  for (double energy : result->energy) sum += energy;
  CHECK(sum == doctest::Approx(mine.energy));
  CHECK(validate(result->weights).has_value());
}

std::optional<TriMesh> sharedTriangles(const std::string& name, int columns) {
  const auto V = test::sharedMatrix("reference/bbw/" + name + "_V.dmat");
  const auto F = test::sharedMatrix("reference/bbw/" + name + "_Ele.dmat");
  if (!V || !F) return std::nullopt;
  return TriMesh{V->leftCols(columns), F->cast<int>()};
}

// Every triangle cut in four; the vertices keep their numbers.
TriMesh subdivided(const TriMesh& mesh) {
  std::map<std::pair<int, int>, int> middle;
  std::vector<Eigen::RowVectorXd> added;
  const auto between = [&](int a, int b) {
    const auto [entry, fresh] = middle.try_emplace(std::pair<int, int>(std::minmax(a, b)),
                                                   int(mesh.V.rows()) + int(added.size()));
    if (fresh) added.push_back((mesh.V.row(a) + mesh.V.row(b)) / 2);
    return entry->second;
  };
  TriMesh fine{{}, Eigen::MatrixX3i(4 * mesh.F.rows(), 3)};
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const int a = mesh.F(f, 0), b = mesh.F(f, 1), c = mesh.F(f, 2);
    const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
    fine.F.middleRows(4 * f, 4) << a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca;
  }
  fine.V.resize(mesh.V.rows() + Eigen::Index(added.size()), mesh.V.cols());
  fine.V.topRows(mesh.V.rows()) = mesh.V;
  for (std::size_t i = 0; i < added.size(); ++i) {
    fine.V.row(mesh.V.rows() + Eigen::Index(i)) = added[i];
  }
  return fine;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitised = true;
#else
constexpr bool sanitised = false;
#endif

}  // namespace

TEST_CASE("weights are as good as the reference on a drawing, a surface and a solid") {
  if (const auto mesh = sharedTriangles("woody0", 2)) checkAgainst("woody0", *mesh, 1e-3);
  if (sanitised) {
    MESSAGE("the larger references are left to builds without sanitisers");
    return;
  }
  if (const auto mesh = sharedTriangles("woody2", 2)) checkAgainst("woody2", *mesh, 2e-3);
  if (const auto mesh = sharedTriangles("elephant_pts", 3)) {
    checkAgainst("elephant_pts", *mesh, 2e-3);
  }
  const auto V = test::sharedMatrix("reference/bbw/hand_V.dmat");
  const auto T = test::sharedMatrix("reference/bbw/hand_Ele.dmat");
  if (V && T) checkAgainst("hand", TetMesh{*V, T->cast<int>()}, 5e-2);
}

TEST_CASE("a drawing of forty thousand vertices is solved to the same certificate") {
  if (sanitised) {
    MESSAGE("left to builds without sanitisers");
    return;
  }
  const auto coarse = sharedTriangles("woody2", 2);
  if (!coarse) return;
  const TriMesh mesh = subdivided(*coarse);
  REQUIRE(mesh.V.rows() == 41021);
  const HandleConstraints held = hold({632, 131, 342, 95, 67, 551});
  const auto result = boundedBiharmonicWeights(mesh, held);
  REQUIRE(result.has_value());
  const Check mine = check(energyMatrix(mesh), result->raw, held);
  CHECK(mine.residual <= 1e-6);
  CHECK(mine.outside <= 1e-7);
  CHECK(mine.off_constraint == 0);
  CHECK(mine.energy == doctest::Approx(1.72e-3).epsilon(0.05));
  CHECK(result->factorizations <= 10 * result->raw.cols());
}

// Factorisations for the same handles on `meshOf(size)` of each size.
void checkGrowth(const auto& sizes, auto meshOf, auto handlesOf) {
  std::vector<int> factorizations;
  for (int size : sizes) {
    const auto result = boundedBiharmonicWeights(meshOf(size), hold(handlesOf(size)));
    REQUIRE(result.has_value());
    factorizations.push_back(result->factorizations);
  }
  CHECK(factorizations.back() <= 2 * factorizations.front());
}

TEST_CASE("the number of factorisations does not grow with the mesh") {
  SUBCASE("in the plane") {
    checkGrowth(
        std::array{24, 96}, [](int size) { return test::gridMesh(size, size, 0.25); },
        [](int size) {
          const int row = size + 1;
          return std::vector{size / 4 * row + size / 4, size / 2 * row + 3 * size / 4,
                             3 * size / 4 * row + size / 3};
        });
  }
  SUBCASE("on a surface") {
    checkGrowth(
        std::array{16, 64}, [](int size) { return test::torus(2 * size, size); },
        [](int size) {
          return std::vector{0, size / 2, size / 2 * 2 * size + size, size / 4 * 2 * size};
        });
  }
  SUBCASE("in a solid") {
    checkGrowth(
        std::array{6, 12}, [](int size) { return test::tetGrid(size, size, size, 0.2); },
        [](int size) {
          const int row = size + 1, layer = row * row;
          return std::vector{0, size / 2 * layer + size / 2 * row + size / 2,
                             size * layer + size * row + size};
        });
  }
}

TEST_CASE("solids are certified too") {
  const TetMesh mesh = test::tetGrid(9, 8, 7, 0.2);
  const HandleConstraints held = hold({0, 89, 400, 719});
  const auto result = boundedBiharmonicWeights(mesh, held);
  REQUIRE(result.has_value());
  const Check mine = check(energyMatrix(mesh), result->raw, held);
  CHECK(mine.residual <= 1e-6);
  CHECK(mine.outside == 0);
  CHECK(validate(result->weights).has_value());
}

TEST_CASE("scale, rotation and the order of vertices change nothing") {
  const TriMesh mesh = test::gridMesh(18, 15, 0.3);
  const std::vector<int> handles{20, 163, 280};
  const auto base = boundedBiharmonicWeights(mesh, hold(handles)).value();
  double energy = 0;
  for (double e : base.energy) energy += e;
  for (double scale : {1e-6, 1e6}) {
    const TriMesh scaled{mesh.V * scale, mesh.F};
    const auto result = boundedBiharmonicWeights(scaled, hold(handles)).value();
    CHECK((result.raw - base.raw).cwiseAbs().maxCoeff() < 1e-5);
  }
  Eigen::Matrix2d turn;
  turn << 0.6, -0.8, 0.8, 0.6;
  const auto turned =
      boundedBiharmonicWeights(TriMesh{mesh.V * turn.transpose(), mesh.F}, hold(handles)).value();
  CHECK((turned.raw - base.raw).cwiseAbs().maxCoeff() < 1e-5);

  std::vector<int> place(std::size_t(mesh.V.rows()));
  for (std::size_t v = 0; v < place.size(); ++v) place[v] = int(v);
  std::shuffle(place.begin(), place.end(), std::mt19937(3));
  TriMesh shuffled{mesh.V, mesh.F};
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) shuffled.V.row(place[v]) = mesh.V.row(v);
  for (int& v : shuffled.F.reshaped()) v = place[v];
  std::vector<int> moved;
  for (int v : handles) moved.push_back(place[v]);
  const auto mixed = boundedBiharmonicWeights(shuffled, hold(moved)).value();
  double mixed_energy = 0;
  for (double e : mixed.energy) mixed_energy += e;
  CHECK(mixed_energy == doctest::Approx(energy).epsilon(1e-6));
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    CHECK((mixed.raw.row(place[v]) - base.raw.row(v)).cwiseAbs().maxCoeff() < 1e-3);
  }
}

TEST_CASE("threads change nothing") {
  const TriMesh mesh = test::gridMesh(25, 20, 0.3);
  const auto alone = boundedBiharmonicWeights(mesh, hold({0, 100, 300, 545})).value();
  ThreadPool pool(3);
  const auto together =
      boundedBiharmonicWeights(mesh, hold({0, 100, 300, 545}), {.pool = &pool}).value();
  CHECK(alone.raw == together.raw);
  CHECK(alone.weights.weight == together.weights.weight);
}

TEST_CASE("rows keep the strongest handles and sum to one") {
  const TriMesh mesh = test::gridMesh(14, 14, 0.2);
  const auto result =
      boundedBiharmonicWeights(mesh, hold({16, 28, 112, 196, 208}), {.influences = 2}).value();
  CHECK(validate(result.weights).has_value());
  for (std::size_t v = 0; v < result.weights.vertices(); ++v) {
    REQUIRE(result.weights.handlesOf(v).size() <= 2);
    Eigen::Index strongest = 0;
    result.raw.row(Eigen::Index(v)).maxCoeff(&strongest);
    CHECK(result.raw(Eigen::Index(v), result.weights.handlesOf(v)[0]) ==
          result.raw(Eigen::Index(v), strongest));
  }
}

TEST_CASE("a piece without a handle follows the nearest one and is named") {
  const TriMesh one = test::gridMesh(6, 6), island = test::gridMesh(3, 3);
  const TriMesh both = test::besides(one, island, 8, 2);
  const auto result = boundedBiharmonicWeights(both, hold({0, 48})).value();
  CHECK(warns(result.warnings, "a piece of 16 vertices, among them vertex 49"));
  for (Eigen::Index v = 49; v < both.V.rows(); ++v) {
    CHECK(result.raw(v, 1) == 1);
    CHECK(result.raw(v, 0) == 0);
  }
  const auto alone = boundedBiharmonicWeights(one, hold({0, 48})).value();
  CHECK((result.raw.topRows(49) - alone.raw).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("damaged meshes have right weights or a named fault") {
  const TriMesh mesh = test::gridMesh(6, 5, 0.2);
  const HandleConstraints held = hold({0, 41});
  const auto base = boundedBiharmonicWeights(mesh, held).value();
  const auto message = [&](const TriMesh& bad) {
    const auto result = boundedBiharmonicWeights(bad, held);
    return result ? std::string("no error") : result.error().message;
  };
  TriMesh bad = mesh;
  bad.F(7, 1) = bad.F(7, 0);
  CHECK(message(bad).find("triangle 7 has no area") != std::string::npos);
  bad = mesh;
  bad.F(3, 2) = 42;
  CHECK(message(bad).find("triangle 3") != std::string::npos);
  bad = mesh;
  bad.V(5, 0) = std::nan("");
  CHECK(message(bad).find("vertex 5") != std::string::npos);
  CHECK(message({Eigen::MatrixXd(0, 2), Eigen::MatrixX3i(0, 3)}).find("no vertices") !=
        std::string::npos);

  TriMesh repeated = mesh;
  repeated.F.conservativeResize(mesh.F.rows() + 2, 3);
  repeated.F.row(mesh.F.rows()) = mesh.F.row(4);
  repeated.F.row(mesh.F.rows() + 1) << mesh.F(9, 2), mesh.F(9, 0), mesh.F(9, 1);
  const auto once = boundedBiharmonicWeights(repeated, held).value();
  CHECK(once.raw == base.raw);
  CHECK(warns(once.warnings, "2 elements repeat others"));

  TriMesh stray = mesh;
  stray.V.conservativeResize(mesh.V.rows() + 1, 2);
  stray.V.row(mesh.V.rows()) << 7, 6;
  const auto with_stray = boundedBiharmonicWeights(stray, held).value();
  CHECK(with_stray.raw.topRows(mesh.V.rows()) == base.raw);
  CHECK(with_stray.raw(mesh.V.rows(), 1) == 1);
  CHECK(warns(with_stray.warnings, "1 vertices belong to no element"));
}

TEST_CASE("slivers and needles give finite, certified weights or an error") {
  for (double thin : {1e-2, 1e-4, 1e-6, 1e-8}) {
    TriMesh mesh = test::gridMesh(8, 8);
    // Squeeze one column of squares, and slide a vertex along its row until it almost meets the
    // next one.
    for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
      if (mesh.V(v, 0) >= 4) mesh.V(v, 0) -= 1 - thin;
    }
    mesh.V(20, 0) += 1 - thin;
    const HandleConstraints held = hold({0, 80});
    const auto result = boundedBiharmonicWeights(mesh, held);
    INFO("thin " << thin << (result ? "" : result.error().message));
    if (!result) {
      CHECK(result.error().code == ErrorCode::numeric_failure);
      continue;
    }
    CHECK(result->raw.allFinite());
    const Check mine = check(energyMatrix(mesh), result->raw, held);
    CHECK(mine.residual <= 1.01e-6);
    CHECK(thin >= 1e-8);
  }
}

TEST_CASE("constraints that make no sense are named errors") {
  const TriMesh mesh = test::gridMesh(4, 4);
  const auto message = [&](const HandleConstraints& held, BoundedBiharmonicOptions options = {}) {
    const auto result = boundedBiharmonicWeights(mesh, held, options);
    return result ? std::string("no error") : result.error().message;
  };
  const auto mentions = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(mentions(message({{}, Eigen::MatrixXd(0, 0), {}}), "no handle holds a vertex"));
  CHECK(mentions(message({{}, Eigen::MatrixXd(0, 2), {}}), "no handle holds a vertex"));
  CHECK(mentions(message(hold({3, 3})), "vertex 3 is held twice"));
  CHECK(mentions(message(hold({3, 25})), "held vertex 25"));
  CHECK(mentions(message(hold({-1, 2})), "held vertex -1"));
  HandleConstraints odd = hold({1, 2});
  odd.value(1, 1) = 0.5;
  CHECK(mentions(message(odd), "sum to 0.5"));
  odd.value.row(1) << -1, 2;
  CHECK(mentions(message(odd), "negative"));
  odd.value(1, 0) = std::nan("");
  CHECK(mentions(message(odd), "not finite"));
  CHECK(mentions(message(hold({1, 2}), {.tolerance = 0}), "tolerance"));
  CHECK(mentions(message(hold({1, 2}), {.influences = 0}), "influences"));
}

TEST_CASE("tables too large for memory are refused by the name of their limit") {
  const TriMesh mesh = test::gridMesh(4, 4);
  const auto refused = [&](const HandleConstraints& held, const BoundedBiharmonicOptions& options) {
    const auto result = boundedBiharmonicWeights(mesh, held, options);
    REQUIRE(!result);
    CHECK(result.error().code == ErrorCode::limit_exceeded);
    CHECK(result.error().message.find("max_entries") != std::string::npos);
  };
  refused(hold({1, 2}), {.max_entries = 49});
  CHECK(boundedBiharmonicWeights(mesh, hold({1, 2}), {.max_entries = 50}));
  refused(hold({1, 2}), {.coupling = WeightCoupling::joint, .max_entries = 60});
  // One vertex held by so many handles that the pairs of their unknowns are more than an int
  // counts.
  const HandleConstraints many{{0}, Eigen::MatrixXd::Constant(1, 3000, 1.0 / 3000), {}};
  refused(many, {.coupling = WeightCoupling::joint,
                 .max_entries = std::numeric_limits<std::size_t>::max()});
}

TEST_CASE("the smallest cases work") {
  const TriMesh triangle = test::gridMesh(1, 1);
  const auto corner = boundedBiharmonicWeights(
      TriMesh{triangle.V.topRows(3), (Eigen::MatrixX3i(1, 3) << 0, 1, 2).finished()}, hold({0}));
  REQUIRE(corner.has_value());
  CHECK((corner->raw.array() - 1).abs().maxCoeff() < 1e-9);

  const auto point = boundedBiharmonicWeights(
      TriMesh{Eigen::MatrixXd::Zero(1, 2), Eigen::MatrixX3i(0, 3)}, hold({0}));
  REQUIRE(point.has_value());
  CHECK(point->raw(0, 0) == 1);

  HandleConstraints all{{0, 1, 2, 3}, Eigen::MatrixXd(4, 2), {}};
  all.value << 1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1;
  const auto everything = boundedBiharmonicWeights(triangle, all);
  REQUIRE(everything.has_value());
  CHECK(everything->raw == all.value);
  CHECK(everything->residual == 0);

  HandleConstraints idle{{0}, (Eigen::MatrixXd(1, 2) << 1, 0).finished(), {}};
  const auto unused = boundedBiharmonicWeights(triangle, idle);
  REQUIRE(unused.has_value());
  CHECK(warns(unused->warnings, "handle 1 holds no vertex"));
  CHECK(unused->raw.col(1).isZero());
}

TEST_CASE("joint weights sum to one by themselves, at the least energy that allows") {
  const auto check_joint = [](const auto& mesh, const HandleConstraints& held) {
    const auto joint = boundedBiharmonicWeights(mesh, held, {.coupling = WeightCoupling::joint});
    REQUIRE(joint.has_value());
    const Eigen::MatrixXd& W = joint->raw;
    CHECK((W.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
    CHECK(W.minCoeff() >= 0);
    const SparseMatrix Q = energyMatrix(mesh);
    const std::vector<double> scale = diagonal(Q);
    Eigen::MatrixXd slope(W.rows(), W.cols());
    std::vector<double> column(std::size_t(W.rows()));
    for (Eigen::Index h = 0; h < W.cols(); ++h) {
      const Eigen::VectorXd w = W.col(h);
      multiply(Q, {w.data(), column.size()}, column);
      for (Eigen::Index v = 0; v < W.rows(); ++v) slope(v, h) = column[v] / scale[v];
    }
    // At the minimiser no handle with weight has a larger slope than any other.
    for (Eigen::Index v = 0; v < W.rows(); ++v) {
      if (std::ranges::count(held.vertex, int(v))) continue;
      for (Eigen::Index h = 0; h < W.cols(); ++h) {
        if (W(v, h) > 1e-5) CHECK(slope(v, h) - slope.row(v).minCoeff() < 1e-5);
      }
    }
    // Normalised separate weights are feasible too, and not better.
    const auto separate = boundedBiharmonicWeights(mesh, held).value();
    const Eigen::MatrixXd normalised =
        separate.raw.array().colwise() / separate.raw.rowwise().sum().array();
    CHECK(check(Q, W, held).energy <= check(Q, normalised, held).energy * (1 + 1e-9));
    CHECK(check(Q, W, held).energy >= check(Q, separate.raw, held).energy * (1 - 1e-6));
  };
  check_joint(test::gridMesh(16, 14, 0.3), hold({0, 40, 130, 230}));
  check_joint(test::tetGrid(6, 5, 5, 0.2), hold({0, 60, 150, 251}));
  if (const auto mesh = sharedTriangles("woody0", 2)) {
    check_joint(*mesh, hold({632, 131, 342, 95, 67, 551}));
  }
}

TEST_CASE("a job can be cancelled at any time, also while it works on a handle") {
  const TriMesh mesh = test::gridMesh(12, 12, 0.3);
  ThreadPool pool(2);
  for (const WeightCoupling coupling : {WeightCoupling::separate, WeightCoupling::joint}) {
    for (ThreadPool* on : {static_cast<ThreadPool*>(nullptr), &pool}) {
      const auto run = [&](const Progress& progress) {
        return boundedBiharmonicWeights(mesh, hold({0, 84, 160}),
                                        {.coupling = coupling, .pool = on}, progress);
      };
      const int checks = test::checksOf(run);
      CHECK(checks > 3 * 3);  // handles x solves of each
      for (int after = 0; after < checks; after += 1 + checks / 10) {
        const auto stopped = run(test::cancelAfter(after));
        REQUIRE(!stopped);
        CHECK(stopped.error().code == ErrorCode::cancelled);
      }
      CHECK(run(test::cancelAfter(checks)).has_value());
    }
  }
}
