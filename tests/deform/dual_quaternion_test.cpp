// SPDX-License-Identifier: MIT
#include "vide/deform/dual_quaternion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/deform/shared_arm.hpp"
#include "tests/support/message_of.hpp"
#include "vide/core/math.hpp"

using namespace vide;
using test::failsWith;

namespace {

// A limb along x from -1 to 1 with radius 1, weighted linearly between two handles.
struct Limb {
  Eigen::MatrixXd V;
  VertexWeights weights{2, {0}, {}, {}};

  explicit Limb(int rings = 21, int around = 8) : V(rings * around, 3) {
    for (int v = 0; v < V.rows(); ++v) {
      const double x = 2.0 * (v / around) / (rings - 1) - 1, share = (1 + x) / 2;
      const auto [s, c] = math::sinCos(2 * math::pi * (v % around) / around);
      V.row(v) << x, c, s;
      const bool second_leads = share > 0.5;
      weights.handle.insert(weights.handle.end(), {second_leads ? 1 : 0, second_leads ? 0 : 1});
      const double strong = second_leads ? share : 1 - share;
      weights.weight.insert(weights.weight.end(), {strong, 1 - strong});
      weights.row_start.push_back(weights.weight.size());
    }
  }
};

Affine3 turn(Vec3 axis, double angle, Vec3 shift = {}) {
  return {toMatrix(rotationAbout(axis, angle)), shift};
}

Affine3 stretch(Vec3 s) { return {{{s.x, 0, 0}, {0, s.y, 0}, {0, 0, s.z}}, {}}; }

double smallestRadius(const Eigen::MatrixXd& V) {
  return V.rightCols(2).rowwise().norm().minCoeff();
}

struct Job {
  PackedWeights weights;
  std::vector<SkinDualQuaternion> motions;
  std::vector<SkinMatrix> stretches;
  std::vector<float> positions, normals, out, out_normals;

  Job(const Eigen::MatrixXd& V, const VertexWeights& all_weights,
      const std::vector<Affine3>& transforms, int influences = 4)
      : weights(packWeights(all_weights, influences).value()) {
    for (const Affine3& transform : transforms) {
      const auto [motion, stretched] = toStretchedMotion(transform);
      motions.push_back(toSkinDualQuaternion(motion));
      stretches.push_back(toSkinMatrix({stretched, {}}));
    }
    for (Eigen::Index v = 0; v < V.rows(); ++v) {
      for (int d = 0; d < 3; ++d) positions.push_back(float(V(v, d)));
    }
    out.resize(positions.size());
  }
  DualQuaternionJob job() {
    return {motions, stretches, weights.influences, weights.handle, weights.weight, positions,
            normals, out,       out_normals};
  }
  double distanceTo(const Eigen::MatrixXd& expected) {
    REQUIRE(job().validate().has_value());
    job().run();
    double worst = 0;
    for (Eigen::Index v = 0; v < expected.rows(); ++v) {
      for (int d = 0; d < 3; ++d) {
        worst = std::max(worst, std::abs(double(out[std::size_t(3 * v + d)]) - expected(v, d)));
      }
    }
    return worst;
  }
};

}  // namespace

TEST_CASE("a transform is its motion after its stretch") {
  const Affine3 transforms[] = {
      {},
      turn({1, 2, 3}, 2.5, {4, 5, 6}),
      stretch({2, 0.5, 3}),
      stretch({-1, 1, 1}),
      turn({0, 1, 0}, 3.1, {1, 0, 0}) * stretch({1, 2, 3}) * turn({1, 1, 0}, 0.4),
      stretch({0, 0, 0})};
  for (const Affine3& transform : transforms) {
    const auto [motion, stretched] = toStretchedMotion(transform);
    CHECK(std::abs(dot(motion.real, motion.real) - 1) < 1e-12);
    const Quat half = motion.dual * conjugate(motion.real);
    CHECK(distance(2 * Vec3{half.x, half.y, half.z}, transform.translation) < 1e-12);
    for (const Vec3 p : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
      CHECK(distance(rotate(motion.real, stretched * p), transform.linear * p) < 1e-9);
      // A stretch turns nothing: it is symmetric.
      for (const Vec3 q : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
        CHECK(std::abs(dot(p, stretched * q) - dot(q, stretched * p)) < 1e-9);
      }
    }
  }
}

TEST_CASE("a twist of 170 degrees keeps the radius, where the linear blend loses it") {
  const Limb limb;
  for (const double degrees : {90.0, 170.0, -170.0}) {
    const std::vector<Affine3> transforms{{}, turn({1, 0, 0}, math::radians(degrees))};
    const Eigen::MatrixXd moved = skinByDualQuaternions(limb.V, limb.weights, transforms);
    CHECK(smallestRadius(moved) >= 0.99);
    CHECK(smallestRadius(moved) <= 1 + 1e-9);
    if (std::abs(degrees) > 100)
      CHECK(smallestRadius(skin(limb.V, limb.weights, transforms)) < 0.2);
    Job job(limb.V, limb.weights, transforms);
    CHECK(job.distanceTo(moved) < 1e-5);
  }
}

