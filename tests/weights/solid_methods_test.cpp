// SPDX-License-Identifier: MIT
#include "tests/weights/solid_methods.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <string>

#include "vide/core/text.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

const std::vector<BoneSegment> arm = test::chain({{0, 0.5, 0}, {0, 3, 0}, {0, 5.5, 0}});
TriMesh armMesh() { return test::limb({0, 0, 0}, {0, 6, 0}, 0.6, 10, 12); }
Skeleton skeletonOf(const std::vector<BoneSegment>& bones) {
  return skeletonFromSegments(bones).value();
}

Eigen::MatrixXd weigh(const test::SolidMethod& method, const TriMesh& mesh,
                      const Skeleton& skeleton, int influences = 4) {
  const auto result = method.weigh(mesh, skeleton, method.cells, influences, {});
  REQUIRE(result);
  REQUIRE(checkWeights(result->weights, std::size_t(mesh.V.rows()), WeightSigns::positive));
  return toMatrix(result->weights);
}

bool warns(const WeightsResult& result, const std::string& part) {
  return std::ranges::any_of(result.warnings, [&](const std::string& warning) {
    return warning.find(part) != std::string::npos;
  });
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("nothing bleeds across a gap of one cell") {
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    // Surfaces two and a bit cells apart leave one empty cell between the cells that they touch.
    double gap = 1;
    for (int round = 0; round < 4; ++round) {
      gap = 2.3 * Solid::create(test::uShape(gap), {.cells = method.cells})->cellSize();
    }
    const TriMesh mesh = test::uShape(gap);
    const Eigen::MatrixXd W = weigh(method, mesh, test::uBones(gap));
    int facing = 0;
    for (Eigen::Index v = 0; v < 16; ++v) {  // of the arms
      if (mesh.V(v, 1) < 19) continue;
      facing += std::abs(mesh.V(v, 0)) < gap;
      CHECK(W(v, mesh.V(v, 0) < 0 ? 1 : 0) < 1e-3);
    }
    CHECK(facing == 4);
  }
}

TEST_CASE("weights go over from bone to bone along a limb") {
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const Eigen::MatrixXd W = weigh(method, armMesh(), skeletonOf(arm));
    for (int ring = 0; ring < 12; ++ring) {
      for (int s = 0; s < 10; ++s) {
        CHECK(W(ring * 10 + s + 10, 0) <= W(ring * 10 + s, 0) + 0.02);
        if (ring == 6) CHECK(W(ring * 10 + s, 0) == doctest::Approx(0.5).epsilon(0.2));
        if (ring < 3) CHECK(W(ring * 10 + s, 0) > 0.8);
      }
    }
  }
}

TEST_CASE("seams, holes, flipped and repeated faces, and size do not matter") {
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const TriMesh mesh = armMesh();
    const Skeleton skeleton = skeletonOf(arm);
    const Eigen::MatrixXd W = weigh(method, mesh, skeleton);
    const Eigen::MatrixXd split = weigh(method, test::splitApart(mesh), skeleton);
    for (Eigen::Index i = 0; i < split.rows(); ++i) {
      CHECK((split.row(i) - W.row(mesh.F(i / 3, i % 3))).cwiseAbs().maxCoeff() < 1e-12);
    }
    TriMesh worse = mesh;
    worse.F.row(20).reverseInPlace();
    worse.F.row(30) = worse.F.row(31);  // one face missing, another twice
    CHECK(difference(weigh(method, worse, skeleton), W) < 0.05);
    for (const double scale : {1.0 / (1 << 17), 1.0 * (1 << 17)}) {
      auto bones = arm;
      for (BoneSegment& bone : bones) {
        bone.head = bone.head * scale;
        bone.tail = bone.tail * scale;
      }
      // Bounded biharmonic weights are certain only as far as their energy is not flat.
      CHECK(difference(weigh(method, {mesh.V * scale, mesh.F}, skeletonOf(bones)), W) < 1e-3);
    }
  }
}

TEST_CASE("a symmetric body has symmetric weights") {
  const TriMesh mesh = test::uShape(3);
  auto bones = segmentsOf(test::uBones(3));
  bones.push_back({"middle", -1, {0, -3.5, 1.5}, {0, -0.5, 1.5}});
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const Eigen::MatrixXd W = weigh(method, mesh, skeletonOf(bones));
    for (int v = 0; v < 8; ++v) {  // of the left arm; corner v ^ 1 of the right one is its image
      CHECK(W(v, 2) == doctest::Approx(W(8 + (v ^ 1), 2)).epsilon(0.02));
      CHECK(W(v, 0) == doctest::Approx(W(8 + (v ^ 1), 1)).epsilon(0.02));
    }
  }
}

