// SPDX-License-Identifier: MIT
#include "vide/deform/skinning.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/deform/shared_arm.hpp"
#include "vide/core/math.hpp"

using namespace vide;

namespace {

constexpr int handle_count = 6;

// Vertices on a spiral; vertex v has 1 to 5 handles, largest weight first.
struct Rig {
  Eigen::MatrixXd V;
  VertexWeights weights;
  std::vector<Affine3> transforms;
};

Rig makeRig(int vertices, int dimensions) {
  Rig rig{Eigen::MatrixXd(vertices, dimensions), {}, {}};
  rig.weights.handles = handle_count;
  for (int v = 0; v < vertices; ++v) {
    for (int d = 0; d < dimensions; ++d) rig.V(v, d) = (1 + d) * math::sin(0.7 * v + d);
    const int entries = 1 + v % 5;
    for (int k = 0; k < entries; ++k) {
      rig.weights.handle.push_back((v + k) % handle_count);
      rig.weights.weight.push_back(2.0 * (entries - k) / (entries * (entries + 1)));
    }
    rig.weights.row_start.push_back(rig.weights.weight.size());
  }
  for (int h = 0; h < handle_count; ++h) {
    const Quat turn = dimensions == 2 ? rotationInPlane(h) : rotationAbout({1.0 * h, 1, 2}, h);
    rig.transforms.push_back({toMatrix(turn), {0.5 * h, 1, dimensions == 2 ? 0.0 : 2.0}});
  }
  return rig;
}

struct Buffers {
  std::vector<SkinMatrix> transforms;
  PackedWeights weights;
  std::vector<float> positions, out;

