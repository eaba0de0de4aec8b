// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/support/limbs.hpp"
#include "tests/support/rigged_case.hpp"
#include "tests/weights/damage.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/weights/solid_heat.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

constexpr SolidHeatOptions quick{.solid = {.cells = 10'000}};

struct Subject {
  std::string name;
  TriMesh mesh;
  Skeleton skeleton;
};

// A man of round limbs that reach into one another.
Subject figure() {
  const Vec3 hip{0, 1, 0}, chest{0, 1.5, 0}, neck{0, 1.7, 0}, top{0, 2.1, 0};
  TriMesh mesh = test::limb({0, 0.85, 0}, {0, 1.65, 0}, 0.2, 16, 16);
  mesh = test::together(mesh, test::limb(neck, top, 0.16, 16, 8));
  std::vector<BoneSegment> bones{
      {"hips", -1, hip, {0, 1.25, 0}}, {"chest", 0, {0, 1.25, 0}, chest}, {"head", 1, neck, top}};
  for (const double side : {-1.0, 1.0}) {
    const std::string mark = side < 0 ? ".r" : ".l";
    const Vec3 shoulder{0.18 * side, 1.5, 0}, elbow{0.5 * side, 1.5, 0}, hand{0.85 * side, 1.5, 0};
    const Vec3 leg{0.13 * side, 0.95, 0}, knee{0.17 * side, 0.5, 0.02}, foot{0.2 * side, 0, 0};
    mesh = test::together(mesh, test::limb({0.1 * side, 1.5, 0}, hand, 0.07, 12, 16));
    mesh = test::together(mesh, test::limb(leg, foot, 0.09, 12, 16));
    const int base = int(bones.size());
    bones.push_back({"upper arm" + mark, 1, shoulder, elbow});
    bones.push_back({"lower arm" + mark, base, elbow, hand});
    bones.push_back({"upper leg" + mark, 0, leg, knee});
    bones.push_back({"lower leg" + mark, base + 2, knee, foot});
  }
  return {"figure", mesh, skeletonFromSegments(bones).value()};
}

std::optional<Subject> cesiumMan() {
  auto loaded = test::riggedCase("cesium_man");
  if (!loaded) return std::nullopt;
  return Subject{"cesium_man", std::move(loaded->mesh), std::move(loaded->skeleton)};
}

Eigen::MatrixXd weigh(const TriMesh& mesh, const Skeleton& skeleton) {
  const auto result = solidHeatWeights(mesh, skeleton, quick);
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
  CHECK(checkWeights(result->weights, mesh.V.rows(), WeightSigns::positive));
  return toMatrix(result->weights);
}

// How far the weights of a damaged mesh are from those of the whole one, at the same vertices.
double change(const Eigen::MatrixXd& clean, const test::Damaged& damaged,
              const Skeleton& skeleton) {
  const Eigen::MatrixXd W = weigh(damaged.mesh, skeleton);
  std::vector<int> here, there;
  for (int v = 0; v < int(damaged.original.size()); ++v) {
    if (damaged.original[v] < 0) continue;
    here.push_back(v);
    there.push_back(damaged.original[v]);
  }
  return test::meanVariation(W(here, Eigen::seqN(0, clean.cols())).eval(),
                             clean(there, Eigen::all).eval());
}

// A vertex of the shell moves with the vertex of the body under it.
double shellSlip(const Subject& subject) {
  const Eigen::MatrixXd W = weigh(test::withShell(subject.mesh).mesh, subject.skeleton);
  const Eigen::Index body = subject.mesh.V.rows();
  return test::meanVariation(W.topRows(body), W.bottomRows(body));
}

void checkDamage(const Subject& subject) {
  CAPTURE(subject.name);
  const auto& [name, mesh, skeleton] = subject;
  const Eigen::MatrixXd clean = weigh(mesh, skeleton);
  const auto changes = [&](const test::Damaged& damaged) {
    return change(clean, damaged, skeleton);
  };
  CHECK(changes(test::soup(mesh)) <= 0.01);
  CHECK(changes(test::splitSeams(mesh)) <= 0.01);
  CHECK(changes(test::withShell(mesh)) <= 0.10);
  CHECK(shellSlip(subject) <= 0.10);
  CHECK(changes(test::withSpecks(mesh, 50)) <= 0.02);
  CHECK(changes(test::flipped(mesh, 1)) <= 0.01);
  CHECK(changes(test::flipped(mesh, 2)) <= 0.01);
  CHECK(changes(test::withoutFaces(mesh, 10)) <= 0.03);
  CHECK(changes(test::dirty(mesh)) <= 0.02);
}

void checkSkeletonDamage(const Subject& subject) {
  CAPTURE(subject.name);
  const auto& [name, mesh, skeleton] = subject;
  const Eigen::MatrixXd clean = weigh(mesh, skeleton);
  const double diagonal = test::diagonalOf(mesh);
  const auto changes = [&](const Skeleton& other) {
    return change(clean, test::whole(mesh), other);
  };
  for (const double scale : {1e-4, 1e4}) {
    CHECK(change(clean, test::scaled(mesh, scale), test::scaled(skeleton, scale)) <= 0.005);
  }
  for (const Vec3 by : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}}) {
    CHECK(changes(test::shifted(skeleton, by * (0.02 * diagonal))) <= 0.10);
  }
  CHECK(changes(test::withFarBone(skeleton, 50 * diagonal)) <= 0.01);
  CHECK(changes(test::withoutLengths(skeleton)) <= 0.10);
}