TEST_CASE("a part without a bone follows what is nearest, and loose vertices too; both are said") {
  const TriMesh hat = test::limb({0, 7, 0}, {0, 8, 0}, 0.6, 10, 4);
  TriMesh mesh = test::together(armMesh(), hat);
  mesh.V.conservativeResize(mesh.V.rows() + 1, 3);
  mesh.V.row(mesh.V.rows() - 1) << 0, -3, 0;
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const auto result = method.weigh(mesh, skeletonOf(arm), method.cells, 4, {});
    REQUIRE(result);
    REQUIRE(checkWeights(result->weights, std::size_t(mesh.V.rows()), WeightSigns::positive));
    CHECK(warns(*result, "holds no bone"));
    const Eigen::MatrixXd W = toMatrix(result->weights);
    CHECK(W.middleRows(armMesh().V.rows(), hat.V.rows()).col(1).minCoeff() > 0.9);
    CHECK(W(W.rows() - 1, 0) > 0.9);
  }
}

TEST_CASE("a bone outside the mesh acts from the nearest places and is named") {
  auto bones = arm;
  for (BoneSegment& bone : bones) bone.head.x = bone.tail.x = 2;
  bones.push_back({"helper", -1, {0, 1, 0}, {0, 2, 0}, false});
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const auto result = method.weigh(armMesh(), skeletonOf(bones), method.cells, 4, {});
    REQUIRE(result);
    CHECK(warns(*result, "2 bones lie outside the mesh"));
    CHECK(warns(*result, "\"bone0\", \"bone1\""));
    CHECK(!warns(*result, "helper"));
    const Eigen::MatrixXd W = toMatrix(result->weights);
    CHECK(W.col(2).maxCoeff() == 0);
    CHECK(W(0, 0) > 0.9);
    CHECK(W(119, 1) > 0.9);
  }
}

TEST_CASE("of many bones outside the mesh the first are named in one line") {
  auto bones = arm;
  for (int b = 0; b < 30; ++b) {
    bones.push_back({"rim" + std::to_string(b), -1, {2, 0.2 * b, 0}, {3, 0.2 * b, 0}});
  }
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const auto result = method.weigh(armMesh(), skeletonOf(bones), 300, 4, {});
    REQUIRE(result);
    REQUIRE(result->warnings.size() == 1);
    CHECK(warns(*result, "30 bones"));
    CHECK(warns(*result, "\"rim0\""));
    CHECK(!warns(*result, "rim29"));
  }
}

TEST_CASE("where memory does not suffice every method takes larger cells, and says so") {
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const auto result = method.weigh(armMesh(), skeletonOf(arm), 300, 4, {}, 60'000);
    REQUIRE(result);
    REQUIRE(checkWeights(result->weights, std::size_t(armMesh().V.rows()), WeightSigns::positive));
    CHECK(warns(*result, "max_bytes"));
    const auto roomy = method.weigh(armMesh(), skeletonOf(arm), 300, 4, {}, 4'000'000);
    REQUIRE(roomy);
    CHECK(!warns(*roomy, "max_bytes"));
  }
}