  SkinningJob job() {
    return {transforms, weights.influences, weights.handle, weights.weight, positions, {}, out, {}};
  }
};

Buffers makeBuffers(const Rig& rig, int influences) {
  Buffers buffers;
  for (const Affine3& transform : rig.transforms) {
    buffers.transforms.push_back(toSkinMatrix(transform));
  }
  buffers.weights = packWeights(rig.weights, influences).value();
  for (Eigen::Index v = 0; v < rig.V.rows(); ++v) {
    for (int d = 0; d < 3; ++d) buffers.positions.push_back(float(rig.V(v, d)));
  }
  buffers.out.resize(buffers.positions.size());
  return buffers;
}

bool mentions(const Result<void>& result, const char* part) {
  return !result && result.error().message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("transforms at rest return the rest positions") {
  for (int dimensions : {2, 3}) {
    const Rig rig = makeRig(40, dimensions);
    const std::vector<Affine3> rest(handle_count);
    CHECK((skin(rig.V, rig.weights, rest) - rig.V).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("one rigid motion for all handles moves every vertex by it") {
  const Rig rig = makeRig(40, 3);
  const std::vector<Affine3> same(handle_count, rig.transforms[4]);
  const Eigen::MatrixXd moved = skin(rig.V, rig.weights, same);
  for (Eigen::Index v = 0; v < rig.V.rows(); ++v) {
    const Vec3 expected = rig.transforms[4] * Vec3{rig.V(v, 0), rig.V(v, 1), rig.V(v, 2)};
    CHECK(distance(expected, {moved(v, 0), moved(v, 1), moved(v, 2)}) < 1e-12);
  }
}

TEST_CASE("the plane is space at z = 0") {
  Rig rig = makeRig(40, 2);
  Eigen::MatrixXd spatial = Eigen::MatrixXd::Zero(40, 3);
  spatial.leftCols(2) = rig.V;
  const Eigen::MatrixXd flat = skin(rig.V, rig.weights, rig.transforms);
  CHECK(flat.cols() == 2);
  CHECK((skin(spatial, rig.weights, rig.transforms).leftCols(2) - flat).norm() == 0);
}

TEST_CASE("the float job agrees with the double path for every number of influences") {
  const Rig rig = makeRig(300, 3);
  const Eigen::MatrixXd exact = skin(rig.V, rig.weights, rig.transforms);
  for (int influences : {5, 6, 9}) {
    Buffers buffers = makeBuffers(rig, influences);
    REQUIRE(buffers.job().validate().has_value());
    buffers.job().run();
    for (Eigen::Index v = 0; v < exact.rows(); ++v) {
      for (int d = 0; d < 3; ++d) CHECK(std::abs(buffers.out[3 * v + d] - exact(v, d)) < 1e-5);
    }
  }
  // With fewer places than entries the largest stay and share the whole.
  for (int influences : {1, 2, 3, 4}) {
    Buffers buffers = makeBuffers(rig, influences);
    buffers.job().run();
    for (std::size_t v = 0; v < 300; ++v) {
      const auto handles = rig.weights.handlesOf(v);
      const auto weights = rig.weights.weightsOf(v);
      const Vec3 rest{rig.V(v, 0), rig.V(v, 1), rig.V(v, 2)};
      Vec3 sum;
      double total = 0;
      for (std::size_t k = 0; k < handles.size() && int(k) < influences; ++k) {
        sum += weights[k] * (rig.transforms[handles[k]] * rest);
        total += weights[k];
      }
      const Vec3 got{buffers.out[3 * v], buffers.out[3 * v + 1], buffers.out[3 * v + 2]};
      CHECK(distance(got, sum / total) < 1e-5);
    }
  }
}

TEST_CASE("a job may write over its input") {
  Buffers buffers = makeBuffers(makeRig(50, 3), 4);
  buffers.job().run();
  SkinningJob in_place = buffers.job();
  in_place.out_positions = buffers.positions;
  in_place.run();
  CHECK(buffers.positions == buffers.out);
}

TEST_CASE("normals turn with the blend and stay unit vectors") {
  const Rig rig = makeRig(60, 3);
  Buffers buffers = makeBuffers(rig, 4);
  buffers.transforms.assign(handle_count, toSkinMatrix(rig.transforms[3]));
  std::vector<float> normals, turned(buffers.positions.size());
  for (int v = 0; v < 60; ++v) {
    const Vec3 n = normalized(Vec3{math::sin(v), math::cos(3.0 * v), 0.3});
    normals.insert(normals.end(), {float(n.x), float(n.y), float(n.z)});
  }
  SkinningJob job = buffers.job();
  job.normals = normals;
  job.out_normals = turned;
  REQUIRE(job.validate().has_value());
  job.run();
  for (std::size_t v = 0; v < 60; ++v) {
    const Vec3 n{normals[3 * v], normals[3 * v + 1], normals[3 * v + 2]};
    const Vec3 got{turned[3 * v], turned[3 * v + 1], turned[3 * v + 2]};
    CHECK(distance(rig.transforms[3].linear * n, got) < 1e-6);
  }
}

TEST_CASE("packing keeps sums of one") {
  const Rig rig = makeRig(100, 3);
  for (int influences : {1, 3, 4, 8}) {
    const PackedWeights packed = packWeights(rig.weights, influences).value();
    for (std::size_t v = 0; v < 100; ++v) {
      double sum = 0;
      for (int k = 0; k < influences; ++k) sum += packed.weight[v * influences + k];
      CHECK(std::abs(sum - 1) < 1e-6);
    }
  }
}

TEST_CASE("weights that would tear the shape are named errors") {
  const Rig rig = makeRig(10, 3);
  CHECK(checkWeights(rig.weights, 10).has_value());
  CHECK(mentions(checkWeights(rig.weights, 9), "10 rows for 9 vertices"));
  VertexWeights bad = rig.weights;
  bad.weight[0] = 0.5;
  CHECK(mentions(checkWeights(bad, 10), "vertex 0: they sum to 0.5"));
  bad.weight[0] = NAN;
  CHECK(mentions(checkWeights(bad, 10), "vertex 0"));
  bad = rig.weights;
  bad.handle[1] = handle_count;
  CHECK(mentions(checkWeights(bad, 10), "vertex 1: there is no handle 6 among 6"));
  bad = rig.weights;
  bad.row_start.back() += 1;
  CHECK(!checkWeights(bad, 10).has_value());
  CHECK(!packWeights(rig.weights, 0).has_value());
  CHECK(!packWeights(rig.weights, 256).has_value());
  bad = {1, {0, 0}, {}, {}};
  CHECK(mentions(checkWeights(bad, 1), "vertex 0"));
}

TEST_CASE("a job whose spans do not fit is a named error") {
  Buffers buffers = makeBuffers(makeRig(10, 3), 4);
  SkinningJob job = buffers.job();
  job.transforms = job.transforms.first(3);
  CHECK(mentions(job.validate(), "names handle"));
  job = buffers.job();
  job.weights = job.weights.first(5);
  CHECK(mentions(job.validate(), "5 weights"));
  job = buffers.job();
  job.out_positions = job.out_positions.first(3);
  CHECK(mentions(job.validate(), "differ in length"));
  job = buffers.job();
  job.out_normals = buffers.out;
  CHECK(mentions(job.validate(), "differ in length"));
  job = buffers.job();
  job.positions = job.positions.first(4);
  CHECK(mentions(job.validate(), "multiple of 3"));
  job = buffers.job();
  std::vector<float> weights = buffers.weights.weight;
  job.weights = weights;
  for (const float bad : {0.25f, NAN}) {
    weights[4 * 7] = bad;
    CHECK(mentions(job.validate(), "vertex 7 has weights that sum to"));
  }
  std::fill_n(weights.begin() + 4 * 3, 4, 0.0f);
  CHECK(mentions(job.validate(), "vertex 3 has weights that sum to 0 instead of 1"));
  job = buffers.job();
  job.influences = 0;
  CHECK(!job.validate().has_value());
  CHECK(SkinningJob{}.validate().has_value());  // nothing to do is valid
}

TEST_CASE("the reference arm bends as its reference does") {
  const auto expected = test::sharedMatrix("reference/skinning/arm_lbs_bend_U.dmat");
  if (!expected) return;
  const auto [V, weights, transforms, box] = test::sharedArm();
  CHECK((skin(V, weights, transforms) - *expected).cwiseAbs().maxCoeff() < 1e-9 * box);

  Buffers buffers = makeBuffers({V, weights, transforms}, weights.handles);
  buffers.job().run();
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    for (int d = 0; d < 3; ++d) {
      CHECK(std::abs(buffers.out[3 * v + d] - (*expected)(v, d)) < 1e-5 * box);
    }
  }
}