TEST_CASE("one motion for all handles moves every vertex by it, stretched or not") {
  const Limb limb;
  for (const Affine3& motion : {Affine3{}, turn({3, 1, 2}, 2, {1, 2, 3}),
                                turn({0, 0, 1}, -3, {1, 0, 0}) * stretch({2, 1, 0.5})}) {
    const std::vector<Affine3> transforms(2, motion);
    const Eigen::MatrixXd moved = skinByDualQuaternions(limb.V, limb.weights, transforms);
    for (Eigen::Index v = 0; v < limb.V.rows(); ++v) {
      const Vec3 expected = motion * Vec3{limb.V(v, 0), limb.V(v, 1), limb.V(v, 2)};
      CHECK(distance(expected, {moved(v, 0), moved(v, 1), moved(v, 2)}) < 1e-9);
    }
  }
}

TEST_CASE("a motion and its negative blend the same") {
  const Limb limb;
  const std::vector<Affine3> transforms{turn({0, 1, 0}, 1), turn({0, 1, 1}, -2, {0, 1, 0})};
  Job job(limb.V, limb.weights, transforms);
  const Eigen::MatrixXd moved = skinByDualQuaternions(limb.V, limb.weights, transforms);
  for (float& x : job.motions[1].real) x = -x;
  for (float& x : job.motions[1].dual) x = -x;
  CHECK(job.distanceTo(moved) < 1e-5);
}

TEST_CASE("rigid motion before or after changes the result by that motion alone") {
  const Limb limb;
  const Affine3 all = turn({1, 1, 0}, 2.2, {3, 1, 2});
  const std::vector<Affine3> bent{turn({0, 0, 1}, 0.7), turn({0, 1, 0}, 1.1, {0, 1, 0})};
  const Eigen::MatrixXd moved = skinByDualQuaternions(limb.V, limb.weights, bent);
  const std::vector<Affine3> turned{all * bent[0], all * bent[1]};
  const Eigen::MatrixXd again = skinByDualQuaternions(limb.V, limb.weights, turned);
  for (Eigen::Index v = 0; v < moved.rows(); ++v) {
    const Vec3 expected = all * Vec3{moved(v, 0), moved(v, 1), moved(v, 2)};
    CHECK(distance(expected, {again(v, 0), again(v, 1), again(v, 2)}) < 1e-9);
  }
}

TEST_CASE("scale is blended beside the motion") {
  const Limb limb;
  const std::vector<Affine3> transforms{{},
                                        turn({1, 0, 0}, math::radians(170)) * stretch({1, 3, 3})};
  const Eigen::MatrixXd moved = skinByDualQuaternions(limb.V, limb.weights, transforms);
  for (Eigen::Index v = 0; v < moved.rows(); ++v) {
    const double share = (1 + limb.V(v, 0)) / 2;
    CHECK(moved.row(v).tail(2).norm() == doctest::Approx(1 + 2 * share).epsilon(1e-9));
  }
  Job job(limb.V, limb.weights, transforms);
  CHECK(job.distanceTo(moved) < 1e-5);
}

TEST_CASE("normals turn with their vertex and keep their length") {
  const Limb limb;
  const std::vector<Affine3> transforms{{}, turn({1, 0, 0}, 2.5)};
  Job job(limb.V, limb.weights, transforms);
  job.stretches.clear();
  for (Eigen::Index v = 0; v < limb.V.rows(); ++v) {
    for (int d = 0; d < 3; ++d) job.normals.push_back(d == 0 ? 0 : float(limb.V(v, d)));
  }
  job.out_normals.resize(job.normals.size());
  REQUIRE(job.job().validate().has_value());
  job.job().run();
  for (std::size_t i = 0; i < job.normals.size(); ++i) {
    if (i % 3) CHECK(std::abs(job.out_normals[i] - job.out[i]) < 1e-5f);  // about the limb's axis
  }
}

TEST_CASE("a job that would give nonsense is a named error") {
  const Limb limb;
  Job job(limb.V, limb.weights, {{}, {}});
  CHECK(job.job().validate().has_value());
  job.weights.weight[4] = 0;
  CHECK(failsWith(job.job().validate(), "vertex 1 has weights that sum to"));
  std::swap(job.weights.weight[0], job.weights.weight[1]);
  std::swap(job.weights.handle[0], job.weights.handle[1]);
  job.weights.weight[0] = 0.25;
  job.weights.weight[1] = 0.75;
  job.weights.weight[4] = 1 - job.weights.weight[5];
  CHECK(failsWith(job.job().validate(), "vertex 0 has a negative weight or not its largest first"));
  job.stretches.pop_back();
  CHECK(failsWith(job.job().validate(), "1 stretches for 2 motions"));
}

TEST_CASE("the reference arm bends as its reference does by dual quaternions") {
  const auto expected = test::sharedMatrix("reference/skinning/arm_dqs_bend_U.dmat");
  if (!expected) return;
  const auto [V, weights, transforms, box] = test::sharedArm();
  const Eigen::MatrixXd moved = skinByDualQuaternions(V, weights, transforms);
  CHECK((moved - *expected).cwiseAbs().maxCoeff() < 1e-9 * box);
  for (const int influences : {4, 8}) {
    Job job(V, weights, transforms, influences);
    CHECK(job.distanceTo(*expected) < 1e-5 * box);
  }
}