TEST_CASE("a crowd of scattered pieces is weighed whole, each piece by the bones near it") {
  std::mt19937 engine(7);
  const auto coordinate = [&] { return double(engine() % 100'000) / 1000; };
  const int pieces = 3000;
  TriMesh mesh{Eigen::MatrixXd(4 * pieces, 3), Eigen::MatrixX3i(4 * pieces, 3)};
  for (int k = 0; k < pieces; ++k) {
    const double x = coordinate(), y = coordinate(), z = coordinate();
    mesh.V.middleRows(4 * k, 4) << x, y, z, x + 0.2, y, z, x, y + 0.2, z, x, y, z + 0.2;
    mesh.F.middleRows(4 * k, 4) << 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3;
    mesh.F.middleRows(4 * k, 4).array() += 4 * k;
  }
  const Skeleton skeleton =
      skeletonFromSegments(test::chain({{50, 0, 50}, {50, 50, 50}, {50, 100, 50}})).value();
  auto methods = test::solidMethods();
  methods.push_back(test::solidHeatMethod());
  for (const test::SolidMethod& method : methods) {
    CAPTURE(method.name);
    const auto result = method.weigh(mesh, skeleton, 3000, 4, {}, std::size_t(32) << 20);
    REQUIRE(result);
    CHECK(checkWeights(result->weights, std::size_t(mesh.V.rows()), WeightSigns::positive));
    CHECK(result->warnings.size() <= 3);
  }
  // Of pieces well above the joint nearly all follow the upper bone, of those below the lower one.
  const auto heat =
      test::solidHeatMethod().weigh(mesh, skeleton, 3000, 4, {}, std::size_t(32) << 20);
  const Eigen::MatrixXd W = toMatrix(heat->weights);
  int right = 0, counted = 0;
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (std::abs(mesh.V(v, 1) - 50) < 20) continue;
    ++counted;
    right += W(v, mesh.V(v, 1) > 50 ? 1 : 0) > 0.5 ? 1 : 0;
  }
  CHECK(right > 0.9 * counted);
}

TEST_CASE("vertices have at most as many bones as asked for") {
  std::vector<Vec3> joints;
  for (int i = 0; i <= 8; ++i) joints.push_back({0, 0.2 + 0.7 * i, 0});
  for (const test::SolidMethod& method : test::solidMethods()) {
    for (const int k : {1, 3}) {
      const Eigen::MatrixXd W = weigh(method, armMesh(), skeletonOf(test::chain(joints)), k);
      CHECK((W.array() > 0).rowwise().count().maxCoeff() <= k);
    }
  }
}

TEST_CASE("solid methods can be stopped and refuse what makes no sense") {
  const std::atomic<bool> stop = true;
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const auto code = [&](const TriMesh& mesh, const Skeleton& skeleton, int influences,
                          const Progress& progress = {}) {
      const auto result = method.weigh(mesh, skeleton, 300, influences, progress);
      REQUIRE(!result);
      return result.error().code;
    };
    const Skeleton skeleton = skeletonOf(arm);
    CHECK(code(armMesh(), skeleton, 4, Progress({}, &stop)) == ErrorCode::cancelled);
    CHECK(code(armMesh(), Skeleton(), 4) == ErrorCode::invalid_argument);
    CHECK(code(armMesh(), skeleton, 0) == ErrorCode::invalid_argument);
    CHECK(code({armMesh().V, Eigen::MatrixX3i(0, 3)}, skeleton, 4) == ErrorCode::invalid_argument);
    CHECK(code({armMesh().V.leftCols(2), armMesh().F}, skeleton, 4) == ErrorCode::invalid_argument);
    TriMesh bad = armMesh();
    bad.V(3, 1) = NAN;
    CHECK(code(bad, skeleton, 4) == ErrorCode::invalid_argument);
  }
}

TEST_CASE("more cells than a factorisation can take are refused, before anything is built") {
  for (const test::SolidMethod& method : test::solidMethods()) {
    if (method.name == "geodesic") continue;
    CAPTURE(method.name);
    const auto result = method.weigh(armMesh(), skeletonOf(arm), most_diffusion_cells + 1, 4, {});
    REQUIRE(!result);
    CHECK(result.error().code == ErrorCode::limit_exceeded);
    CHECK(result.error().message.find("`cells`") != std::string::npos);
  }
  const Solid fine = Solid::create(armMesh(), {.cells = 65'000}).value();
  const auto refused = solidBoundedBiharmonicWeights(fine, armMesh().V, skeletonOf(arm));
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::limit_exceeded);
}

TEST_CASE("what lies beyond all measure is refused by name") {
  auto bones = arm;
  bones[0].head.x = 1e80;
  TriMesh far = armMesh();
  far.V(5, 0) = 1e100;
  for (const test::SolidMethod& method : test::solidMethods()) {
    CAPTURE(method.name);
    const auto bone = method.weigh(armMesh(), skeletonOf(bones), 300, 4, {});
    REQUIRE(!bone);
    CHECK(bone.error().message.find("bone \"bone0\"") != std::string::npos);
    const auto vertex = method.weigh(far, skeletonOf(arm), 300, 4, {});
    REQUIRE(!vertex);
    CHECK(vertex.error().message.find("vertex 5") != std::string::npos);
  }
}