// The upper arm turned into the chest, the mesh moved by the painted weights.
Subject armThroughTorso(const test::RiggedCase& loaded) {
  const Skeleton& skeleton = loaded.skeleton;
  const auto arm = std::size_t(skeleton.find("Skeleton_arm_joint_L__4_"));
  const Vec3 shoulder = skeleton.head(arm),
             other = skeleton.head(std::size_t(skeleton.find("Skeleton_arm_joint_R")));
  const Quat rest = toQuat(skeleton.rest()[arm].linear);
  Pose pose = Pose::rest(skeleton.size());
  pose.local[arm].rotation =
      conjugate(rest) * rotationBetween(skeleton.tail(arm) - shoulder, other - shoulder) * rest;
  std::vector<Affine3> moved(skeleton.size());
  modelTransforms(skeleton, pose.local, moved);
  skinningTransforms(skeleton, moved, moved);
  Subject subject{"arm through the torso", loaded.mesh, {}};
  for (Eigen::Index v = 0; v < loaded.mesh.V.rows(); ++v) {
    const Vec3 at{loaded.mesh.V(v, 0), loaded.mesh.V(v, 1), loaded.mesh.V(v, 2)};
    Vec3 sum;
    for (std::size_t b = 0; b < moved.size(); ++b) {
      sum += loaded.painted(v, Eigen::Index(b)) * (moved[b] * at);
    }
    subject.mesh.V.row(v) << sum.x, sum.y, sum.z;
  }
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  bones[arm].local.rotation = bones[arm].local.rotation * pose.local[arm].rotation;
  subject.skeleton = test::rebuilt(std::move(bones));
  return subject;
}

}  // namespace

TEST_CASE("solid heat: an arm through the torso changes little") {
  const auto loaded = test::riggedCase("cesium_man");
  if (!loaded) return;
  const Subject crossed = armThroughTorso(*loaded);
  const Eigen::MatrixXd clean = weigh(loaded->mesh, loaded->skeleton);
  CHECK(test::meanVariation(clean, weigh(crossed.mesh, crossed.skeleton)) <= 0.10);
}

TEST_CASE("solid heat: a damaged mesh gets nearly the weights of the whole one") {
  checkDamage(figure());
  if (const auto subject = cesiumMan()) checkDamage(*subject);
}

TEST_CASE("solid heat: scale changes nothing, and flaws of the skeleton little") {
  checkSkeletonDamage(figure());
  if (const auto subject = cesiumMan()) checkSkeletonDamage(*subject);
}
