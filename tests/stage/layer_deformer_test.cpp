// SPDX-License-Identifier: MIT
// A document's layers are moved as their settings say.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/bent_bar.hpp"
#include "vide/animation/sample.hpp"
#include "vide/deform/dual_quaternion.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/stage/document_renderer.hpp"

using namespace vide;
using namespace vide::test;

namespace {

Eigen::MatrixX2d posed(const Document& document, std::span<const Transform> pose) {
  const auto renderer = DocumentRenderer::create(document, {});
  REQUIRE(renderer);
  DocumentRenderer::Workspace workspace(*renderer);
  renderer->pose(pose, workspace);
  const auto flat = renderer->positions(0, workspace);
  Eigen::MatrixX2d V(Eigen::Index(flat.size() / 2), 2);
  for (Eigen::Index i = 0; i < V.size(); ++i) V(i / 2, i % 2) = double(flat[std::size_t(i)]);
  return V;
}

std::vector<Transform> bentPose(const Document& document, double time) {
  std::vector<Transform> pose(document.skeleton.size());
  samplePose(document.clips[0], document.skeleton, time, pose);
  return pose;
}

double areaOf(const Eigen::MatrixX2d& V, const Eigen::RowVector3i& corners) {
  const Eigen::RowVector2d a = V.row(corners[1]) - V.row(corners[0]),
                           b = V.row(corners[2]) - V.row(corners[0]);
  return (a[0] * b[1] - a[1] * b[0]) / 2;
}

// How much the triangles grow and shrink together, of their whole area.
double distortion(const Document& document, const Eigen::MatrixX2d& V) {
  const auto& [rest, F] = document.layers[0].mesh;
  double changed = 0, whole = 0;
  for (Eigen::Index t = 0; t < F.rows(); ++t) {
    changed += std::abs(areaOf(V, F.row(t)) - areaOf(rest, F.row(t)));
    whole += areaOf(rest, F.row(t));
  }
  return changed / whole;
}

}  // namespace

TEST_CASE("every deformer shows the rest shape at rest and moves rigidly with all bones") {
  for (const Deformer deformer :
       {Deformer::linear_blend, Deformer::dual_quaternion, Deformer::arap, Deformer::biharmonic}) {
    const Document document = bentBar(deformer);
    const Eigen::MatrixX2d rest = document.layers[0].mesh.V;
    Pose pose = Pose::rest(2);
    CHECK((posed(document, pose.local) - rest).cwiseAbs().maxCoeff() < 1e-3);
    pose.local[0].rotation = rotationInPlane(0.7);
    const Eigen::Matrix2d turn{{std::cos(0.7), -std::sin(0.7)}, {std::sin(0.7), std::cos(0.7)}};
    const Eigen::RowVector2d joint(20, 60);
    const Eigen::MatrixX2d expected =
        ((rest.rowwise() - joint) * turn.transpose()).rowwise() + joint;
    CHECK((posed(document, pose.local) - expected).cwiseAbs().maxCoeff() < 2e-3);
  }
}

TEST_CASE("dual quaternions move a layer as the function of that name does") {
  const Document document = bentBar(Deformer::dual_quaternion);
  const Layer& layer = document.layers[0];
  const auto pose = bentPose(document, 1);
  std::vector<Affine3> moved(2);
  modelTransforms(document.skeleton, pose, moved);
  skinningTransforms(document.skeleton, moved, moved);
  const Eigen::MatrixXd expected = skinByDualQuaternions(layer.mesh.V, layer.weights, moved);
  CHECK((posed(document, pose) - expected).cwiseAbs().maxCoeff() < 1e-3);
  const Document linear = bentBar(Deformer::linear_blend);
  CHECK((posed(document, pose) - posed(linear, pose)).cwiseAbs().maxCoeff() > 1);
}

TEST_CASE("as rigid as possible keeps areas in a bend and the ends at their bones") {
  const Document document = bentBar(Deformer::arap), linear = bentBar(Deformer::linear_blend);
  const auto pose = bentPose(document, 1);
  const Eigen::MatrixX2d V = posed(document, pose);
  CHECK(distortion(document, V) < 0.7 * distortion(linear, posed(linear, pose)));
  // The middle of the far edge lies at the second bone's tip, 80 pixels from the joint.
  const Eigen::RowVector2d tip = V.row(2 * 33 + 32);
  const double angle = math::radians(100);
  CHECK(std::hypot(tip[0] - (100 + 80 * std::cos(angle)), tip[1] - (60 + 80 * std::sin(angle))) <
        0.5);
}

TEST_CASE(
    "a biharmonic layer goes with its bones where they lie, and bends smoothly between them") {
  const Document document = bentBar(Deformer::biharmonic);
  const auto pose = bentPose(document, 1);
  const Eigen::MatrixX2d V = posed(document, pose);
  const Eigen::MatrixX2d rest = document.layers[0].mesh.V;
  // The second bone's line is the middle row of vertices; away from the joint only it holds them.
  const double angle = math::radians(100);
  const Eigen::Matrix2d turn{{std::cos(angle), -std::sin(angle)},
                             {std::sin(angle), std::cos(angle)}};
  const Eigen::RowVector2d joint(100, 60);
  for (int column = 20; column <= 32; ++column) {
    const Eigen::RowVector2d expected = joint + (rest.row(66 + column) - joint) * turn.transpose();
    CHECK((V.row(66 + column) - expected).norm() < 2e-3);
  }
  // No kink: an edge along the outer side differs little from the next.
  for (int column = 1; column < 32; ++column) {
    const Eigen::RowVector2d before = V.row(column) - V.row(column - 1),
                             after = V.row(column + 1) - V.row(column);
    CHECK((after - before).norm() < 5);
  }
}

TEST_CASE("pins that are nearer to another one's place hold nothing of a layer") {
  for (const Deformer deformer : {Deformer::arap, Deformer::biharmonic}) {
    Document document = bentBar(deformer);
    Layer& layer = document.layers[0];
    const Eigen::MatrixX2d rest = layer.mesh.V;
    const double right = rest.col(0).maxCoeff(), middle = rest.col(1).mean();
    // Two within the bar, one a little beyond its end, one far beyond that.
    std::vector<Bone> bones;
    layer.bones.clear();
    for (const double x : {right - 150, right - 80, right + 10, right + 300}) {
      bones.push_back({.id = BoneId(bones.size()),
                       .name = std::string(1, char('a' + bones.size())),
                       .local = {.translation = {x, middle, 0}}});
      layer.bones.push_back(bones.back().id);
    }
    document.skeleton = *Skeleton::fromBones(bones);
    document.clips.clear();
    layer.weights.handles = 4;
    std::vector<Transform> pose(4);
    pose[3].translation = {-200, 90, 0};
    CHECK((posed(document, pose) - rest).cwiseAbs().maxCoeff() < 1e-3);
    // The one beyond the end takes the end along as it goes, and no farther.
    pose[2].translation = {0, 20, 0};
    const Eigen::MatrixX2d moved = posed(document, pose) - rest;
    CHECK(moved.rowwise().norm().maxCoeff() < 40);
    CHECK(moved.col(1).maxCoeff() > 15);
  }
}

TEST_CASE("deformers that bones do not drive are refused by the layer's name") {
  for (const Deformer deformer : {Deformer::grouped_arap, Deformer::fast}) {
    const auto refused = DocumentRenderer::create(bentBar(deformer), {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::unsupported);
    CHECK(refused.error().message.find("layer 'bar'") != std::string::npos);
  }
}
